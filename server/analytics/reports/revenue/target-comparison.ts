/** Report of revenue against targets by practitioner. */
import { narrowToPractitioner, withPeriod } from '../../snapshot/selection.ts';
import { targetsOn } from '../../snapshot/targets.ts';
import { EMPTY, firstOfMonth, monthOfDay } from '../../snapshot/calendar.ts';
import { targetInPeriod } from '../../metrics/money.ts';
import { holidayHints } from '../../snapshot/working-days.ts';
import {
  type ReportBuilder,
  type ReportContext,
  column,
  entityName,
  eur,
  idOfRow,
  kpisOf,
  rounded,
} from '../report-kind.ts';
import {
  dailyRate,
  forecast,
  methodHint,
  PAST_MONTHS,
  workdaysLeft,
  type Forecast,
} from './forecast.ts';
import { practitionerIn } from './practitioner-revenue.ts';
import { totalOf } from './revenue-sums.ts';

/** Rounding of each row. */
const CENTS = 0.01;
/** Practitioners of the span, and those of the months before who have not left. */
function practitionersOf({ a }: ReportContext, isOpen: boolean): number[] {
  const shown = practitionerIn(a);
  if (!isOpen) return shown;
  const month = monthOfDay(a.snapshot.today),
    left = a.snapshot.rawRows.tables.behandler.columns['austritt']!,
    before = withPeriod(a, firstOfMonth(month - PAST_MONTHS), firstOfMonth(month) - 1);
  return [
    ...shown,
    ...practitionerIn(before).filter(
      (at) => !shown.includes(at) && (left[at] === EMPTY || left[at]! >= a.snapshot.today),
    ),
  ];
}
const difference = (x: number | null, y: number | null): number | null =>
  x === null || y === null ? null : rounded(x - y, 2);

/**
 * Reports the achieved revenue, and the revenue expected at the end of the month where the span is
 * unfinished. The rows add up to the forecast of the whole selection.
 */
export const targetVsActual: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { today } = snapshot,
    which = k.filter.kennzahl,
    key = which === 'umsatz' ? 'umsatz' : 'honorarumsatz',
    region = k.a.region ?? null,
    isOpen = k.a.to >= today,
    to = isOpen ? firstOfMonth(monthOfDay(k.a.to) + 1) - 1 : k.a.to,
    wholeSpan = withPeriod(k.a, k.a.from, to),
    daysLeft = isOpen ? workdaysLeft(snapshot, k.a.from, to, region) : [];
  const forecastOf = (own: typeof k.a): Forecast & { ist: number } => {
    const done = totalOf(own)[which];
    return {
      ist: eur(done),
      ...forecast(
        done,
        daysLeft,
        daysLeft.length === 0 ? null : dailyRate(own, monthOfDay(today), which),
      ),
    };
  };
  const rows = practitionersOf(k, isOpen).map((at) => {
    const id = idOfRow(snapshot, 'behandler', at),
      target = targetsOn(k.state.presets, k.filter.bis, id ?? '').get(key),
      goal = target === undefined ? null : rounded(targetInPeriod(wholeSpan, target), 2),
      { ist, expected, low, high } = forecastOf(narrowToPractitioner(k.a, at));
    return {
      id,
      behandler: entityName(snapshot, 'behandler', at),
      ziel: goal,
      ist,
      hochrechnung: expected,
      von: low,
      bis: high,
      differenz: difference(expected, goal),
    };
  });
  const all = forecastOf(k.a),
    rest = {
      ist: rounded(
        rows.reduce((left, one) => left - one.ist, all.ist),
        2,
      ),
      hochrechnung:
        all.expected === null
          ? null
          : rounded(
              rows.reduce((left, one) => left - (one.hochrechnung ?? 0), all.expected),
              2,
            ),
    },
    hasRest = [rest.ist, rest.hochrechnung ?? 0].some(
      (one) => Math.abs(one) > CENTS * (rows.length + 1),
    );
  // A cent lost by rounding goes to the largest row, so that the rows add up.
  const [largest] = rows.toSorted((x, y) => (y.hochrechnung ?? 0) - (x.hochrechnung ?? 0));
  if (!hasRest && largest?.hochrechnung && rest.hochrechnung !== null) {
    largest.hochrechnung = rounded(largest.hochrechnung + rest.hochrechnung, 2);
    largest.differenz = difference(largest.hochrechnung, largest.ziel);
  }
  return {
    kpis: kpisOf(k, 'umsatz', 'zielerreichung'),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('ziel', 'Ziel', 'eur'),
      column('ist', 'Ist', 'eur'),
      column('hochrechnung', 'Erwartet', 'eur'),
      column('von', 'Wahrscheinlich ab', 'eur'),
      column('bis', 'Wahrscheinlich bis', 'eur'),
      column('differenz', 'Erwartet minus Ziel', 'eur'),
    ],
    rows: [
      ...rows,
      ...(hasRest
        ? [{ id: null, behandler: '–', ziel: null, ...rest, von: null, bis: null, differenz: null }]
        : []),
    ],
    series: (['ist', 'ziel', 'hochrechnung'] as const)
      .filter((name) => rows.some((z) => z[name] !== null))
      .map((name) => ({ name, punkte: rows.map((z) => ({ x: z.behandler, y: z[name] })) })),
    hints: [
      ...(isOpen ? [methodHint(k.a, monthOfDay(today), which)] : []),
      ...(to > k.a.to ? ['bisMonatsende'] : []),
      ...(hasRest ? ['uebrigeZeile'] : []),
      ...(rows.every((z) => z.ziel === null) ? ['ohneZiele'] : []),
      ...holidayHints(region),
    ],
  };
};
