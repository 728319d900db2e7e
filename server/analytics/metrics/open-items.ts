/** Open amounts of invoices at the end of a day, by age. */
import type { Selection } from '../snapshot/selection.ts';
import { chosenCents, matchesInvoice } from '../snapshot/selection/invoice-matches.ts';
import { selectsEveryRow } from '../snapshot/selection/matches.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { INVOICE, openAmountOn } from '../snapshot/invoices.ts';
import { invoicesByDay, memoise } from './row-index.ts';

/** Iterates over the chosen open invoices: index, open cents of the chosen share, age in days. */
export function forEachOpenItem(
  a: Selection,
  visit: (at: number, cents: number, age: number) => void,
): void {
  const invoiceDay = a.snapshot.rawRows.tables.rechnung.columns['datum']!,
    all = selectsEveryRow(a);
  const { rows, cents } = openItemsOn(a.snapshot, a.cutoffDate);
  for (let k = 0; k < rows.length; k += 1)
    if (all || matchesInvoice(a, rows[k]!))
      visit(
        rows[k]!,
        all ? cents[k]! : chosenCents(a, rows[k]!, cents[k]!),
        a.cutoffDate - invoiceDay[rows[k]!]!,
      );
}

/**
 * Iterates likewise over those that a patient should have paid before that day. Amounts settled by
 * the KZV are left out: they are not dunned.
 */
export function forEachOverdueItem(a: Selection, visit: (at: number, cents: number) => void): void {
  const { art, faelligAm } = a.snapshot.rawRows.tables.rechnung.columns;
  forEachOpenItem(a, (at, cents) => {
    if (
      cents > 0 &&
      art![at] !== INVOICE.KZV &&
      faelligAm![at] !== EMPTY &&
      faelligAm![at]! < a.cutoffDate
    )
      visit(at, cents);
  });
}

interface OpenItems {
  rows: number[];
  cents: number[];
}

/**
 * Number of days for which open invoices are cached: the month ends of ten years, read by several
 * figures each.
 */
const MAX_REMEMBERED = 130;

/** Invoices with an open amount at the end of a day, regardless of the filter. */
function openItemsOn(snapshot: Snapshot, day: number): OpenItems {
  const days = memoise(snapshot, 'offen', () => new Map<number, OpenItems>()),
    known = days.get(day);
  if (known) return known;
  const { rows, days: invoiceDay } = invoicesByDay(snapshot),
    { invoices, rawRows } = snapshot,
    end = doneFrom(snapshot),
    found: OpenItems = { rows: [], cents: [] };
  for (let k = 0; k < rows.length && invoiceDay[k]! <= day; k += 1) {
    if (end[rows[k]!]! <= day) continue;
    const open = openAmountOn(rawRows, invoices, rows[k]!, day);
    if (open !== 0) {
      found.rows.push(rows[k]!);
      found.cents.push(open);
    }
  }
  if (days.size >= MAX_REMEMBERED) days.delete(days.keys().next().value!);
  days.set(day, found);
  return found;
}

/** For each invoice the day from which nothing of it is open: after its last event. */
function doneFrom(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'erledigt', () => {
    const { invoices, rawRows } = snapshot,
      { datum, stornoAm } = rawRows.tables.rechnung.columns,
      made = new Int32Array(rawRows.tables.rechnung.count).fill(NEVER);
    for (const at of invoices.live) {
      let last = datum![at]!;
      const later = (day: number): void => {
        if (day > last) last = day;
      };
      later(stornoAm![at]!);
      for (let g = invoices.creditNotes.from[at]!; g < invoices.creditNotes.from[at + 1]!; g += 1) {
        const note = invoices.creditNotes.rows[g]!;
        later(datum![note]!);
        later(stornoAm![note]!);
      }
      for (let g = invoices.paymentsTo.from[at]!; g < invoices.paymentsTo.from[at + 1]!; g += 1)
        later(invoices.payments.day[invoices.paymentsTo.rows[g]!]!);
      if (openAmountOn(rawRows, invoices, at, last) === 0) made[at] = last;
    }
    return made;
  });
}

const NEVER = 2_147_483_647;

/**
 * Parts of the open items: what patients and factoring companies owe, by age range in days, and what
 * the KZV owes, which pays by its own calendar and cannot be reminded.
 */
const OPEN_PARTS: readonly (readonly [string, from: number, to: number, isKzv: boolean])[] = [
  ['offen0bis30', 0, 30, false],
  ['offen31bis60', 31, 60, false],
  ['offen61bis90', 61, 90, false],
  ['offenUeber90', 91, Infinity, false],
  ['offenKzv', 0, Infinity, true],
];
/** Figures that add up several parts. */
const OPEN_SUMS: Readonly<Record<string, (isKzv: boolean) => boolean>> = {
  offenePosten: () => true,
  offenPrivat: (isKzv) => !isKzv,
};
export const OPEN_FIGURES: readonly string[] = [
  ...OPEN_PARTS.map(([key]) => key),
  ...Object.keys(OPEN_SUMS),
];
const isPartOf = (key: string, [part, , , isKzv]: (typeof OPEN_PARTS)[number]): boolean =>
  part === key || OPEN_SUMS[key]?.(isKzv) === true;
/** Returns the place of an open invoice among the parts. */
const partOf = (isKzv: boolean, age: number): number =>
  OPEN_PARTS.findIndex(([, , to, ofKzv]) => ofKzv === isKzv && age <= to);
