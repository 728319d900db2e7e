/** Report of positions per hundred cases. */
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import type { Selection } from '../../snapshot/selection.ts';
import { selectedServices } from '../../snapshot/selection/walk-bookings.ts';
import { selectsEveryRow } from '../../snapshot/selection/matches.ts';
import { forEachCase } from '../../metrics/walks.ts';
import { gather, groupRows, lowerBound } from '../../snapshot/tables/sort-rows.ts';
import { type ReportBuilder, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { byPosition, positionText, positionsOf, sessionsPerTooth } from '../positions.ts';
import { publishedHint, publishedPositions } from '../published-values.ts';
import { rowName } from '../cells/row-name.ts';
import { sumsBy } from '../revenue/revenue-sums.ts';

/**
 * Iterates over the chosen services position by position, each by day, so that one mark per patient
 * is enough.
 * @param positions number of positions of the image
 */
export function forEachPositionRow(
  a: Selection,
  positions: number,
  visit: (at: number, pat: number, day: number) => void,
): void {
  const { services } = a.snapshot;
  if (selectsEveryRow(a)) {
    const { from, day, pat } = byPosition(a.snapshot);
    for (let at = 0; at < positions; at += 1) {
      const days = day.subarray(from[at], from[at + 1]),
        end = from[at]! + lowerBound(days, a.to + 1);
      for (let g = from[at]! + lowerBound(days, a.from); g < end; g += 1)
        visit(at, pat[g]!, day[g]!);
    }
    return;
  }
  const rows = selectedServices(a),
    { from, rows: by } = groupRows(gather(positionsOf(a.snapshot).ofService, rows), positions),
    chosen = gather(rows, by);
  for (let at = 0; at < positions; at += 1)
    for (let g = from[at]!; g < from[at + 1]!; g += 1)
      visit(at, services.pat[chosen[g]!]!, services.day[chosen[g]!]!);
}
/** Counts patients with a chosen service of each position. */
function countPatients(a: Selection, counts: Int32Array): void {
  const last = new Int32Array(a.snapshot.rawRows.tables.patient.count + 1).fill(-1);
  forEachPositionRow(a, counts.length, (at, pat) => {
    if (last[pat + 1] === at) return;
    last[pat + 1] = at;
    counts[at]! += 1;
  });
}

export const serviceStatistics: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    basisDay = { ...k.a, filter: { ...k.filter, basis: 'leistung' as const } },
    places = positionsOf(k.a.snapshot),
    systemOf = (at: number): string => GEBUEHREN[places.system[at]!] ?? 'EIGEN',
    sums = sumsBy(basisDay, places.ofService),
    patients = new Int32Array(places.nr.length),
    sessions = sessionsPerTooth(k.a, places.ofService);
  const published = publishedPositions(k.a, k.state),
    hasPublished = [...sums.keys()].some(
      (at) =>
        published(systemOf(at), services.positionNumbers.words[places.nr[at]!] ?? '') !== null,
    );
  let cases = 0;
  forEachCase(k.a, () => {
    cases += 1;
  });
  countPatients(k.a, patients);
  const rows = [...sums]
    .map(([at, sum]) => {
      const system = systemOf(at),
        nr = services.positionNumbers.words[places.nr[at]!] ?? '';
      return {
        system,
        nr,
        nur: rowName('position', `${system} ${nr}`),
        text: positionText(k.a.snapshot, system, nr),
        anzahl: sum.anzahl,
        patienten: patients[at]!,
        je100Faelle: ratioOf((sessions.get(at) ?? sum.anzahl) * 100, cases, 2),
        ...(hasPublished && { bezug: published(system, nr) }),
        honorar: eur(sum.honorar),
      };
    })
    .sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'fuellungenJe100', 'punkteJeFall', 'fallwertGkv'),
    columns: [
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('patienten', 'Patienten', 'zahl'),
      column('je100Faelle', 'Je 100 Fälle', 'zahl'),
      ...(hasPublished ? [column('bezug', 'KZBV je 100 Fälle', 'zahl')] : []),
      column('honorar', 'Honorar', 'eur'),
    ],
    rows,
    hints: [
      ...(sessions.size > 0 ? ['jeZahnAlsSitzung'] : []),
      ...(hasPublished ? [publishedHint('fuellungenJe100')] : []),
    ],
  };
};
