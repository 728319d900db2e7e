// Hours in which the server of a practice may be updated, and the hours that suit all practices of
// one server.

import { berlinDay, berlinInstant, berlinTime, isTime } from '../base/dates.ts';
import { addDays, dayNumber } from '../base/day-math.ts';

/** Weekdays, 1 (Monday) to 7, on which the hours begin; they may end on the next day. */
export interface UpdateWindow {
  days: readonly number[];
  /** Berlin times, `HH:MM`. */
  from: string;
  to: string;
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const DEFAULT_UPDATE_WINDOW: UpdateWindow = { days: WEEKDAYS, from: '20:00', to: '06:00' };

const DAY_MINUTES = 24 * 60,
  WEEK_MINUTES = 7 * DAY_MINUTES,
  /** An update with its look at the result needs this long. */
  LEAST_MINUTES = 60;

const minutesOf = (time: string): number => +time.slice(0, 2) * 60 + +time.slice(3, 5);
const lengthOf = ({ from, to }: Pick<UpdateWindow, 'from' | 'to'>): number =>
  (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;

/** Checks for one weekday at least, each once and in order, and for an hour at least. */
export const isUpdateWindow = ({ days, from, to }: UpdateWindow): boolean =>
  days.length > 0 &&
  days.every((day, at) => day >= 1 && day <= 7 && (at === 0 || day > days[at - 1]!)) &&
  isTime(from) &&
  isTime(to) &&
  lengthOf({ from, to }) >= LEAST_MINUTES;

/** Writes a window as `12345 20:00-06:00`, as it is stored. */
export const windowText = ({ days, from, to }: UpdateWindow): string =>
  `${days.join('')} ${from}-${to}`;
/** Reads a stored window; undefined if it is damaged. */
export function readWindow(text: string): UpdateWindow | undefined {
  const [, days = '', from = '', to = ''] = /^([1-7]{1,7}) (.{5})-(.{5})$/.exec(text) ?? [],
    read = { days: [...days].map(Number), from, to };
  return isUpdateWindow(read) ? read : undefined;
}

/** Returns a stored window; the default for none and for a damaged one. */
export const windowOrDefault = (text: string | null): UpdateWindow =>
  (text === null ? undefined : readWindow(text)) ?? DEFAULT_UPDATE_WINDOW;

/** How many practices have a window. */
export interface WindowCount {
  window: UpdateWindow;
  practices: number;
}
/** A time that suits as many practices of a server as any. */
export interface CommonWindow {
  /** Begin, ms; now, if it has begun. */
  from: number;
  /** End, ms. */
  to: number;
  isNow: boolean;
  /** Practices that it does not suit. */
  against: number;
}

/** Counts for each minute of a week, from Monday 00:00, the practices that it does not suit. */
function countAgainst(counts: readonly WindowCount[]): Uint32Array {
  const all = counts.reduce((sum, { practices }) => sum + practices, 0),
    against = new Uint32Array(WEEK_MINUTES).fill(all);
  for (const { window, practices } of counts)
    for (const day of window.days) {
      const begin = (day - 1) * DAY_MINUTES + minutesOf(window.from);
      for (let at = begin; at < begin + lengthOf(window); at++)
        against[at % WEEK_MINUTES]! -= practices;
    }
  return against;
}

/** Minute of the week of an instant on Berlin's clock. 1970-01-01 was a Thursday. */
const minuteOfWeek = (at: number): number =>
  ((dayNumber(berlinDay(at)) + 3) % 7) * DAY_MINUTES + minutesOf(berlinTime(at));

/** Returns the instant of a minute counted from the beginning of a Berlin day. */
function instantAt(day: string, minutes: number): number {
  const ofDay = minutes % DAY_MINUTES,
    two = (n: number): string => String(n).padStart(2, '0');
  return berlinInstant(
    addDays(day, Math.floor(minutes / DAY_MINUTES)),
    `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`,
  );
}

/** Longest run of minutes from `at` on with at most `most` practices against; a week at most. */
function runFrom(against: Uint32Array, at: number, most: number): number {
  let minutes = 0;
  while (minutes < WEEK_MINUTES && against[(at + minutes) % WEEK_MINUTES]! <= most) minutes++;
  return minutes;
}

/** Least number of practices against any run of at least an hour. */
function leastAgainst(against: Uint32Array): number {
  const levels = [...new Set(against)].sort((a, b) => a - b);
  for (const level of levels)
    for (let at = 0; at < WEEK_MINUTES; at++) {
      const run = runFrom(against, at, level);
      if (run >= LEAST_MINUTES) return level;
      at += run;
    }
  return levels.at(-1) ?? 0;
}

/**
 * Returns the next hours in which a server may be updated: those that suit all its practices, or, if
 * there are none, as many as possible. Hours that have begun and have less than an hour left are
 * passed over.
 * @param now ms
 * @returns undefined without practices
 */
export function nextCommonWindow(
  counts: readonly WindowCount[],
  now: number,
): CommonWindow | undefined {
  if (counts.length === 0) return undefined;
  const against = countAgainst(counts),
    most = leastAgainst(against),
    today = berlinDay(now),
    begin = minuteOfWeek(now),
    ofDay = minutesOf(berlinTime(now));
  for (let passed = 0; passed < WEEK_MINUTES + DAY_MINUTES; passed++) {
    const run = runFrom(against, (begin + passed) % WEEK_MINUTES, most);
    if (run < LEAST_MINUTES) {
      passed += run;
      continue;
    }
    return {
      from: passed === 0 ? now : instantAt(today, ofDay + passed),
      to: instantAt(today, ofDay + passed + run),
      isNow: passed === 0,
      against: most,
    };
  }
  return undefined;
}
