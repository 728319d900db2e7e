/**
 * The jobs of an owner in the acceptance table, done with the mouse and by keys alone: steps are
 * counted, printed and held to the table.
 */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { berlinDay } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { deliver } from '../support/stories/deliver.ts';
import { holdSteps } from '../support/stories/steps.ts';
import { Story } from '../support/stories/story.ts';

const today = berlinDay(Date.now());
/** The last days of whole months, since a span of years ends with one. */
const first = `${today.slice(0, 8)}01`;
/** Services of this month and of the whole months before; a page of the table holds fewer. */
const SERVICES = { month: 400, before: 5_600 } as const;
/** Days with services: too few for a comparison with the year before. */
const DAYS = 60;
const dayOf = (at: number): string =>
  at < SERVICES.month
    ? addDays(first, at % Number(today.slice(8)))
    : addDays(first, -1 - (at % DAYS));
let story: Story;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  story = await Story.open();
  await deliver(story, {
    behandler: [
      { id: 'w', name: 'Dr. Weber', art: 'ZAHNARZT' },
      { id: 'o', name: 'Dr. Özkan', art: 'ZAHNARZT' },
    ],
    patient: Array.from({ length: 40 }, (_, at) => ({
      id: `a${at}`,
      nachname: `Reihe${at}`,
      vorname: 'Jörg',
      geburtsdatum: '1978-11-05',
      versicherung: 'PKV',
    })),
    leistung: Array.from({ length: SERVICES.month + SERVICES.before }, (_, at) => ({
      id: `l${at}`,
      patid: `a${at % 40}`,
      behandler: at % 3 === 0 ? 'o' : 'w',
      datum: dayOf(at),
      system: 'GOZ',
      nr: at % 50 === 0 ? '2197' : '2060',
      menge: 1,
      honorar: '20.00',
      betrag: '20.00',
      kostentraeger: 'PKV',
      status: 'ERBRACHT',
    })),
    hkp: Array.from({ length: 3 }, (_, at) => ({
      id: `h${at}`,
      patid: `a${at}`,
      behandler: 'w',
      art: 'ZE',
      status: 'GENEHMIGT',
      erstelltAm: addDays(today, -60),
      genehmigtAm: addDays(today, -40),
      gesamt: 1240,
    })),
  });
});
test.afterAll(() => story.close());

const tile = (page: Page, name: string): Locator =>
  page.locator('.u-tile').filter({ has: page.getByText(name, { exact: true }) });
const overview = (page: Page) => async (): Promise<void> => {
  await story.openPage(page, '/ueberblick');
  await expect(page.locator('.a-skeleton')).toHaveCount(0);
  await expect(tile(page, 'Umsatz').locator('.a-kpi-value')).toHaveText(/€/);
};

test('the month is one step away, its rows one more, and no year before is invented', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'owner');
  await holdSteps({
    name: 'the owner reads how the month is',
    most: 1,
    page,
    begin: () => story.openPage(page, '/heute'),
    ways: {
      async mouse(steps) {
        await steps.press(page.getByRole('link', { name: 'Zahlen', exact: true }).first());
        await expect(tile(page, 'Umsatz').locator('.a-kpi-value')).toHaveText(/€/);
      },
      async sight() {
        await expect(page.getByText(/Umsatz/).first()).toBeVisible();
        await expect(page.locator('main')).toContainText(/\d\s€/);
      },
    },
  });
  const rows = page.getByRole('dialog').locator('tbody tr:not([aria-hidden])');
  const shown = async (value: string): Promise<void> => {
    await expect(page).toHaveURL(/zeilen=umsatz/);
    await expect(rows.first()).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText(value.replace(/\s*€$/, ''));
  };
  let value = '';
  await holdSteps({
    name: 'the owner opens the rows of a tile',
    most: 1,
    page,
    async begin() {
      await overview(page)();
      value = (await tile(page, 'Umsatz').locator('.a-kpi-value').textContent()) ?? '';
    },
    ways: {
      async mouse(steps) {
        await steps.press(page.getByRole('link', { name: 'Umsatz: Zeilen', exact: true }));
        await shown(value);
      },
      async keys(steps) {
        await steps.tab(page.getByRole('link', { name: 'Umsatz: Zeilen', exact: true }));
        await steps.key('Enter');
        await shown(value);
      },
    },
  });
  await holdSteps({
    name: 'the owner sees an honest year before',
    most: 0,
    page,
    begin: overview(page),
    ways: {
      async sight() {
        await expect(tile(page, 'Umsatz')).toContainText('ohne Vergleich: Daten');
        await expect(tile(page, 'Umsatz').locator('.a-delta')).toHaveCount(0);
      },
    },
  });
});

