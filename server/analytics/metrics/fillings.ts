/** Fillings covered by the statutory insurance, and those with an agreement on Mehrkosten. */
import { SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { memoise, subsetOf } from './row-index.ts';
import type { RowSet } from '../snapshot/row-set.ts';
import { servicesByNumber } from './walks.ts';

export const FILLING = /^13[A-D]$/;

/** Back tooth (FDI): premolars and molars. */
const POSTERIOR_TOOTH = /^[1-8][4-8]/;

/** § 28 Abs. 2 SGB V: agreed before the treatment, often at the visit before. */
const DAYS_BEFORE = 90;
/**
 * Checks whether a patient had agreed to Mehrkosten for a tooth by a day: on that day or in the
 * ninety days before. An agreement without a tooth covers its own day only.
 */
function agreementOf({
  rawRows,
  mergedInto,
}: Snapshot): (pat: number, day: number, tooth: string) => boolean {
  const t = rawRows.tables.mkv,
    made = new Map<number, { day: number; tooth: string }[]>();
  for (let at = 0; at < t.count; at += 1) {
    const p = t.columns['patid']![at]!,
      day = t.columns['datum']![at]!;
    if (t.rowState[at] !== 1 || p < 0 || day === EMPTY) continue;
    const root = mergedInto[p]!,
      known = made.get(root) ?? [];
    known.push({ day, tooth: t.text('zahn', at) });
    made.set(root, known);
  }
  return (pat, day, tooth) =>
    (made.get(pat) ?? []).some((one) =>
      one.tooth === ''
        ? one.day === day
        : one.tooth === tooth && one.day <= day && one.day >= day - DAYS_BEFORE,
    );
}

/** Returns the fillings of back teeth covered by the statutory insurance. */
export function posteriorFillings(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'seitenzahn', () => {
    const { services, rawRows } = snapshot,
      tooth = rawRows.tables.leistung.columns['zahn']!,
      isBack = Uint8Array.from(rawRows.tables.leistung.wordLists['zahn']!.words, (word) =>
        POSTERIOR_TOOTH.test(word) ? 1 : 0,
      );
    return subsetOf(servicesByNumber(snapshot, SYSTEM.BEMA, FILLING), (i) => {
      const word = tooth[services.rawRows[i]!]!;
      return word >= 0 && isBack[word] === 1;
    });
  });
}

/** Selects the fillings with an agreement on Mehrkosten. */
export function agreedFillings(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'vereinbart', () => {
    const { services, rawRows } = snapshot,
      agreed = agreementOf(snapshot);
    return subsetOf(posteriorFillings(snapshot), (i) =>
      agreed(
        services.pat[i]!,
        services.day[i]!,
        rawRows.tables.leistung.text('zahn', services.rawRows[i]!),
      ),
    );
  });
}

/**
 * Selects private services on a tooth that has a statutory filling on the same day: the patient pays
 * only what exceeds it (§ 28 Abs. 2 SGB V), so that their fee is a difference.
 */
export function aboveStatutoryFilling(snapshot: Snapshot): (i: number) => boolean {
  const { services, rawRows } = snapshot,
    teeth = rawRows.tables.leistung.columns['zahn']!,
    { words } = rawRows.tables.leistung.wordLists['zahn']!,
    toothOf = (i: number): number => {
      const word = teeth[services.rawRows[i]!]!;
      return word >= 0 && words[word] !== '' ? word : -1;
    };
  // Patient and tooth are one number, below 2^53 for any practice.
  const keyOf = (i: number, tooth: number): number => services.pat[i]! * words.length + tooth;
  const filledDays = memoise(snapshot, 'Füllungen je Zahn und Tag', () => {
    const found = new Map<number, Set<number>>();
    for (const i of servicesByNumber(snapshot, SYSTEM.BEMA, FILLING).rows) {
      const tooth = toothOf(i);
      if (tooth < 0) continue;
      const key = keyOf(i, tooth),
        days = found.get(key) ?? new Set();
      found.set(key, days.add(services.day[i]!));
    }
    return found;
  });
  return (i) => {
    const tooth = toothOf(i);
    return tooth >= 0 && filledDays.get(keyOf(i, tooth))?.has(services.day[i]!) === true;
  };
}
