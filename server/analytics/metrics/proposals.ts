// Key figures of billing: outcome of proposals, and fillings repeated within their warranty.

import {
  forEachServiceIn,
  matchesPractitioner,
  matchesPatient,
  type Selection,
} from '../snapshot/selection.ts';
import { SYSTEM } from '../snapshot/snapshot.ts';
import { plusMonths } from '../snapshot/calendar.ts';
import type { Definition } from './sink.ts';
import { isPositionMatching, positionen } from './walks.ts';

/** Surfaces as a set, regardless of their written order. */
const flaechen = (wort: string): string =>
  [...new Set(wort.toLowerCase().replaceAll(/[^a-zäöü]/g, ''))].toSorted().join('');
/** § 136a Abs. 4 SGB V. */
const MONTHS_BACK = 24;
/** Returns the newest filling of a tooth before a day: its surfaces and its day. */
function earlierServices(
  a: Selection,
): (i: number, zahn: string) => { tag: number; flaechen: string } | undefined {
  const { L, rawRows } = a.snapshot,
    isFilling = isPositionMatching(a.snapshot, SYSTEM.BEMA, /^13[A-H]$/),
    { from, rows } = L.byPatient,
    text = (name: string, i: number): string => rawRows.tables.leistung.text(name, L.rawRows[i]!);
  return (i, zahn) => {
    const p = L.pat[i]!;
    let found: { tag: number; flaechen: string } | undefined;
    // Rows are sorted by day: the last one before today is the newest; of one day the filling with
    // the most surfaces counts, so that the order does not matter.
    for (let g = from[p]!; g < from[p + 1]! && L.tag[rows[g]!]! < L.tag[i]!; g += 1) {
      const j = rows[g]!;
      if (!isFilling(j) || text('zahn', j) !== zahn) continue;
      const own = flaechen(text('flaechen', j));
      if (
        !found ||
        L.tag[j]! > found.tag ||
        own.length > found.flaechen.length ||
        (own.length === found.flaechen.length && own > found.flaechen)
      )
        found = { tag: L.tag[j]!, flaechen: own };
    }
    return found;
  };
}
export const vorschlag: Readonly<Record<string, Definition>> = {
  vorschlagRealisiert(a, s) {
    for (const { pat, tag, behandler, cents, isRealised } of a.vorschlaege ?? []) {
      if (
        tag < a.von ||
        tag > a.bis ||
        !matchesPractitioner(a, behandler) ||
        !matchesPatient(a, pat)
      )
        continue;
      s.n('patient', pat, cents);
      if (isRealised) s.z('patient', pat, cents);
    }
  },
  gewaehrleistung(a, s) {
    const { L, rawRows } = a.snapshot,
      before = earlierServices(a);
    forEachServiceIn(a, positionen(a.snapshot, SYSTEM.BEMA, /^13[A-D]$/), (i) => {
      s.n('leistung', L.rawRows[i]!, 1);
      const zahn = rawRows.tables.leistung.text('zahn', L.rawRows[i]!),
        own = flaechen(rawRows.tables.leistung.text('flaechen', L.rawRows[i]!));
      if (zahn === '' || own === '' || L.pat[i]! < 0) return;
      const last = before(i, zahn);
      if (last?.flaechen === own && plusMonths(last.tag, MONTHS_BACK) >= L.tag[i]!)
        s.z('leistung', L.rawRows[i]!, 1);
    });
  },
};
