/**
 * A number opens to all of its rows, and a table to all of its pages: the sums of rows, pages, CSV
 * and Excel files equal what is shown, under every filter.
 */
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureOfKey, isFigure } from '../../shared/analytics/reports/figures.ts';
import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import { REPORTS } from '../../practice/analytics/reports/report-list.ts';
import { drillFile, drillTable } from '../../practice/report-kit/drill-table.ts';
import { sheetCell, type SheetCell } from '../../practice/report-kit/excel/sheet-cells.ts';
import { writeSheet } from '../../practice/report-kit/excel/write-sheet.ts';
import { csvOf } from '../../practice/report-kit/export-csv.ts';
import {
  queryOf,
  readFilter,
  type FilterValues,
} from '../../practice/report-kit/use-report-filter.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { callsTo, kpiOf } from './calls.ts';
import { filtersOf, isSame, PRACTICES, sumOf, TODAY } from './opened-practice.ts';

const number = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));
const inCell = (cell: SheetCell | undefined): number =>
  typeof cell === 'number'
    ? cell
    : typeof cell === 'object' && cell !== null && 'value' in cell
      ? cell.value
      : 0;
/** Reads the numbers of a column of an Excel file, below its head. */
async function inSheet(
  head: readonly string[],
  rows: readonly SheetCell[][],
  at: number,
): Promise<number[]> {
  const titles = head.map((text) => ({ text, isNumber: false, width: 16 })),
    file = await writeSheet({ name: 'x', head: titles, rows: [...rows], notes: [] }),
    sheet = strFromU8(
      unzipSync(new Uint8Array(await file.arrayBuffer()))['xl/worksheets/sheet1.xml']!,
    ),
    letter = String.fromCharCode(65 + at);
  return [...sheet.matchAll(new RegExp(`<c r="${letter}(\\d+)"[^>]*><v>([^<]*)</v>`, 'g'))]
    .filter(([, row]) => row !== '1')
    .map(([, , value]) => Number(value));
}

