/** Report of booked and expected revenue of the months ahead. */
import { type Selection, withPeriod } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { forEachBooking } from '../../snapshot/selection/walk-bookings.ts';
import { STATUS, type Snapshot } from '../../snapshot/snapshot.ts';
import { dayText, firstOfMonth, monthOfDay, plusMonths } from '../../snapshot/calendar.ts';
import { isPlanned } from '../../metrics/walks.ts';
import { holidayHints } from '../../snapshot/working-days.ts';
import { undocumentedUntil } from '../../metrics/coverage.ts';
import { type ReportBuilder, column, eur, eurOrNull, free } from '../report-kind.ts';
import { dailyRate, forecast, methodHint, PAST_MONTHS, workdaysLeft } from './forecast.ts';
import { errorsOf } from './season.ts';
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
 * Forecasts this month and the five after it, next to the twelve months before: revenue so far, the
 * range to expect, and the value of booked appointments.
 */
export const revenueForecast: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { today } = snapshot,
    first = monthOfDay(today),
    which = k.filter.kennzahl,
    booked = plannedValue(k.a, snapshot),
    region = k.a.region ?? null,
    rate = dailyRate(k.a, first, which),
    tests = rate?.tests ?? [],
    { plainError, seasonalError } = errorsOf(tests),
    testOf = new Map(tests.map((one) => [one.month, one]));
  const rows = Array.from({ length: PAST_MONTHS + 6 }, (_, at) => {
    const month = first - PAST_MONTHS + at,
      from = firstOfMonth(month),
      to = firstOfMonth(month + 1) - 1,
      isAhead = month > first,
      isPast = month < first,
      own = withPeriod(k.a, from, Math.min(to, today)),
      isKnown = (undocumentedUntil('umsatz', own) ?? -Infinity) <= own.to,
      done = isAhead || !isKnown ? 0 : totalOf(own)[which];
    const cents = isPast ? 0 : booked.from(Math.max(from, today), to);
    const { expected, low, high } = isPast
      ? { expected: null, low: null, high: null }
      : forecast(done, workdaysLeft(snapshot, from, to, region), rate);
    return {
      periode: dayText(from).slice(0, 7),
      ist: isAhead || !isKnown ? null : eur(done),
      mitGebucht: isPast ? null : eur(done + cents),
      hochrechnung: expected,
      von: low,
      bis: high,
      damalsSchnitt: eurOrNull(testOf.get(month)?.plain),
      damalsSaison: eurOrNull(testOf.get(month)?.seasonal),
    };
  });
  const thisMonth = dayText(today).slice(0, 7),
    now = rows.find(({ periode }) => periode === thisMonth),
    hasMore = rows.some(
      ({ mitGebucht, bis }) => mitGebucht !== null && bis !== null && mitGebucht > bis,
    );
  return {
    kpis: [
      free('monatBisher', now?.ist ?? null),
      free('monatErwartet', now?.hochrechnung ?? null),
      free('fehlerTagesschnitt', eurOrNull(plainError)),
      free('fehlerSaison', eurOrNull(seasonalError)),
    ],
    columns: [
      column('periode', 'Monat', 'periode'),
      column('ist', 'Bisher', 'eur'),
      column('mitGebucht', 'Bisher und gebucht', 'eur'),
      column('hochrechnung', 'Erwartet', 'eur'),
      column('von', 'Wahrscheinlich ab', 'eur'),
      column('bis', 'Wahrscheinlich bis', 'eur'),
      column('damalsSchnitt', 'Damals erwartet (Tagesschnitt)', 'eur'),
      column('damalsSaison', 'Damals erwartet (Saison)', 'eur'),
    ],
    rows,
    series: (['ist', 'hochrechnung', 'von', 'bis', 'mitGebucht'] as const).map((name) => ({
      name,
      // A part of a month would look like a decline.
      punkte: rows.map((z) => ({
        x: z.periode,
        y: name === 'ist' && z.periode === thisMonth ? null : z[name],
      })),
    })),
    hints: [
      methodHint(k.a, first, which),
      plainError === null ? 'prognoseOhneVergleich' : 'prognoseVergleich',
      ...(rate ? [] : ['prognoseOhneMonate']),
      'prognoseGebucht',
      ...(hasMore ? ['prognoseMehrGebucht'] : []),
      ...holidayHints(region),
    ],
  };
};
