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
 * Checks whether an appointment was made by the end of a day, and not cancelled by then. From today
 * on its present state counts, and so it does once its own day has come.
 */
export function bookedOn(snapshot: Snapshot, i: number, day: number): Booked {
  const { appointments, today } = snapshot;
  const status = appointments.status[i]!;
  if (day >= today || appointments.day[i]! <= day)
    return isPlanned(status) ? BOOKED.YES : BOOKED.NO;
  const days = bookingDays(snapshot);
  const made = days.made[i]!;
  if (made !== EMPTY && made > day) return BOOKED.NO;
  const off = isCancelledState(status) ? days.off[i]! : undefined;
  if (off !== undefined && off !== EMPTY && off <= day) return BOOKED.NO;
  return made === EMPTY || off === EMPTY ? BOOKED.UNKNOWN : BOOKED.YES;
}
/**
 * Checks whether a patient had an appointment ahead at the end of a day, on or after the day
 * `since`.
 */
export function isBookedAhead(
  snapshot: Snapshot,
  pat: number,
  day: number,
  since = day + 1,
): Booked {
  const { appointments, today } = snapshot;
  if (day >= today) return nextAppointments(snapshot, since)[pat]! < 0 ? BOOKED.NO : BOOKED.YES;
  const { from, rows } = appointments.byPatient;
  let found: Booked = BOOKED.NO;
  for (
    let g = from[pat + 1]! - 1;
    g >= from[pat]! && appointments.day[rows[g]!]! >= since;
    g -= 1
  ) {
    const own = bookedOn(snapshot, rows[g]!, day);
    if (own === BOOKED.YES) return own;
    if (own === BOOKED.UNKNOWN) found = own;
  }
  return found;
}
