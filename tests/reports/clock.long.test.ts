/**
 * The clock of the figure table: a state on a past day does not change by what happens later, and
 * equals the state that was shown on that day.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIGURE_BY_KEY } from '../../shared/analytics/reports/figures.ts';
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import type { Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { figureResult, type FigureResult } from '../../server/analytics/metrics/compute.ts';
import { RawData, type RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { dayText } from './reference/calendar.ts';
import { latestRows, rowsAsOf } from './random-practice/as-of.ts';
import { dated } from './random-practice/dated.ts';
import { TODAY } from './random-practice/draw.ts';
import { buildPractice } from './random-practice.ts';

const STATES = FIGURE_BY_KEY.filter(({ clock }) => clock === 'asOf').map(({ key }) => key);
/** No program delivers the day on which it made a recall, so a past share is rarely known. */
const RARELY_KNOWN = ['recallTerminiert'];

function snapshotOf(rows: readonly RawRow[], today: string): Snapshot {
  const rawRows = new RawData();
  for (const row of rows) rawRows.take(row);
  return buildSnapshot(rawRows, dayNumberOf(today));
}
const NARROWED: readonly Partial<PracticeReportFilter>[] = [
  {},
  { behandler: ['b1', 'b2'] },
  { versicherung: ['GKV'] },
];
const states = (
  snapshot: Snapshot,
  day: string,
  choice: Partial<PracticeReportFilter>,
): Record<string, FigureResult> => {
  const a = buildSelection(snapshot, {
    von: day,
    bis: day,
    vergleich: 'KEIN',
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
    ...choice,
  });
  return Object.fromEntries(STATES.map((key) => [key, figureResult(key, a)]));
};

describe('a state at the end of a past day', () => {
  it('stays the same when later facts are added, and is the one shown on that day', () => {
    const known = new Map(STATES.map((key) => [key, 0]));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: dayNumberOf('2025-01-15'), max: dayNumberOf(TODAY) - 1 }),
        fc.constantFrom(...NARROWED),
        (seed, dayNumber, choice) => {
          const day = dayText(dayNumber),
            rows = latestRows(dated(buildPractice(seed))).map((row) =>
              row.entity === 'termin' && (row.values['status'] ?? 'GEPLANT') === 'GEPLANT'
                ? { ...row, values: { ...row.values, status: 'NICHT_ERSCHIENEN' } }
                : row,
            ),
            then = rowsAsOf(rows, day),
            now = states(snapshotOf(rows, TODAY), day, choice);
          for (const earlier of [
            states(snapshotOf(then, TODAY), day, choice),
            states(snapshotOf(then, day), day, choice),
          ])
            for (const key of STATES) {
              if (now[key]!.undated !== undefined) continue;
              known.set(key, known.get(key)! + 1);
              expect({ day, key, ...now[key] }).toEqual({ day, key, ...earlier[key] });
            }
        },
      ),
      { numRuns: 25 },
    );
    const never = [...known].filter(([, count]) => count === 0).map(([key]) => key);
    expect(never.filter((key) => !RARELY_KNOWN.includes(key))).toEqual([]);
  }, 30_000);

  it('is shown with its missing days where the data do not say it', () => {
    const rows = latestRows(dated(buildPractice(7))).map((row) =>
      row.entity === 'parfall' ? { ...row, values: { ...row.values, status: 'ABGELEHNT' } } : row,
    );
    const { parWert } = states(snapshotOf(rows, TODAY), '2026-06-30', {});
    expect([parWert!.value, parWert!.undated! > 0]).toEqual([null, true]);
    expect(states(snapshotOf(rows, TODAY), TODAY, {})['parWert']!.value).toBe(0);
  });
});
