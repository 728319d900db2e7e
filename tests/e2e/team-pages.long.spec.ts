/**
 * Every page of reception and of the team with delivered data: no serious violation of the
 * accessibility rules, no target below 24 px, no sideways scrolling at 1280, 1024 and 320 px of a
 * desk and at 390 px of a touch screen. The addresses come from the app's own tables.
 */
import { expect, test } from '@playwright/test';
import { openDemoStory } from '../support/stories/demo-story.ts';
import { pagesOf, walkPages } from '../support/stories/every-page.ts';
import type { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  story = await openDemoStory();
});
test.afterAll(() => story.close());

/** Addresses that no table of pages names. */
const FURTHER = [
  '/stuhl',
  '/fehlend/einlesen',
  '/fehlend/vereinbarung',
  '/zuordnen/links',
  '/zurueckgelegt',
  '/konto',
  '/konto/sicherheit',
  '/konto/sitzungen',
  '/hilfe',
  '/hilfe/neu',
] as const;
const BILLING = ['/abrechnung/regeln/grenzen', '/abrechnung/protokoll'] as const;
/** Tabs of a patient's page: those of reception, and those that the team has, too. */
const DESK_TABS = ['papiere', 'boegen', 'dokumente', 'einwilligungen', 'freigaben'],
  TEAM_TABS = ['leistungen', 'plaene', 'rechnungen', 'verlauf'];
/** The tabs of a patient of the demo data. */
async function patientPages(tabs: readonly string[]): Promise<string[]> {
  let patid: string | undefined;
  // The server reads the data once more after their delivery.
  await expect
    .poll(async () => {
      const { zeilen } = await story.calls.raw('/api/hkp?alle=ja&n=1').then(
        (answer) => answer.json() as Promise<{ zeilen: { patid: string }[] }>,
        () => ({ zeilen: [] }),
      );
      patid = zeilen[0]?.patid;
      return patid;
    })
    .toBeDefined();
  return tabs.map((tab) => `/patient/${patid ?? ''}/${tab}`);
}

test('every page of reception is accessible, light and in German', async ({ browser }) => {
  test.setTimeout(900_000);
  const paths = [...pagesOf('reception', FURTHER), ...(await patientPages(DESK_TABS))];
  expect(paths.length).toBeGreaterThan(25);
  const look = { role: 'reception', paths, theme: 'light', language: 'de' } as const;
  expect(await walkPages(story, browser, look)).toEqual([]);
  expect(await walkPages(story, browser, { ...look, isPhone: true })).toEqual([]);
});

test('every page of the team is accessible, dark and in English', async ({ browser }) => {
  test.setTimeout(900_000);
  const paths = [
    ...pagesOf('staff', [...FURTHER, ...BILLING]),
    ...(await patientPages([...DESK_TABS, ...TEAM_TABS])),
  ];
  expect(paths.length).toBeGreaterThan(35);
  const look = { role: 'staff', paths, theme: 'dark', language: 'en' } as const;
  expect(await walkPages(story, browser, look)).toEqual([]);
  expect(await walkPages(story, browser, { ...look, isPhone: true })).toEqual([]);
});
