// Key figures of billing: outcome of proposals, and fillings repeated within their warranty.

import { type Selection } from '../snapshot/selection.ts';
import { forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import { matchesPractitioner, matchesPatient } from '../snapshot/selection/matches.ts';
import { SYSTEM } from '../snapshot/snapshot.ts';
import { plusMonths } from '../snapshot/calendar.ts';
import type { Definition } from './sink.ts';
import { isPositionMatching, servicesByNumber } from './walks.ts';

/** Surfaces as a set, regardless of their written order. */
const surfacesOf = (text: string): string =>
  [...new Set(text.toLowerCase().replaceAll(/[^a-zäöü]/g, ''))].toSorted().join('');
/** § 136a Abs. 4 SGB V. */
const MONTHS_BACK = 24;
/** Returns the newest filling of a tooth before a day: its surfaces and its day. */
function earlierServices(
  a: Selection,
): (i: number, tooth: string) => { day: number; surfaces: string } | undefined {
  const { services, rawRows } = a.snapshot,
    isFilling = isPositionMatching(a.snapshot, SYSTEM.BEMA, /^13[A-H]$/),
    { from, rows } = services.byPatient,
    text = (name: string, i: number): string =>
      rawRows.tables.leistung.text(name, services.rawRows[i]!);
  return (i, tooth) => {
    const p = services.pat[i]!;
    let found: { day: number; surfaces: string } | undefined;
    // Rows are sorted by day: the last one before today is the newest; of one day the filling with
    // the most surfaces counts, so that the order does not matter.
    for (let g = from[p]!; g < from[p + 1]! && services.day[rows[g]!]! < services.day[i]!; g += 1) {
      const j = rows[g]!;
      if (!isFilling(j) || text('zahn', j) !== tooth) continue;
      const own = surfacesOf(text('flaechen', j));
      if (
        !found ||
        services.day[j]! > found.day ||
        own.length > found.surfaces.length ||
        (own.length === found.surfaces.length && own > found.surfaces)
      )
        found = { day: services.day[j]!, surfaces: own };
    }
    return found;
  };
}
/**
 * Milk teeth and cervical fillings carry no warranty (Bundesschiedsamt 13.12.1993), nor do those of
 * more than three surfaces (13d).
 */
const isExempt = (tooth: string, surfaces: string): boolean =>
  /^[5-8]\d$/.test(tooth) || /[z]/.test(surfaces);
export const proposalFigures: Readonly<Record<string, Definition>> = {
  vorschlagRealisiert(a, s) {
    for (const { pat, day, behandler, cents, isRealised } of a.proposals ?? []) {
      if (
        day < a.from ||
        day > a.to ||
        !matchesPractitioner(a, behandler) ||
        !matchesPatient(a, pat)
      )
        continue;
      s.denominator('patient', pat, cents);
      if (isRealised) s.numerator('patient', pat, cents);
    }
  },
  gewaehrleistung(a, s) {
    const { services, rawRows } = a.snapshot,
      before = earlierServices(a);
    forEachServiceIn(a, servicesByNumber(a.snapshot, SYSTEM.BEMA, /^13[A-C]$/), (i) => {
      const tooth = rawRows.tables.leistung.text('zahn', services.rawRows[i]!),
        own = surfacesOf(rawRows.tables.leistung.text('flaechen', services.rawRows[i]!));
      if (isExempt(tooth, own)) return;
      s.denominator('leistung', services.rawRows[i]!, 1);
      if (tooth === '' || own === '' || services.pat[i]! < 0) return;
      const last = before(i, tooth);
      if (
        last !== undefined &&
        [...own].every((one) => last.surfaces.includes(one)) &&
        plusMonths(last.day, MONTHS_BACK) >= services.day[i]!
      )
        s.numerator('leistung', services.rawRows[i]!, 1);
    });
  },
};
