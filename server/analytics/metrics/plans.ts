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
  visit: (at: number, cents: number, alter: number) => void,
): void {
  const datum = a.snapshot.rawRows.tables.rechnung.spalten['datum']!,
    alle = selectsEveryRow(a);
  const { rows, cents } = openItemsOn(a.snapshot, a.cutoffDate);
  for (let k = 0; k < rows.length; k += 1)
    if (alle || matchesInvoice(a, rows[k]!))
      visit(
        rows[k]!,
        alle ? cents[k]! : cents[k]! * invoiceShare(a, rows[k]!),
        a.cutoffDate - datum[rows[k]!]!,
      );
}
/**
 * Iterates likewise over those that a patient should have paid before that day. Amounts settled by
 * the KZV are left out: they are not dunned.
 */
export function forEachOverdueItem(a: Selection, visit: (at: number, cents: number) => void): void {
  const { art, faelligAm } = a.snapshot.rawRows.tables.rechnung.spalten;
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
function openItemsOn(snapshot: Snapshot, tag: number): OpenItems {
  const days = memoise(snapshot, 'offen', () => new Map<number, OpenItems>()),
    known = days.get(tag);
  if (known) return known;
  const { rows, tag: datum } = invoicesByDay(snapshot),
    { R, rawRows } = snapshot,
    end = doneFrom(snapshot),
    found: OpenItems = { rows: [], cents: [] };
  for (let k = 0; k < rows.length && datum[k]! <= tag; k += 1) {
    if (end[rows[k]!]! <= tag) continue;
    const open = openAmountOn(rawRows, R, rows[k]!, tag);
    if (open !== 0) {
      found.rows.push(rows[k]!);
      found.cents.push(open);
    }
  }
  if (days.size >= MAX_REMEMBERED) days.delete(days.keys().next().value!);
  days.set(tag, found);
  return found;
}
/** For each invoice the day from which nothing of it is open: after its last event. */
function doneFrom(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'erledigt', () => {
    const { R, rawRows } = snapshot,
      { datum, stornoAm } = rawRows.tables.rechnung.spalten,
      made = new Int32Array(rawRows.tables.rechnung.anzahl).fill(NEVER);
    for (const at of R.live) {
      let last = datum![at]!;
      const later = (day: number): void => {
        if (day > last) last = day;
      };
      later(stornoAm![at]!);
      for (let g = R.creditNotes.from[at]!; g < R.creditNotes.from[at + 1]!; g += 1) {
        const note = R.creditNotes.rows[g]!;
        later(datum![note]!);
        later(stornoAm![note]!);
      }
      for (let g = R.paymentsTo.from[at]!; g < R.paymentsTo.from[at + 1]!; g += 1)
        later(R.Z.tag[R.paymentsTo.rows[g]!]!);
      if (openAmountOn(rawRows, R, at, last) === 0) made[at] = last;
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
 * Open cents at the end of each day from `ab` on, by age; undefined where an invoice has no sum.
 */
interface OpenBalance {
  readonly ab: number;
  readonly cents: readonly Float64Array[];
}
function openBalance(snapshot: Snapshot): OpenBalance | undefined {
  return memoise(snapshot, 'offenstand', () => {
    const { R, rawRows, heute } = snapshot,
      { datum, stornoAm } = rawRows.tables.rechnung.spalten,
      ab = heute - DAYS_BACK,
      tage = DAYS_BACK + DAYS_AHEAD + 1,
      cents = AGE_BANDS.map(() => new Float64Array(tage + 1));
    /** Adds to all days from `from` up to before `to`. */
    const add = (sums: Float64Array, from: number, to: number, value: number): void => {
      const a = Math.max(from, ab),
        z = Math.min(to, ab + tage);
      if (a < z) {
        sums[a - ab]! += value;
        sums[z - ab]! -= value;
      }
    };
    const days: number[] = [],
      von = AGE_BANDS.map(([, from]) => from),
      bis = AGE_BANDS.map(([, , to]) => to + 1);
    let first = 0;
    const remember = (day: number): void => {
      if (day > first && !days.includes(day)) days.push(day);
    };
    for (const at of R.live) {
      first = datum![at]!;
      if (first === EMPTY || R.ziel[at] !== at) continue;
      // The open amount changes on these days only.
      days.length = 0;
      days.push(first);
      remember(stornoAm![at]!);
      for (let g = R.creditNotes.from[at]!; g < R.creditNotes.from[at + 1]!; g += 1) {
        const note = R.creditNotes.rows[g]!;
        remember(datum![note]!);
        remember(stornoAm![note]!);
      }
      for (let g = R.paymentsTo.from[at]!; g < R.paymentsTo.from[at + 1]!; g += 1)
        remember(R.Z.tag[R.paymentsTo.rows[g]!]!);
      if (days.length > 2) days.sort((x, y) => x - y);
      for (let k = 0; k < days.length; k += 1) {
        const open = openAmountOn(rawRows, R, at, days[k]!),
          end = days[k + 1] ?? NEVER;
        if (Number.isNaN(open)) return undefined;
        if (open !== 0)
          for (let n = 0; n < cents.length; n += 1)
            add(
              cents[n]!,
              Math.max(days[k]!, first + von[n]!),
              Math.min(end, first + bis[n]!),
              open,
            );
      }
    }
    for (const sums of cents) for (let d = 1; d < sums.length; d += 1) sums[d]! += sums[d - 1]!;
    return { ab, cents };
  });
}
const stillOpen = new WeakMap<Selection['chosenMarks'], Map<string, readonly number[]>>();
/**
 * Open cents on the last day of a filter, by age: unfiltered from the stored sums, else added up
 * once.
 */
function openByAge(a: Selection): readonly number[] {
  const stand = selectsEveryRow(a) ? openBalance(a.snapshot) : undefined,
    d = a.cutoffDate - (stand?.ab ?? 0);
  if (stand && d >= 0 && d < stand.cents[0]!.length - 1) return stand.cents.map((by) => by[d]!);
  let own = stillOpen.get(a.chosenMarks);
  if (!own) stillOpen.set(a.chosenMarks, (own = new Map()));
  const day = `${a.cutoffDate} ${a.wochentag ?? ''}`,
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
      if (age >= from && age <= to) s.z('rechnung', at, cents);
    });
  };
const ALL_OPEN_ITEMS = itemOf(0, Infinity);
/**
 * Iterates over the chosen invoices and credit notes issued in the span that are still valid on its
 * last day, with the chosen share of the sum in cents.
 */
export function forEachInvoice(a: Selection, visit: (at: number, cents: number) => void): void {
  const { rows, tag, stornoAm, betrag } = invoicesByDay(a.snapshot),
    bis = lowerBound(tag, a.bis + 1),
    alle = selectsEveryRow(a),
    { cutoffDate } = a;
  for (let k = lowerBound(tag, a.von); k < bis; k += 1) {
    const day = tag[k]!,
      off = stornoAm[k]!;
    if (
      (off === EMPTY || off > (day > cutoffDate ? day : cutoffDate)) &&
      (alle || matchesInvoice(a, rows[k]!))
    )
      visit(
        rows[k]!,
        alle ? centsOrZero(betrag[k]!) : centsOrZero(betrag[k]!) * invoiceShare(a, rows[k]!),
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
  (tage: number) =>
  (a: Selection): Selection =>
    withPeriod(a, a.von, Math.min(a.bis, a.cutoffDate - tage - 1));
const unbilledOver =
  (days: number): Definition =>
  (a, s) => {
    const { L } = a.snapshot;
    forEachUnbilled(a, days, (i) => {
      s.z('leistung', L.rawRows[i]!, L.betrag[i]!);
    });
  };
/** Services that are unbilled today, regardless of their day. */
const unbilledToday: Definition = (a, s) => {
  const { L } = a.snapshot;
  forEachUnbilledOn(a, a.snapshot.heute, (i) => {
    s.z('leistung', L.rawRows[i]!, L.betrag[i]!);
  });
};
/** Stored by day as of today: earlier states cannot be derived from it. */
const unbilledByDay = (tage: number): ByDay => ({
  wort: 'unberechnet',
  weg: unbilledToday,
  spanOf: upToBefore(tage),
  appliesTo: (a) => a.cutoffDate >= a.snapshot.heute,
});
/** Figures with daily sums. */
export const planFiguresByDay: Readonly<Record<string, ByDay>> = {
  nichtFakturiert: unbilledByDay(7),
  nichtFakturiert30: unbilledByDay(30),
};

export const plans: Readonly<Record<string, Definition>> = {
  parTrichter(a, s) {
    const c = a.snapshot.rawRows.tables.parfall.spalten;
    for (const at of a.snapshot.live.parfall) {
      if (
        c['erstelltAm']![at] === EMPTY ||
        c['erstelltAm']![at]! < a.von ||
        c['erstelltAm']![at]! > a.bis ||
        !matchesPlan(a, 'parfall', at)
      )
        continue;
      s.n('parfall', at, 1);
      if (c['uptVon']![at] !== EMPTY) s.z('parfall', at, 1);
    }
  },
  hkpAnnahme(a, s) {
    const begun = a.snapshot.rawRows.tables.hkp.spalten['begonnenAm']!;
    forEachNewPlan(a, (at) => {
      s.n('hkp', at, 1);
      if (begun[at] !== EMPTY) s.z('hkp', at, 1);
    });
  },
  hkpAnnahmeWert(a, s) {
    const c = a.snapshot.rawRows.tables.hkp.spalten;
    forEachNewPlan(a, (at) => {
      const cents = centsOrZero(c['gesamt']![at]!);
      s.n('hkp', at, cents);
      if (c['begonnenAm']![at] !== EMPTY) s.z('hkp', at, cents);
    });
  },
  planungsquote(a, s) {
    const { B, rawRows } = a.snapshot,
      visits = new Uint8Array(B.n),
      seen = new Uint8Array(rawRows.tables.patient.anzahl),
      planned = new Uint8Array(rawRows.tables.patient.anzahl),
      made = rawRows.tables.hkp.spalten['erstelltAm']!;
    forEachVisit(a, (b) => {
      visits[b] = 1;
      const p = B.pat[b]!;
      if (seen[p] === 0) {
        seen[p] = 1;
        s.n('patient', p, 1);
      }
    });
    forEachNewPlan(a, (at, p) => {
      if (p < 0 || planned[p] === 1) return;
      const b = visitOn(a.snapshot, p, made[at]!);
      if (b >= 0 && visits[b] === 1) {
        planned[p] = 1;
        s.z('patient', p, 1);
      }
    });
  },
  patientenAnnahme(a, s) {
    const touched = plansUnderWay(a.snapshot),
      seen = new Uint8Array(a.snapshot.rawRows.tables.patient.anzahl),
      done = new Uint8Array(seen.length);
    forEachNewPlan(a, (at, p) => {
      if (p < 0) return;
      if (seen[p] === 0) {
        seen[p] = 1;
        s.n('patient', p, 1);
      }
      if (done[p] === 0 && touched[at] === 1) {
        done[p] = 1;
        s.z('patient', p, 1);
      }
    });
  },
  behandlungsAnnahme(a, s) {
    const c = a.snapshot.rawRows.tables.hkp.spalten,
      touched = plansUnderWay(a.snapshot);
    forEachNewPlan(a, (at) => {
      if (c['besprochenAm']![at] === EMPTY) return;
      const cents = centsOrZero(c['gesamt']![at]!);
      s.n('hkp', at, cents);
      if (touched[at] === 1) s.z('hkp', at, cents);
    });
  },
  hkpOffen(a, s) {
    const gesamt = a.snapshot.rawRows.tables.hkp.spalten['gesamt']!;
    forEachOpenPlanOn(a.snapshot, a.cutoffDate, (at) => {
      if (matchesPlan(a, 'hkp', at)) s.z('hkp', at, centsOrZero(gesamt[at]!));
    });
  },
  zeitBisRechnung(a, s) {
    const { R, rawRows } = a.snapshot,
      datum = rawRows.tables.rechnung.spalten['datum']!,
      lastOf = lastTreatmentDays(a.snapshot);
    forEachInvoice(a, (at) => {
      if (R.ziel[at] !== at) return;
      const last = lastOf[at]!;
      if (last !== EMPTY) {
        s.z('rechnung', at, datum[at]! - last);
        s.n('rechnung', at, 1);
      }
    });
  },
  nichtFakturiert: unbilledOver(7),
  nichtFakturiert30: unbilledOver(30),
  ueberfaelligePosten(a, s) {
    forEachOverdueItem(a, (at, cents) => {
      s.z('rechnung', at, cents);
    });
  },
  offenePosten: ALL_OPEN_ITEMS,
  ...Object.fromEntries(AGE_BANDS.map(([key, from, to]) => [key, itemOf(from, to)])),
  dso(a, s) {
    if (s.isSumOnly) s.z('rechnung', -1, openPlanItems('offenePosten', a)!);
    else ALL_OPEN_ITEMS(a, s);
    forEachInvoice(withPeriod(a, a.cutoffDate - 89, a.cutoffDate), (at, cents) => {
      s.n('rechnung', at, cents / 90);
    });
  },
  factoringquote(a, s) {
    const art = a.snapshot.rawRows.tables.rechnung.spalten['art']!;
    forEachInvoice(a, (at, cents) => {
      if (art[at] === INVOICE.KZV) return;
      s.n('rechnung', at, cents);
      if (art[at] === INVOICE.FACTORING) s.z('rechnung', at, cents);
    });
  },
  forderungsausfall(a, s) {
    const { R } = a.snapshot,
      { Z } = R;
    forEachInvoice(a, (at, cents) => {
      s.n('rechnung', at, cents);
    });
    for (let i = lowerBound(Z.tag, a.von), to = lowerBound(Z.tag, a.bis + 1); i < to; i += 1)
      if (
        Z.isWriteOff[i] === 1 &&
        R.ziel[Z.rechnung[i]!]! >= 0 &&
        matchesInvoice(a, Z.rechnung[i]!)
      )
        s.z('zahlung', Z.rawRows[i]!, Z.betrag[i]! * invoiceShare(a, Z.rechnung[i]!));
  },
  beanstandungsquote(a, s) {
    const { R, rawRows } = a.snapshot,
      objected = rawRows.tables.rechnung.spalten['beanstandetAm']!;
    forEachInvoice(a, (at) => {
      if (R.ziel[at] !== at) return;
      s.n('rechnung', at, 1);
      if (objected[at] !== EMPTY) s.z('rechnung', at, 1);
    });
  },
};
