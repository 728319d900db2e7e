/**
 * A number opens to all of its rows, and a table to all of its pages: the sums of rows, pages, CSV
 * and Excel files equal what is shown, under every filter.
 */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureOfKey, isFigure } from '../../shared/analytics/reports/figures.ts';
import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import { REPORTS } from '../../practice/analytics/reports/report-list.ts';
import { sheetCell } from '../../practice/report-kit/excel/sheet-cells.ts';
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

describe.each(PRACTICES)('rows and files add up to what is shown (%s)', (name, fill) => {
  let t: TestApp, p: Practice, filters: FilterValues[];
  const { read: readApi } = callsTo(() => ({ t, p })),
    get = <T>(path: string): Promise<T> => readApi<T>(path.replace(/^\/api/, '')),
    report = (path: string, filter: PracticeReportFilter): Promise<PracticeReport> =>
      get(`/api/${path}?${queryOf(filter)}`);
  /** Compares a figure with all of its rows; null where both sides agree. */
  const faultOfRows = async (
    key: string,
    filter: PracticeReportFilter,
  ): Promise<Record<string, unknown> | null> => {
    const meta = figureOfKey(key),
      rows: PracticeReport['zeilen'][number][] = [];
    let head: PracticeReport | undefined;
    for (
      let page = 1;
      head === undefined || rows.length < (kpiOf(head, 'anzahl') ?? 0);
      page += 1
    ) {
      head = await get<PracticeReport>(`/api/zeilen/${key}?${queryOf(filter)}&seite=${page}`);
      if (head.zeilen.length === 0) break;
      rows.push(...head.zeilen);
    }
    const figure = head?.kpis.find((one) => one.key === key),
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

  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    await fill(t, p.cid);
    filters = await filtersOf(get);
  });
  afterAll(() => t.drop());

  it('a key figure and the sum of all its rows, to the cent, under every filter', async () => {
    const wrong: unknown[] = [],
      asked = new Set<string>();
    for (const values of filters)
      for (const { path, first } of REPORTS) {
        const found = await report(path, readFilter(values, TODAY, first).filter);
        for (const { key, wert } of found.kpis) {
          const own = `${key} ${queryOf({ ...found.meta.filter, vergleich: 'KEIN' })}`;
          if (!isFigure(key) || wert === null || asked.has(own)) continue;
          asked.add(own);
          const fault = await faultOfRows(key, found.meta.filter);
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
            inCsv = lines.reduce(
              (sum, line) => sum + Number((line[at] ?? '').replace(',', '.')),
              0,
            ),
            inExcel = zeilen.reduce((sum, row) => {
              const cell = sheetCell(row, column, String);
              return (
                sum +
                (typeof cell === 'number'
                  ? cell
                  : typeof cell === 'object' && cell !== null && 'value' in cell
                    ? cell.value
                    : 0)
              );
            }, 0);
          if (!isSame(whole, inCsv) || !isSame(whole, inExcel))
            wrong.push({ path, values, column: column.key, whole, inCsv, inExcel });
        }
      }
    // The demo has tables of several pages.
    expect([wrong, pages > 0]).toEqual([[], name === 'the demo']);
  });
});
