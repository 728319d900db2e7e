// The span that a selection is compared with: equally long in working days while it is running.

import type { Selection } from './selection.ts';
import { withPeriod } from './selection.ts';
import {
  comparisonSpan,
  EMPTY,
  firstOfMonth,
  monthOfDay,
  periodOf,
  plusMonths,
  unitFrom,
  weekdayOf,
} from './calendar.ts';
import type { Snapshot } from './snapshot.ts';
import { isWorkday, workdays } from './working-days.ts';

/** Returns the last day that counts as over: today only once rows of it were delivered. */
export const countedUntil = ({ today, dataUntil }: Snapshot): number =>
  dataUntil === EMPTY ? today : Math.min(today, dataUntil);
/** Returns a span that ends today without today, while none of its rows were delivered. */
export const countedSpan = (a: Selection): Selection =>
  a.to === a.snapshot.today ? withPeriod(a, a.from, countedUntil(a.snapshot)) : a;
/** Checks whether a span has begun and is not over: its last day is today or later. */
export const isOngoing = ({ from, to, snapshot: { today } }: Selection): boolean =>
  from <= today && today <= to;

interface Span {
  from: number;
  to: number;
}
/** The whole period of a running span: the week, month, quarter or year that it began with. */
function wholePeriod({ from, to, snapshot: { today } }: Selection): Span {
  if (to > today) return { from, to };
  if (weekdayOf(from) === 0 && to <= from + 6) return { from, to: from + 6 };
  return { from, to: unitFrom(from, to)?.to ?? to };
}
/**
 * Months between two spans that begin on the same day of a month; undefined where days were
 * shifted.
 */
const monthsBetween = (own: Span, other: Span): number | undefined => {
  const months = monthOfDay(own.from) - monthOfDay(other.from);
  return plusMonths(own.from, -months) === other.from ? months : undefined;
};
/**
 * Returns the last day of the part of the other span that has as many working days as the own one
 * until a day: counted within its month where both spans begin alike, so that months add up.
 * Undefined where the other span has none of them.
 */
function sameWorkingDays(
  own: Span,
  until: number,
  other: Span,
  region: string | null,
): number | undefined {
  const months = monthsBetween(own, other),
    month = monthOfDay(until);
  let first = own.from,
    day = other.from,
    last = other.to;
  if (months !== undefined) {
    first = Math.max(first, firstOfMonth(month));
    day = Math.max(day, firstOfMonth(month - months));
    last = Math.min(last, firstOfMonth(month - months + 1) - 1);
  }
  const wanted = workdays(first, until, region);
  let count = 0,
    end = day - 1;
  // A free day at the end is matched by free days before the next working day.
  for (; day <= last; day += 1) {
    if (isWorkday(day, region)) {
      if (count === wanted) break;
      count += 1;
    }
    end = day;
    if (count === wanted && isWorkday(until, region)) break;
  }
  return end < other.from || (wanted > 0 && count === 0) ? undefined : end;
}
const WEEK = 7;
/**
 * Returns the same weekday of the same ISO week of the year before; of a 53rd week that the year
 * before does not have, the day 52 weeks before.
 */
function sameWeekdayYearBefore(day: number): number {
  const { name } = periodOf(day, 'WOCHE'),
    week = name.slice(name.indexOf('W')),
    year = Number(name.slice(0, 4)) - 1;
  return (
    [52, 53]
      .map((weeks) => day - weeks * WEEK)
      .find((other) => periodOf(other, 'WOCHE').name === `${year}-${week}`) ?? day - 52 * WEEK
  );
}
/**
 * Returns the span that a whole one is compared with. A span of at most a week is compared with the
 * same weekdays also in the year before: a Monday next to a Sunday would say nothing.
 */
function otherSpan(own: Span, kind: 'VORJAHR' | 'VORPERIODE'): Span {
  if (kind === 'VORPERIODE' || own.to - own.from >= WEEK)
    return comparisonSpan(own.from, own.to, kind);
  const from = sameWeekdayYearBefore(own.from);
  return { from, to: from + own.to - own.from };
}
/**
 * Returns the filter for the comparison span; null without a comparison. A running span is compared
 * with as many working days of the earlier one, since a part compared with a whole would look like
 * a decline; today counts once rows of it were delivered.
 */
export function comparisonOf(a: Selection): Selection | null {
  const { vergleich: kind } = a.filter;
  if (kind === 'KEIN') return null;
  if (!isOngoing(a)) {
    const { from, to } = otherSpan(a, kind);
    return withPeriod(a, from, to);
  }
  const until = countedUntil(a.snapshot);
  if (until < a.from) return null;
  const own = wholePeriod(a),
    other = otherSpan(own, kind),
    end = sameWorkingDays(own, until, other, a.region ?? null);
  return end === undefined ? null : withPeriod(a, other.from, end);
}
/**
 * Returns the filter whose last day a state is compared with: the same day of the comparison span;
 * null without a comparison.
 */
export function stateComparisonOf(a: Selection): Selection | null {
  const { vergleich: kind } = a.filter;
  if (kind === 'KEIN') return null;
  const own = isOngoing(a) ? wholePeriod(a) : a,
    other = comparisonSpan(own.from, own.to, kind);
  if (!isOngoing(a)) return withPeriod(a, other.from, other.to);
  const months = kind === 'VORJAHR' ? 12 : monthsBetween(own, other),
    day =
      months === undefined
        ? a.snapshot.today - (own.from - other.from)
        : plusMonths(a.snapshot.today, -months);
  return withPeriod(a, Math.min(other.from, day), day);
}
