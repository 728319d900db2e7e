/** Agreements on the extra costs of fillings: those delivered, and those that were made here. */
import type { AgreedCoPayment } from '../../../../shared/analytics/billing/proposal.ts';
import { dayNumberOf, plusMonths } from '../../snapshot/calendar.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LIVE } from '../../snapshot/tables/column-table.ts';
import type { Situation } from '../day-state.ts';
import { TEETH } from '../tooth-masks.ts';

/** How long an agreement holds for a filling of its tooth. */
const MONTHS = 12;

/** Days of the agreements of each record, and the first day of which any is known. */
interface Known {
  readonly snapshot: Snapshot;
  readonly first: number;
  readonly byRecord: ReadonlyMap<number, readonly number[]>;
}
function knownOf(snapshot: Snapshot, made: readonly AgreedCoPayment[]): Known {
  const { mkv, patient } = snapshot.rawRows.tables,
    byRecord = new Map<number, number[]>();
  let first = Number.POSITIVE_INFINITY;
  for (let at = 0; at < mkv.count; at += 1)
    if (mkv.rowState[at] === LIVE) first = Math.min(first, mkv.columns['datum']![at]!);
  for (const { patid, since } of made) {
    const day = dayNumberOf(since),
      slot = patient.slotById.get(patid);
    first = Math.min(first, day);
    if (slot === undefined) continue;
    const at = snapshot.mergedInto[slot]!,
      own = byRecord.get(at);
    if (own) own.push(day);
    else byRecord.set(at, [day]);
  }
  return { snapshot, first, byRecord };
}
/** Checks whether a delivered agreement holds for the current tooth; without a tooth it holds for all. */
function isDelivered(k: Situation, from: number): boolean {
  const days = k.m.column('mkv', 'datum'),
    own = String(TEETH[k.tooth]!);
  return k.m.rowsOf('mkv', k.p).some((at) => {
    const word = k.m.text('mkv', 'zahn', at);
    return (
      days[at]! >= from &&
      days[at]! <= k.day &&
      (word === '' || word.split(/[^0-9]+/).includes(own))
    );
  });
}

/**
 * Returns the check whether the current tooth lacks an agreement; null before the first day of which
 * any agreement of the practice is known. One that was made here holds for every tooth, since its
 * words are encrypted.
 */
export function lacksAgreement(made: readonly AgreedCoPayment[]): (k: Situation) => boolean | null {
  let known: Known | undefined;
  return (k) => {
    const { snapshot } = k.m;
    if (known?.snapshot !== snapshot) known = knownOf(snapshot, made);
    if (k.day < known.first) return null;
    const from = plusMonths(k.day, -MONTHS),
      own = known.byRecord.get(k.p) ?? [];
    return !own.some((day) => day >= from && day <= k.day) && !isDelivered(k, from);
  };
}
