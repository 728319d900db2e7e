// Tests of the CSV file: numbers as German spreadsheets read them, quotes and line ends, and no
// executable formulas (B42).

import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Column, CellValue } from '../../shared/analytics/reports/report.ts';
import { csvNumber, csvOf } from './export-csv.ts';

const spalten: Column[] = [
  { key: 'name', titel: 'Name', typ: 'text' },
  { key: 'eur', titel: 'Umsatz', typ: 'eur' },
  { key: 'quote', titel: 'Anteil', typ: 'anteil' },
  { key: 'n', titel: '=Anzahl', typ: 'zahl' },
];
const file = (...lines: Record<string, CellValue>[]): string =>
  csvOf({ head: spalten.map(({ titel }) => titel), spalten, zeilen: lines }, String);
const read = (text: string): string[][] =>
  parse(text, { delimiter: ';', bom: true, relax_column_count: false });

test('numbers have a decimal comma and no grouping, shares are percent, empty stays empty', () => {
  const text = file(
    { name: 'Frau Dr. Öz', eur: 1234567.5, quote: 0.0613, n: 12345 },
    { name: 'Z', eur: -0, quote: null, n: -3.25 },
  );
  expect(text.startsWith('\uFEFFName;Umsatz;Anteil (%);')).toBe(true);
  expect(read(text).slice(1)).toEqual([
    ['Frau Dr. Öz', '1234567,50', '6,13', '12345'],
    ['Z', '0,00', '', '-3,25'],
  ]);
  expect([
    csvNumber(0.1 + 0.2, 'zahl'),
    csvNumber(1e21, 'zahl').includes('e'),
    csvNumber(-0.001, 'eur'),
  ]).toEqual(['0,3', false, '0,00']);
});
test('text that looks like a number or a day stays text in a spreadsheet', () => {
  const columns: Column[] = [
    { key: 'nr', titel: 'Nr.', typ: 'code' },
    { key: 'tag', titel: 'Tag', typ: 'tag' },
  ];
  const cells = (nr: string): (string | undefined)[] =>
    read(
      csvOf(
        { head: ['Nr.', 'Tag'], spalten: columns, zeilen: [{ nr, tag: '01.02.2026' }] },
        String,
      ),
    )[1]!;
  expect(
    ['0010', '01067', '2024-01', '11-13', '12E5', '123456789012'].map((nr) => cells(nr)[0]),
  ).toEqual(['="0010"', '="01067"', '="2024-01"', '="11-13"', '="12E5"', '="123456789012"']);
  expect([cells('1040'), cells('A123456780'), cells('Ä1')].map(([nr]) => nr)).toEqual([
    '1040',
    'A123456780',
    'Ä1',
  ]);
  // A day shall become a day.
  expect(cells('1040')[1]).toBe('01.02.2026');
});
test('[B42] formulas are exported as text, in heads as well; quotes, semicolons and line ends survive', () => {
  const names = [
    "=cmd|'/c calc'!A1",
    '+49 30',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '  =1+1',
    'a;b',
    'sagt "ja"',
    'zwei\r\nZeilen',
  ];
  const text = file(...names.map((name) => ({ name, eur: 1, quote: 1, n: 1 })));
  const [head, ...rows] = read(text);
  expect(head?.[3]).toBe("'=Anzahl");
  expect(rows.map(([name]) => name)).toEqual([
    ...names.slice(0, 6).map((name) => `'${name}`),
    ...names.slice(6),
  ]);
  expect(text.endsWith('\r\n')).toBe(true);
});
