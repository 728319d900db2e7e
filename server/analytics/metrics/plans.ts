// Key figures of plans and invoices (43, 47 to 58).

import { withPeriod, type Selection } from '../snapshot/selection.ts';
import { selectsVisit } from '../snapshot/selection/walk-visits.ts';
import { chosenCents, matchesInvoice } from '../snapshot/selection/invoice-matches.ts';
import { selectsEveryRow, matchesPlan } from '../snapshot/selection/matches.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { INVOICE } from '../snapshot/invoices.ts';
import { lowerBound, withMarks } from '../snapshot/tables/sort-rows.ts';
import type { Definition } from './sink.ts';
import { lastTreatmentDays, invoicesByDay } from './row-index.ts';
import { forEachUnbilled, UNBILLED_AGES } from './unbilled-day.ts';
import { endsSoon } from '../cases/plan-approval.ts';
import { forEachUnscheduledPlan } from '../cases/unscheduled-plans.ts';
import { forEachParBeforeUpt } from './par-on-day.ts';
import { forEachOpenPlanOn } from './plan-on-day.ts';
import { countTreatedPatients, forEachTreatedPatient } from './patients.ts';
import { centsOrZero, firstStepDays, forEachNewPlan, isInTime, visitOn } from './walks.ts';
import {
  forEachOpenItemOf,
  forEachOverdueItem,
  OPEN_FIGURES,
  openPlanItems,
} from './open-items.ts';

const openItemsOf =
  (key: string): Definition =>
  (a, s) => {
    forEachOpenItemOf(key, a, (at, cents) => {
      s.numerator('rechnung', at, cents);
    });
  };
/** Open items by the mean billed per day of the last 90 days, of the same kind of invoices. */
const daysOutstanding =
  (open: string, counts: (isKzv: boolean) => boolean): Definition =>
  (a, s) => {
    const kind = a.snapshot.rawRows.tables.rechnung.columns['art']!;
    if (s.isSumOnly) s.numerator('rechnung', -1, openPlanItems(open, a)!);
    else openItemsOf(open)(a, s);
    forEachInvoice(
      withPeriod(a, a.cutoffDate - 89, a.cutoffDate),
      (at, cents) => {
        if (counts(kind[at] === INVOICE.KZV)) s.denominator('rechnung', at, cents / 90);
      },
      true,
    );
  };
/**
 * Iterates over the chosen invoices and credit notes issued in the span, with the chosen share of
 * the sum in cents. Cancelled ones, and credit notes to them, count nowhere, like in revenue by
 * invoice, so that months add up to a year.
 * @param isAsOf count invoices that were not cancelled by the end of the last day instead
 */
