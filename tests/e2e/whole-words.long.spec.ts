/**
 * Answers to the form about health in six languages with long words: on tablets and phones, no word of an
 * answer or of a button is torn.
 */
import { expect, test } from '@playwright/test';
import { formsInUse } from '../../catalog/forms/catalogue.ts';
import { LANGUAGES } from '../../shared/base/languages.ts';
import { DeskCalls } from '../support/stories/desk-calls.ts';
import { SCREENS, setSight } from '../support/stories/in-view.ts';
import { tornWords } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

/** Six languages, as many as a practice may set, with the longest words. */
const LONG = ['de', 'tr', 'uk', 'ru', 'fr', 'ro'];
const SCALES = ['100', '125', '150', '200'];

let story: Story;
test.beforeAll(async () => {
  story = await Story.open({ tablets: 1 });
  await (await DeskCalls.open(story.server, 'owner')).setSettings({ languages: LONG });
});
test.afterAll(() => story.close());

test('no word of an answer is torn in any language, at any size', async () => {
  test.setTimeout(180_000);
  const { tablet, tabletId } = await story.tablet('Tablet 1'),
    { page } = tablet;
  const patient = await story.calls.addPatient('Worte', 'Ganz', '1980-02-03'),
    adult = formsInUse().find((one) => one.id === 'anamnese-erwachsene');
  await story.calls.send(patient, { items: [{ template: adult?.key ?? '' }], tabletId });
  await tablet.begin(patient.geburtsdatum);
  await tablet.press('Weiter');
  await expect(page.locator('.q-item').first()).toBeVisible();
  const torn: string[] = [];
  let spoken = 'Deutsch';
  for (const { code, native } of LANGUAGES.filter((one) => LONG.includes(one.code))) {
    await setSight(page, SCREENS[1], '100');
    if (native !== spoken) {
      await tablet.press(spoken);
      await tablet.tap(page.locator('.k-modal .k-language', { hasText: native }));
      spoken = native;
    }
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await expect(page.locator('.k-modal')).toHaveCount(0);
    for (const screen of SCREENS)
      for (const scale of SCALES) {
        await setSight(page, screen, scale);
        torn.push(
          ...(await tornWords(page)).map(
            (one) => `${code} at ${screen.width} × ${screen.height}, ${scale} %: ${one}`,
          ),
        );
      }
  }
  expect(torn).toEqual([]);
});
