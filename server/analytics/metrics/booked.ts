// Which appointments were booked at the end of a day, for any day, from the days on which they were
// made and cancelled.

import type { Snapshot } from '../snapshot/snapshot.ts';
import { berlinDay, EMPTY } from '../snapshot/calendar.ts';
import { memoise } from './row-index.ts';
import { isCancelledState, isPlanned, nextAppointments } from './walks.ts';

/** Answer of dated facts; UNKNOWN where a day is missing. */
export const BOOKED = { NO: 0, YES: 1, UNKNOWN: 2 } as const;
export type Booked = (typeof BOOKED)[keyof typeof BOOKED];

/** Days on which each appointment was made and cancelled; EMPTY where they were not delivered. */
const bookingDays = (snapshot: Snapshot): { readonly made: Int32Array; readonly off: Int32Array } =>
  memoise(snapshot, 'gebucht am', () => {
    const { createdAt, absage } = snapshot.appointments,
      day = (at: number): number => (Number.isNaN(at) ? EMPTY : berlinDay(at));
    return { made: Int32Array.from(createdAt, day), off: Int32Array.from(absage, day) };
  });
/**
 * Returns whether an appointment was made by the end of a day, and not cancelled by then. From today
 * on its present state counts, and so it does once its own day has come.
 */
export function bookedOn(snapshot: Snapshot, day: number): (i: number) => Booked {
  const { appointments, today } = snapshot,
    { status, day: dayOf } = appointments,
    now = (i: number): Booked => (isPlanned(status[i]!) ? BOOKED.YES : BOOKED.NO);
  if (day >= today) return now;
  const { made, off } = bookingDays(snapshot);
  return (i) => {
    if (dayOf[i]! <= day) return now(i);
    if (made[i] !== EMPTY && made[i]! > day) return BOOKED.NO;
    const isCancelled = isCancelledState(status[i]!);
    if (isCancelled && off[i] !== EMPTY && off[i]! <= day) return BOOKED.NO;
    return made[i] === EMPTY || (isCancelled && off[i] === EMPTY) ? BOOKED.UNKNOWN : BOOKED.YES;
  };
}
/**
 * Returns whether a patient had an appointment ahead at the end of a day, on or after the day
 * `since`; each patient is looked at once.
 */
export function bookedAheadOn(
  snapshot: Snapshot,
  day: number,
  since = day + 1,
): (pat: number) => Booked {
  const { appointments, today } = snapshot;
  if (day >= today) {
    const next = nextAppointments(snapshot, since);
    return (pat) => (next[pat]! < 0 ? BOOKED.NO : BOOKED.YES);
  }
  const { from, rows } = appointments.byPatient,
    booked = bookedOn(snapshot, day),
    known = new Int8Array(from.length).fill(-1);
  const look = (pat: number): Booked => {
    let found: Booked = BOOKED.NO;
    for (
      let g = from[pat + 1]! - 1;
      g >= from[pat]! && appointments.day[rows[g]!]! >= since;
      g -= 1
    ) {
      const own = booked(rows[g]!);
      if (own === BOOKED.YES) return own;
      if (own === BOOKED.UNKNOWN) found = own;
    }
    return found;
  };
  return (pat) => {
    if (known[pat]! < 0) known[pat] = look(pat);
    return known[pat] as Booked;
  };
}
