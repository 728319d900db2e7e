/**
 * Every page that the areas and the settings lead to: no serious violation of the accessibility
 * rules, no target below 24 px, no sideways scrolling at 320 px. The addresses come from the app's
 * own tables, so that a new page is covered from its first day.
 */
import { expect, test } from '@playwright/test';
import { pagesOf, walkPages } from '../support/stories/every-page.ts';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

/** Addresses that no table of pages names. */
const FURTHER = [
  '/fehlend/einlesen',
  '/fehlend/vereinbarung',
  '/zuordnen/links',
  '/zurueckgelegt',
  '/einwilligungen/abrechnung',
  '/abrechnung/regeln/grenzen',
  '/abrechnung/regeln/neu',
  '/abrechnung/protokoll',
  '/daten/einlesen',
  '/daten/stichworte',
  '/daten/terminarten',
  '/konto',
  '/konto/sicherheit',
  '/konto/sitzungen',
  '/hilfe',
  '/hilfe/neu',
  '/hilfe/stifte',
  '/hilfe/rueckmeldung',
  '/gibt-es-nicht',
] as const;

test('every page of an owner is accessible, light and in German', async ({ browser }) => {
  test.setTimeout(400_000);
  const paths = pagesOf('owner', FURTHER);
  expect(paths.length).toBeGreaterThan(45);
  expect(
    await walkPages(story, browser, { role: 'owner', paths, theme: 'light', language: 'de' }),
  ).toEqual([]);
});
