/**
 * Every number in a table opens the rows that it counts: each row, bar and cell of each report of the
 * demo practice and of a random one is followed, and its rows make up the number.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Column, PracticeReport } from '../../shared/analytics/reports/report.ts';
import { drawn } from '../../practice/analytics/reports/chart/drawn.ts';
import { openedCell } from '../../practice/analytics/reports/cells/opened-cell.ts';
import { openedAddress, scopeOfRow } from '../../practice/analytics/reports/narrow.ts';
import { REPORTS, type ReportView } from '../../practice/analytics/reports/report-list.ts';
import type { AskedRows } from '../../practice/report-kit/report-calls.ts';
import {
  figureOf,
  queryOf,
  readFilter,
  type FilterValues,
} from '../../practice/report-kit/use-report-filter.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { kpiOf } from './calls.ts';
import { CLOSED, LISTS } from './closed-cells.ts';
import { filtersOf, isSame, PRACTICES, TODAY } from './opened-practice.ts';

/** Rows of a table that are followed. */
const ROWS = 6;
/** Some thousand answers are read, on a machine that may be busy. */
const PATIENCE = { timeout: 600_000 };
/** Units of numbers that count or sum rows. */
const COUNTED: readonly Column['typ'][] = ['zahl', 'eur', 'minuten', 'stunden', 'anteil'];

/** A number of two decimals, from a value of more. */
const isNear = (shown: number, there: number | null | undefined): boolean =>
  isSame(shown, there) || (typeof there === 'number' && Math.abs(shown - there) <= 0.0051);

/** Whether a row opens its rows, or a page of them, as a whole. */
const opensAsRow = (
  view: ReportView,
  row: PracticeReport['zeilen'][number],
  found: PracticeReport,
) =>
  openedAddress(view, row, found, '') !== undefined ||
  (view.figures?.[String(row[found.spalten[0]?.key ?? ''])] !== undefined &&
    scopeOfRow(view, row, found) !== undefined);
/** The first fault of each column or report. */
const oneEach = (faults: readonly string[]): string[] => [
  ...new Map([...faults].reverse().map((one) => [one.split(',')[0], one])).values(),
];

describe.each(PRACTICES)('a number in a table opens the rows it counts (%s)', (_name, fill) => {
  let t: TestApp, p: Practice, filters: FilterValues[];
  const get = async <T>(path: string): Promise<T> => {
    const answer = await t.call(path, { as: p.users.owner });
    expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBe(200);
    return answer.json as T;
  };
  const opened = async ({ figure, filter, ...more }: AskedRows): Promise<PracticeReport> =>
    get(
      `/api/zeilen/${figure}?${queryOf(filter)}&seite=1&jeseite=2000&${new URLSearchParams(
        Object.fromEntries(
          Object.entries(more).filter(([name]) => ['wochentag', 'teil', 'nur'].includes(name)),
        ) as Record<string, string>,
      )}`,
    );
  /** Reads every report under every filter. */
  const forEachReport = async (
    visit: (view: ReportView, found: PracticeReport, values: FilterValues) => Promise<void>,
  ): Promise<void> => {
    for (const values of filters)
      for (const view of REPORTS) {
        const { filter } = readFilter(values, TODAY, view.first);
        await visit(view, await get(`/api/${view.path}?${queryOf(filter)}`), values);
      }
  };
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    await fill(t, p.cid);
    filters = await filtersOf(get);
  });
  afterAll(() => t.drop());
  /** Reports of which a cell was opened. */
  const withCells = new Set<string>();

  it('a cell, under every filter', PATIENCE, async () => {
    const wrong: string[] = [],
      followed = new Set<string>(),
      seen = new Set<string>(),
      closed = new Set<string>();
    await forEachReport(async (view, found, values) => {
      for (const column of found.spalten.slice(1)) {
        const name = `${view.path} ${column.key}`;
        if (!COUNTED.includes(column.typ) || LISTS.has(view.path)) continue;
        for (const row of found.zeilen.slice(0, ROWS)) {
          const shown = row[column.key];
          if (typeof shown !== 'number' || shown === 0) continue;
          seen.add(name);
          const drill = openedCell(view, row, column, found, '');
          if (!drill) {
            if (!opensAsRow(view, row, found)) closed.add(name);
            continue;
          }
          followed.add(name);
          withCells.add(view.path);
          const there = await opened(drill),
            value = kpiOf(there, drill.figure);
          if (!isNear(shown, value))
            wrong.push(
              JSON.stringify({
                name,
                shown,
                value,
                values,
                drill: { ...drill, filter: 0, of: 0 },
                row,
              }),
            );
          // A sum is made of its rows to the last one.
          else if (drill.teil !== undefined || drill.nur !== undefined) {
            const sides = (side: string): number =>
              there.zeilen
                .filter(({ teil }) => teil === side)
                .reduce((sum, { wert }) => sum + Number(wert), 0);
            const count = kpiOf(there, 'anzahl') ?? 0;
            if (
              count <= 2000 &&
              !isNear(shown, sides(drill.teil ?? 'zaehler')) &&
              !isNear(shown, sides('zaehler') / sides('nenner'))
            )
              wrong.push(JSON.stringify({ name, values, shown, rows: there.zeilen.length }));
          }
        }
      }
    });
    const never = [...closed].filter((name) => !followed.has(name));
    expect([oneEach(wrong), never.filter((name) => CLOSED[name] === undefined)]).toEqual([[], []]);
    // A reason for a number that opens is out of date.
    expect(Object.keys(CLOSED).filter((name) => followed.has(name))).toEqual([]);
  });
  it('a row and its bar, under every filter', PATIENCE, async () => {
    const wrong: string[] = [],
      seen = new Set<string>(),
      followed = new Set<string>();
    await forEachReport(async (view, found, values) => {
      if (
        // Of the rows followed here: a report may begin with rows that have too few hours to say.
        found.zeilen
          .slice(0, ROWS)
          .some((row) =>
            found.spalten.some(({ key }) => typeof row[key] === 'number' && row[key] !== 0),
          )
      )
        seen.add(view.path);
      const { path, figure, figures } = view,
        series = drawn(found, view),
        [column] = found.spalten;
      for (const row of found.zeilen.slice(0, ROWS)) {
        if (openedAddress(view, row, found, '') !== undefined) followed.add(path);
        const own = figures ? figures[String(column && row[column.key])] : figure,
          scope = own === undefined ? undefined : scopeOfRow(view, row, found);
        if (own === undefined || !scope || !column) continue;
        const name = figures ? own : figureOf(own, found.meta.filter),
          there = kpiOf(await opened({ figure: name, ...scope }), name) ?? 0;
        const bars = series.flatMap(({ punkte }) =>
          punkte.filter(({ x }) => x === String(row[column.key])).map(({ y }) => y ?? 0),
        );
        // A stacked bar is as high as the sum of its parts.
        const shown = [
          ...Object.values(row).filter((cell) => typeof cell === 'number'),
          bars.reduce((sum, y) => sum + y, 0),
        ];
        followed.add(path);
        if (there !== 0 && !shown.some((one) => isNear(Math.abs(one), there) || isNear(one, there)))
          wrong.push(JSON.stringify({ path, values, there, row }));
      }
    });
    expect(oneEach(wrong)).toEqual([]);
    // Reports whose rows open nothing as a whole are lists, or open each of their cells.
    const unseen = [...seen].filter(
      (path) => !followed.has(path) && !withCells.has(path) && !LISTS.has(path),
    );
    expect(unseen).toEqual([]);
  });
});
