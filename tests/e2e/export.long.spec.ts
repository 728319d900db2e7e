/**
 * A large table as a file: an owner takes fifty thousand services to Excel, under the strict content
 * policy, and cancels one file on the way.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { berlinDay } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { deliver } from '../support/stories/deliver.ts';
import { Story } from '../support/stories/story.ts';

const MANY = 50_400,
  today = berlinDay(Date.now()),
  last = addDays(today, -1);
let story: Story;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  story = await Story.open();
  await deliver(story, {
    behandler: [{ id: 'w', name: 'Dr. Weber', art: 'ZAHNARZT' }],
    patient: Array.from({ length: 200 }, (_, at) => ({
      id: `00${at}`,
      nachname: `Groß ${at}`,
      vorname: 'Jörg',
      geburtsdatum: '1978-11-05',
      versicherung: 'PKV',
    })),
    leistung: Array.from({ length: MANY }, (_, at) => ({
      id: `l${at}`,
      patid: `00${at % 200}`,
      behandler: 'w',
      datum: addDays(last, -(at % 28)),
      system: 'GOZ',
      nr: '0010',
      menge: 1,
      honorar: 10,
      betrag: 10,
    })),
  });
});
test.afterAll(() => story.close());

test('an owner takes fifty thousand services to Excel: every row, days as days, nothing refused', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const refused: string[] = [],
    { page } = await story.desk(browser, 'owner');
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(
    `${story.server.url}/practice/berichte/leistungen?von=${addDays(last, -27)}&bis=${last}`,
  );
  await expect(page.getByText('5.000 von 50.400 Zeilen')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('tfoot')).toContainText(/504\.000,00\s€/);
  const take = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Exportieren' }).click();
    await page.getByRole('menuitem', { name: 'Als Excel-Datei' }).click();
  };

  let isSaved = false;
  page.on('download', () => {
    isSaved = true;
  });
  await take();
  await expect(page.getByText(/\d+\.000 von 50\.400 Zeilen/).last()).toBeVisible();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('button', { name: 'Exportieren' })).toBeVisible();
  expect(isSaved).toBe(false);

  const arriving = page.waitForEvent('download', { timeout: 180_000 });
  await take();
  const file = await arriving,
    files = unzipSync(new Uint8Array(readFileSync(await file.path()))),
    textOf = (name: string): string => strFromU8(files[name]!);
  const sheet = textOf('xl/worksheets/sheet1.xml'),
    styles = textOf('xl/styles.xml');
  expect(file.suggestedFilename()).toMatch(/^leistungen_.*\.xlsx$/);
  expect([...sheet.matchAll(/<row /g)]).toHaveLength(MANY + 1);
  // The first column of the newest row is a day: a number with the format of days.
  const day = (Date.parse(`${last}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000,
    style = Number(new RegExp(`<c r="A2" s="(\\d+)"><v>${day}</v></c>`).exec(sheet)?.[1]),
    formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(styles)?.[1]?.match(/<xf [^>]*>/g),
    format = /numFmtId="(\d+)"/.exec(formats?.[style] ?? '')?.[1];
  expect(styles).toContain(`<numFmt numFmtId="${format}" formatCode="dd.mm.yyyy"`);
  expect(textOf('xl/sharedStrings.xml')).toContain('>0010<');
  expect(refused).toEqual([]);
});