export function forEachInvoice(
  a: Selection,
  visit: (at: number, cents: number) => void,
  isAsOf = false,
): void {
  const { rows, days: dayNumber, stornoAm, betrag: cents } = invoicesByDay(a.snapshot),
    endAge = lowerBound(dayNumber, a.to + 1),
    all = selectsEveryRow(a),
    { cutoffDate, snapshot } = a,
    cancelled = snapshot.rawRows.tables.rechnung.columns['stornoAm']!,
    { target } = snapshot.invoices;
  for (let k = lowerBound(dayNumber, a.from); k < endAge; k += 1) {
    const day = dayNumber[k]!,
      off = stornoAm[k]!,
      isValid = isAsOf
        ? off === EMPTY || off > (day > cutoffDate ? day : cutoffDate)
        : off === EMPTY && cancelled[target[rows[k]!]!] === EMPTY;
    if (isValid && (all || matchesInvoice(a, rows[k]!)))
      visit(
        rows[k]!,
        all ? centsOrZero(cents[k]!) : chosenCents(a, rows[k]!, centsOrZero(cents[k]!)),
      );
  }
}
const unbilledOver =
  (days: number): Definition =>
  (a, s) => {
    const { services, today } = a.snapshot;
    forEachUnbilled(
      a,
      days,
      (i) => {
        s.numerator('leistung', services.rawRows[i]!, services.betrag[i]!);
      },
      (i) => {
        s.undated?.('leistung', services.rawRows[i]!, today);
      },
    );
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
      if (isInTime('parTrichter', c['erstelltAm']![at]!, c['uptVon']![at]!))
        s.numerator('parfall', at, 1);
    }
  },
  hkpAnnahme(a, s) {
    const { erstelltAm: made, begonnenAm: begun } = a.snapshot.rawRows.tables.hkp.columns;
    forEachNewPlan(a, (at) => {
      s.denominator('hkp', at, 1);
      if (isInTime('hkpAnnahme', made![at]!, begun![at]!)) s.numerator('hkp', at, 1);
    });
  },
  hkpAnnahmeWert(a, s) {
    const c = a.snapshot.rawRows.tables.hkp.columns;
    forEachNewPlan(a, (at) => {
      const cents = centsOrZero(c['gesamt']![at]!);
      s.denominator('hkp', at, cents);
      if (isInTime('hkpAnnahmeWert', c['erstelltAm']![at]!, c['begonnenAm']![at]!))
        s.numerator('hkp', at, cents);
    });
  },
  planungsquote(a, s) {
    const { count } = a.snapshot.rawRows.tables.patient,
      made = a.snapshot.rawRows.tables.hkp.columns['erstelltAm']!;
    if (s.isSumOnly === true) s.denominator('patient', -1, countTreatedPatients(a));
    else
      forEachTreatedPatient(a, (p) => {
        s.denominator('patient', p, 1);
      });
    withMarks([count], (planned) => {
      forEachNewPlan(a, (at, p) => {
        const b = p < 0 ? -1 : visitOn(a.snapshot, p, made[at]!);
        if (b < 0 || planned[p] === 1 || !selectsVisit(a, b)) return;
        planned[p] = 1;
        s.numerator('patient', p, 1);
      });
    });
  },
  patientenAnnahme(a, s) {
    const firstStep = firstStepDays(a.snapshot),
      made = a.snapshot.rawRows.tables.hkp.columns['erstelltAm']!,
      seen = new Uint8Array(a.snapshot.rawRows.tables.patient.count),
      done = new Uint8Array(seen.length);
    forEachNewPlan(a, (at, p) => {
      if (p < 0) return;
      if (seen[p] === 0) {
        seen[p] = 1;
        s.denominator('patient', p, 1);
      }
      if (done[p] === 0 && isInTime('patientenAnnahme', made[at]!, firstStep[at]!)) {
        done[p] = 1;
        s.numerator('patient', p, 1);
      }
    });
  },
  behandlungsAnnahme(a, s) {
    const c = a.snapshot.rawRows.tables.hkp.columns,
      firstStep = firstStepDays(a.snapshot);
    forEachNewPlan(a, (at) => {
      if (c['besprochenAm']![at] === EMPTY) return;
      const cents = centsOrZero(c['gesamt']![at]!);
      s.denominator('hkp', at, cents);
      if (isInTime('behandlungsAnnahme', c['erstelltAm']![at]!, firstStep[at]!))
        s.numerator('hkp', at, cents);
    });
  },
  hkpOffen(a, s) {
    const total = a.snapshot.rawRows.tables.hkp.columns['gesamt']!;
    forEachOpenPlanOn(
      a.snapshot,
      a.cutoffDate,
      (at) => {
        if (matchesPlan(a, 'hkp', at)) s.numerator('hkp', at, centsOrZero(total[at]!));
      },
      (at) => {
        if (matchesPlan(a, 'hkp', at)) s.undated?.('hkp', at, a.snapshot.today);
      },
    );
  },
  hkpAblaufend(a, s) {
    const { snapshot, cutoffDate: day } = a,
      { gesamt: total, erstelltAm: made } = snapshot.rawRows.tables.hkp.columns;
    for (const at of snapshot.live.hkp) {
      if (day < snapshot.today && made![at]! > day) continue;
      const isEnding = endsSoon(snapshot, at, day);
      if (isEnding === false || !matchesPlan(a, 'hkp', at)) continue;
      if (isEnding) s.numerator('hkp', at, centsOrZero(total![at]!));
      else s.undated?.('hkp', at, snapshot.today);
    }
  },
  ohneTermin(a, s) {
    const total = a.snapshot.rawRows.tables.hkp.columns['gesamt']!;
    forEachUnscheduledPlan(
      a,
      (at) => {
        s.numerator('hkp', at, centsOrZero(total[at]!));
      },
      (at) => {
        s.undated?.('hkp', at, a.snapshot.today);
      },
    );
  },
  parWert(a, s) {
    const { wert } = a.snapshot.rawRows.tables.parfall.columns;
    forEachParBeforeUpt(
      a,
      (at) => {
        s.numerator('parfall', at, centsOrZero(wert![at]!));
      },
      (at) => {
        s.undated?.('parfall', at, a.snapshot.today);
      },
    );
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
  ...Object.fromEntries(
    Object.entries(UNBILLED_AGES).map(([key, days]) => [key, unbilledOver(days)]),
  ),
  ueberfaelligePosten(a, s) {
    forEachOverdueItem(a, (at, cents) => {
      s.numerator('rechnung', at, cents);
    });
  },
  ...Object.fromEntries(OPEN_FIGURES.map((key) => [key, openItemsOf(key)])),
  dso: daysOutstanding('offenePosten', () => true),
  dsoPrivat: daysOutstanding('offenPrivat', (isKzv) => !isKzv),
  dsoKzv: daysOutstanding('offenKzv', (isKzv) => isKzv),
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
          chosenCents(a, payments.rechnung[i]!, payments.betrag[i]!),
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
