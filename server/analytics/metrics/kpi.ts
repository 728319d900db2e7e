// A key figure as a report shows it: with its comparison, its target, and what keeps it from either.

import { changeOf, type KpiValue } from '../../../shared/analytics/reports/report.ts';
import { figureOfKey, MATURITY_DAYS } from '../../../shared/analytics/reports/figures.ts';
import { comparisonOf, countedSpan, stateComparisonOf } from '../snapshot/comparison.ts';
import { withPeriod, type Selection } from '../snapshot/selection.ts';
import { dayText } from '../snapshot/calendar.ts';
import { figureResult, type FigureResult } from './compute.ts';
import { coverageGap } from './coverage.ts';
import { unfollowed } from '../snapshot/selection/followed-filters.ts';
import { targetInPeriod } from './money.ts';

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
/** Number of days that are tried; beyond it the state of today is the next that is certain. */
const MAX_TRIES = 4;
/** Returns the first later day found for which a state is known; today at the latest. */
function knownFrom(key: string, a: Selection, unknown: FigureResult): number {
  let day = unknown.knownFrom ?? a.snapshot.today;
  for (let n = 0; n < MAX_TRIES && day < a.snapshot.today; n += 1) {
    const next = figureResult(key, withPeriod(a, day, day));
    if (next.undated === undefined) return day;
    day = Math.max(day + 1, next.knownFrom ?? a.snapshot.today);
  }
  return a.snapshot.today;
}
/** Returns the days that a key figure is compared with; null where it has no comparison. */
export function comparedWith(key: string, a: Selection): Selection | null {
  const { clock } = figureOfKey(key);
  // The time ahead has no earlier counterpart.
  if (clock === 'ahead') return null;
  return clock === 'asOf' ? stateComparisonOf(a) : comparisonOf(a);
}
/**
 * Returns a key figure with its comparison and its target. An incomplete value, or one whose
 * comparison span was not fully delivered, is not compared.
 */
export function kpi(key: string, a: Selection): KpiValue {
  const { clock, einheit } = figureOfKey(key);
  const chosen = comparedWith(key, a);
  const gap = chosen ? coverageGap(key, chosen) : undefined;
  const before = gap ? null : chosen;
  const completeFrom = a.to + (MATURITY_DAYS[key] ?? 0),
    isWhole = completeFrom <= Math.max(a.to, a.snapshot.today);
  const now = figureResult(key, a),
    then = before && figureResult(key, before),
    comparison = then?.value ?? null,
    unfiltered = unfollowed(key, a);
  // A target is the practice's or a practitioner's, never that of one row of a table.
  const isWholeScope = a.weekday === undefined && a.only?.isTableRow !== true,
    target = isWholeScope && unfiltered.length === 0 ? a.targets.get(key) : undefined,
    isShared = key === 'umsatz' || key === 'honorarumsatz';
  const goal =
    target === undefined
      ? null
      : isShared
        ? rounded(targetInPeriod(countedSpan(a), target))
        : target;
  return {
    key,
    wert: now.value,
    vergleich: comparison,
    delta: isWhole ? changeOf(einheit, now.value, comparison) : null,
    ziel: goal,
    zaehler: now.numerator,
    nenner: now.denominator,
    ...(!isWhole && { vollstaendigAb: dayText(completeFrom) }),
    ...(gap && { vergleichAb: dayText(gap.start), vergleichDeckung: gap.covered }),
    ...(then?.undated !== undefined && { vergleichUnbekannt: true as const }),
    ...(isShared && goal !== null && goal !== target && { zielAnteilig: true }),
    ...(unfiltered.length > 0 && { ohneFilter: unfiltered }),
    ...(clock === 'asOf' && a.cutoffDate < a.snapshot.today && { standAm: dayText(a.cutoffDate) }),
    ...(now.undated !== undefined && {
      ohneTag: now.undated,
      bekanntAb: dayText(knownFrom(key, a, now)),
    }),
  };
}
