// Recalls for the work list, read from the image: those that nobody kept an appointment for, and whether one is in the book.

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

/** Up to the last day on which somebody may be reminded already. @param zu numbers of closed records */
export function recallfaelle(snapshot: Snapshot, zu: readonly string[]): RecallCase[] {
  const {
      recall: t,
      patient: { ids },
    } = snapshot.rawRows.tables,
    { patid, erinnertAm } = t.spalten,
    stand = recallState(snapshot),
    isLeft = hasLeft(snapshot),
    closed = new Set(zu),
    bis = snapshot.heute + RECALL_LEAD_DAYS,
    a = yearOf(snapshot),
    waiting = new Set<number>(),
    found: RecallCase[] = [];
  forEachToSchedule(
    a,
    (at) => {
      waiting.add(at);
    },
    -Infinity,
    bis,
  );
  forEachRecall(
    a,
    (at, p, due) => {
      if (
        stand[at] === RECALL.ERLEDIGT ||
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
    bis,
  );
  return found;
}
