/** Report of Mehrkosten agreed and possible. */
import { forEachServiceIn } from '../../snapshot/selection/walk-services.ts';
import { matchesPatient, matchesPlan } from '../../snapshot/selection/matches.ts';
import { INSURANCE, PAYER } from '../../snapshot/snapshot.ts';
import { agreedFillings, posteriorFillings } from '../../metrics/fillings.ts';
import { centsOrZero, forEachActivePatient, pzrServices } from '../../metrics/walks.ts';
import { type ReportBuilder, type Row, column, eur, kpisOf, ratioOf } from '../report-kind.ts';

/**
 * Reports the opportunities for Mehrkosten agreements with patients of the statutory insurance, and
 * how often they are used.
 */
export const coPayments: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { services, rawRows } = snapshot,
    rows: Row[] = [];
  const row = (area: string, possible: number, count: number, cents: number): void => {
    rows.push({
      bereich: area,
      moeglich: possible,
      vereinbart: count,
      quote: ratioOf(count, possible),
      erloes: eur(cents),
      offenesPotenzial: count === 0 ? null : eur((cents / count) * Math.max(0, possible - count)),
    });
  };
  let fillings = 0,
    withMore = 0,
    paid = 0,
    pzrCents = 0;
  const pzrPatients = new Set<number>();
  forEachServiceIn(k.a, posteriorFillings(snapshot), (i) => {
    if (services.versicherung[i] === INSURANCE.GKV) fillings += 1;
  });
  forEachServiceIn(k.a, agreedFillings(snapshot), (i) => {
    if (services.versicherung[i] === INSURANCE.GKV) withMore += 1;
  });
  forEachServiceIn(k.a, pzrServices(snapshot), (i) => {
    if (services.versicherung[i] === INSURANCE.GKV && services.traeger[i] !== PAYER.GKV) {
      pzrCents += services.betrag[i]!;
      if (services.pat[i]! >= 0) pzrPatients.add(services.pat[i]!);
    }
  });
  const mkv = rawRows.tables.mkv;
  for (let at = 0; at < mkv.count; at += 1) {
    const p = mkv.columns['patid']![at]!,
      day = mkv.columns['datum']![at]!;
    if (
      mkv.rowState[at] === 1 &&
      p >= 0 &&
      day >= k.a.from &&
      day <= k.a.to &&
      matchesPatient(k.a, snapshot.mergedInto[p]!)
    )
      paid += centsOrZero(mkv.columns['betrag']![at]!);
  }
  row('FUELLUNG', fillings, withMore, paid);
  const c = rawRows.tables.hkp.columns,
    insuranceOf = rawRows.tables.patient.columns['versicherung']!;
  let plans = 0,
    better = 0,
    cents = 0;
  for (const at of snapshot.live.hkp) {
    const p = c['patid']![at]!;
    if (
      c['art']![at] !== 0 ||
      c['erstelltAm']![at]! < k.a.from ||
      c['erstelltAm']![at]! > k.a.to ||
      p < 0 ||
      insuranceOf[snapshot.mergedInto[p]!] !== INSURANCE.GKV ||
      !matchesPlan(k.a, 'hkp', at)
    )
      continue;
    plans += 1;
    if (c['versorgungsart']![at]! >= 1) {
      better += 1;
      cents += centsOrZero(c['honorarGoz']![at]!) + centsOrZero(c['matLabPrivat']![at]!);
    }
  }
  row('ZE', plans, better, cents);
  let gkv = 0;
  forEachActivePatient(k.a, k.a.cutoffDate, (p) => {
    if (insuranceOf[p] === INSURANCE.GKV) gkv += 1;
  });
  row('PZR', gkv, pzrPatients.size, pzrCents);
  return {
    kpis: kpisOf(k, 'mehrkostenquote', 'gkvAmPrivatumsatz', 'pzrQuote'),
    columns: [
      column('bereich', 'Bereich', 'wort'),
      column('moeglich', 'Möglich', 'zahl'),
      column('vereinbart', 'Vereinbart', 'zahl'),
      column('quote', 'Anteil', 'anteil'),
      column('erloes', 'Erlös', 'eur'),
      column('offenesPotenzial', 'Noch möglich', 'eur'),
    ],
    rows,
    series: [
      {
        name: 'quote',
        punkte: rows.map((z) => ({ x: String(z['bereich']), y: z['quote'] as number | null })),
      },
    ],
  };
};
