// Tests of the Excel file: kinds of cells, formats, and text that stays text.

import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { CellValue, Column } from '../../../shared/analytics/reports/report.ts';
import { formatPeriod } from '../../../shared/analytics/reports/report-format.ts';
import { sheetCell, type SheetCell } from './sheet-cells.ts';
import { writeSheet } from './write-sheet.ts';

const said = (value: CellValue): string => `said ${String(value)}`;
const cell = (
  kind: Column['typ'],
  value: CellValue,
  row: Record<string, CellValue> = {},
): SheetCell => sheetCell({ ...row, x: value }, { key: 'x', titel: 'X', typ: kind }, said);

test('days, months, years and times are numbers with a format', () => {
  expect(cell('tag', '2026-11-27')).toEqual({ value: 46_353, format: 'dd.mm.yyyy' });
  expect(cell('periode', '2024-02-29')).toEqual({ value: 45_351, format: 'dd.mm.yyyy' });
  expect(cell('periode', '2026-01')).toEqual({ value: 46_023, format: 'mmm yyyy' });
  expect(cell('periode', '2026')).toBe(2026);
  expect(cell('uhrzeit', '18:00')).toEqual({ value: 0.75, format: 'hh:mm' });
  // The calendar of a spreadsheet is wrong before March 1900.
  expect(cell('tag', '1899-12-24')).toBe('said 1899-12-24');
  // Without a name that ends with its year a period is text.
  expect(cell('periode', '2026-Q1')).toBe('said 2026-Q1');
});
test.each([
  ['2026-Q1', '2026-01-01', '"Q1 "yyyy'],
  ['2025-Q4', '2025-10-01', '"Q4 "yyyy'],
  ['2026-W05', '2026-01-29', '"KW 5 "yyyy'],
  // The first week of 2026 begins in 2025, the last one ends in 2027.
  ['2026-W01', '2026-01-01', '"KW 1 "yyyy'],
  ['2026-W53', '2026-12-31', '"KW 53 "yyyy'],
])('%s is a day whose format shows its name, so that it sorts by time', (period, day, format) => {
  expect(
    sheetCell({ x: period }, { key: 'x', titel: 'X', typ: 'periode' }, (value) =>
      formatPeriod(String(value), 'de'),
    ),
  ).toEqual({ value: (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000, format });
});
test('amounts and shares have their format, also where each row has its own unit', () => {
  expect(cell('eur', 12.5)).toEqual({ value: 12.5, format: '#,##0.00 "€"' });
  expect(cell('anteil', 0.125)).toEqual({ value: 0.125, format: '0.0%' });
  expect(cell('zahl', 3)).toBe(3);
  expect(cell('zahl', 0.4, { einheit: 'anteil' })).toEqual({ value: 0.4, format: '0.0%' });
  expect([cell('eur', null), cell('text', '')]).toEqual([null, null]);
});
test('ids keep their zeros, and no text is a formula', async () => {
  const sheets = async (perSheet?: number): Promise<Record<string, string>> => {
    const file = await writeSheet(
      {
        name: 'Lei/stungen',
        head: [{ text: 'Nr.', isNumber: false, width: 16 }],
        rows: [
          [sheetCell({ x: '0010' }, { key: 'x', titel: 'X', typ: 'code' }, String)],
          ['=1+1'],
          [{ value: 46_353, format: 'dd.mm.yyyy' }],
        ],
        notes: ['Ende'],
      },
      perSheet,
    );
    return Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer()))).map(([name, bytes]) => [
        name,
        strFromU8(bytes),
      ]),
    );
  };
  const whole = await sheets();
  expect(whole['xl/sharedStrings.xml']).toMatch(/<t>0010<\/t>.*<t>=1\+1<\/t>/);
  expect(whole['xl/worksheets/sheet1.xml']).not.toContain('<f>');
  expect(whole['xl/worksheets/sheet1.xml']).toMatch(/<c r="A4" s="\d+"><v>46353<\/v><\/c>/);
  expect(whole['xl/styles.xml']).toContain('formatCode="dd.mm.yyyy"');
  expect(whole['xl/workbook.xml']).toContain('name="Lei stungen"');
  // Rows beyond one sheet continue on the next.
  const cut = await sheets(2);
  expect(cut['xl/worksheets/sheet2.xml']).toContain('<v>46353</v>');
  expect(cut['xl/workbook.xml']).toContain('name="Lei stungen 2"');
});
