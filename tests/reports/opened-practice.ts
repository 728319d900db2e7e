/** Practices whose numbers are followed, and the filters under which that is done. */
import type { FilterValues } from '../../practice/report-kit/use-report-filter.ts';
import { deliveryTo } from '../../server/compose/demo.links.ts';
import { deliverGenerated } from '../../server/operations/demo/deliver-demo.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { TestApp } from '../support/in-process.ts';
import { deliverRows } from './deliver.ts';
import { buildPractice } from './random-practice.ts';

export const TODAY = '2026-11-20';
/** Compares two figures to the cent. */
export const isSame = (x: number | null | undefined, y: number | null | undefined): boolean =>
  typeof x === 'number' && typeof y === 'number'
    ? Math.abs(x - y) < 0.005
    : (x ?? null) === (y ?? null);

export type Lines = Pick<PracticeReport, 'kpis' | 'zeilen'>;
/** Sums the value of lines, by the first existing one of some columns. */
export const sumOf = ({ zeilen }: Lines, ...columns: string[]): number =>
  zeilen.reduce(
    (all, row) =>
      all + (columns.map((key) => row[key]).find((cell) => typeof cell === 'number') ?? 0),
    0,
  );

/** Data sources: the demo generator and random practices. */
export const PRACTICES: readonly (readonly [
  string,
  (t: TestApp, cid: string) => Promise<unknown>,
])[] = [
  [
    'the demo',
    (t, cid) =>
      deliverGenerated(deliveryTo({ workshop: t.deps.workshop, cid }), 'demo', {
        template: 'small',
        years: 0.6,
        seed: 4,
        today: TODAY,
      }),
  ],
  ['a practice at random', (t, cid) => deliverRows(t, cid, buildPractice(11))],
];
/** Ten filters with ids of the practice. @param get reads a path of the server */
export async function filtersOf(get: <T>(path: string) => Promise<T>): Promise<FilterValues[]> {
  const idsOf = async (list: string): Promise<string[]> =>
      (await get<{ items: { id: string }[] }>(`/api/staticdata/${list}`)).items.map(
        (one) => one.id,
      ),
    ids = await idsOf('behandler');
  return [
    {},
    { zeit: 'jahr' },
    { zeit: 'vormonat', behandler: ids[0]! },
    { zeit: 'quartal', behandler: ids.slice(0, 2).join(','), bereich: 'KCH,PZR' },
    { von: '2026-08-03', bis: '2026-10-09', versicherung: 'GKV', vergleich: 'KEIN' },
    { zeit: 'zwoelf', basis: 'zahlung', kennzahl: 'honorar' },
    { zeit: 'jahr', zimmer: (await idsOf('zimmer'))[0]!, gruppierung: 'WOCHE' },
    { zeit: 'vorquartal', terminart: (await idsOf('terminarten')).slice(0, 3).join(',') },
    { zeit: 'zwoelf', basis: 'rechnung', termingruppe: 'PROPHYLAXE', vergleich: 'VORPERIODE' },
    { zeit: 'heute', teams: (await idsOf('teams'))[0] ?? '', stempel: 's1' },
  ];
}
