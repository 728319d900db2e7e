/**
 * Both parents sign one paper for their child on two devices without contact to each other or the
 * practice: mother on the tablet, father on his phone; it is filed once, with both signatures.
 */
import { expect, test, type Page } from '@playwright/test';
import { screens } from '../support/stories/browser.ts';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { Story } from '../support/stories/story.ts';
import type { TabletPage } from '../support/stories/tablet-page.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 2 });
});
test.afterAll(() => story.close());

/** Human pace: a second tap on the same spot within this time is treated as a tremor. */
const HAND_PACE_MS = 450;
let tapped = 0;
async function press(page: Page, name: string | RegExp): Promise<void> {
  await expect.poll(() => Date.now() - tapped, { intervals: [50] }).toBeGreaterThan(HAND_PACE_MS);
  await page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .tap();
  tapped = Date.now();
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** Draws a stroke across the signature field. */
async function draw(page: Page): Promise<void> {
  const pad = page.locator('.sig-pad'),
    touch = await page.context().newCDPSession(page);
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no field to sign in.');
  const at = (share: number) => [
    {
      x: Math.round(box.x + box.width * share),
      y: Math.round(box.y + box.height * (0.5 + 0.2 * Math.sin(share * 20))),
      force: 0.6,
    },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.2) });
  for (let share = 0.22; share < 0.7; share += 0.02)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Both sign while all devices are offline. */
async function signApart(page: Page, tablet: TabletPage, childId: string): Promise<void> {
  // From here on all devices are offline.
  await Promise.all([tablet.context.setOffline(true), page.context().setOffline(true)]);
  await press(page, 'Keine Fragen mehr');
  for (const [at, answer] of [/^Ja/, /^Nein/, /^Ja/].entries()) {
    await expect(page.getByText(`Erklärung ${at + 1} von 3`)).toBeVisible();
    await press(page, answer);
  }
  await expect(heading(page, 'Unterschrift: Mehmet Zweigeteilt (Elternteil)')).toBeVisible();
  await draw(page);
  await press(page, 'Unterschrift abgeben');
  await expect(heading(page, 'Noch nicht gesendet')).toBeVisible();
  await tablet.press('Keine Fragen mehr');
  await tablet.declare(true, false, false);
  await tablet.press('Weiter zur Unterschrift');
  await tablet.sign();
  await expect(tablet.thanks()).toBeVisible();
  expect((await story.calls.documentsOf(childId)).items).toEqual([]);

  await expect(tablet.page.getByText('Ein Papier ist noch nicht vollständig.')).toBeVisible();
}

for (const [where, screen] of [
  ['', screens.phone],
  ['on a tablet at home: ', screens.tablet],
] as const) {
  test.describe(() => {
    test.use(screen);
    test(
      `${where}[R3] [F25] [sync S1] a partition between two signers loses and duplicates nothing`,
      { tag: where === '' ? [] : '@long' },
      async ({ context, page }) => {
        test.setTimeout(120_000);
        const { tablet, tabletId } = await story.tablet(where === '' ? 'Tablet 1' : 'Tablet 2');
        const child = await story.calls.addPatient(
          'Lina',
          where === '' ? 'Zweigeteilt' : 'Zweigeteilt-Wischer',
          '2019-03-12',
        );
        const mappe = await story.calls.send(child, {
          items: [PHOTO],
          tabletId,
          signers: [
            { role: 'parent1', name: 'Ayşe Zweigeteilt' },
            { role: 'parent2', name: 'Mehmet Zweigeteilt', isAway: true },
          ],
        });
        let paper: { taskId: string; signer: { role: string } } | undefined;
        await expect
          .poll(
            async () =>
              (paper = (
                await story.calls.call<{ taskId: string; signer: { role: string } }[]>(
                  `/papo/papers?patid=${child.patid}`,
                )
              )[0])?.signer.role,
            { timeout: 20_000 },
          )
          .toBe('parent2');
        const { path, code } = await story.calls.call<{ path: string; code: string }>(
          '/papo/shares',
          {
            id: crypto.randomUUID(),
            patid: child.patid,
            language: 'de',
            secondStep: 'code',
            items: [{ kind: 'sign', taskId: paper?.taskId, role: 'parent2' }],
          },
        );

        // The father identifies himself and reads.
        await page.goto(`${story.server.url}${path}`);
        await page.getByLabel('Vorname').fill('Lina');
        for (const [part, text] of [
          ['Tag', '12'],
          ['Monat', '3'],
          ['Jahr', '2019'],
        ] as const)
          await page.getByLabel(part).fill(text);
        await press(page, 'Weiter');
        await page.getByLabel('Code').fill(code);
        await press(page, 'Weiter');
        await press(page, /^Lesen und unterschreiben/);
        await expect(heading(page, 'Einwilligung: Fotos für die Behandlung')).toBeVisible();
        await tablet.begin(child.geburtsdatum);
        await tablet.press('Weiter');
        await tablet.readToEnd();

        await signApart(page, tablet, child.patid);

        // First the phone reconnects automatically; the paper is incomplete. Then the tablet.
        await context.setOffline(false);
        await expect(
          page.getByText('Es fehlt noch die Unterschrift von Ayşe Zweigeteilt'),
        ).toBeVisible({ timeout: 20_000 });
        expect((await story.calls.documentsOf(child.patid)).items).toEqual([]);
        await tablet.context.setOffline(false);
        const task = await story.calls.reaches(mappe, 'filed', 40_000);
        const { items } = await story.calls.documentsOf(child.patid);
        expect(items.map((item) => item.taskId)).toEqual([task.taskId]);
        const pdf = await story.calls.bytes(`/documents/file/${items[0]?.fileId ?? ''}`);
        expect(await story.calls.check(pdf)).toMatchObject({
          verdict: 'unchanged',
          kept: 'original',
          facts: {
            signers: [
              { role: 'parent1', name: 'Ayşe Zweigeteilt' },
              { role: 'parent2', name: 'Mehmet Zweigeteilt' },
            ],
          },
        });
        // Nothing is left to send on the phone: the link was for this one paper and is closed.
        await press(page, 'Zur Übersicht');
        await expect(page.getByText('unterschrieben', { exact: true })).toBeVisible();
        await press(page, 'Fertig');
        await expect(heading(page, 'Vielen Dank')).toBeVisible();
        await expect(
          page.getByText('Alles ist erledigt. Der Link wird nicht mehr gebraucht.'),
        ).toBeVisible();
      },
    );
  });
}
