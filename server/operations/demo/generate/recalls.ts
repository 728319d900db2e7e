// Generates recalls: due and kept ones, currently due ones with or without an appointment, and the
// waiting list.

import { dayText } from './calendar.ts';
import { TYPES } from './masters.ts';
import type { PatientModel, Wish, World } from './world.ts';

export type RecallKind = 'KONTROLLE' | 'PZR' | 'UPT';
/** Settles a recall by a visit and sets the next one. */
export function answerRecall(
  w: World,
  p: PatientModel,
  art: RecallKind,
  day: number,
  weeks: number,
  terminId: string,
): void {
  const due = p.recall.get(art);
  if (due !== undefined) row(w, p, art, due, weeks, 'RECALLTERMIN_VEREINBART', terminId, null);
  p.recall.set(art, day + weeks * 7);
}
const row = (
  w: World,
  p: PatientModel,
  art: RecallKind,
  due: number,
  weeks: number,
  status: string,
  terminId: string | null,
  told: number | null,
): void => {
  w.emit('recall', w.id('RC'), Math.max(w.start, Math.min(due, w.end)), {
    patid: p.id,
    art,
    intervallWochen: weeks,
    faelligAm: dayText(due),
    status,
    terminId,
    erinnertAm: told === null ? null : dayText(told),
  });
};
/** Emits the recalls open on the last day. */
export function emitRecalls(w: World): void {
  for (const p of w.pats) {
    // Patients without a visit for two years get no letters and are managed as former patients.
    if (w.end - Math.max(p.last, p.first) > 730) p.isGone = true;
    if (p.isGone) continue;
    for (const art of ['KONTROLLE', 'PZR', 'UPT'] as const) {
      const due = p.recall.get(art),
        next = p.next.get(art);
      if (due === undefined) continue;
      // A contacted patient without an appointment stays due; one with an appointment counts as
      // reminded.
      const isTold = due < w.end && w.rng.chance(0.4),
        status =
          next === undefined
            ? 'NAECHSTER_RECALLTERMIN'
            : isTold
              ? 'RECALLTERMIN_ERINNERT'
              : 'RECALLTERMIN_VEREINBART';
      row(
        w,
        p,
        art,
        due,
        Math.round(p.weeks),
        status,
        next ?? null,
        isTold ? Math.min(w.end, due + 7) : null,
      );
    }
  }
}
/** Emits the waiting list: some patients whose wish did not fit into the schedule. */
export function emitWaiting(w: World, queues: readonly (readonly Wish[])[]): void {
  for (const queue of queues)
    for (const one of queue.filter((at) => at.made <= w.end).slice(0, 8)) {
      const type = TYPES[one.kind];
      w.emit('warteliste', w.id('W'), w.end, {
        patid: one.p.id,
        seit: dayText(Math.max(w.start, Math.min(one.made, w.end))),
        bis: null,
        terminart: type.id,
        behandler: null,
        dauerMin: type.minutes[0],
        notiz: w.rng.pick(['vormittags', 'kurzfristig möglich', 'nur nach 16 Uhr', null]),
      });
    }
}