const isFromKzv = ({ rawRows }: Snapshot): ((at: number) => boolean) => {
  const { art } = rawRows.tables.rechnung.columns;
  return (at) => art![at] === INVOICE.KZV;
};

/** Iterates over the chosen open invoices that a figure counts. */
export function forEachOpenItemOf(
  key: string,
  a: Selection,
  visit: (at: number, cents: number) => void,
): void {
  const isKzv = isFromKzv(a.snapshot);
  forEachOpenItem(a, (at, cents, age) => {
    if (isPartOf(key, OPEN_PARTS[partOf(isKzv(at), age)]!)) visit(at, cents);
  });
}

/**
 * No sums are kept for days further back or ahead, so that a wrong date in one row does not cost
 * gigabytes.
 */
const DAYS_BACK = 366 * 12,
  DAYS_AHEAD = 366 * 3;

/**
 * Open cents at the end of each day from `from` on, by part; undefined where an invoice has no sum.
 */
interface OpenBalance {
  readonly from: number;
  readonly cents: readonly Float64Array[];
}

function openBalance(snapshot: Snapshot): OpenBalance | undefined {
  return memoise(snapshot, 'offenstand', () => {
    const { invoices, rawRows, today } = snapshot,
      { datum, stornoAm } = rawRows.tables.rechnung.columns,
      start = today - DAYS_BACK,
      dayCount = DAYS_BACK + DAYS_AHEAD + 1,
      isKzv = isFromKzv(snapshot),
      cents = OPEN_PARTS.map(() => new Float64Array(dayCount + 1));
    /** Adds to all days from `from` up to before `to`. */
    const add = (sums: Float64Array, from: number, to: number, value: number): void => {
      const a = Math.max(from, start),
        z = Math.min(to, start + dayCount);
      if (a < z) {
        sums[a - start]! += value;
        sums[z - start]! -= value;
      }
    };
    const days: number[] = [],
      firstAge = OPEN_PARTS.map(([, from]) => from),
      endAge = OPEN_PARTS.map(([, , to]) => to + 1),
      ofKzv = OPEN_PARTS.map(([, , , of]) => of);
    let first = 0;
    const remember = (day: number): void => {
      if (day > first && !days.includes(day)) days.push(day);
    };
    for (const at of invoices.live) {
      first = datum![at]!;
      if (first === EMPTY || invoices.target[at] !== at) continue;
      // The open amount changes on these days only.
      days.length = 0;
      days.push(first);
      remember(stornoAm![at]!);
      for (let g = invoices.creditNotes.from[at]!; g < invoices.creditNotes.from[at + 1]!; g += 1) {
        const note = invoices.creditNotes.rows[g]!;
        remember(datum![note]!);
        remember(stornoAm![note]!);
      }
      for (let g = invoices.paymentsTo.from[at]!; g < invoices.paymentsTo.from[at + 1]!; g += 1)
        remember(invoices.payments.day[invoices.paymentsTo.rows[g]!]!);
      if (days.length > 2) days.sort((x, y) => x - y);
      for (let k = 0; k < days.length; k += 1) {
        const open = openAmountOn(rawRows, invoices, at, days[k]!),
          end = days[k + 1] ?? NEVER;
        if (Number.isNaN(open)) return undefined;
        if (open === 0) continue;
        for (let n = 0; n < cents.length; n += 1)
          if (ofKzv[n] === isKzv(at))
            add(
              cents[n]!,
              Math.max(days[k]!, first + firstAge[n]!),
              Math.min(end, first + endAge[n]!),
              open,
            );
      }
    }
    for (const sums of cents) for (let d = 1; d < sums.length; d += 1) sums[d]! += sums[d - 1]!;
    return { from: start, cents };
  });
}

const stillOpen = new WeakMap<Selection['chosenMarks'], Map<string, readonly number[]>>();

/**
 * Open cents on the last day of a filter, by part: unfiltered from the stored sums, else added up
 * once.
 */
function openByPart(a: Selection): readonly number[] {
  const balance = selectsEveryRow(a) ? openBalance(a.snapshot) : undefined,
    d = a.cutoffDate - (balance?.from ?? 0);
  if (balance && d >= 0 && d < balance.cents[0]!.length - 1)
    return balance.cents.map((by) => by[d]!);
  let own = stillOpen.get(a.chosenMarks);
  if (!own) stillOpen.set(a.chosenMarks, (own = new Map()));
  const day = `${a.cutoffDate} ${a.weekday ?? ''}`,
    known = own.get(day);
  if (known) return known;
  const sums = OPEN_PARTS.map(() => 0),
    isKzv = isFromKzv(a.snapshot);
  forEachOpenItem(a, (at, cents, age) => {
    sums[partOf(isKzv(at), age)]! += cents;
  });
  own.set(day, sums);
  return sums;
}

/**
 * Computes the open cents on the last day of a filter, by the definition of the figure; undefined
 * for other figures.
 */
export function openPlanItems(key: string, a: Selection): number | undefined {
  return OPEN_FIGURES.includes(key)
    ? openByPart(a).reduce(
        (sum, cents, at) => (isPartOf(key, OPEN_PARTS[at]!) ? sum + cents : sum),
        0,
      )
    : undefined;
}
