// Days as numbers (days since 1970), day and minute in Berlin of an instant, and boundaries of
// weeks, months, quarters, halves and years.

import { ZONE } from '../../../shared/base/dates.ts';
import type { Grouping } from '../../../shared/analytics/reports/report.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Marks an undelivered value in an integer column. */
export const EMPTY = -2_147_483_648;
const HOUR_MS = 3_600_000;

/** Returns the number of a day `YYYY-MM-DD`. */
export const dayNumberOf = (text: string): number =>
  Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))) /
  DAY_MS;
const texts = new Map<number, string>();
/** Returns `YYYY-MM-DD` of a day number. */
export function dayText(day: number): string {
  let text = texts.get(day);
  if (text === undefined)
    texts.set(day, (text = new Date(day * DAY_MS).toISOString().slice(0, 10)));
  return text;
}
export const dayOrNull = (day: number): string | null => (day === EMPTY ? null : dayText(day));

export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}
const dates = new Map<number, CalendarDate>();
/**
 * Year, month and day of days near today are precomputed in a table: reports read them millions of
 * times.
 */
const TABLE_START = -40_000,
  DATE_TABLE: (CalendarDate | undefined)[] = Array.from({ length: 100_000 });
const computeDay = (day: number): CalendarDate => {
  const d = new Date(day * DAY_MS);
  return { year: d.getUTCFullYear(), month: d.getUTCMonth() + 1, day: d.getUTCDate() };
};
/** Returns year, month (1 to 12) and day of a day number. */
export function dateOf(day: number): CalendarDate {
  if (day >= TABLE_START && day < TABLE_START + DATE_TABLE.length)
    return (DATE_TABLE[day - TABLE_START] ??= computeDay(day));
  let date = dates.get(day);
  if (!date) dates.set(day, (date = computeDay(day)));
  return date;
}
/** Returns a consecutive number of the quarter of a day. */
export const quarterOfDay = (day: number): number => {
  const { year, month } = dateOf(day);
  return year * 4 + Math.floor((month - 1) / 3);
};
/** Returns a consecutive number of the calendar half-year of a day. */
export const halfYearOfDay = (day: number): number => {
  const { year, month } = dateOf(day);
  return year * 2 + (month > 6 ? 1 : 0);
};
export const monthOfDay = (day: number): number => {
  const { year, month } = dateOf(day);
  return year * 12 + month - 1;
};
export const firstOfMonth = (month: number): number =>
  Date.UTC(Math.floor(month / 12), month - Math.floor(month / 12) * 12, 1) / DAY_MS;
