// Costs that the practice entered, exact in cents for any span, and what they leave of the revenue.

import { countedUntil } from '../../snapshot/comparison.ts';
import { withPeriod, type Selection } from '../../snapshot/selection.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { StoredCost } from '../../snapshot/store.ts';
import { dayNumberOf, firstOfMonth, monthOfDay } from '../../snapshot/calendar.ts';
import { lowerBound } from '../../snapshot/tables/sort-rows.ts';

/** Rounds a fraction of whole numbers half up, without floating point. */
const roundedShare = (cents: number, part: number, whole: number): number =>
  Math.floor((2 * cents * part + whole) / (2 * whole));
interface Days {
  readonly from: number;
  readonly to: number;
}
/** Returns the days of a span on which a cost is valid; `to` before `from` without any. */
function validDays({ validFrom, validTo }: StoredCost, { from, to }: Days): Days {
  return {
    from: Math.max(from, dayNumberOf(validFrom)),
    to: validTo === null ? to : Math.min(to, dayNumberOf(validTo)),
  };
}
/**
 * Returns the cents of a monthly cost in a span. Within a month each day ends at its rounded part of
 * the amount, so that parts of a span add up to it.
 */
function monthlyCents(cost: StoredCost, span: Days): number {
  const { from, to } = validDays(cost, span);
  let sum = 0;
  for (let month = monthOfDay(from); from <= to && month <= monthOfDay(to); month += 1) {
    const first = firstOfMonth(month),
      days = firstOfMonth(month + 1) - first;
    sum +=
      roundedShare(cost.cents, Math.min(to + 1 - first, days), days) -
      roundedShare(cost.cents, Math.max(from - first, 0), days);
  }
  return sum;
}
/** Returns the available minutes that a cost an hour counts, by row of working hours. */
function minutesFor(snapshot: Snapshot, { centre, target }: StoredCost): (i: number) => number {
  const { workingHours, rawRows } = snapshot;
  if (centre === 'PRAXIS') return (i) => workingHours.minutes[i]!;
  const isRoom = centre === 'ZIMMER',
    at = rawRows.tables[isRoom ? 'zimmer' : 'behandler'].slotById.get(target);
  if (at === undefined) return () => 0;
  return isRoom
    ? (i) => (workingHours.zimmer[i] === at ? workingHours.roomMinutes[i]! : 0)
    : (i) => (workingHours.behandler[i] === at ? workingHours.minutes[i]! : 0);
}
const MINUTES = 60;
/** Visits the cents of a cost an available hour on each day of a span; each day is rounded alone. */
export function forEachHourlyDay(
  snapshot: Snapshot,
  cost: StoredCost,
  span: Days,
  visit: (day: number, cents: number) => void,
): void {
  const { from, to } = validDays(cost, span),
    { day } = snapshot.workingHours,
    minutes = minutesFor(snapshot, cost);
  let own = 0;
  for (let i = lowerBound(day, from), end = lowerBound(day, to + 1); i < end; i += 1) {
    own += minutes(i);
    if (i + 1 < end && day[i + 1] === day[i]) continue;
    visit(day[i]!, roundedShare(cost.cents, own, MINUTES));
    own = 0;
  }
}
function hourlyCents(snapshot: Snapshot, cost: StoredCost, span: Days): number {
  let sum = 0;
  forEachHourlyDay(snapshot, cost, span, (_day, cents) => {
    sum += cents;
  });
  return sum;
}
/** Returns the available hours that a cost an hour counts in a span. */
export function hoursOfCost(snapshot: Snapshot, cost: StoredCost, span: Days): number {
  const { from, to } = validDays(cost, span),
    { day } = snapshot.workingHours,
    minutes = minutesFor(snapshot, cost);
  let sum = 0;
  for (let i = lowerBound(day, from), end = lowerBound(day, to + 1); i < end; i += 1)
    sum += minutes(i);
  return Math.round((sum / MINUTES) * 100) / 100;
}
/** Returns the cents of one cost in a span. */
export const centsOfCost = (snapshot: Snapshot, cost: StoredCost, span: Days): number =>
  cost.per === 'MONAT' ? monthlyCents(cost, span) : hourlyCents(snapshot, cost, span);

/**
 * Returns why the costs of a span are not known: a day without any entered cost, or costs an hour
 * without delivered working hours. Undefined where they are known.
 */
export function costGap(a: Selection, span: Days = costSpan(a)): 'tage' | 'stunden' | undefined {
  const costs = a.costs ?? [];
  let day = span.from;
  for (const own of costs
    .map((cost) => validDays(cost, span))
    .filter(({ from, to }) => from <= to)
    .toSorted((x, y) => x.from - y.from)) {
    if (own.from > day) break;
    day = Math.max(day, own.to + 1);
  }
  if (day <= span.to) return 'tage';
  return a.snapshot.workingHours.n === 0 && costs.some(({ per }) => per === 'STUNDE')
    ? 'stunden'
    : undefined;
}
/** Returns the days of a span up to the last one that counts as over. */
export const costSpan = (a: Selection): Selection => {
  const until = countedUntil(a.snapshot);
  return a.to > until ? withPeriod(a, a.from, until) : a;
};

export interface Costs {
  readonly fixed: number;
  readonly hourly: number;
  readonly total: number;
}
/** Returns the costs of the days that are over, in cents; undefined where they are not known. */
export function costsOf(a: Selection): Costs | undefined {
  const span = costSpan(a);
  if (span.from > span.to || costGap(a) !== undefined) return undefined;
  let fixed = 0,
    hourly = 0;
  for (const cost of a.costs ?? []) {
    const cents = centsOfCost(a.snapshot, cost, span);
    if (cost.per === 'MONAT') fixed += cents;
    else hourly += cents;
  }
  return { fixed, hourly, total: fixed + hourly };
}
/** Returns the monthly costs of the whole span in cents; undefined where they are not known. */
export function fixedCostsOf(a: Selection): number | undefined {
  if (costGap(a, a) !== undefined) return undefined;
  return (a.costs ?? [])
    .filter(({ per }) => per === 'MONAT')
    .reduce((sum, cost) => sum + centsOfCost(a.snapshot, cost, a), 0);
}
export interface Profit extends Costs {
  /** Revenue without external laboratories, in cents. */
  readonly revenue: number;
  readonly contribution: number;
  /** Available minutes of all practitioners. */
  readonly minutes: number;
}
/**
 * Returns what the costs leave of the revenue of the days that are over; undefined where the costs
 * are not known.
 * @param revenueOf revenue of a selection without external laboratories, in cents
 */
export function profit(a: Selection, revenueOf: (own: Selection) => number): Profit | undefined {
  const costs = costsOf(a);
  if (!costs) return undefined;
  const span = costSpan(a),
    { day, minutes } = a.snapshot.workingHours,
    revenue = revenueOf(span);
  let sum = 0;
  for (let i = lowerBound(day, span.from), end = lowerBound(day, span.to + 1); i < end; i += 1)
    sum += minutes[i]!;
  return { ...costs, revenue, contribution: revenue - costs.total, minutes: sum };
}
/**
 * Returns the available hours that pay the monthly costs of the whole span; null without hours, or
 * where an hour leaves nothing.
 */
export function breakEvenHours(
  found: Profit | undefined,
  fixed: number | undefined,
): number | null {
  const left = found ? found.revenue - found.hourly : 0;
  return found === undefined || fixed === undefined || found.minutes === 0 || left <= 0
    ? null
    : Math.round((fixed * found.minutes * 100) / (left * MINUTES)) / 100;
}
