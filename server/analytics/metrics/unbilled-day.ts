// Private services that were unbilled at the end of a day, derived from the dates of invoices.

import { type Selection, withPeriod } from '../snapshot/selection.ts';
import { forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import { selectsEveryRow } from '../snapshot/selection/matches.ts';
import { PAYER, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { memoise, serviceRowSet, subsetOf } from './row-index.ts';
import type { RowSet } from '../snapshot/row-set.ts';

/** A day later than any other, and one earlier. */
const NEVER = 2_147_483_647;
const EVER = -200_000;
const BILLED = 2;
/** Figures of services that are unbilled for more than a number of days. */
export const UNBILLED_AGES: Readonly<Record<string, number>> = {
  nichtFakturiert: 7,
  nichtFakturiert30: 30,
};

/**
 * Calls with each span of days, from the first to before the last, on which a service was unbilled;
 * `isKnown` is false where the data do not say whether it was.
 */
function spansUnbilled(
  { services, rawRows, today }: Snapshot,
  i: number,
  span: (from: number, to: number, isKnown: boolean) => void,
): void {
  const { rowState, columns } = rawRows.tables.rechnung;
  const invoice = services.rechnung[i]!;
  const isBilled = services.status[i] === BILLED;
  const day = services.day[i]!;
  const invoiceDay =
    invoice >= 0 && rowState[invoice] === LIVE ? columns['datum']![invoice]! : EMPTY;
  if (invoiceDay !== EMPTY && invoiceDay > day) span(day, invoiceDay, true);
  const off = invoiceDay === EMPTY ? day : columns['stornoAm']![invoice]!;
  if (off === EMPTY) return;
  // Marked as billed without a valid invoice: the day is not known.
  if (isBilled) span(Math.max(off, day), today, false);
  else span(Math.max(off, day, invoiceDay), NEVER, true);
}
/** Private services that were unbilled on any day after their own. */
const candidates = (snapshot: Snapshot): RowSet =>
  serviceRowSet(snapshot, 'je unberechnet', (i) => {
    if (snapshot.services.traeger[i] === PAYER.GKV) return false;
    let isAny = false;
    spansUnbilled(snapshot, i, (from, to) => {
      if (to > from) isAny = true;
    });
    return isAny;
  });
/** Most services are billed within this many days: a list of a day walks those days. */
const SOON_DAYS = 120;
/** The others: services that were unbilled for longer. */
const slowlyBilled = (snapshot: Snapshot): RowSet =>
  memoise(snapshot, 'lange unberechnet', () =>
    subsetOf(candidates(snapshot), (i) => {
      let last = EVER;
      spansUnbilled(snapshot, i, (_from, to) => {
        last = Math.max(last, to);
      });
      return last > snapshot.services.day[i]! + SOON_DAYS;
    }),
  );
/**
 * Iterates over the chosen private services that were unbilled at the end of the last day of a
 * filter and older than a number of days then, whatever the first day of the filter is.
 * @param unknown receives those that may have been unbilled then
 */
export function forEachUnbilled(
  a: Selection,
  olderThanDays: number,
  visit: (i: number) => void,
  unknown: (i: number) => void = () => undefined,
): void {
  const { snapshot, cutoffDate: day } = a,
    last = day - olderThanDays - 1,
    recent = day - SOON_DAYS;
  const one = (i: number): void => {
    spansUnbilled(snapshot, i, (from, to, isKnown) => {
      if (from > day || to <= day) return;
      if (isKnown) visit(i);
      else unknown(i);
    });
  };
  forEachServiceIn(withPeriod(a, EVER, Math.min(recent - 1, last)), slowlyBilled(snapshot), one);
  forEachServiceIn(withPeriod(a, recent, last), candidates(snapshot), one);
}

/** Days back for which the balances are stored. */
const DAYS_BACK = 366 * 12;
interface Balance {
  readonly from: number;
  /** Cents at the end of each day, and the number of services whose state is not known. */
  readonly cents: Float64Array;
  readonly unknown: Float64Array;
}
function balanceOf(a: Selection, olderThanDays: number): Balance {
  const { snapshot } = a,
    { services, today } = snapshot,
    start = today - DAYS_BACK,
    cents = new Float64Array(DAYS_BACK + 2),
    unknown = new Float64Array(DAYS_BACK + 2);
  forEachServiceIn(withPeriod(a, EVER, today), candidates(snapshot), (i) => {
    const oldEnough = services.day[i]! + olderThanDays + 1;
    spansUnbilled(snapshot, i, (from, to, isKnown) => {
      const first = Math.max(from, oldEnough, start),
        end = Math.min(to, today + 1);
      if (first >= end) return;
      const sums = isKnown ? cents : unknown,
        value = isKnown ? services.betrag[i]! : 1;
      sums[first - start]! += value;
      sums[end - start]! -= value;
    });
  });
  for (const sums of [cents, unknown])
    for (let d = 1; d < sums.length; d += 1) sums[d]! += sums[d - 1]!;
  return { from: start, cents, unknown };
}
const narrowed = new WeakMap<Selection['chosenMarks'], Map<string, Balance>>();
/**
 * Returns cents of unbilled services on the last day of a filter and the number of services whose
 * state then is not known; undefined for another figure or a day too far back. A filter's balances
 * are computed once for all days.
 */
export function unbilledSum(
  key: string,
  a: Selection,
): { cents: number; unknown: number } | undefined {
  const age = UNBILLED_AGES[key];
  if (age === undefined || a.cutoffDate < a.snapshot.today - DAYS_BACK) return undefined;
  let balance: Balance | undefined;
  if (selectsEveryRow(a))
    balance = memoise(a.snapshot, `unberechnet ${age}`, () => balanceOf(a, age));
  else {
    let own = narrowed.get(a.chosenMarks);
    if (!own) narrowed.set(a.chosenMarks, (own = new Map()));
    const name = `${age} ${a.weekday ?? ''}`;
    balance = own.get(name);
    if (!balance) own.set(name, (balance = balanceOf(a, age)));
  }
  const at = a.cutoffDate - balance.from;
  return { cents: balance.cents[at]!, unknown: balance.unknown[at]! };
}
