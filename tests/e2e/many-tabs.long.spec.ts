/**
 * Eight tabs of one workstation over HTTP/1.1, which allows six connections per host: the eighth
 * opens, all receive events, and one tab holds the channel for all.
 */
import { expect, test, type Page } from '@playwright/test';
import { Story } from '../support/stories/story.ts';

let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(async () => {
  await story.close();
});

test('eight tabs share one live channel, and another tab takes over when its owner is closed', async ({
  browser,
}) => {
  const first = (await story.desk(browser)).page,
    context = first.context();
  /** Tabs that opened the channel, in order. */
  const listened: Page[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/tablet/live')) listened.push(request.frame().page());
  });
  const tabs = [first];
  while (tabs.length < 8) {
    const page = await context.newPage();
    await page.goto(`${story.server.url}/practice/empfang`);
    await expect(page.locator('.e-stand')).toContainText('live');
    tabs.push(page);
  }
  expect(listened).toEqual([]);

  const allHear = async (lastName: string, pages: Page[]): Promise<void> => {
    const patient = await story.calls.addPatient('Mia', lastName, '2000-05-01');
    await story.calls.send(patient, { items: [{ template: 'foto@1' }] });
    for (const page of pages)
      await expect(page.locator('li.e-card').filter({ hasText: lastName })).toBeVisible();
  };
  await allHear('Erstmann', tabs);

  await first.close();
  const rest = tabs.slice(1);
  await expect.poll(() => listened.length).toBe(1);
  for (const page of rest) await expect(page.locator('.e-stand')).toContainText('live');
  await allHear('Zweitmann', rest);
  expect(listened).toHaveLength(1);
});
