// Key figures of plans and invoices (43, 47 to 58).

import {
  selectsEveryRow,
  invoiceShare,
  withPeriod,
  forEachVisit,
  matchesPlan,
  matchesInvoice,
  type Selection,
} from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { openAmountOn, INVOICE } from '../snapshot/invoices.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import type { Definition, ByDay } from './sink.ts';
import { memoise, lastTreatmentDays, invoicesByDay } from './row-index.ts';
import { forEachUnbilledOn, forEachOpenPlanOn } from './cutoff-day.ts';
import { plansUnderWay, visitOn, centsOrZero, forEachNewPlan } from './walks.ts';

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
        all ? cents[k]! : cents[k]! * invoiceShare(a, rows[k]!),
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
/** Age ranges of open items in days, first and last. */
const AGE_BANDS: readonly (readonly [string, number, number])[] = [
  ['offen0bis30', 0, 30],
  ['offen31bis60', 31, 60],
  ['offen61bis90', 61, 90],
  ['offenUeber90', 91, Infinity],
];
/**
 * No sums are kept for days further back or ahead, so that a wrong date in one row does not cost
 * gigabytes.
 */
const DAYS_BACK = 366 * 12,
  DAYS_AHEAD = 366 * 3;
/**
 * Open cents at the end of each day from `from` on, by age; undefined where an invoice has no sum.
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
      cents = AGE_BANDS.map(() => new Float64Array(dayCount + 1));
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
      firstAge = AGE_BANDS.map(([, from]) => from),
      endAge = AGE_BANDS.map(([, , to]) => to + 1);
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
        if (open !== 0)
          for (let n = 0; n < cents.length; n += 1)
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
 * Open cents on the last day of a filter, by age: unfiltered from the stored sums, else added up
 * once.
 */
function openByAge(a: Selection): readonly number[] {
  const balance = selectsEveryRow(a) ? openBalance(a.snapshot) : undefined,
    d = a.cutoffDate - (balance?.from ?? 0);
  if (balance && d >= 0 && d < balance.cents[0]!.length - 1)
    return balance.cents.map((by) => by[d]!);
  let own = stillOpen.get(a.chosenMarks);
  if (!own) stillOpen.set(a.chosenMarks, (own = new Map()));
  const day = `${a.cutoffDate} ${a.weekday ?? ''}`,
    known = own.get(day);
  if (known) return known;
  const sums = AGE_BANDS.map(() => 0);
  forEachOpenItem(a, (_at, cents, age) => {
    sums[AGE_BANDS.findIndex(([, , to]) => age <= to)]! += cents;
  });
  own.set(day, sums);
  return sums;
}
/**
 * Open cents on the last day of a filter, by the definition of the figure; undefined for other
 * figures.
 */
export function openPlanItems(key: string, a: Selection): number | undefined {
  const only = AGE_BANDS.findIndex(([of]) => of === key);
  return only < 0 && key !== 'offenePosten'
    ? undefined
    : openByAge(a).reduce((sum, cents, at) => (only < 0 || only === at ? sum + cents : sum), 0);
}
const itemOf =
  (from: number, to: number): Definition =>
  (a, s) => {
    forEachOpenItem(a, (at, cents, age) => {
      if (age >= from && age <= to) s.numerator('rechnung', at, cents);
    });
  };
const ALL_OPEN_ITEMS = itemOf(0, Infinity);
/**
 * Iterates over the chosen invoices and credit notes issued in the span that are still valid on its
 * last day, with the chosen share of the sum in cents.
 */
