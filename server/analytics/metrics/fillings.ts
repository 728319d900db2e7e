/** Fillings covered by the statutory insurance, and those with an agreement on Mehrkosten. */
import { SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { memoise, subsetOf } from './row-index.ts';
import type { RowSet } from '../snapshot/row-set.ts';
import { servicesByNumber } from './walks.ts';

export const FILLING = /^13[A-D]$/;

/** Back tooth (FDI): premolars and molars. */
const POSTERIOR_TOOTH = /^[1-8][4-8]/;

/**
 * Checks whether a patient had agreed to Mehrkosten for a tooth on a day; an agreement without a
 * tooth covers the whole day.
 */
function agreementOf({
  rawRows,
  mergedInto,
}: Snapshot): (pat: number, day: number, tooth: string) => boolean {
  const t = rawRows.tables.mkv,
    made = new Map<number, string[]>();
  for (let at = 0; at < t.count; at += 1) {
    const p = t.columns['patid']![at]!,
      day = t.columns['datum']![at]!;
    if (t.rowState[at] !== 1 || p < 0 || day === EMPTY) continue;
    const key = mergedInto[p]! * 200_000 + day + 50_000,
      known = made.get(key);
    if (known) known.push(t.text('zahn', at));
    else made.set(key, [t.text('zahn', at)]);
  }
  return (pat, day, teeth) =>
    pat >= 0 &&
    (made.get(pat * 200_000 + day + 50_000) ?? []).some((tooth) => tooth === '' || tooth === teeth);
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