test('every service of three years is in a file after two steps', async ({ browser }) => {
  test.setTimeout(120_000);
  const { page } = await story.desk(browser, 'owner'),
    csv = page.getByRole('menuitem', { name: 'Als CSV-Datei' });
  const whole = async (): Promise<void> => {
    const saved = await page.waitForEvent('download', { timeout: 60_000 }),
      text = readFileSync(await saved.path(), 'utf8');
    // Lines of the head differ from a service.
    expect(text.split(/\r?\n/).filter((line) => /2060|2197/.test(line))).toHaveLength(
      SERVICES.before,
    );
  };
  await holdSteps({
    name: 'the owner exports all services of three years',
    most: 2,
    page,
    async begin() {
      await story.openPage(page, '/berichte/leistungen?zeit=dreijahre');
      await expect(page.getByRole('table').first()).toBeVisible();
    },
    ways: {
      async mouse(steps) {
        await steps.press(page.getByRole('button', { name: 'Exportieren' }));
        const done = whole();
        await steps.press(csv);
        await done;
      },
      async keys(steps) {
        await steps.key('e');
        await expect(csv).toBeVisible();
        await expect
          .poll(async () => {
            await page.keyboard.press('ArrowDown');
            return csv.evaluate((item) => item === document.activeElement);
          })
          .toBe(true);
        const done = whole();
        await steps.key('Enter');
        await done;
      },
    },
  });
});

test('a report is found in three steps, a tile added in three', async ({ browser }) => {
  const { page } = await story.desk(browser, 'owner');
  const there = (): Promise<void> => expect(page).toHaveURL(/berichte\/umsatz\/behandler/);
  await holdSteps({
    name: 'the owner finds a report',
    most: 3,
    page,
    async begin() {
      await story.openPage(page, '/berichte');
      await expect(page.locator('.be-search input')).toBeVisible();
    },
    ways: {
      async mouse(steps) {
        await steps.fill(page.locator('.be-search input'), 'dentist');
        await expect(page.locator('.be-entry-name').first()).toContainText('Behandler');
        await steps.press(page.locator('.be-entry-name').first());
        await there();
      },
      async keys(steps) {
        await steps.key('f');
        await steps.type('dentist');
        await steps.key('Enter');
        await there();
      },
    },
  });
  const choose = page.getByRole('button', { name: 'Kacheln wählen' }),
    search = page.getByRole('textbox', { name: 'Kennzahl suchen' });
  const add = (name: string): Locator => page.getByRole('button', { name: `${name} hinzufügen` });
  const added = async (name: string): Promise<void> => {
    await expect(page.locator('.u-row-name').filter({ hasText: name }).first()).toBeVisible();
    await overview(page)();
    await expect(tile(page, name)).toBeVisible();
  };
  await holdSteps({
    name: 'the owner adds a tile',
    most: 3,
    page,
    begin: overview(page),
    ways: {
      async mouse(steps) {
        await steps.press(choose);
        await steps.fill(search, 'Dokumentationslücke');
        await steps.press(add('Dokumentationslücke'));
        await added('Dokumentationslücke');
      },
      async keys(steps) {
        await steps.tab(choose);
        await steps.key('Enter');
        await steps.tab(search);
        await steps.type('Planungsquote');
        await steps.tab(add('Planungsquote'));
        await steps.key('Enter');
        await added('Planungsquote');
      },
    },
  });
});

