/**
 * Lists in the acceptance table: Back from a patient leads to the same place, money is in view at
 * 1280, and a printed list has no controls.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { berlinDay } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { deliver } from '../support/stories/deliver.ts';
import { Story } from '../support/stories/story.ts';

const today = berlinDay(Date.now()),
  /** More than a list draws at once. */
  PLANS = 120,
  SUM = 1_840;
let story: Story;
test.beforeAll(async () => {
  story = await Story.open();
  await deliver(story, {
    behandler: [{ id: 'o', name: 'Dr. Weber', art: 'ZAHNARZT' }],
    patient: Array.from({ length: PLANS }, (_, at) => ({
      id: `a${at}`,
      nachname: `Reihe${at}`,
      vorname: 'Jörg',
      geburtsdatum: '1978-11-05',
      telefon: `0171 39${1_000 + at}`,
      versicherung: 'GKV',
    })),
    hkp: Array.from({ length: PLANS }, (_, at) => ({
      id: `h${at}`,
      patid: `a${at}`,
      behandler: 'o',
      art: 'ZE',
      status: 'GENEHMIGT',
      erstelltAm: addDays(today, -60),
      genehmigtAm: addDays(today, -40),
      gesamt: SUM,
    })),
  });
});
test.afterAll(() => story.close());

const FILTERED = '/hkp?grund=ohne_termin',
  rows = (page: Page): Locator => page.locator('main [data-row]'),
  topOf = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test('Back from a patient leads to the same list: filter, scroll position and row', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'staff');
  await story.openPage(page, FILTERED);
  await expect(rows(page)).toHaveCount(PLANS);
  const row = rows(page).nth(40),
    name = (await row.locator('[data-whole]').textContent()) ?? '',
    isBack = async (top: number): Promise<void> => {
      await expect(page).toHaveURL(/grund=ohne_termin/);
      await expect(rows(page)).toHaveCount(PLANS);
      await expect.poll(() => topOf(page)).toBe(top);
      await expect(rows(page).nth(40)).toContainText(name);
      await expect(rows(page).nth(40)).toBeFocused();
      await expect(rows(page).nth(40)).toBeInViewport();
    },
    patient = page.getByRole('heading', { level: 1, name });
  await row.focus();
  await row.scrollIntoViewIfNeeded();
  const top = await topOf(page);
  expect(top).toBeGreaterThan(500);
  // By the key that opens the whole page of a row.
  await page.keyboard.press('o');
  await expect(patient).toBeVisible();
  expect(await topOf(page)).toBe(0);
  await page.goBack();
  await isBack(top);
  // By the link of the row.
  await row.locator('[data-whole]').click();
  await expect(patient).toBeVisible();
  await page.goBack();
  await isBack(top);
  // Through a reload of the patient's page.
  await row.locator('[data-whole]').click();
  await expect(patient).toBeVisible();
  await page.reload();
  await expect(patient).toBeVisible();
  await page.goBack();
  await isBack(top);
  // A reload of the list itself.
  await page.reload();
  await isBack(top);
});

test('at 1280 the money of each row and the sum of all rows are in view', async ({ browser }) => {
  const { page } = await story.desk(browser, 'staff');
  await page.setViewportSize({ width: 1280, height: 720 });
  await story.openPage(page, '/hkp');
  await expect(rows(page)).toHaveCount(PLANS);
  const money = rows(page).first().locator('td.al-num'),
    sum = page.getByRole('button', { name: /^Genehmigt ohne Termin/ });
  await expect(money).toContainText('1.840');
  await expect(money).toBeInViewport({ ratio: 1 });
  await expect(sum).toContainText(`${PLANS} · ${(PLANS * SUM).toLocaleString('de-DE')}`);
  await expect(sum).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])).toEqual([
    1280, 1280,
  ]);
});

test('a printed list shows its filter and rows, without banner, control or empty form', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'staff');
  await story.openPage(page, FILTERED);
  await expect(rows(page)).toHaveCount(PLANS);
  await page.emulateMedia({ media: 'print' });
  const controls = page.locator(
    'header, nav, input, select, textarea, .mantine-Button-root, [role="tab"], [role="status"]:not(:empty)',
  );
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('.al-printed')).toBeVisible();
  await expect(page.locator('.al-printed')).toContainText(`${PLANS} von ${PLANS} Zeilen`);
  await expect(rows(page).last()).toBeVisible();
});

test('a print that is asked for while rows are still being drawn has all of them', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'staff');
  await page.addInitScript(() => {
    // Never idle: only the print itself can bring the other rows.
    window.requestIdleCallback = () => 0;
  });
  await story.openPage(page, FILTERED);
  await expect(rows(page).first()).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(PLANS);
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(0);
  await expect(rows(page)).toHaveCount(PLANS);
});
