/**
 * Every report with delivered data: no serious violation of the accessibility rules, no target below
 * 24 px, no sideways scrolling of the page at 1280, 1024 and 320 px of a desk.
 */
import { expect, test } from '@playwright/test';
import { openDemoStory } from '../support/stories/demo-story.ts';
import { walkPages } from '../support/stories/every-page.ts';
import { REPORT_PAGES } from '../support/stories/staff-pages.ts';
import type { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  story = await openDemoStory();
});
test.afterAll(() => story.close());

const look = { role: 'owner', paths: REPORT_PAGES } as const;

test('every report is accessible, dark and in English', async ({ browser }) => {
  test.setTimeout(900_000);
  expect(await walkPages(story, browser, { ...look, theme: 'dark', language: 'en' })).toEqual([]);
});
