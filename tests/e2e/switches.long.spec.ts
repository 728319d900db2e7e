/**
 * Switches of features from the vendor's page to the practice: a rule closes an open room, its links
 * go, and the end of the rule opens it again. Also the line of the vendor's pages, which is one line.
 */
import { expect, test, type Page } from '@playwright/test';
import { confirmBy } from '../support/stories/account-pages.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';
import { enterAsVendor, VENDOR } from '../support/stories/vendor.ts';

let story: Story, vendor: Page;
test.beforeAll(async ({ browser }) => {
  story = await Story.open();
  vendor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await enterAsVendor(vendor, story.server);
  await expect(vendor.getByRole('navigation').getByRole('link', { name: 'Betrieb' })).toBeVisible();
});
test.afterAll(() => story.close());
const go = (page: Page, path: string): Promise<unknown> =>
  page.goto(`${story.server.url}/practice/${path}`);

test('a rule closes the shop of a practice at an open page, and its end opens it again', async ({
  browser,
}) => {
  const faults: string[] = [],
    { page: desk } = await story.desk(browser, 'reception'),
    pens = desk.getByRole('link', { name: 'Stifte bestellen' });
  await go(desk, 'hilfe');
  await expect(pens).toBeVisible();

  await go(vendor, 'betrieb/schalter');
  faults.push(...(await staffPageFaults(vendor, 'switches')));
  await vendor.getByRole('button', { name: 'Regel hinzufügen: Stifte bestellen' }).click();
  const adding = vendor.getByRole('dialog', { name: 'Regel hinzufügen: Stifte bestellen' });
  await adding.getByRole('combobox', { name: 'Praxis' }).click();
  await vendor.getByRole('option').first().click();
  await adding.getByLabel('Grund').fill('Anfrage T-26-00417: Lager wird gezählt');
  faults.push(...(await staffPageFaults(vendor, 'switch dialog')));
  await adding.getByRole('button', { name: 'Regel hinzufügen' }).click();
  await confirmBy(vendor, VENDOR.password);
  await expect(vendor.getByText(/^Aus für Demopraxis/)).toBeVisible();
  await vendor.getByRole('combobox', { name: 'Praxis' }).click();
  await vendor.getByRole('option').first().click();
  await expect(vendor.getByRole('cell', { name: 'Regel für diese Praxis' })).toBeVisible();

  // The page was open before: the next call tells it.
  await pens.click();
  await expect(desk.getByText('Diese Funktion ist im Moment abgeschaltet.')).toBeVisible();
  faults.push(...(await staffPageFaults(desk, 'switched off')));
  await desk.getByRole('link', { name: 'Zur Hilfe' }).click();
  await expect(desk.getByRole('link', { name: 'Rückmeldung geben' })).toBeVisible();
  await expect(pens).toHaveCount(0);
  await go(desk, 'hilfe/stifte');
  await expect(desk.getByText('Diese Funktion ist im Moment abgeschaltet.')).toBeVisible();

  await vendor.getByRole('button', { name: /^Regel beenden: Aus für Demopraxis/ }).click();
  const ending = vendor.getByRole('dialog', { name: 'Regel beenden' });
  await ending.getByLabel('Grund').fill('Lager ist gezählt');
  await ending.getByRole('button', { name: 'Beenden' }).click();
  await expect(vendor.getByText('Eine frühere Regel')).toBeVisible();
  await desk.getByRole('button', { name: 'Noch einmal prüfen' }).click();
  await expect(desk.getByText('Diese Funktion ist im Moment abgeschaltet.')).toHaveCount(0);
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
});

test('the line of the vendor is one line at 1280, and shows the current page on a phone', async () => {
  await vendor.setViewportSize({ width: 1280, height: 800 });
  await go(vendor, 'betrieb/gutscheine');
  const line = vendor.getByRole('navigation', { name: 'Seiten: Betrieb' }),
    here = line.getByRole('button', { name: 'Verträge und Geld: Gutscheine' });
  await expect(here).toBeVisible();
  const tops = await line
    .locator(':scope > *')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(tops.length).toBeGreaterThan(7);
  expect(new Set(tops).size).toBe(1);
  await vendor.setViewportSize({ width: 390, height: 844 });
  await go(vendor, 'betrieb/gutscheine');
  await expect(here).toBeInViewport({ ratio: 1 });
  await here.click();
  await vendor.getByRole('menuitem', { name: 'Lizenzen' }).click();
  await expect(vendor.getByRole('heading', { level: 1 })).toHaveText('Lizenzen');
  await expect(line.getByRole('button', { name: 'Verträge und Geld: Lizenzen' })).toBeInViewport({
    ratio: 1,
  });
});
