/** Plain scans over all rows of a random practice, and reports to compare them with. */
import fc from 'fast-check';
import { type PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs-words.ts';
import { buildSelection, type Selection } from '../../server/analytics/snapshot/selection.ts';
import {
  matchesService,
  matchesAppointment,
} from '../../server/analytics/snapshot/selection/matches.ts';
import { type Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import type { ReportContext, Part } from '../../server/analytics/reports/report-kind.ts';
import { toPosition } from '../../server/analytics/proposal-engine/forgotten.ts';
import { toValued } from '../../server/analytics/reports/billing-checks/valued-proposals.ts';
import { REPORTS } from '../../server/analytics/reports/report-list.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { NOW, TODAY } from './random-practice/draw.ts';
import { buildPractice, KEYWORDS } from './random-practice.ts';

export const FILTER: PracticeReportFilter = {
  von: '2024-01-01',
  bis: '2026-12-31',
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
};
const some = <T>(...words: T[]): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.subarray(words, { minLength: 1 }) },
  );
export const SPANS: readonly (readonly [string, string])[] = [
  ['2024-01-01', '2026-12-31'],
  ['2025-01-01', '2025-12-31'],
  ['2026-01-15', '2026-03-31'],
  ['2025-12-31', '2026-01-01'],
  ['2023-01-01', '2024-06-30'],
  [TODAY, TODAY],
  ['2026-07-01', '2026-11-21'],
];
export const filters: fc.Arbitrary<PracticeReportFilter> = fc
  .record({
    span: fc.constantFrom(...SPANS),
    behandler: some('b1', 'b2', 'b3', 'nobody'),
    zimmer: some('z1', 'z2'),
    stempel: some('s1'),
    versicherung: some(...VERSICHERUNG.slice(0, 2)),
    bereich: some(...SERVICE_AREAS.slice(0, 4)),
    terminart: some('ta1', 'ta2', 'ta3'),
    termingruppe: some('PROPHYLAXE', 'KONTROLLE'),
  })
  .map(({ span: [von, bis], ...rest }) => ({ ...FILTER, ...rest, von, bis }));
/** Builds the image. @param apart some services refer to appointments of other days */
export function snapshotOf(seed: number, apart = false): Snapshot {
  const rawRows = new RawData();
  for (const row of buildPractice(seed, 2))
    rawRows.take(
      apart && row.entity === 'leistung' && !row.isDeleted && row.id.endsWith('3')
        ? { ...row, values: { ...row.values, terminId: `t${1 + (row.id.length % 4)}` } }
        : row,
    );
  return buildSnapshot(rawRows, dayNumberOf(TODAY), { rowGroups: new Map(), keywords: KEYWORDS });
}
export const placesOf = (n: number, is: (i: number) => boolean): number[] =>
  Array.from({ length: n }, (_, i) => i).filter(is);
export const allServices = (a: Selection): number[] =>
  placesOf(
    a.snapshot.services.n,
    (i) =>
      a.snapshot.services.day[i]! >= a.from &&
      a.snapshot.services.day[i]! <= a.to &&
      matchesService(a, i),
  );
export const allAppointments = (a: Selection): number[] =>
  placesOf(
    a.snapshot.appointments.n,
    (i) =>
      a.snapshot.appointments.day[i]! >= a.from &&
      a.snapshot.appointments.day[i]! <= a.to &&
      matchesAppointment(a, i),
  );
export const practiceReport = async (
  snapshot: Snapshot,
  pfad: string,
  filter: PracticeReportFilter,
  previous: Selection | null = null,
  extra: ReportContext['extra'] = {},
  proposals: Awaited<ReturnType<ReportContext['proposals']>> = [],
): Promise<Part> => {
  const k: ReportContext = {
    a: buildSelection(snapshot, filter),
    comparison: previous,
    previous,
    filter,
    state: {
      snapshot,
      presets: { rowGroups: new Map(), targets: [], hvm: [] },
      asOf: null,
      sources: '',
      key: '',
      sequence: 0,
      touchedSince: () => 'all',
    },
    extra,
    now: NOW,
    cid: 'c',
    loadMarket: () => Promise.resolve([{ cid: 'c', snapshot }]),
    proposals: () => Promise.resolve(proposals),
    forgotten: () =>
      Promise.resolve({
        list: proposals.map((row) => toPosition(snapshot, row.pat, row.finding, row)),
        stateOf: ({ row }) => row!.state,
      }),
    valued: () =>
      Promise.resolve({
        list: proposals.flatMap((row) => toValued(snapshot, row.pat, row.finding, row) ?? []),
        stateOf: ({ row }) => row!.state,
      }),
    openProposals: () => Promise.resolve(null),
  };
  return REPORTS.find((one) => one.path === pfad)!.build(k);
};
export const eur = (cents: number): number => Math.round(cents) / 100;
export const near = (x: unknown, y: number): boolean =>
  typeof x === 'number' && Math.abs(x - y) <= 0.0101 + Math.abs(y) * 1e-6;
export const seeds = fc.integer({ min: 1, max: 1e6 });
