/**
 * Reports for an owner: sees the morning, drills from falling revenue down to the rows, freezes the
 * year's receipts for the tax adviser.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { berlinDay, germanDay } from '../../shared/base/dates.ts';
import { addDays, addMonths } from '../../shared/base/day-math.ts';
import { deliver } from '../support/stories/deliver.ts';
import { fillDay } from '../support/stories/keys.ts';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

const today = berlinDay(Date.now()),
  first = `${today.slice(0, 8)}01`,
  before = addMonths(first, -1),
  monthEnd = addDays(first, -1);
let story: Story;
const at = (path: string): string => `${story.server.url}/practice${path}`;

/** Last month's revenue is a third of the month before: Dr. Weber hardly worked. */
const ROWS: Readonly<Record<string, readonly object[]>> = {
  behandler: [
    { id: 'w', name: 'Dr. Weber', art: 'ZAHNARZT' },
    { id: 'o', name: 'Dr. Özkan', art: 'ZAHNARZT' },
  ],
  zimmer: [{ id: 'z1', name: 'Zimmer 1' }],
  patient: [
    {
      id: '90001',
      nachname: 'Groß',
      vorname: 'Jörg',
      geburtsdatum: '1978-11-05',
      versicherung: 'GKV',
    },
  ],
  termin: [
    {
      id: 't1',
      patid: '90001',
      behandler: 'o',
      zimmer: 'z1',
      start: `${today}T09:00:00Z`,
      dauerMin: 30,
      status: 'GEPLANT',
    },
  ],
  rechnung: [
    { id: 'r1', patid: '90001', nummer: '2026-17', datum: before, betrag: 1_200, art: 'PRIVAT' },
  ],
  leistung: [
    // A comparison needs data older than the compared period.
    {
      id: 'l0',
      patid: '90001',
      behandler: 'o',
      datum: addDays(addMonths(before, -1), -1),
      system: 'GOZ',
      nr: '0010',
      menge: 1,
      honorar: 10,
      betrag: 10,
    },
    {
      id: 'l1',
      patid: '90001',
      behandler: 'w',
      datum: addDays(before, -10),
      system: 'GOZ',
      nr: '2210',
      menge: 1,
      honorar: 900,
      betrag: 900,
    },
    {
      id: 'l2',
      patid: '90001',
      behandler: 'o',
      datum: addDays(before, -9),
      system: 'GOZ',
      nr: '2210',
      menge: 1,
      honorar: 300,
      betrag: 300,
    },
    {
      id: 'l3',
      patid: '90001',
      behandler: 'w',
      datum: addDays(before, 9),
      system: 'GOZ',
      nr: '0010',
      menge: 1,
      honorar: 10,
      betrag: 10,
    },
    {
      id: 'l4',
      patid: '90001',
      behandler: 'o',
      datum: addDays(before, 8),
      system: 'GOZ',
      nr: '2210',
      menge: 1,
      honorar: 390,
      betrag: 390,
    },
  ],
  zahlung: [
    { id: 'p1', rechnungId: 'r1', datum: addDays(before, 3), betrag: 1_200, art: 'ZAHLUNG' },
  ],
};
test.beforeAll(async () => {
  story = await Story.open();
  await deliver(story, ROWS);
});
test.afterAll(() => story.close());

test('an owner reads the morning, finds why revenue fell, and freezes the year for the tax adviser', async ({
  browser,
}) => {
  const faults: string[] = [],
    { page } = await story.desk(browser, 'owner');
  await page.goto(at('/heute'));
  await expect(page.locator('.h-state')).toContainText('Fragebögen heute');
  await expect(
    page.getByRole('region', { name: 'Umsatz heute und in diesem Monat' }),
  ).toContainText('Bisher');
  await expect(page.getByRole('link', { name: 'Groß, Jörg' }).first()).toBeVisible();

  await page.goto(at('/ueberblick?zeit=vormonat&vergleich=VORPERIODE'));
  const parCase = page.getByRole('button', { name: /^Dr\. Weber: 890\s€ weniger/ });
  await expect(parCase).toBeVisible();
  faults.push(...(await staffPageFaults(page, 'overview')));
  await parCase.click();
  const rows = page.getByRole('dialog');
  await expect(rows).toContainText('10,00 €');
  await expect(rows.getByRole('row').filter({ hasText: '10,00' })).toHaveCount(1);
  await rows.getByRole('link', { name: 'Groß, Jörg' }).click();
  await expect(page.getByRole('heading', { name: 'Groß, Jörg' })).toBeVisible();
  await expect(page.getByRole('table')).toContainText('2210');
  faults.push(...(await staffPageFaults(page, 'patient')));

  await page.goto(at('/berichte/steuerbuero'));
  await fillDay(page, 'Von', before);
  await fillDay(page, 'Bis', monthEnd);
  await page.getByRole('button', { name: 'Zahlen festhalten' }).click();
  const kept = page.getByRole('region', {
    name: `Festgehaltene Zahlen vom ${germanDay(before)} bis ${germanDay(monthEnd)}`,
  });
  await expect(kept).toContainText('Die heutigen Daten sagen dasselbe.');
  const saved = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Exportieren' }).click();
  await page.getByRole('menuitem', { name: 'Als CSV-Datei' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  expect(csv).toContain(';1200,00;');
  expect(csv).not.toMatch(/Groß|Jörg|90001/);
  faults.push(...(await staffPageFaults(page, 'tax adviser')));
  await deliver(story, {
    zahlung: [
      { id: 'p2', rechnungId: 'r1', datum: addDays(before, 4), betrag: 50, art: 'ZAHLUNG' },
    ],
  });
  await page.reload();
  await expect(kept).toContainText('Werte sind heute anders');
  await expect(kept).toContainText(/damals 1\.200,00\s€, heute 1\.250,00\s€/);
  expect(faults).toEqual([]);
});
