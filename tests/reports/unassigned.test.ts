/** Filters by practitioner, room, team, stamp, kind of appointment and insurance: all parts, and the rows without one, make the whole. */
import { describe, expect, it } from 'vitest';
import { filtersOf } from '../../shared/analytics/reports/figure-filters.ts';
import { UNASSIGNED } from '../../shared/analytics/reports/filter-kinds.ts';
import { FIGURE_BY_KEY } from '../../shared/analytics/reports/figures.ts';
import { VERSICHERUNG } from '../../shared/analytics/deliveries/pvs-words.ts';
import { contributionsOf } from '../../server/analytics/metrics/compute.ts';
import { pageOf } from '../../server/analytics/reports/page.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import type { Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { LIVE } from '../../server/analytics/snapshot/tables/column-table.ts';
import { FILTER as FEW_FILTER, leistung, patient, snapshotFrom, termin } from './few-rows.ts';
import { FILTER, practiceReport, snapshotOf } from './table-scan.ts';

const TABLE_OF = {
  behandler: 'behandler',
  zimmer: 'zimmer',
  teams: 'teams',
  stempel: 'stempel',
  terminart: 'terminarten',
} as const;
type Kind = keyof typeof TABLE_OF | 'versicherung';
const KINDS: readonly Kind[] = [
  'behandler',
  'zimmer',
  'teams',
  'stempel',
  'terminart',
  'versicherung',
];
/** Everything that can be chosen: the delivered ones, and the rows without one. */
const partsOf = ({ rawRows }: Snapshot, kind: Kind): string[] => [
  ...(kind === 'versicherung'
    ? VERSICHERUNG
    : rawRows.tables[TABLE_OF[kind]].ids.filter(
        (_, at) => rawRows.tables[TABLE_OF[kind]].rowState[at] === LIVE,
      )),
  UNASSIGNED,
];
/**
 * Figures that count a person, a visit or an invoice once for each of its several practitioners or
 * rooms.
 */
const SHARED = new Set(
  `neupatienten neupatientenquote bindungNeu aktivePatienten abwanderung
   patientenwachstum reaktiviert umsatzJePatient fallwertGkv punkteJeFall patientenGkv
   patientenPkv patientenSonst wiedervorstellung recallTerminiert pzrQuote pzrJePatient
   ipQuote planungsquote fuellungenJe100 uptAnteil patientenAnnahme`.split(/\s+/),
);
/**
 * Figures that also do so for kinds of insurance: practitioners, and invoices for several people.
 * Lost hours are priced at the hourly fee of the chosen rows.
 */
const NEVER_ADDED = new Set(
  `umsatzJeBehandler zeitBisRechnung beanstandungsquote ausfallkosten`.split(/\s+/),
);
/** Computed from other figures, from gaps, or from proposals: they have no sums of rows. */
const NO_SUMS = new Set(['naechsterFreier', 'terminqualitaet', 'vorschlagRealisiert']);
const sumOf = (key: string, snapshot: Snapshot, filter: typeof FILTER, side: string): number =>
  contributionsOf(key, buildSelection(snapshot, filter))
    .filter((row) => row.side === side)
    .reduce((sum, { value }) => sum + value, 0);

/** Unknown ids, empty fields, a deleted record and a sound row of each. */
const orphans = snapshotFrom([
  ['behandler', 'b1', { name: 'Eins' }],
  ['zimmer', 'z1', { name: 'Zimmer 1' }],
  patient('p'),
  leistung('sound', 'p', '2026-03-02', 100, { zimmer: 'z1' }),
  leistung('nobody', 'p', '2026-03-02', 20, { behandler: 'NIEMAND', zimmer: 'Z9' }),
  leistung('empty', 'p', '2026-03-02', 3, { behandler: null }),
  leistung('stranger', 'unknown', '2026-03-02', 4000),
  termin('kept', 'p', '2026-03-02T08:00:00Z', 'WAHRGENOMMEN'),
]);

describe('rows without a known part of the practice or insurance', () => {
  it.each(KINDS)('complete the parts of every figure that follows the filter: %s', (kind) => {
    const wrong: string[] = [],
      cases = [
        ...[11, 23, 47].map((seed) => [snapshotOf(seed), FILTER] as const),
        [orphans, FEW_FILTER] as const,
      ];
    let added = 0;
    for (const { key, art } of FIGURE_BY_KEY) {
      if (!filtersOf(key).includes(kind) || NO_SUMS.has(key) || art === 'zusammengesetzt') continue;
      if (NEVER_ADDED.has(key) || (kind !== 'versicherung' && SHARED.has(key))) continue;
      for (const [snapshot, filter] of cases)
        for (const side of ['zaehler', 'nenner']) {
          const whole = sumOf(key, snapshot, filter, side),
            parts = partsOf(snapshot, kind).map((part) =>
              sumOf(key, snapshot, { ...filter, [kind]: [part] }, side),
            );
          if (parts.at(-1)! !== 0) added += 1;
          if (Math.abs(parts.reduce((sum, one) => sum + one, 0) - whole) > 1e-6)
            wrong.push(`${key} ${side}: ${parts.join(' + ')} is not ${whole}`);
        }
    }
    expect(wrong).toEqual([]);
    expect(added).toBeGreaterThan(5);
  });
  it('are found by what is unknown about them', () => {
    const found = (kind: Kind): number[] =>
      contributionsOf('umsatz', buildSelection(orphans, { ...FEW_FILTER, [kind]: [UNASSIGNED] }))
        .map(({ value }) => value)
        .toSorted((x, y) => x - y);
    expect(found('behandler')).toEqual([3, 20]);
    expect(found('zimmer')).toEqual([3, 20, 4000]);
    expect(found('versicherung')).toEqual([4000]);
    const page = pageOf(
      buildSelection(orphans, { ...FEW_FILTER, behandler: [UNASSIGNED] }),
      'umsatz',
      1,
    );
    expect(page.count).toBe(2);
  });
  it('have a row of their own, so that tables by practitioner and room add up', async () => {
    for (const [path, kind, name] of [
      ['umsatz/behandler', 'behandler', '–'],
      ['umsatz/zimmer', 'zimmer', 'ohne Zimmer'],
      ['extended/behandlerleistung', 'behandler', '–'],
    ] as const) {
      const { rows } = await practiceReport(orphans, path, FEW_FILTER),
        rest = rows.find((row) => row['id'] === UNASSIGNED);
      expect(rest?.[kind], path).toBe(name);
      expect(
        rows.reduce((sum, row) => sum + Number(row['umsatz']), 0),
        path,
      ).toBeCloseTo(41.23);
      // The row opens the rows that it counted.
      expect(
        sumOf('umsatz', orphans, { ...FEW_FILTER, [kind]: [UNASSIGNED] }, 'zaehler') / 100,
        path,
      ).toBe(rest?.['umsatz']);
    }
  });
  it('keep their ids where the list of practitioners was not delivered at all', async () => {
    const bare = snapshotFrom([patient('p'), leistung('one', 'p', '2026-03-02', 100)]);
    const { rows } = await practiceReport(bare, 'umsatz/behandler', FEW_FILTER);
    expect(rows.map((row) => row['id'])).toEqual(['b1']);
  });
});
