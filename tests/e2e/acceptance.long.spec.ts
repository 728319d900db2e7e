/**
 * What fits on a screen and how many steps a job takes, measured on the built app and printed: rows
 * of the board, height of the day's page, and the way to a patient.
 */
import { expect, test, type Page } from '@playwright/test';
import { berlinDay, berlinInstant } from '../../shared/base/dates.ts';
import { deliver } from '../support/stories/deliver.ts';
import type { Role } from '../support/stories/desk-calls.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

const today = berlinDay(Date.now());
const PEOPLE = 20;
const SERVICES = 12;
const LONG_AGREEMENT = {
  template: 'mehrkosten@1',
  fields: {
    zahn: '36 mod',
    fuellung: 'Komposit',
    honorar: '148,20 €',
    kassenanteil: '62,40 €',
    mehrkosten: '85,80 €',
  },
};
let story: Story;
const printed = (what: string, value: unknown): void =>
  console.log(`acceptance: ${what}: ${JSON.stringify(value)}`);

test.beforeAll(async () => {
  story = await Story.open();
  await deliver(story, {
    behandler: [{ id: 'o', name: 'Dr. Weber' }],
    patient: Array.from({ length: PEOPLE }, (_, at) => ({
      id: `a${at}`,
      nachname: at === 7 ? 'Freifrau von Hohenlohe-Waldenburg-Schillingsfürst' : `Reihe${at}`,
      vorname: 'Jörg',
      geburtsdatum: '1978-11-05',
      versicherung: 'GKV',
    })),
    // Late in the day, so that they are to come at whatever time the story runs.
    termin: Array.from({ length: PEOPLE }, (_, at) => ({
      id: `t${at}`,
      patid: `a${at}`,
      behandler: 'o',
      start: new Date(berlinInstant(today, '23:30') + at * 60_000).toISOString(),
      dauerMin: 15,
      status: 'GEPLANT',
    })),
    leistung: Array.from({ length: SERVICES }, (_, at) => ({
      id: `l${at}`,
      patid: `a${at === 9 ? 9 : at % 3}`,
      behandler: 'o',
      datum: today,
      system: 'GOZ',
      nr: '2060',
      menge: 1,
      honorar: at === 9 ? 90_000 : 10_000,
      betrag: at === 9 ? 90_000 : 10_000,
      kostentraeger: 'PKV',
      status: 'ERBRACHT',
    })),
  });
  for (const name of ['Vorne', 'Hinten'])
    await story.calls.send(await story.calls.addPatient('Ada', name, '1970-01-01'), {
      items: [LONG_AGREEMENT],
    });
});
test.afterAll(() => story.close());

const rowsInView = (page: Page): Promise<number> =>
  page.locator('[data-column="expected"] li.e-termin').evaluateAll((rows) => {
    // On a phone the entries of the app cover the lower edge.
    const bar = document.querySelector('.p-side')?.getBoundingClientRect(),
      end = bar?.width === innerWidth ? bar.top : innerHeight;
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= end;
    }).length;
  });

