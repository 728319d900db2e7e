/**
 * Tablet and server: a token before any other call, and a plain message when the server's database
 * was replaced.
 */
import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { keepAwake, Story } from '../support/stories/story.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
let tablet: TabletPage | undefined;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(async () => {
  await tablet?.drop();
  await story.close();
});

test(
  '[sync F8] no call is refused; a replaced database leads to a new registration, and the old queue is kept',
  { tag: '@long' },
  async () => {
    test.setTimeout(120_000);
    tablet = await TabletPage.open(story.server.url);
    const refused: string[] = [];
    tablet.page.on('response', (answer) => {
      if (answer.status() >= 400)
        refused.push(
          `${answer.status()} ${new URL(answer.url()).pathname.replace(/^\/r4c\/[^/]+/, '')}`,
        );
    });
    const tabletId = await story.calls.register(tablet, 'Tablet 1');
    await expect(tablet.page.getByText('verbunden', { exact: true })).toBeVisible();
    await tablet.page.reload();
    await expect(tablet.page.getByText('verbunden', { exact: true })).toBeVisible();
    const patient = await story.calls.addPatient('Reinhild', 'Neuanfang', '1951-04-09');
    const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
    await tablet.begin(patient.geburtsdatum);
    await story.calls.reaches(mappeId, 'started');
    expect(refused).toEqual([]);

    // Signed while the server was down; it restarts with another database.
    await story.server.kill();
    await tablet.signPhotoConsent();
    await expect(tablet.thanks()).toBeVisible();
    await tablet.press('Fertig');
    for (const name of ['molar.db', 'molar.db-wal', 'molar.db-shm'])
      rmSync(`${story.server.data}/${name}`, { force: true });
    await story.server.restart();
    await keepAwake(story.server);
    await story.calls.signIn();
    await expect(tablet.heading('Der Server kennt dieses Tablet nicht mehr.')).toBeVisible({
      timeout: 45_000,
    });
    await expect(tablet.page.getByText(/versiegelte Unterschrift/)).toBeVisible();
    await tablet.press('Neu anmelden');
    const again = await story.calls.register(tablet, 'Tablet neu');
    await expect(tablet.home()).toBeVisible();
    await expect
      .poll(
        async () =>
          (await story.calls.board()).tablets.find((one) => one.tabletId === again)?.quarantined,
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    const next = await story.calls.addPatient('Gerlinde', 'Danach', '1949-11-30');
    const sent = await story.calls.send(next, { items: [PHOTO], tabletId: again });
    await tablet.begin(next.geburtsdatum);
    await tablet.signPhotoConsent();
    await expect(tablet.thanks()).toBeVisible();
    await story.calls.reaches(sent, 'filed', 30_000);
  },
);
