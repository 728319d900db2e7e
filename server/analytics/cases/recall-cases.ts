// Recalls for the work list, read from the image: those that nobody kept an appointment for, and whether one is in the book.

import { RECALL_VORLAUF, type RecallFall } from '../../../shared/analytics/reports/worklist.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { tagOderNull, tagText } from '../snapshot/calendar.ts';
import {
  istAusgeschieden,
  jederRecall,
  jederZuVereinbarende,
  RECALL,
  recallStand,
} from '../metrics/recalls.ts';
import { jahrVon } from '../snapshot/derived.ts';

/** Up to the last day on which somebody may be reminded already. @param zu numbers of closed records */
export function recallfaelle(bild: Bild, zu: readonly string[]): RecallFall[] {
  const {
      recall: t,
      patient: { ids },
    } = bild.roh.tabellen,
    { patid, erinnertAm } = t.spalten,
    stand = recallStand(bild),
    isLeft = istAusgeschieden(bild),
    closed = new Set(zu),
    bis = bild.heute + RECALL_VORLAUF,
    a = jahrVon(bild),
    waiting = new Set<number>(),
    found: RecallFall[] = [];
  jederZuVereinbarende(
    a,
    (at) => {
      waiting.add(at);
    },
    -Infinity,
    bis,
  );
  jederRecall(
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
        faelligAm: tagText(due),
        erinnertAm: tagOderNull(erinnertAm![at]!),
        hatTermin: !waiting.has(at),
      });
    },
    -Infinity,
    bis,
  );
  return found;
}