describe.each(PRACTICES)('rows and files add up to what is shown (%s)', (name, fill) => {
  let t: TestApp, p: Practice, filters: FilterValues[];
  const { read: readApi } = callsTo(() => ({ t, p })),
    get = <T>(path: string): Promise<T> => readApi<T>(path.replace(/^\/api/, '')),
    report = (path: string, filter: PracticeReportFilter): Promise<PracticeReport> =>
      get(`/api/${path}?${queryOf(filter)}`);
  /** Reads all rows behind a figure, and the last of their pages. */
  const rowsBehind = async (
    key: string,
    filter: PracticeReportFilter,
  ): Promise<{ rows: PracticeReport['zeilen']; head: PracticeReport }> => {
    const rows: PracticeReport['zeilen'][number][] = [];
    for (let page = 1; ; page += 1) {
      const head = await get<PracticeReport>(
        `/api/zeilen/${key}?${queryOf(filter)}&seite=${page}&jeseite=2000`,
      );
      rows.push(...head.zeilen);
      if (head.zeilen.length === 0 || rows.length >= (kpiOf(head, 'anzahl') ?? 0))
        return { rows, head };
    }
  };
  /** Compares a figure with the sums of all of its rows; null where both sides agree. */
  const faultOfRows = (
    key: string,
    { rows, head }: Awaited<ReturnType<typeof rowsBehind>>,
  ): Record<string, unknown> | null => {
    const meta = figureOfKey(key),
      figure = head.kpis.find((one) => one.key === key),
      of = (side: string): number =>
        rows.reduce((sum, row) => sum + (row['teil'] === side ? Number(row['wert']) : 0), 0),
      count = kpiOf(head, 'anzahl');
    if (rows.length !== count) return { rows: rows.length, count };
    if (meta.art !== 'summe' && meta.art !== 'quote') return null;
    const numerator = of('zaehler'),
      denominator = of('nenner');
    // Half a cent is rounded up.
    const isRounded = (sum: number, shown: number | null | undefined): boolean =>
      typeof shown === 'number' && Math.abs(sum - shown) < 0.005_01;
    return isRounded(numerator, figure?.zaehler) &&
      (meta.art === 'summe' || isRounded(denominator, figure?.nenner))
      ? null
      : { numerator, shown: figure?.zaehler, denominator, below: figure?.nenner };
  };
  /** Compares the rows behind a figure with the files made of them; null where they agree. */
  const faultOfFiles = async (
    key: string,
    { rows, head }: Awaited<ReturnType<typeof rowsBehind>>,
    isWritten: boolean,
  ): Promise<Record<string, unknown> | null> => {
    const { zaehlerIn, nennerIn } = figureOfKey(key),
      units = { zaehlerIn, nennerIn: nennerIn ?? zaehlerIn },
      table = drillFile(drillTable(head.spalten, rows, units, String)),
      titles = table.spalten.map((one) => one.key),
      [, ...lines] = parse(csvOf({ head: titles, ...table }, String), {
        delimiter: ';',
        bom: true,
      }),
      cells = table.zeilen.map((row) => table.spalten.map((one) => sheetCell(row, one, String))),
      at = titles.indexOf('wert'),
      part = titles.indexOf('teil');
    if (lines.length !== rows.length) return { lines: lines.length, rows: rows.length };
    const differs = rows.findIndex(
      (row, n) =>
        Math.abs(number(lines[n]![at]) - Number(row['wert'])) > 0.000_051 ||
        inCell(cells[n]![at]) !== Number(row['wert']) ||
        (part >= 0 ? lines[n]![part] : rows[0]!['teil']) !== row['teil'],
    );
    if (differs >= 0) return { line: lines[differs], row: rows[differs] };
    if (!isWritten || rows.length === 0) return null;
    const read = await inSheet(titles, cells, at);
    return read.length === rows.length && read.every((x, n) => x === Number(rows[n]!['wert']))
      ? null
      : { read: read.length, rows: rows.length };
  };

  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    await fill(t, p.cid);
    filters = await filtersOf(get);
  });
  afterAll(() => t.drop());

  it('a key figure, all its rows and the files of them, to the cent, under every filter', async () => {
    const wrong: unknown[] = [],
      asked = new Set<string>();
    for (const values of filters)
      for (const { path, first } of REPORTS) {
        const found = await report(path, readFilter(values, TODAY, first).filter);
        for (const { key, wert } of found.kpis) {
          const own = `${key} ${queryOf({ ...found.meta.filter, vergleich: 'KEIN' })}`;
          if (!isFigure(key) || wert === null || asked.has(own)) continue;
          asked.add(own);
          const behind = await rowsBehind(key, found.meta.filter),
            // Files take long: without a filter, and by practitioners, areas and insurance; in the
            // demo, which has many more rows, and for whole Excel files under one of them.
            hasFiles =
              values === filters[4] ||
              (name !== 'the demo' && [0, 2, 3].some((at) => values === filters[at])),
            fault =
              faultOfRows(key, behind) ??
              (hasFiles ? await faultOfFiles(key, behind, values === filters[4]) : null);
          if (fault !== null) wrong.push({ path, values, key, ...fault });
        }
      }
    expect([wrong, asked.size > 100]).toEqual([[], true]);
  });
  it('a table and its files: every row of every page, with the same sums', async () => {
    const wrong: unknown[] = [];
    let pages = 0;
    for (const values of filters)
      for (const { path, first, sums } of REPORTS) {
        const { filter } = readFilter(values, TODAY, first),
          shown = await report(path, filter),
          { gesamt } = shown.meta,
          zeilen = [...shown.zeilen];
        for (let page = 2; gesamt && page <= Math.ceil(gesamt.anzahl / gesamt.jeSeite); page += 1) {
          pages += 1;
          zeilen.push(
            ...(await get<PracticeReport>(`/api/${path}?${queryOf(filter)}&seite=${page}`)).zeilen,
          );
        }
        const csv = csvOf(
            { head: shown.spalten.map(({ titel }) => titel), spalten: shown.spalten, zeilen },
            String,
          ),
          [, ...lines] = parse(csv, { delimiter: ';', bom: true });
        if (lines.length !== (gesamt?.anzahl ?? shown.zeilen.length))
          wrong.push({ path, values, lines: lines.length, gesamt });
        for (const [at, column] of shown.spalten.entries()) {
          if (!sums.includes(column.key)) continue;
          const whole =
              gesamt?.summen[column.key] ?? sumOf({ kpis: [], zeilen: shown.zeilen }, column.key),
            inCsv = lines.reduce((sum, line) => sum + number(line[at]), 0),
            inExcel = zeilen.reduce((sum, row) => sum + inCell(sheetCell(row, column, String)), 0);
          if (!isSame(whole, inCsv) || !isSame(whole, inExcel))
            wrong.push({ path, values, column: column.key, whole, inCsv, inExcel });
        }
      }
    // The demo has tables of several pages.
    expect([wrong, pages > 0]).toEqual([[], name === 'the demo']);
  });
});
