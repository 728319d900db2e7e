/**
 * The network is cut and the server killed while a patient signs: the patient finishes, the browser
 * is closed, and one sealed PDF arrives.
 */
import { expect, test } from '@playwright/test';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { Story } from '../support/stories/story.ts';

const SUBMITTED = "select n, result from op where kind = 'task.submit'";

test('[F4] [F9] [F18] [sync S1] [sync S2] [sync L1] signed offline, closed and restarted: exactly one sealed PDF', async () => {
  test.setTimeout(120_000);
  const story = await Story.open({ tablets: 1 });
  try {
    const { tablet, tabletId } = await story.tablet('Tablet 1');
    const patient = await story.calls.addPatient('Hannelore', 'Wiebelskirchen', '1938-11-30');
    const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
    await tablet.begin(patient.geburtsdatum);
    await tablet.press('Weiter');
    await tablet.readToEnd();

    await tablet.context.setOffline(true);
    await story.server.kill();
    await tablet.press('Keine Fragen mehr');
    await tablet.declare(true, false, false);
    await tablet.press('Weiter zur Unterschrift');
    await tablet.sign();
    // The same text as online: it is stored.
    await expect(tablet.thanks()).toBeVisible();
    expect(await tablet.page.locator('body').innerText()).not.toMatch(/Verbindung|Netz/);
    await tablet.press('Fertig');
    await expect(tablet.home()).toBeVisible();
    await expect(
      tablet.page.getByText('ohne Verbindung, alles wird sicher aufgehoben'),
    ).toBeVisible();
    await tablet.close();

    // Switched on while the server is still down: the home comes from the cache. The token has
    // expired meanwhile.
    await tablet.start();
    await tablet.page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('authStore') ?? '{}') as Record<string, unknown>;
      localStorage.setItem('authStore', JSON.stringify({ ...kept, authToken: 'x'.repeat(43) }));
    });
    await tablet.page.reload();
    await expect(tablet.home()).toBeVisible();
    await expect(tablet.ready()).toHaveCount(0);
    await expect(
      tablet.page.getByText('ohne Verbindung, alles wird sicher aufgehoben'),
    ).toBeVisible();
    expect(story.rows(SUBMITTED)).toEqual([]);

    await story.server.restart();
    await story.calls.signIn();
    const task = await story.calls.reaches(mappeId, 'filed', 60_000);
    await expect(tablet.page.getByText('verbunden', { exact: true })).toBeVisible();
    const { items } = await story.calls.documentsOf(patient.patid);
    expect(items.map((item) => item.taskId)).toEqual([task.taskId]);
    expect(story.rows(SUBMITTED)).toEqual([{ n: expect.any(Number), result: 'applied' }]);
    // Nothing is left to send, and nothing arrives twice.
    await expect
      .poll(async () => (await story.calls.board()).tablets[0]?.pending, { timeout: 30_000 })
      .toBe(0);
    expect(await story.calls.documentsOf(patient.patid)).toMatchObject({
      items: [{ taskId: task.taskId }],
    });
  } finally {
    await story.close();
  }
});
