/** Report of revenue by weekday and hour. */
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { WEEKDAYS, weekdayOf } from '../../snapshot/calendar.ts';
import { memoise } from '../../metrics/row-index.ts';
import { type ReportBuilder, column, eur, kpisOf } from '../report-kind.ts';
import { rowName } from '../cells/row-name.ts';
import { moneyFigure } from '../report-charts.ts';
import { sumsBy, totals } from './revenue-sums.ts';

/** Hours of a day, and the index for services without one. */
export const NO_HOUR = 24,
  HOURS = 25;

/** Combines the weekday of each service and the hour of its appointment into one number. */
export const hourOfWeek = (snapshot: Snapshot): Uint8Array =>
  memoise(snapshot, 'wochenstunde', () => {
    const { termin: appointment, day } = snapshot.services,
      { minute } = snapshot.appointments,
      made = new Uint8Array(appointment.length);
    for (let i = 0; i < made.length; i += 1) {
      const t = appointment[i]!;
      made[i] = weekdayOf(day[i]!) * HOURS + (t < 0 ? NO_HOUR : Math.floor(minute[t]! / 60));
    }
    return made;
  });

/**
 * Reports revenue by weekday and hour of the service's appointment; without one the hour is empty.
 */
export const weekdayRevenue: ReportBuilder = (k) => {
  const hour = hourOfWeek(k.a.snapshot),
    sums =
      k.filter.basis === 'leistung'
        ? sumsBy(k.a, hour)
        : totals(k.a, (i, day) => weekdayOf(day) * HOURS + (hour[i]! % HOURS));
  const rows = [...sums]
    .sort(([x], [y]) => x - y)
    .map(([key, sum]) => ({
      wochentag: WEEKDAYS[Math.floor(key / HOURS)]!,
      stunde: key % HOURS === NO_HOUR ? null : key % HOURS,
      // The hour of an invoice or a payment is that of its service: its rows have two days.
      ...(k.filter.basis === 'leistung' && {
        nur: rowName(
          'stunde',
          WEEKDAYS[Math.floor(key / HOURS)]!,
          key % HOURS === NO_HOUR ? '' : key % HOURS,
        ),
      }),
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
    }));
  return {
    kpis: kpisOf(k, 'umsatz'),
    columns: [
      column('wochentag', 'Wochentag', 'wort'),
      column('stunde', 'Stunde', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
    ],
    rows,
    series: WEEKDAYS.map((day) => ({
      name: day,
      punkte: rows
        .filter((z) => z.wochentag === day && z.stunde !== null)
        .map((z) => ({ x: String(z.stunde), y: z[moneyFigure(k)] })),
    })),
  };
};
