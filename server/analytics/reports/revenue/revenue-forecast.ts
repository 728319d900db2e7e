/** Report of booked and expected revenue of the months ahead. */
import { type Selection, withPeriod } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { forEachBooking } from '../../snapshot/selection/walk-bookings.ts';
import { STATUS, type Snapshot } from '../../snapshot/snapshot.ts';
import { dayText, firstOfMonth, monthOfDay, plusMonths } from '../../snapshot/calendar.ts';
import { isPlanned } from '../../metrics/walks.ts';
import { holidayHints, regionOfPractice, workdays } from '../../snapshot/working-days.ts';
import { type ReportBuilder, column, eur, kpisOf } from '../report-kind.ts';
import { totalOf } from './revenue-sums.ts';

/**
 * Computes the mean revenue of a kept appointment, by its type and practitioner, over the twelve
 * months before a day; in cents.
 */
export function expectedValue(
  a: Selection,
  day: number,
): (terminart: number, behandler: number) => number {
  const { snapshot } = a,
    { services, appointments } = snapshot,
    span = withPeriod(a, plusMonths(day, -12), day - 1),
    bitsPerRow = snapshot.rawRows.tables.behandler.count + 1,
    keyOf = (kind: number, b: number): number => (kind + 1) * bitsPerRow + b + 1,
    sums = new Float64Array((snapshot.rawRows.tables.terminarten.count + 1) * bitsPerRow),
    many = new Float64Array(sums.length);
  const add = (key: number, cents: number, n: number): void => {
    sums[key]! += cents;
    many[key]! += n;
  };
  const into = (kind: number, b: number, cents: number, n: number): void => {
    if (b >= 0) add(keyOf(kind, b), cents, n);
    if (kind >= 0) add(keyOf(kind, -1), cents, n);
    add(0, cents, n);
  };
  forEachAppointment(span, (i) => {
    if (appointments.status[i] === STATUS.WAHRGENOMMEN)
      into(appointments.terminart[i]!, appointments.behandler[i]!, 0, 1);
  });
  forEachBooking({ ...span, filter: { ...span.filter, basis: 'leistung' } }, (i) => {
    const t = services.termin[i]!;
    if (t >= 0 && appointments.status[t] === STATUS.WAHRGENOMMEN)
      into(appointments.terminart[t]!, appointments.behandler[t]!, services.betrag[i]!, 0);
  });
  // Few appointments are not representative: below five the type alone counts, then all.
  return (kind, b) => {
    for (const key of [keyOf(kind, b), keyOf(kind, -1), 0])
      if (many[key]! >= 5) return sums[key]! / many[key]!;
    return 0;
  };
}

const plannedValue = (
  a: Selection,
  snapshot: Snapshot,
): { from: (from: number, to: number) => number } => {
  const worth = expectedValue(a, snapshot.today),
    { appointments } = snapshot;
  return {
    from: (from, to) => {
      let cents = 0;
      forEachAppointment(withPeriod(a, from, to), (i) => {
        if (isPlanned(appointments.status[i]!))
          cents += worth(appointments.terminart[i]!, appointments.behandler[i]!);
      });
      return cents;
    },
  };
};

/**
 * Forecasts this month and the five after it: booked revenue, the forecast from the last twelve
 * months, and the deviation of months from it.
 */
export const revenueForecast: ReportBuilder = (k) => {
  const { today } = k.a.snapshot,
    first = monthOfDay(today),
    which = k.filter.kennzahl,
    booked = plannedValue(k.a, k.a.snapshot),
    region = regionOfPractice(k.state);
  const past = Array.from({ length: 12 }, (_, at) => {
    const from = firstOfMonth(first - 12 + at),
      to = firstOfMonth(first - 11 + at) - 1;
    return totalOf(withPeriod(k.a, from, to))[which] / Math.max(1, workdays(from, to, region));
  });
  const mean = past.reduce((sum, x) => sum + x, 0) / 12,
    spread = Math.sqrt(past.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 11);
  const rows = Array.from({ length: 6 }, (_, at) => {
    const from = firstOfMonth(first + at),
      to = firstOfMonth(first + at + 1) - 1,
      isNow = at === 0,
      done = isNow ? totalOf(withPeriod(k.a, from, today))[which] : 0,
      rest = workdays(isNow ? today + 1 : from, to, region);
    // Eight of ten months lie within 1.28 standard deviations.
    return {
      periode: dayText(from).slice(0, 7),
      ist: isNow ? eur(done) : null,
      gebucht: eur(booked.from(Math.max(from, today), to)),
      hochrechnung: eur(done + mean * rest),
      von: eur(done + Math.max(0, mean - 1.28 * spread) * rest),
      bis: eur(done + (mean + 1.28 * spread) * rest),
    };
  });
  return {
    kpis: kpisOf(k, 'umsatz'),
    columns: [
      column('periode', 'Monat', 'periode'),
      column('ist', 'Bisher', 'eur'),
      column('gebucht', 'Gebuchte Termine', 'eur'),
      column('hochrechnung', 'Erwartet', 'eur'),
      column('von', 'Wahrscheinlich ab', 'eur'),
      column('bis', 'Wahrscheinlich bis', 'eur'),
    ],
    rows,
    series: (['hochrechnung', 'von', 'bis', 'gebucht'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.periode, y: z[name] })),
    })),
    hints: holidayHints(region),
  };
};
