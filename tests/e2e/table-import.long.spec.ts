/**
 * An owner imports a folder of another program: sees its interpretation, maps a value, checks,
 * imports, reverts.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { staffPageFaults } from '../support/stories/looks.ts';
import { Story } from '../support/stories/story.ts';

let story: Story, folder: string;
test.beforeAll(async () => {
  story = await Story.open();
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'molar-tables-')), 'export');
  mkdirSync(folder);
  writeFileSync(
    path.join(folder, 'Patienten.csv'),
    Buffer.from(
      'PatNr;Name;Vorname;Geb.Datum;Versicherungsart;Ort\r\n90001;Groß;Jörg;05.11.1978;gesetzlich;Köln\r\n90002;Öz;Ayse;01.02.1990;privat;Bonn\r\n90003;Weiß;Ina;07.08.2001;BG;Bonn\r\n',
      'latin1',
    ),
  );
  writeFileSync(
    path.join(folder, 'zahlung.csv'),
    '\ufeffid;rechnungId;datum;betrag;art\r\nZ1;R1;03.02.2026;1.234,50;ZAHLUNG\r\n',
  );
  writeFileSync(path.join(folder, 'lies mich.pdf'), '%PDF-1.4');
});
test.afterAll(async () => {
  await story.close();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

test('a folder is imported, and the import is reverted', async ({ browser }) => {
  const faults: string[] = [],
    { page } = await story.desk(browser, 'owner');
  await page.goto(`${story.server.url}/practice/daten`);
  await page.getByRole('link', { name: 'Tabellen einlesen' }).first().click();
  await page.getByLabel('Ordner wählen').setInputFiles(folder);
  await expect(page.getByText(/^2 Dateien sind da/)).toBeVisible();
  await page
    .getByLabel('Zuordnung der Spalten')
    .selectOption({ label: 'Andere Programme, gängige Spaltennamen' });
  const files = page.getByRole('list', { name: 'Dateien' }).getByRole('listitem');
  await expect(files.nth(0)).toContainText('Windows-1252 · Semikolon · 6 von 6 Spalten zugeordnet');
  await expect(files.nth(1)).toContainText('UTF-8 · Semikolon · 5 von 5 Spalten zugeordnet');
  await files.nth(1).getByText('Spalten und erste Werte').click();
  await expect(files.nth(1)).toContainText('1.234,50 €');
  await page.getByRole('button', { name: 'Prüfen' }).click();
  await expect(page.getByText('In Ordnung: 3 Zeilen. Abgelehnt: 1')).toBeVisible();
  faults.push(...(await staffPageFaults(page, 'refused lines')));
  await page.getByLabel('Bedeutung von BG').selectOption('SONST');
  await page.getByLabel('Woher die Daten kommen').fill('Altsystem');
  await page.getByRole('button', { name: 'Prüfen' }).click();
  await expect(page.getByText('Alles in Ordnung: 4 Zeilen')).toBeVisible();
  faults.push(...(await staffPageFaults(page, 'checked')));
  await page.getByRole('button', { name: 'Einlesen', exact: true }).click();
  await expect(page.getByText(/^Lieferung \d+: 4 Zeilen eingelesen/)).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig machen' }).click();
  await expect(page.getByText('Zurückgenommen. Die Zeilen zählen nicht mehr.')).toBeVisible();
  await page.getByRole('link', { name: 'Zu den Lieferungen' }).click();
  const row = page
    .getByRole('list', { name: 'Lieferungen' })
    .getByRole('listitem')
    .filter({ hasText: 'Altsystem' });
  await expect(row).toContainText('im Browser eingelesen');
  await expect(row).toContainText('Zurückgenommen');
  expect(faults).toEqual([]);
});