test('the board shows ten expected patients at 1280×720, fourteen at 1440×900 and six on a phone, with two in need and a warning', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'owner');
  await expect(page.locator('[data-column="needs"] li.e-card')).toHaveCount(2);
  await expect(page.locator('[data-column="expected"] li.e-termin').first()).toBeVisible();
  const counts: Record<string, number> = {};
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]))
      .toEqual([width, width]);
    counts[`${width}x${height}`] = await rowsInView(page);
    // A birth date stays on one line, and no list of people scrolls inside the page.
    const faults = await page
      .locator('.e-columns, .e-columns *')
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              (one.matches('.e-born') && one.getClientRects().length > 1) ||
              (one.matches('.e-rows') && getComputedStyle(one).overflowY === 'auto'),
          )
          .map((one) => one.outerHTML.slice(0, 80)),
      );
    expect(faults).toEqual([]);
  }
  printed('expected patients in view', counts);
  expect(counts['1280x720']).toBeGreaterThanOrEqual(10);
  expect(counts['1440x900']).toBeGreaterThanOrEqual(14);
  expect(counts['390x844']).toBeGreaterThanOrEqual(6);
  // The warning is one line that opens; a row in need shows its first action, the others once open.
  const warnings = page.getByRole('button', { name: 'Alle Warnungen mit ihren Schritten zeigen' });
  await expect(page.getByRole('link', { name: 'Jetzt einrichten' })).toBeHidden();
  await warnings.press('Enter');
  await expect(page.getByRole('link', { name: 'Jetzt einrichten' })).toBeVisible();
  const row = page.locator('[data-column="needs"] li.e-card').first();
  await expect(row.getByRole('button', { name: 'Drucken' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Papier liegt vor' })).toBeHidden();
  await row.getByRole('button', { name: /Unterlagen und weitere Schritte zeigen$/ }).press('Enter');
  await expect(row.getByRole('button', { name: 'Papier liegt vor' })).toBeVisible();
});

test('each expected row offers its actions in place, and the keys reach them', async ({
  browser,
}) => {
  const { page } = await story.desk(browser);
  await page.setViewportSize({ width: 1280, height: 720 });
  const row = page.locator('li.e-termin').filter({ hasText: 'Hohenlohe' });
  await row.scrollIntoViewIfNeeded();
  for (const name of ['Mappe senden', /^Da: /])
    await expect(row.getByRole('button', { name })).toBeInViewport();
  await page.locator('li.e-termin').first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Mappe senden' })).toBeVisible();
});

test("the day's page fits on one and a half screens for every role", async ({ browser }) => {
  const heights: Record<string, number> = {};
  for (const role of ['owner', 'staff', 'reception'] satisfies Role[]) {
    const { page } = await story.desk(browser, role);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${story.server.url}/practice/heute`);
    await expect(page.getByRole('region', { name: 'Termine' })).toContainText('Reihe0');
    await expect(page.locator('.h-wait')).toHaveCount(0);
    heights[role] = await page.evaluate(() => document.documentElement.scrollHeight);
  }
  printed('height of the day at 1280×720', heights);
  for (const height of Object.values(heights)) expect(height).toBeLessThanOrEqual(1.5 * 720);
});

test('a patient is three steps away for every role, and the page opens with what is open', async ({
  browser,
}) => {
  for (const role of ['owner', 'staff', 'reception'] satisfies Role[]) {
    const { page } = await story.desk(browser, role);
    await page.goto(`${story.server.url}/practice/stammdaten`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('vorne');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Vorne, Ada', level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Offen' })).toContainText('Unterschrift fehlt');
    await expect(page.getByRole('tab', { name: 'Rechnungen' })).toHaveCount(0);
  }
  printed('steps to a patient', 3);
});

test('a report is three steps away by search, and the rows of a number one, with an address', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'owner');
  await page.goto(`${story.server.url}/practice/berichte`);
  await expect(page.getByRole('heading', { level: 1, name: 'Berichte' })).toBeVisible();
  await page.keyboard.press('f');
  await page.keyboard.type('dentist');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/berichte\/umsatz\/behandler/);
  await page.goto(`${story.server.url}/practice/berichte/umsatz/behandler?zeit=jahr`);
  const figure = page.locator('.a-kpi').first().getByRole('button');
  await figure.click();
  const panel = page.getByRole('dialog'),
    rows = panel.locator('tbody tr:not([aria-hidden])');
  await expect(rows).toHaveCount(SERVICES);
  const address = page.url();
  expect(address).toContain('zeilen=');
  await panel.getByRole('button', { name: 'Wert' }).click();
  await expect(rows.first()).toContainText('Reihe9');
  await page.goBack();
  await expect(panel).toBeHidden();
  await page.goto(address);
  await expect(rows).toHaveCount(SERVICES);
  printed('steps to a report and to the rows of a number', { report: 3, rows: 1 });
});

test('missing signatures are found by name with two steps', async ({ browser }) => {
  const { page } = await story.desk(browser, 'reception');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${story.server.url}/practice/fehlend`);
  const visits = page.locator('li.pa-visit');
  await expect(visits.first()).toBeVisible();
  const inView = await visits.evaluateAll(
    (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
  // The last person of the list.
  const name = (await visits.last().locator('.pa-name').textContent()) ?? '';
  await page.keyboard.press('f');
  await page.keyboard.type(name.split(',')[0] ?? '');
  await expect(visits).toHaveCount(1);
  await expect(visits).toContainText(name);
  await expect(page).toHaveURL(/q=/);
  printed('missing signatures in view at 1280×720, steps to one by name', { inView, steps: 2 });
});

for (const scheme of ['light', 'dark'] as const)
  test(`reports, lists and the narrowed board have no accessibility fault (${scheme})`, async ({
    browser,
  }) => {
    const { page } = await story.desk(browser, 'owner'),
      faults: string[] = [];
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of [
      '/berichte',
      '/berichte/umsatz/behandler?zeit=jahr&sort=-umsatz',
      '/berichte/umsatz/behandler?zeit=jahr&zeilen=umsatz',
      '/fehlend?sort=name',
      '/abrechnung?q=reihe',
      '/heute',
      '/empfang?behandler=Dr.%20Weber',
    ]) {
      await page.goto(`${story.server.url}/practice${path}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('.a-skeleton, .h-wait')).toHaveCount(0);
      faults.push(...(await staffPageFaults(page, `${path} ${scheme}`)));
    }
    expect(faults).toEqual([]);
  });
