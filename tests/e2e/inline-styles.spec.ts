/**
 * The content policies in a real browser: the practice app's own style elements apply, none that
 * another hand adds, and no page loses a style; the viewer of the API document needs none.
 */
import { expect, test } from '@playwright/test';
import { Story } from '../support/stories/story.ts';

/** Pages of the kinds that draw styles while they run: board, charts, tables, forms, settings. */
const PATHS = [
  '/empfang',
  '/ueberblick',
  '/ueberblick/ziele',
  '/berichte/kennzahlen',
  '/abrechnung',
  '/patienten',
  '/dokumente',
  '/formulare',
  '/einstellungen/werte',
  '/protokoll',
  '/pruefen',
];
let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
});
test.afterAll(() => story.close());

test('the practice app shows every page without a refused style, and applies no foreign one', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const refused: string[] = [],
    { page } = await story.desk(browser, 'owner');
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  for (const path of PATHS) {
    await page.goto(`${story.server.url}/practice${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  // A dialog locks scrolling by a style element of its own.
  await page.goto(`${story.server.url}/practice/dokumente`);
  await page.getByRole('button', { name: 'Dokument hinzufügen' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  await page.keyboard.press('Escape');
  const own = await page.evaluate(() => ({
    elements: document.querySelectorAll('style').length,
    applied: [...document.querySelectorAll('style')].filter(
      (one) => one.nonce !== '' && one.sheet !== null,
    ).length,
    primary: getComputedStyle(document.documentElement).getPropertyValue(
      '--mantine-primary-color-filled',
    ),
  }));
  expect(own.elements).toBeGreaterThan(0);
  expect(own.applied).toBe(own.elements);
  expect(own.primary).not.toBe('');
  expect(refused).toEqual([]);

  const foreign = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = '#app { outline: 7px solid rgb(1, 2, 3) }';
    document.head.append(style);
    const app = document.getElementById('app');
    app?.setAttribute('style', 'border: 7px solid rgb(1, 2, 3)');
    const { outlineWidth, borderTopWidth } = getComputedStyle(app ?? document.body);
    return { outlineWidth, borderTopWidth };
  });
  expect(Object.values(foreign)).not.toContain('7px');
  await expect.poll(() => refused.length).toBe(2);
});

test('the viewer of the API document shows its calls without any inline style', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const refused: string[] = [],
    page = await browser.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  page.on('pageerror', (error) => refused.push(error.message));
  await page.goto(`${story.server.url}/docs`);
  await expect(page.locator('.opblock').first()).toBeVisible({ timeout: 60_000 });
  // Hundreds of calls: a pointer would wait for a page that is still being drawn.
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('.opblock-summary-control')?.click(),
  );
  await expect(page.locator('.opblock-body').first()).toBeVisible({ timeout: 60_000 });
  expect(refused).toEqual([]);
  await page.close();
});
