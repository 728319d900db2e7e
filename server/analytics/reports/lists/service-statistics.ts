/** Report of positions per hundred cases. */
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs.ts';
import type { Selection } from '../../snapshot/selection.ts';
import { selectedServices } from '../../snapshot/selection/walk-bookings.ts';
import { selectsEveryRow } from '../../snapshot/selection/matches.ts';
import { forEachCase } from '../../metrics/walks.ts';
import { gather, groupRows, lowerBound } from '../../snapshot/tables/sort-rows.ts';
import { type ReportBuilder, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { byPosition, positionText, positionsOf, sessionsPerTooth } from '../positions.ts';
import { sumsBy } from '../revenue/revenue-sums.ts';

/**
 * Counts patients with a chosen service of each position: position by position, so that one mark
 * per patient is enough.
 */
function countPatients(a: Selection, counts: Int32Array): void {
  const { services } = a.snapshot,
    last = new Int32Array(a.snapshot.rawRows.tables.patient.count + 1).fill(-1),
    count = (at: number, pat: Int32Array, from: number, to: number): void => {
      for (let g = from; g < to; g += 1) {
        const p = pat[g]! + 1;
        if (last[p] !== at) {
          last[p] = at;
          counts[at]! += 1;
        }
      }
    };
  if (selectsEveryRow(a)) {
    const { from, day, pat } = byPosition(a.snapshot);
    for (let at = 0; at < counts.length; at += 1) {
      const days = day.subarray(from[at], from[at + 1]);
      count(at, pat, from[at]! + lowerBound(days, a.from), from[at]! + lowerBound(days, a.to + 1));
    }
    return;
  }
  const rows = selectedServices(a),
    { from, rows: by } = groupRows(gather(positionsOf(a.snapshot).ofService, rows), counts.length),
    pat = gather(gather(services.pat, rows), by);
  for (let at = 0; at < counts.length; at += 1) count(at, pat, from[at]!, from[at + 1]!);
}

export const serviceStatistics: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    basisDay = { ...k.a, filter: { ...k.filter, basis: 'leistung' as const } },
    places = positionsOf(k.a.snapshot),
    sums = sumsBy(basisDay, places.ofService),
    patients = new Int32Array(places.nr.length),
    sessions = sessionsPerTooth(k.a, places.ofService);
  let cases = 0;
  forEachCase(k.a, () => {
    cases += 1;
  });
  countPatients(k.a, patients);
  const rows = [...sums]
    .map(([at, sum]) => {
      const system = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
        nr = services.positionNumbers.words[places.nr[at]!] ?? '';
      return {
        system,
        nr,
        text: positionText(k.a.snapshot, system, nr),
        anzahl: sum.anzahl,
        patienten: patients[at]!,
        je100Faelle: ratioOf((sessions.get(at) ?? sum.anzahl) * 100, cases, 2),
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
      column('honorar', 'Honorar', 'eur'),
    ],
    rows,
    hints: sessions.size > 0 ? ['jeZahnAlsSitzung'] : [],
  };
};
