/** Patient input survives rotating the tablet, a page reload, and a second window. */
import { expect, test } from '@playwright/test';
import { attachedText } from '../support/stories/attached-text.ts';
import { PHOTO } from '../support/stories/desk-calls.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 2 });
});
test.afterAll(async () => {
  await story.close();
});

test('[F24] rotated in the middle of a stroke, and reloaded: the ink is kept and submitted', async () => {
  test.setTimeout(90_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1');
  const patient = await story.calls.addPatient('Sieglinde', 'Drehmomentova', '1947-07-07');
  const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('Weiter');
  await tablet.readToEnd();
  await tablet.press('Keine Fragen mehr');
  await tablet.declare(true, true, true);
  await tablet.press('Weiter zur Unterschrift');
  await tablet.draw();
  const before = await tablet.inkPixels();
  expect(before).toBeGreaterThan(100);

  // The finger stays on the screen during the rotation.
  await tablet.touch('touchStart', [0.6, 0.3]);
  for (let i = 1; i <= 5; i++) await tablet.touch('touchMove', [0.6 + i * 0.02, 0.3]);
  const width = await tablet.pad.evaluate((pad) => pad.clientWidth);
  await tablet.page.setViewportSize({ width: 800, height: 1280 });
  await expect.poll(() => tablet.pad.evaluate((pad) => pad.clientWidth)).toBeLessThan(width);
  for (let i = 1; i <= 5; i++) await tablet.touch('touchMove', [0.7 + i * 0.02, 0.35]);
  await tablet.touch('touchEnd');
  await expect.poll(() => tablet.inkPixels()).toBeGreaterThan(100);
  await expect(tablet.button('Rückgängig')).toBeEnabled();
  await tablet.page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => tablet.pad.evaluate((pad) => pad.clientWidth)).toBe(width);
  await expect.poll(() => tablet.inkPixels()).toBeGreaterThan(before);
  const whole = await tablet.inkPixels();
  await expect(tablet.page.getByText('Gespeichert')).toBeVisible();

  // Reload by a browser short of memory: the same page with the same ink, without asking again.
  await tablet.page.reload();
  await expect(tablet.heading('Unterschrift: Sieglinde Drehmomentova')).toBeVisible();
  await expect
    .poll(async () => Math.abs((await tablet.inkPixels()) - whole) / whole)
    .toBeLessThan(0.1);
  // One stroke undone and drawn again: the counts of both are part of the evidence.
  await tablet.press('Rückgängig');
  await expect.poll(() => tablet.inkPixels()).toBeLessThan(whole);
  await tablet.draw();
  await tablet.press('Unterschrift abgeben');
  await expect(tablet.thanks()).toBeVisible();

  const { fileId } = await story.calls.reaches(mappeId, 'filed', 30_000);
  const pdf = Buffer.from(await story.calls.bytes(`/documents/file/${fileId}`));
  const evidence = attachedText(pdf, '"undos"');
  expect(evidence).toMatch(/"undos":1\b/);
});

test(
  '[F11] [T1] a second window stays idle; taking over moves the run, and it is submitted once',
  { tag: '@long' },
  async () => {
    test.setTimeout(90_000);
    const { tablet, tabletId } = await story.tablet('Tablet 2');
    const patient = await story.calls.addPatient('Emil', 'Zweifensterer', '1961-03-30');
    const mappeId = await story.calls.send(patient, { items: [PHOTO], tabletId });
    await tablet.begin(patient.geburtsdatum);
    await tablet.press('Weiter');
    await tablet.readToEnd();
    await tablet.press('Keine Fragen mehr');
    await tablet.declare(true, true, false);

    const other = await tablet.context.newPage();
    await other.goto(tablet.url);
    await expect(
      other.getByRole('heading', { name: 'Molar ist schon in einem anderen Fenster offen.' }),
    ).toBeVisible();
    expect(await other.locator('body').innerText()).not.toContain('Zweifensterer');
    await tablet.page.bringToFront();
    await expect(tablet.heading('Stimmt alles?')).toBeVisible();
    await tablet.press('Weiter zur Unterschrift');
    await tablet.draw();
    await expect(tablet.page.getByText('Gespeichert')).toBeVisible();

    await other.bringToFront();
    await other.getByRole('button', { name: 'Hier weitermachen' }).tap();
    await expect(
      other.getByRole('heading', {
        name: /^(Unterschrift: Emil Zweifensterer|Bitte geben Sie Ihr Geburtsdatum ein\.)$/,
      }),
    ).toBeVisible();
    await expect(tablet.heading('Molar ist schon in einem anderen Fenster offen.')).toBeVisible();
    await expect(tablet.button('Unterschrift abgeben')).toHaveCount(0);
    await tablet.page.bringToFront();
    await tablet.press('Hier weitermachen');
    await expect(tablet.heading('Unterschrift: Emil Zweifensterer')).toBeVisible();
    await expect(
      other.getByRole('heading', { name: 'Molar ist schon in einem anderen Fenster offen.' }),
    ).toBeVisible();
    await tablet.press('Unterschrift abgeben');
    await expect(tablet.thanks()).toBeVisible();
    const { taskId } = await story.calls.reaches(mappeId, 'filed', 30_000);
    expect(
      story.rows("select n from op where kind = 'task.submit' and task_id = ?", taskId),
    ).toHaveLength(1);
    expect((await story.calls.documentsOf(patient.patid)).items).toHaveLength(1);
  },
);
