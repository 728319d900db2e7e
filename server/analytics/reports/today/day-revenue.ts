/** Report of planned and actual revenue of a day. */
import { withPeriod } from '../../snapshot/selection.ts';
import { forEachAppointment } from '../../snapshot/selection/walk-appointments.ts';
import { STATUS } from '../../snapshot/snapshot.ts';
import { firstOfMonth, monthOfDay } from '../../snapshot/calendar.ts';
import { targetInPeriod } from '../../metrics/money.ts';
import { isCancelledState } from '../../metrics/walks.ts';
import { type ReportBuilder, column, eur, rounded } from '../report-kind.ts';
import { holidayHints, workdays } from '../../snapshot/working-days.ts';
import { expectedValue } from '../revenue/revenue-forecast.ts';
import { dailyRate, daysByMonth, forecast, methodHint, workdaysLeft } from '../revenue/forecast.ts';
import { totalOf } from '../revenue/revenue-sums.ts';
import { selectionOfDay } from './day-frame.ts';

export const dayRevenue: ReportBuilder = (k) => {
  const day = selectionOfDay(k),
    { appointments } = k.a.snapshot,
    worth = expectedValue(k.a, k.a.from),
    month = monthOfDay(k.a.from),
    from = firstOfMonth(month),
    to = firstOfMonth(month + 1) - 1,
    target = k.a.targets.get('umsatz'),
    which = k.filter.kennzahl;
  let planned = 0;
  forEachAppointment(day, (i) => {
    if (
      !isCancelledState(appointments.status[i]!) &&
      appointments.status[i] !== STATUS.NICHT_ERSCHIENEN
    )
      planned += worth(appointments.terminart[i]!, appointments.behandler[i]!);
  });
  const sofar = totalOf(withPeriod(k.a, from, k.a.from))[which],
    region = k.a.region ?? null,
    isPast = k.a.from < k.a.snapshot.today,
    daysLeft = isPast
      ? daysByMonth(k.a.from + 1, to, region)
      : workdaysLeft(k.a.snapshot, from, to, region),
    { expected, low, high } = forecast(sofar, daysLeft, dailyRate(k.a, month, which));
  const row = {
    geplant: eur(planned),
    ist: eur(totalOf(day)[which]),
    ziel:
      target === undefined
        ? null
        : rounded(
            targetInPeriod({ from, to }, target) / Math.max(1, workdays(from, to, region)),
            2,
          ),
    monatBisher: eur(sofar),
    monatHochrechnung: expected,
    monatAb: low,
    monatBis: high,
    monatZiel: target ?? null,
  };
  return {
    columns: [
      column('geplant', 'Geplant', 'eur'),
      column('ist', 'Bisher', 'eur'),
      column('ziel', 'Tagesziel', 'eur'),
      column('monatBisher', 'Monat bisher', 'eur'),
      column('monatHochrechnung', 'Monat erwartet', 'eur'),
      column('monatAb', 'Monat wahrscheinlich ab', 'eur'),
      column('monatBis', 'Monat wahrscheinlich bis', 'eur'),
      column('monatZiel', 'Monatsziel', 'eur'),
    ],
    rows: [row],
    hints: [methodHint(k.a, month, which), ...holidayHints(region)],
  };
};