export function forEachInvoice(a: Selection, visit: (at: number, cents: number) => void): void {
  const { rows, days: dayNumber, stornoAm, betrag: cents } = invoicesByDay(a.snapshot),
    endAge = lowerBound(dayNumber, a.to + 1),
    all = selectsEveryRow(a),
    { cutoffDate } = a;
  for (let k = lowerBound(dayNumber, a.from); k < endAge; k += 1) {
    const day = dayNumber[k]!,
      off = stornoAm[k]!;
    if (
      (off === EMPTY || off > (day > cutoffDate ? day : cutoffDate)) &&
      (all || matchesInvoice(a, rows[k]!))
    )
      visit(
        rows[k]!,
        all ? centsOrZero(cents[k]!) : centsOrZero(cents[k]!) * invoiceShare(a, rows[k]!),
      );
  }
}
/** Private services older than a number of days that were unbilled on the last day of a filter. */
export function forEachUnbilled(
  a: Selection,
  olderThanDays: number,
  visit: (i: number) => void,
): void {
  forEachUnbilledOn(upToBefore(olderThanDays)(a), a.cutoffDate, visit);
}
/** Days of a filter that are older than the given number. */
const upToBefore =
  (days: number) =>
  (a: Selection): Selection =>
    withPeriod(a, a.from, Math.min(a.to, a.cutoffDate - days - 1));
const unbilledOver =
  (days: number): Definition =>
  (a, s) => {
    const { services } = a.snapshot;
    forEachUnbilled(a, days, (i) => {
      s.numerator('leistung', services.rawRows[i]!, services.betrag[i]!);
    });
  };
/** Services that are unbilled today, regardless of their day. */
const unbilledToday: Definition = (a, s) => {
  const { services } = a.snapshot;
  forEachUnbilledOn(a, a.snapshot.today, (i) => {
    s.numerator('leistung', services.rawRows[i]!, services.betrag[i]!);
  });
};
/** Stored by day as of today: earlier states cannot be derived from it. */
const unbilledByDay = (days: number): ByDay => ({
  name: 'unberechnet',
  walk: unbilledToday,
  spanOf: upToBefore(days),
  appliesTo: (a) => a.cutoffDate >= a.snapshot.today,
});
/** Figures with daily sums. */
export const planFiguresByDay: Readonly<Record<string, ByDay>> = {
  nichtFakturiert: unbilledByDay(7),
  nichtFakturiert30: unbilledByDay(30),
};

