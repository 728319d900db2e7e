/** Every key figure under every kind of filter: both halves follow it, or there is no value. */
import { describe, expect, it } from 'vitest';
import { filtersOf } from '../../shared/analytics/reports/figure-filters.ts';
import { FILTER_KINDS, type FilterKind } from '../../shared/analytics/reports/filter-kinds.ts';
import { FIGURE_BY_KEY } from '../../shared/analytics/reports/figures.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs-words.ts';
import {
  buildSelection,
  narrowToWeekday,
  type Selection,
} from '../../server/analytics/snapshot/selection.ts';
import { contributionsOf, figureResult } from '../../server/analytics/metrics/compute.ts';
import { kpi } from '../../server/analytics/metrics/kpi.ts';
import { pageOf } from '../../server/analytics/reports/page.ts';
import { maskTable } from '../../server/analytics/reports/table-filters.ts';
import { FILTER, practiceReport, snapshotOf } from './table-scan.ts';

const VALUES: Readonly<Record<Exclude<FilterKind, 'wochentag'>, readonly string[]>> = {
  behandler: ['b1', 'b2', 'b3', 'b4'],
  zimmer: ['z1', 'z2', 'z3'],
  teams: ['tm1', 'tm2'],
  stempel: ['s1', 's2'],
  versicherung: VERSICHERUNG,
  bereich: SERVICE_AREAS,
  terminart: ['ta1', 'ta2', 'ta3', 'ta4', 'ta5', 'ta6'],
  termingruppe: ['g1', 'PROPHYLAXE', 'KONTROLLE', 'FUELLUNG'],
};
const snapshots = [11, 23, 47].map((seed) => snapshotOf(seed));
/** In the short one few rows are left, so that a filter can leave none. */
const SPANS = [FILTER, { ...FILTER, von: '2026-03-01', bis: '2026-03-31' }];
const selectionsOf = (
  snapshot: (typeof snapshots)[number],
  kind: FilterKind,
  filter = FILTER,
): Selection[] => {
  const whole = buildSelection(snapshot, filter, new Map([['umsatz', 1000]]));
  return kind === 'wochentag'
    ? [0, 1, 2, 3, 4, 5, 6].map((day) => narrowToWeekday(whole, day))
    : VALUES[kind].map((value) =>
        buildSelection(snapshot, { ...filter, [kind]: [value] }, whole.targets),
      );
};
const sideOf = (key: string, a: Selection, side: 'zaehler' | 'nenner'): string[] =>
  contributionsOf(key, a)
    .filter((row) => row.side === side)
    .map(({ entity, at, value }) => `${entity} ${at} ${value}`)
    .sort();
/** Their length of gap follows the kind of appointment, their rows need not. */
const NOT_BY_ROWS = new Set(['naechsterFreier', 'terminqualitaet', 'vorschlagRealisiert']);
const CASES = FIGURE_BY_KEY.flatMap(({ key }) =>
  FILTER_KINDS.map((kind) => ({ key, kind, follows: filtersOf(key).includes(kind) })),
);

describe('a filter', () => {
  it('that a figure follows changes the rows of its numerator and of its denominator', () => {
    const deaf: string[] = [];
    for (const { key, kind, follows } of CASES) {
      if (!follows || NOT_BY_ROWS.has(key)) continue;
      for (const side of ['zaehler', 'nenner'] as const) {
        let hasRows = false,
          isChanged = false;
        for (const [snapshot, filter] of snapshots.flatMap((one) =>
          SPANS.map((span) => [one, span] as const),
        )) {
          if (isChanged) break;
          const all = sideOf(key, buildSelection(snapshot, filter), side);
          if (all.length === 0) continue;
          hasRows = true;
          isChanged = selectionsOf(snapshot, kind, filter).some(
            (a) => sideOf(key, a, side).join() !== all.join(),
          );
        }
        if (hasRows && !isChanged) deaf.push(`${key} ${side} ${kind}`);
      }
    }
    expect(deaf).toEqual([]);
  });

  it('that a figure cannot follow leaves no value, no target and no rows, and is named', () => {
    const wrong: string[] = [];
    for (const { key, kind, follows } of CASES) {
      if (follows) continue;
      const a = selectionsOf(snapshots[0]!, kind)[0]!,
        { wert, zaehler, nenner, ziel, ohneFilter } = kpi(key, a),
        { value } = figureResult(key, a);
      if (
        [wert, zaehler, nenner, ziel, value].some((one) => one !== null) ||
        ohneFilter?.join() !== kind ||
        contributionsOf(key, a).length + pageOf(a, key, 1).count > 0
      )
        wrong.push(`${key} ${kind}`);
    }
    expect(wrong).toEqual([]);
  });

  it('of one row of a table counts like a chosen one, and has no target of the practice', () => {
    const [snapshot] = snapshots,
      monday = narrowToWeekday(buildSelection(snapshot!, FILTER, new Map([['umsatz', 1000]])), 0);
    expect(kpi('umsatz', monday)).toMatchObject({ ziel: null });
    expect(kpi('umsatz', buildSelection(snapshot!, FILTER, monday.targets)).ziel).toBe(36_000);
    expect(kpi('offenePosten', monday)).toMatchObject({ wert: null, ohneFilter: ['wochentag'] });
  });

  it('empties tables, columns and rows that cannot follow it', async () => {
    const [snapshot] = snapshots,
      show = async (path: string, chosen: Partial<typeof FILTER>) => {
        const filter = { ...FILTER, ...chosen };
        return maskTable(
          path,
          buildSelection(snapshot!, filter),
          await practiceReport(snapshot!, path, filter),
        );
      };
    expect((await show('extended/hkptrichter', { behandler: ['b1'] })).rows).not.toEqual([]);
    expect(await show('extended/hkptrichter', { zimmer: ['z1'] })).toEqual({
      rows: [],
      series: [],
    });
    const rooms = (await show('umsatz/zimmer', { bereich: ['KCH'] })).rows;
    expect(rooms.some((row) => Number(row['umsatz']) > 0)).toBe(true);
    expect(new Set(rooms.flatMap((row) => [row['stunden'], row['proStunde']]))).toEqual(
      new Set([null]),
    );
    const steps = (await show('extended/parpipeline', { behandler: ['b1'] })).rows;
    expect(steps[0]).toMatchObject({ stufe: 'PSI', faelle: null });
    expect(steps[1]!['faelle']).not.toBeNull();
  });
});