test('what is to do opens the same number in one step, and so does the checklist of the quarter', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { page } = await story.desk(browser, 'owner'),
    task = page.locator('.u-todo a').filter({ hasText: 'ohne Termin' }).first();
  let number = '';
  const same = async (): Promise<void> => {
    await expect(page).toHaveURL(/\/hkp\?grund=ohne_termin/);
    await expect(page.locator('tbody [data-row]')).toHaveCount(Number(number));
  };
  await holdSteps({
    name: 'the owner follows what is to do',
    most: 1,
    page,
    async begin() {
      await overview(page)();
      number = (await task.locator('strong').textContent()) ?? '';
      expect(Number(number)).toBeGreaterThan(0);
    },
    ways: {
      async mouse(steps) {
        await steps.press(task);
        await same();
      },
      async keys(steps) {
        await steps.tab(task);
        await steps.key('Enter');
        await same();
      },
    },
  });
  await story.openPage(page, '/abrechnung/quartal');
  const links = page.locator('.ab-checks a');
  await expect(links.first()).toBeVisible();
  for (let n = 0; n < (await links.count()); n++)
    await holdSteps({
      name: `the owner opens point ${n + 1} of the quarter's checklist`,
      most: 1,
      page,
      begin: async () => {
        await story.openPage(page, '/abrechnung/quartal');
        await expect(links.nth(n)).toBeVisible();
      },
      ways: {
        async mouse(steps) {
          const wanted = (await links.nth(n).getAttribute('href')) ?? '';
          await steps.press(links.nth(n));
          await expect(page).toHaveURL(new RegExp(wanted.split('?')[0]!));
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
          await expect(page.locator('main')).not.toContainText(/gibt es nicht|Berechtigung/);
        },
      },
    });
});

test('a target is set in at most three steps', async ({ browser }) => {
  const { page } = await story.desk(browser, 'owner'),
    field = page.getByRole('textbox', { name: 'Neues Ziel: Umsatz', exact: true }),
    said = page.getByText('Das Ziel für Umsatz ist gesetzt.').first();
  await holdSteps({
    name: 'the owner sets a target',
    most: 3,
    page,
    begin: () => story.openPage(page, '/ueberblick/ziele'),
    ways: {
      async mouse(steps) {
        await steps.fill(field, '60.000');
        await steps.press(
          page.getByRole('row').filter({ has: field }).getByRole('button', { name: 'Setzen' }),
        );
        await expect(said).toBeVisible();
      },
      async keys(steps) {
        await steps.tab(field);
        await steps.type('61.000');
        await steps.key('Enter');
        await expect(said).toBeVisible();
      },
    },
  });
});

test('an own billing rule is tried and in force after eight entries, in German and without code', async ({
  browser,
}) => {
  const { page } = await story.desk(browser, 'owner'),
    numbers = page.getByRole('textbox', { name: 'Positionen, eine davon genügt' }),
    field = (name: string): Locator => page.getByRole('textbox', { name, exact: true }),
    button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  await holdSteps({
    name: 'the owner writes an own billing rule',
    most: 8,
    page,
    begin: () => story.openPage(page, '/abrechnung/regeln/neu'),
    ways: {
      async mouse(steps) {
        await steps.fill(numbers, '43');
        await steps.fill(field('Position'), 'Ä925a');
        await steps.fill(field('Titel'), 'Kontrolle mit der Maus');
        const title = await field('Titel').elementHandle();
        await steps.press(button('Entwurf speichern'));
        await steps.press(button('Rückrechnen'));
        await expect(page.getByText('Treffer').first()).toBeVisible();
        await steps.press(button('In Kraft setzen'));
        await expect(button('Zurückziehen')).toBeVisible();
        // The editor of a new rule goes on: nothing that was typed or asked meanwhile is dropped.
        expect(await title?.evaluate((input) => input.isConnected)).toBe(true);
      },
      async keys(steps) {
        await steps.tab(numbers);
        await steps.type('43');
        await steps.tab(field('Position'));
        await steps.type('Ä925a');
        await steps.tab(field('Titel'));
        await steps.type('Kontrolle mit Tasten');
        await steps.key('Enter');
        await steps.tab(button('Rückrechnen'));
        await steps.key('Enter');
        await expect(page.getByText('Treffer').first()).toBeVisible();
        await steps.tab(button('In Kraft setzen'));
        await steps.key('Enter');
        await expect(button('Zurückziehen')).toBeVisible();
      },
    },
  });
});
