/** Report of revenue by payer. */
import { KASSENART, KOSTENTRAEGER } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { PAYER, type Snapshot } from '../../snapshot/snapshot.ts';
import { memoise } from '../../metrics/row-index.ts';
import { forEachCase } from '../../metrics/walks.ts';
import { type ReportBuilder, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { rowName } from '../cells/row-name.ts';
import { barChart } from '../report-charts.ts';
import { sumsBy, totalOf } from './revenue-sums.ts';

/** Payers: statutory by kind of insurance, private insurance, patients themselves. */
function payerOf(snapshot: Snapshot, i: number): number {
  const { services, rawRows } = snapshot;
  if (services.traeger[i] !== PAYER.GKV) return 100 + services.traeger[i]!;
  return services.pat[i]! < 0
    ? -1
    : rawRows.tables.patient.columns['kassenart']![services.pat[i]!]!;
}

/** Returns the payer of each service. */
export const payersOf = (snapshot: Snapshot): Int8Array =>
  memoise(snapshot, 'traeger', () => {
    const made = new Int8Array(snapshot.services.n);
    for (let i = 0; i < made.length; i += 1) made[i] = payerOf(snapshot, i);
    return made;
  });

/** Returns the word of a payer. */
export const payerWord = (group: number): string =>
  group >= 100 ? KOSTENTRAEGER[group - 100]! : (KASSENART[group] ?? 'GKV');

export const payerRevenue: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    sums = sumsBy(k.a, payersOf(snapshot)),
    cases = new Map<number, number>();
  forEachCase(k.a, (_p, i) => {
    const group = payerOf(snapshot, i);
    cases.set(group, (cases.get(group) ?? 0) + 1);
  });
  const all = totalOf(k.a),
    rows = [...sums]
      .map(([group, sum]) => ({
        traeger: payerWord(group),
        nur: rowName('traeger', payerWord(group)),
        faelle: cases.get(group) ?? null,
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
        anteil: ratioOf(sum.umsatz, all.umsatz),
        fallwert: ratioOf(sum.honorar / 100, cases.get(group) ?? 0, 2),
      }))
      .sort((x, y) => y.umsatz - x.umsatz);
  return {
    kpis: kpisOf(k, 'anteilGkv', 'anteilPkv', 'anteilEigen', 'gkvAmPrivatumsatz', 'fallwertGkv'),
    columns: [
      column('traeger', 'Kostenträger', 'wort'),
      column('faelle', 'Fälle', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('fallwert', 'Honorar je Fall', 'eur'),
    ],
    rows,
    series: [barChart('umsatz', rows, 'traeger', 'umsatz')],
  };
};
