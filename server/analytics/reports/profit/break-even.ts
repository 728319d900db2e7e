/** Report of the day from which the revenue of a span has paid its costs. */
import type { ChartSeries } from '../../../../shared/analytics/reports/report.ts';
import { costsOf, costSpan, fixedCostsOf, forEachHourlyDay } from '../../metrics/profit/costs.ts';
import { withPeriod, type Selection } from '../../snapshot/selection.ts';
import { dayText, periodsBetween } from '../../snapshot/calendar.ts';
import {
  column,
  eur,
  eurOrNull,
  figureColumn,
  kpisOf,
  type ReportBuilder,
  type Row,
} from '../report-kind.ts';
import { totalOf } from '../revenue/revenue-sums.ts';
import { BREAK_EVEN_PART } from './cost-lines.ts';
import { hintsOf } from './profit-hints.ts';

/** Costs up to the last day of data would contradict the monthly costs of the whole span. */
const OWN_FIGURES = ['umsatz', 'fremdlabor', 'gewinnschwelle'];

/** Returns the first day on which the revenue has paid all costs of the span; null if none has. */
function breakEvenDay(a: Selection, fixed: number): number | null {
  const span = costSpan(a),
    hourly = new Float64Array(Math.max(0, span.to - span.from + 1));
  for (const cost of a.costs ?? [])
    if (cost.per === 'STUNDE')
      forEachHourlyDay(a.snapshot, cost, span, (day, cents) => {
        hourly[day - span.from]! += cents;
      });
  let sum = -fixed;
  for (let day = span.from; day <= span.to; day += 1) {
    const { umsatz, fremd } = totalOf(withPeriod(span, day, day));
    sum += umsatz - fremd - hourly[day - span.from]!;
    // Shares of services are fractions of cents.
    if (Math.round(sum) >= 0) return day;
  }
  return null;
}
/**
 * Reports by period the revenue added up since the first day of the span next to all its monthly
 * costs and the costs so far, and the day from which the revenue is higher.
 */
export const breakEven: ReportBuilder = (k) => {
  const { a } = k,
    fixed = fixedCostsOf(a),
    day = fixed === undefined ? null : breakEvenDay(a, fixed),
    until = costSpan(a).to;
  let revenueSum = 0,
    costSum = fixed ?? 0;
  const rows = periodsBetween(a.from, a.to, k.filter.gruppierung).map((p): Row => {
    const own = withPeriod(a, p.from, p.to),
      isAhead = p.from > until,
      sum = totalOf(costSpan(own)),
      revenue = isAhead ? null : Math.round(sum.umsatz),
      laboratory = isAhead ? null : Math.round(sum.fremd),
      hourly = isAhead ? null : (costsOf(own)?.hourly ?? null),
      ownFixed = fixedCostsOf(own) ?? null;
    revenueSum += revenue ?? 0;
    costSum += (laboratory ?? 0) + (hourly ?? 0);
    return {
      // A period ahead has no lines yet.
      id: isAhead ? null : BREAK_EVEN_PART,
      periode: p.name,
      umsatz: eurOrNull(revenue),
      fremdlabor: eurOrNull(laboratory),
      kostenFest: eurOrNull(ownFixed),
      kostenStunde: eurOrNull(hourly),
      umsatzKumuliert: isAhead ? null : eur(revenueSum),
      kostenKumuliert: isAhead || fixed === undefined ? null : eur(costSum),
      schwelle: day !== null && day >= p.from && day <= p.to ? dayText(day) : null,
    };
  });
  const drawn = (name: string): ChartSeries => ({
    name,
    punkte: rows.map((row) => ({
      x: String(row['periode']),
      y: row[name] as number | null,
    })),
  });
  return {
    kpis: kpisOf(k, ...OWN_FIGURES),
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      figureColumn('umsatz'),
      figureColumn('fremdlabor'),
      column('kostenFest', 'Monatliche Kosten', 'eur'),
      column('kostenStunde', 'Kosten je Stunde', 'eur'),
      column('umsatzKumuliert', 'Umsatz bis dahin', 'eur'),
      column('kostenKumuliert', 'Kosten bis dahin', 'eur'),
      column('schwelle', 'Kosten gedeckt am', 'tag'),
    ],
    rows,
    series: ['umsatzKumuliert', 'kostenKumuliert'].map(drawn),
    hints: [
      ...hintsOf(a, false),
      ...(fixed !== undefined && day === null ? ['schwelleOffen'] : []),
      ...(fixed === undefined ? [] : ['schwelleErklaert']),
    ],
  };
};
