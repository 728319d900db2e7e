/**
 * Pages of a form in a Mappe of two: one progress bar on each, whose last paper does not begin full,
 * and an answer of several lines that keeps them on the review and on the sheet that is signed.
 */
import { expect, test } from '@playwright/test';
import { fillForm } from '../support/form-hand.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

const LINES = 'Ramipril 5 mg morgens\nMarcumar nach Plan';

test('a form shows one progress, and keeps the lines of an answer until it is signed', async () => {
  test.setTimeout(120_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1'),
    { page } = tablet;
  const patient = await story.calls.addPatient('Zeile', 'Mehrzeilig', '1948-02-03');
  await story.calls.send(patient, {
    items: [{ template: 'zusatz-roentgen@3' }, { template: 'schmerz@6' }],
    tabletId,
  });
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('Weiter');
  const bars: number[] = [];
  const look = async (): Promise<void> => {
    await expect(page.locator('progress')).toHaveCount(1);
    bars.push(
      await page
        .locator('progress')
        .evaluate((bar) => (bar as HTMLProgressElement).value / (bar as HTMLProgressElement).max),
    );
    const note = page.locator('[data-place=anmerkung] textarea');
    if ((await note.count()) > 0) await note.fill(LINES);
  };
  await expect(page.locator('.q-item').first()).toBeVisible();
  await fillForm(tablet, look);
  const first = bars.length;
  await expect(tablet.answersSummary).toBeVisible();
  await tablet.signAnswers();
  await expect(tablet.heading('Ihre Schmerzen')).toBeVisible();
  // The first form is with the practice: the way to correct it is one press away.
  await tablet.press('Hilfe');
  const help = page.getByRole('dialog', { name: 'Hilfe' });
  await expect(
    help.getByText('Was fehlt oder nicht stimmt, trägt das Team für Sie nach.'),
  ).toBeVisible();
  await tablet.press('Weitermachen');
  await fillForm(tablet, async () => {
    await look();
    if ((await page.locator('.q-review').count()) > 0)
      await expect
        .poll(() => page.locator('.q-answers dd').allInnerTexts())
        .toContainEqual(expect.stringContaining(LINES));
  });
  // The second of two papers begins in the middle.
  expect(bars[first]).toBeLessThan(0.6);
  expect(bars).toEqual([...bars].sort((a, b) => a - b));
  await expect(tablet.answersSummary).toBeVisible();
  await expect
    .poll(() => page.locator('.doc-table td').allInnerTexts())
    .toContainEqual(expect.stringContaining(LINES));
  await tablet.signAnswers();
  await expect(tablet.thanks()).toBeVisible();
});
