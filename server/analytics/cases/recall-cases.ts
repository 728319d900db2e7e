// Recalls for the work list, read from the image: those without a kept appointment, and whether one
// is booked.

import { RECALL_LEAD_DAYS, type RecallCase } from '../../../shared/analytics/reports/worklist.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { dayOrNull, dayText } from '../snapshot/calendar.ts';
import {
  hasLeft,
  forEachRecall,
  forEachToSchedule,
  RECALL,
  recallState,
} from '../metrics/recalls.ts';
import { yearOf } from '../snapshot/derived.ts';

/**
 * Returns the recalls up to the last day for which a reminder is already allowed.
 * @param lockedIds numbers of locked records
 */
export function recallCases(snapshot: Snapshot, lockedIds: readonly string[]): RecallCase[] {
  const {
      recall: t,
      patient: { ids },
    } = snapshot.rawRows.tables,
    { patid, erinnertAm } = t.columns,
    state = recallState(snapshot),
    isLeft = hasLeft(snapshot),
    closed = new Set(lockedIds),
    to = snapshot.today + RECALL_LEAD_DAYS,
    a = yearOf(snapshot),
    waiting = new Set<number>(),
    found: RecallCase[] = [];
  forEachToSchedule(
    a,
    (at) => {
      waiting.add(at);
    },
    -Infinity,
    to,
  );
  forEachRecall(
    a,
    (at, p, due) => {
      if (
        state[at] === RECALL.ERLEDIGT ||
        isLeft(p) ||
        closed.has(ids[patid![at]!]!) ||
        closed.has(ids[p]!)
      )
        return;
      found.push({
        id: t.ids[at]!,
        patid: ids[p]!,
        art: t.text('art', at),
        faelligAm: dayText(due),
        erinnertAm: dayOrNull(erinnertAm![at]!),
        hatTermin: !waiting.has(at),
      });
    },
    -Infinity,
    to,
  );
  return found;
}
