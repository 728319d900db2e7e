/**
 * Setup before the stories with a tablet: registers tablets in the practice one after the other.
 */
import { expect, test } from '@playwright/test';
import { Story } from '../support/stories/story.ts';
import {
  keepData,
  keepProfile,
  TEMPLATE_TABLETS,
  type TemplateTablet,
} from '../support/stories/template.ts';
import { TabletPage } from '../support/stories/tablet-page.ts';

test('registers the tablets that stories start from', async () => {
  test.setTimeout(180_000);
  const story = await Story.open();
  try {
    const tablets: TemplateTablet[] = [];
    for (let at = 1; at <= TEMPLATE_TABLETS; at++) {
      const name = `Tablet ${at}`,
        tablet = await TabletPage.open(story.server.url, { port: story.server.port });
      const tabletId = await story.calls.register(tablet, name);
      // Nothing is in transit: tablet and server are in sync.
      await expect
        .poll(
          async () =>
            (await story.calls.board()).tablets.find((one) => one.tabletId === tabletId)?.pending,
        )
        .toBe(0);
      await tablet.close();
      tablets.push({ name, tabletId, profile: keepProfile(tablet.profile, at) });
      await tablet.drop();
      keepData(story.server.data, at, tablets);
    }
  } finally {
    await story.close();
  }
});