export const planFigures: Readonly<Record<string, Definition>> = {
  parTrichter(a, s) {
    const c = a.snapshot.rawRows.tables.parfall.columns;
    for (const at of a.snapshot.live.parfall) {
      if (
        c['erstelltAm']![at] === EMPTY ||
        c['erstelltAm']![at]! < a.from ||
        c['erstelltAm']![at]! > a.to ||
        !matchesPlan(a, 'parfall', at)
      )
        continue;
      s.denominator('parfall', at, 1);
      if (c['uptVon']![at] !== EMPTY) s.numerator('parfall', at, 1);
    }
  },
  hkpAnnahme(a, s) {
    const begun = a.snapshot.rawRows.tables.hkp.columns['begonnenAm']!;
    forEachNewPlan(a, (at) => {
      s.denominator('hkp', at, 1);
      if (begun[at] !== EMPTY) s.numerator('hkp', at, 1);
    });
  },
  hkpAnnahmeWert(a, s) {
    const c = a.snapshot.rawRows.tables.hkp.columns;
    forEachNewPlan(a, (at) => {
      const cents = centsOrZero(c['gesamt']![at]!);
      s.denominator('hkp', at, cents);
      if (c['begonnenAm']![at] !== EMPTY) s.numerator('hkp', at, cents);
    });
  },
  planungsquote(a, s) {
    const { visits: allVisits, rawRows } = a.snapshot,
      visits = new Uint8Array(allVisits.n),
      seen = new Uint8Array(rawRows.tables.patient.count),
      planned = new Uint8Array(rawRows.tables.patient.count),
      made = rawRows.tables.hkp.columns['erstelltAm']!;
    forEachVisit(a, (b) => {
      visits[b] = 1;
      const p = allVisits.pat[b]!;
      if (seen[p] === 0) {
        seen[p] = 1;
        s.denominator('patient', p, 1);
      }
    });
    forEachNewPlan(a, (at, p) => {
      if (p < 0 || planned[p] === 1) return;
      const b = visitOn(a.snapshot, p, made[at]!);
      if (b >= 0 && visits[b] === 1) {
        planned[p] = 1;
        s.numerator('patient', p, 1);
      }
    });
  },
  patientenAnnahme(a, s) {
    const touched = plansUnderWay(a.snapshot),
      seen = new Uint8Array(a.snapshot.rawRows.tables.patient.count),
      done = new Uint8Array(seen.length);
    forEachNewPlan(a, (at, p) => {
      if (p < 0) return;
      if (seen[p] === 0) {
        seen[p] = 1;
        s.denominator('patient', p, 1);
      }
      if (done[p] === 0 && touched[at] === 1) {
        done[p] = 1;
        s.numerator('patient', p, 1);
      }
    });
  },
  behandlungsAnnahme(a, s) {
    const c = a.snapshot.rawRows.tables.hkp.columns,
      touched = plansUnderWay(a.snapshot);
    forEachNewPlan(a, (at) => {
      if (c['besprochenAm']![at] === EMPTY) return;
      const cents = centsOrZero(c['gesamt']![at]!);
      s.denominator('hkp', at, cents);
      if (touched[at] === 1) s.numerator('hkp', at, cents);
    });
  },
  hkpOffen(a, s) {
    const total = a.snapshot.rawRows.tables.hkp.columns['gesamt']!;
    forEachOpenPlanOn(a.snapshot, a.cutoffDate, (at) => {
      if (matchesPlan(a, 'hkp', at)) s.numerator('hkp', at, centsOrZero(total[at]!));
    });
  },
  zeitBisRechnung(a, s) {
    const { invoices, rawRows } = a.snapshot,
      invoiceDay = rawRows.tables.rechnung.columns['datum']!,
      lastOf = lastTreatmentDays(a.snapshot);
    forEachInvoice(a, (at) => {
      if (invoices.target[at] !== at) return;
      const last = lastOf[at]!;
      if (last !== EMPTY) {
        s.numerator('rechnung', at, invoiceDay[at]! - last);
        s.denominator('rechnung', at, 1);
      }
    });
  },
  nichtFakturiert: unbilledOver(7),
  nichtFakturiert30: unbilledOver(30),
  ueberfaelligePosten(a, s) {
    forEachOverdueItem(a, (at, cents) => {
      s.numerator('rechnung', at, cents);
    });
  },
  offenePosten: ALL_OPEN_ITEMS,
  ...Object.fromEntries(AGE_BANDS.map(([key, from, to]) => [key, itemOf(from, to)])),
  dso(a, s) {
    if (s.isSumOnly) s.numerator('rechnung', -1, openPlanItems('offenePosten', a)!);
    else ALL_OPEN_ITEMS(a, s);
    forEachInvoice(withPeriod(a, a.cutoffDate - 89, a.cutoffDate), (at, cents) => {
      s.denominator('rechnung', at, cents / 90);
    });
  },
  factoringquote(a, s) {
    const kind = a.snapshot.rawRows.tables.rechnung.columns['art']!;
    forEachInvoice(a, (at, cents) => {
      if (kind[at] === INVOICE.KZV) return;
      s.denominator('rechnung', at, cents);
      if (kind[at] === INVOICE.FACTORING) s.numerator('rechnung', at, cents);
    });
  },
  forderungsausfall(a, s) {
    const { invoices } = a.snapshot,
      { payments } = invoices;
    forEachInvoice(a, (at, cents) => {
      s.denominator('rechnung', at, cents);
    });
    for (
      let i = lowerBound(payments.day, a.from), to = lowerBound(payments.day, a.to + 1);
      i < to;
      i += 1
    )
      if (
        payments.isWriteOff[i] === 1 &&
        invoices.target[payments.rechnung[i]!]! >= 0 &&
        matchesInvoice(a, payments.rechnung[i]!)
      )
        s.numerator(
          'zahlung',
          payments.rawRows[i]!,
          payments.betrag[i]! * invoiceShare(a, payments.rechnung[i]!),
        );
  },
  beanstandungsquote(a, s) {
    const { invoices, rawRows } = a.snapshot,
      objected = rawRows.tables.rechnung.columns['beanstandetAm']!;
    forEachInvoice(a, (at) => {
      if (invoices.target[at] !== at) return;
      s.denominator('rechnung', at, 1);
      if (objected[at] !== EMPTY) s.numerator('rechnung', at, 1);
    });
  },
};