/** Names of weekdays, Monday first. */
export const WEEKDAYS = ['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'] as const;
/** Returns the weekday, Monday 0 to Sunday 6. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
/** Adds months to a day; the last day of the month where it has no such day. */
export function plusMonths(day: number, months: number): number {
  const { year, month, day: d } = dateOf(day),
    target = year * 12 + month - 1 + months;
  return Math.min(firstOfMonth(target) + d - 1, firstOfMonth(target + 1) - 1);
}
/** Returns the completed years of age on a day. */
export function ageOn(bornDay: number, day: number): number {
  const g = dateOf(bornDay),
    d = dateOf(day);
  return d.year - g.year - (d.month < g.month || (d.month === g.month && d.day < g.day) ? 1 : 0);
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const offsets = new Map<number, number>();
let lastHour = Number.NaN,
  lastOffset = 0;
/**
 * Returns Berlin's offset from UTC in an hour, in ms; cached per hour, since the lookup is slow.
 * Berlin's clocks change on the full hour.
 */
function offsetIn(hour: number): number {
  if (hour === lastHour) return lastOffset;
  let ms = offsets.get(hour);
  if (ms === undefined) {
    const parts = Object.fromEntries(
      clock.formatToParts(hour * HOUR_MS).map((p) => [p.type, Number(p.value)]),
    );
    ms =
      Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute']) -
      hour * HOUR_MS;
    offsets.set(hour, ms);
  }
  lastHour = hour;
  lastOffset = ms;
  return ms;
}
const wallClock = (at: number): number => at + offsetIn(Math.floor(at / HOUR_MS));
/** Returns the day in Berlin of an instant (ms since 1970). */
export const berlinDay = (at: number): number => Math.floor(wallClock(at) / DAY_MS);
/** Returns the minutes since midnight by Berlin's local time. */
export const berlinMinute = (at: number): number => {
  const w = wallClock(at);
  return Math.floor((w - Math.floor(w / DAY_MS) * DAY_MS) / 60_000);
};

/** Returns first and last day and the name of the period that contains a day. */
export function periodOf(
  day: number,
  grouping: Grouping,
): { from: number; to: number; name: string } {
  const { year, month } = dateOf(day);
  if (grouping === 'TAG') return { from: day, to: day, name: dayText(day) };
  if (grouping === 'WOCHE') {
    // A week belongs to the year of its Thursday (ISO 8601).
    const from = day - weekdayOf(day),
      thursday = from + 3,
      isoYear = dateOf(thursday).year;
    const week = 1 + Math.floor((thursday - dayNumberOf(`${isoYear}-01-01`)) / 7);
    return { from, to: from + 6, name: `${isoYear}-W${String(week).padStart(2, '0')}` };
  }
  if (grouping === 'MONAT') {
    const m = monthOfDay(day);
    return {
      from: firstOfMonth(m),
      to: firstOfMonth(m + 1) - 1,
      name: dayText(day).slice(0, 7),
    };
  }
  if (grouping === 'QUARTAL') {
    const q = quarterOfDay(day) * 3;
    return {
      from: firstOfMonth(q),
      to: firstOfMonth(q + 3) - 1,
      name: `${year}-Q${Math.floor((month - 1) / 3) + 1}`,
    };
  }
  return {
    from: dayNumberOf(`${year}-01-01`),
    to: dayNumberOf(`${year}-12-31`),
    name: String(year),
  };
}
export interface CalendarPeriod {
  from: number;
  to: number;
  name: string;
}
/** Returns the periods of a span in order; the first and the last are cut at the span's ends. */
export function periodsBetween(from: number, to: number, grouping: Grouping): CalendarPeriod[] {
  const found: CalendarPeriod[] = [];
  for (let day = from; day <= to;) {
    const p = periodOf(day, grouping);
    found.push({ from: Math.max(p.from, from), to: Math.min(p.to, to), name: p.name });
    day = p.to + 1;
  }
  return found;
}
/** Number of months if a span consists of whole months from any day on; 0 otherwise. */
function wholeMonths(from: number, to: number): number {
  const months = monthOfDay(to + 1) - monthOfDay(from);
  return months > 0 && plusMonths(from, months) === to + 1 ? months : 0;
}
/**
 * Returns the month, quarter or year that begins with a span and contains it: its last day and its
 * number of months; undefined where there is none.
 */
export function unitFrom(from: number, to: number): { to: number; months: number } | undefined {
  const { month, day } = dateOf(from);
  if (day !== 1) return undefined;
  const months = [1, 3, 12].find(
    (n) => (month - 1) % n === 0 && to < firstOfMonth(monthOfDay(from) + n),
  );
  return months === undefined
    ? undefined
    : { to: firstOfMonth(monthOfDay(from) + months) - 1, months };
}
/**
 * Returns the comparison span. VORJAHR: a year earlier day by day; a span that ends with a whole
 * month is compared up to the end of that month. VORPERIODE: whole months with as many months
 * before; the first days of a month, quarter or year with the first days of the one before; any
 * other span with the same weekdays right before it.
 */
export function comparisonSpan(
  from: number,
  to: number,
  kind: 'VORJAHR' | 'VORPERIODE',
): { from: number; to: number } {
  if (kind === 'VORPERIODE') {
    const months = wholeMonths(from, to);
    if (months > 0) return { from: plusMonths(from, -months), to: from - 1 };
    const unit = unitFrom(from, to);
    if (unit) return { from: plusMonths(from, -unit.months), to: plusMonths(to, -unit.months) };
    const days = Math.ceil((to - from + 1) / 7) * 7;
    return { from: from - days, to: to - days };
  }
  const month = monthOfDay(to),
    endsOnMonthEnd = dateOf(to + 1).day === 1 && from <= firstOfMonth(month);
  return {
    from: plusMonths(from, -12),
    to: endsOnMonthEnd ? firstOfMonth(month - 11) - 1 : plusMonths(to, -12),
  };
}
/**
 * Returns the completed months of age on a day; a person born on the 31st completes the month on
 * the following first where it has no 31st.
 */
export function ageInMonths(bornDay: number, day: number): number {
  const g = dateOf(bornDay),
    d = dateOf(day);
  return (d.year - g.year) * 12 + d.month - g.month - (d.day < g.day ? 1 : 0);
}
