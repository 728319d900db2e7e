/**
 * Every page of reception with delivered data: no serious violation of the
 * accessibility rules, no target below 24 px, no sideways scrolling at 1280, 1024 and 320 px of a
 * desk and at 390 px of a touch screen. The addresses come from the app's own tables.
 */
import { expect, test } from '@playwright/test';
import { openDemoStory } from '../support/stories/demo-story.ts';
import { pagesOf, walkPages } from '../support/stories/every-page.ts';
import { DESK_TABS, FURTHER, patientPages } from '../support/stories/staff-pages.ts';
import type { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  story = await openDemoStory();
});
test.afterAll(() => story.close());

test('every page of reception is accessible, light and in German', async ({ browser }) => {
  test.setTimeout(900_000);
  const paths = [...pagesOf('reception', FURTHER), ...(await patientPages(story, DESK_TABS))];
  expect(paths.length).toBeGreaterThan(25);
  const look = { role: 'reception', paths, theme: 'light', language: 'de' } as const;
  expect(await walkPages(story, browser, look)).toEqual([]);
  expect(await walkPages(story, browser, { ...look, isPhone: true })).toEqual([]);
});
