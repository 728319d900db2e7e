// Due times of recurring reports by mail. Pure.

import { berlinDay, berlinInstant } from '../../../../shared/base/dates.ts';
import { addDays, dayNumber } from '../../../../shared/base/day-math.ts';

export interface Rhythm {
  readonly rhythmus: 'woche' | 'monat';
  /** Weekday 1 (Monday) to 7, or day of the month 1 to 28. */
  readonly tag: number;
  /** HH:MM in Berlin. */
  readonly zeit: string;
}
const fits = ({ rhythmus, tag: onDay }: Rhythm, day: string): boolean =>
  rhythmus === 'monat'
    ? Number(day.slice(8, 10)) === onDay
    : ((dayNumber(day) + 3) % 7) + 1 === onDay;
/** Longest interval of any schedule. */
const DAYS = 32;

/** Returns the last due time (ms) up to now. */
export function lastDueAt(r: Rhythm, now: number): number {
  const today = berlinDay(now);
  for (let back = 0; back <= DAYS; back += 1) {
    const day = addDays(today, -back),
      at = fits(r, day) ? berlinInstant(day, r.zeit) : Infinity;
    if (at <= now) return at;
  }
  throw new Error(`no day fits ${JSON.stringify(r)}`);
}
/** Returns the next due time (ms) after now. */
export function nextSendAt(r: Rhythm, now: number): number {
  const today = berlinDay(now);
  for (let ahead = 0; ahead <= DAYS; ahead += 1) {
    const day = addDays(today, ahead),
      at = fits(r, day) ? berlinInstant(day, r.zeit) : -Infinity;
    if (at > now) return at;
  }
  throw new Error(`no day fits ${JSON.stringify(r)}`);
}
