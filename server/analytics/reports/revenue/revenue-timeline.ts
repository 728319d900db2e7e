/** Report of revenue over time with comparison and target. */
import { comparisonOf, countedSpan } from '../../snapshot/comparison.ts';
import { type Selection, withPeriod } from '../../snapshot/selection.ts';
import { dayText, periodsBetween } from '../../snapshot/calendar.ts';
import { undocumentedUntil } from '../../metrics/coverage.ts';
import { targetInPeriod } from '../../metrics/money.ts';
import { type ReportBuilder, column, eur, kpisOf } from '../report-kind.ts';
import { moneyFigure } from '../report-charts.ts';
import { totalOf } from './revenue-sums.ts';

/**
 * Returns the span that one period is compared with: of a running one as many working days. Null
 * without a comparison, for a period ahead, or where the span was not fully delivered.
 */
function comparedSpan(a: Selection): Selection | null {
  const before = a.from > a.snapshot.today ? null : comparisonOf(a);
  return before === null || undocumentedUntil('umsatz', before) !== undefined ? null : before;
}

/** Reports revenue by period, next to the same period a year earlier and its target. */
export const revenueTimeline: ReportBuilder = (k) => {
  const parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung),
    target = k.a.targets.get(moneyFigure(k) === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    which = moneyFigure(k),
    dataFrom = undocumentedUntil('umsatz', k.a) ?? -Infinity;
  const rows = parts.map((p) => {
    const own = withPeriod(k.a, p.from, p.to),
      now = totalOf(own),
      then = comparedSpan(own);
    // Before the first delivered day nothing is known, which is not the same as no revenue.
    const known = (cents: number): number | null => (own.to < dataFrom ? null : eur(cents));
    return {
      periode: p.name,
      honorar: known(now.honorar),
      material: known(now.material),
      labor: known(now.eigen + now.fremd),
      umsatz: known(now.umsatz),
      vorjahr: then && eur(totalOf(then)[which]),
      vorherTage: then && `${dayText(then.from)}|${dayText(then.to)}`,
      ziel:
        target === undefined
          ? null
          : Math.round(targetInPeriod(countedSpan(own), target) * 100) / 100,
    };
  });
  const line = (name: string, key: 'umsatz' | 'honorar' | 'vorjahr' | 'ziel') => ({
    name,
    punkte: rows.map((z) => ({ x: z.periode, y: z[key] })),
  });
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('honorar', 'Honorar', 'eur'),
      column('material', 'Material', 'eur'),
      column('labor', 'Labor', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('vorjahr', k.filter.vergleich === 'VORPERIODE' ? 'Vorperiode' : 'Vorjahr', 'eur'),
      column('ziel', 'Ziel', 'eur'),
    ],
    rows,
    series: [
      line(which, which),
      ...(k.filter.vergleich === 'KEIN' ? [] : [line('vorjahr', 'vorjahr')]),
      ...(target === undefined ? [] : [line('ziel', 'ziel')]),
    ],
  };
};
