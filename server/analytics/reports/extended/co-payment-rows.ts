/** The opportunities for agreements on Mehrkosten with patients of the statutory insurance. */
import { agreedFillings, posteriorFillings } from '../../metrics/fillings.ts';
import type { Definition } from '../../metrics/sink.ts';
import { centsOrZero, forEachActivePatient, pzrServices } from '../../metrics/walks.ts';
import type { RowSet } from '../../snapshot/row-set.ts';
import type { Selection } from '../../snapshot/selection.ts';
import { matchesPatient, matchesPlan } from '../../snapshot/selection/matches.ts';
import { forEachServiceIn } from '../../snapshot/selection/walk-services.ts';
import { INSURANCE, PAYER, type Snapshot } from '../../snapshot/snapshot.ts';

const fillings =
  (rowsOf: (snapshot: Snapshot) => RowSet): Definition =>
  (a, s) => {
    const { services } = a.snapshot;
    forEachServiceIn(a, rowsOf(a.snapshot), (i) => {
      if (services.versicherung[i] === INSURANCE.GKV)
        s.numerator('leistung', services.rawRows[i]!, 1);
    });
  };
/** Agreements made in the span; one names its patient only. */
const agreements: Definition = (a, s) => {
  const { mkv } = a.snapshot.rawRows.tables;
  for (let at = 0; at < mkv.count; at += 1) {
    const p = mkv.columns['patid']![at]!,
      day = mkv.columns['datum']![at]!;
    if (
      mkv.rowState[at] === 1 &&
      p >= 0 &&
      day >= a.from &&
      day <= a.to &&
      matchesPatient(a, a.snapshot.mergedInto[p]!)
    )
      s.numerator('mkv', at, centsOrZero(mkv.columns['betrag']![at]!));
  }
};
/** Plans of the kind ZE made in the span for patients of the statutory insurance. */
function forEachDenture(a: Selection, visit: (at: number, isBetter: boolean) => void): void {
  const { rawRows, mergedInto, live } = a.snapshot,
    c = rawRows.tables.hkp.columns,
    insuranceOf = rawRows.tables.patient.columns['versicherung']!;
  for (const at of live.hkp) {
    const p = c['patid']![at]!;
    if (
      c['art']![at] === 0 &&
      c['erstelltAm']![at]! >= a.from &&
      c['erstelltAm']![at]! <= a.to &&
      p >= 0 &&
      insuranceOf[mergedInto[p]!] === INSURANCE.GKV &&
      matchesPlan(a, 'hkp', at)
    )
      visit(at, c['versorgungsart']![at]! >= 1);
  }
}
const dentures =
  (valueOf: (a: Selection, at: number) => number, isAll: boolean): Definition =>
  (a, s) => {
    forEachDenture(a, (at, isBetter) => {
      if (isAll || isBetter) s.numerator('hkp', at, valueOf(a, at));
    });
  };
/** Cleanings that patients of the statutory insurance paid for. */
function forEachPaidCleaning(a: Selection, visit: (i: number) => void): void {
  const { services } = a.snapshot;
  forEachServiceIn(a, pzrServices(a.snapshot), (i) => {
    if (services.versicherung[i] === INSURANCE.GKV && services.traeger[i] !== PAYER.GKV) visit(i);
  });
}

/** Opportunities, agreements and revenue (cents) of each area. */
export const CO_PAYMENTS = {
  FUELLUNG: {
    possible: fillings(posteriorFillings),
    agreed: fillings(agreedFillings),
    revenue: agreements,
  },
  ZE: {
    possible: dentures(() => 1, true),
    agreed: dentures(() => 1, false),
    revenue: dentures((a, at) => {
      const c = a.snapshot.rawRows.tables.hkp.columns;
      return centsOrZero(c['honorarGoz']![at]!) + centsOrZero(c['matLabPrivat']![at]!);
    }, false),
  },
  PZR: {
    possible(a, s) {
      const insuranceOf = a.snapshot.rawRows.tables.patient.columns['versicherung']!;
      forEachActivePatient(a, a.cutoffDate, (p) => {
        if (insuranceOf[p] === INSURANCE.GKV) s.numerator('patient', p, 1);
      });
    },
    agreed(a, s) {
      const seen = new Set<number>();
      forEachPaidCleaning(a, (i) => {
        const p = a.snapshot.services.pat[i]!;
        if (p < 0 || seen.has(p)) return;
        seen.add(p);
        s.numerator('patient', p, 1);
      });
    },
    revenue(a, s) {
      const { services } = a.snapshot;
      forEachPaidCleaning(a, (i) => {
        s.numerator('leistung', services.rawRows[i]!, services.betrag[i]!);
      });
    },
  },
} as const satisfies Record<string, Record<'possible' | 'agreed' | 'revenue', Definition>>;
