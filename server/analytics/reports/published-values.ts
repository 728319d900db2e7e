/** Published values that a report shows next to the figures of the whole practice. */
import {
  partOf,
  PUBLISHED_POSITIONS,
  PUBLISHED_VALUES,
  type PublishedValue,
} from '../../../catalog/yearbooks/values.ts';
import type { KpiValue, PublishedLine } from '../../../shared/analytics/reports/report.ts';
import { selectsEveryRow } from '../snapshot/selection/matches.ts';
import type { Selection } from '../snapshot/selection.ts';
import { regionOfPractice } from '../snapshot/working-days.ts';
import type { State } from '../snapshot/state.ts';

const DAYS_OF_YEAR = [365, 366];

/** Checks whether a published value fits the question: it is one of whole practices. */
const isWholePractice = (a: Selection): boolean =>
  selectsEveryRow(a) && a.weekday === undefined && a.only === undefined;

type Practice = Pick<State, 'snapshot' | 'presets'>;
/**
 * Returns the published values of a figure that fit the question, those of the practice's part of
 * the country first; none under a filter.
 */
function fittingValues(key: string, a: Selection, practice: Practice): readonly PublishedValue[] {
  if (!isWholePractice(a)) return [];
  const part = partOf(regionOfPractice(practice)),
    isYear = DAYS_OF_YEAR.includes(a.to - a.from + 1);
  return PUBLISHED_VALUES.filter(
    (one) =>
      one.figure === key &&
      (one.part === 'DE' || part === null || one.part === part) &&
      (!one.isYearly || isYear),
  );
}
const lineOf = ({ name, value }: PublishedValue): PublishedLine => ({ name, wert: value });

/**
 * Lists the published values of a figure: both parts of the country where the KZV is not known, or
 * covers both.
 */
export const publishedLines = (key: string, a: Selection, practice: Practice): PublishedLine[] =>
  fittingValues(key, a, practice).map(lineOf);

/** Returns the one published value that fits best; undefined where none or several do. */
export function publishedLine(
  key: string,
  a: Selection,
  practice: Practice,
): PublishedLine | undefined {
  const all = fittingValues(key, a, practice),
    isOfBoth = new Set(all.map(({ part }) => part)).size > 2 || all[1]?.part === 'OST',
    found = isOfBoth ? all.find(({ part }) => part === 'DE') : all[0];
  return found && lineOf(found);
}

/** Adds published values to figures, and returns the hints that say what they count. */
export function withPublished(
  kpis: readonly KpiValue[],
  a: Selection,
  practice: Practice,
): { kpis: KpiValue[]; hints: string[] } {
  const found = kpis.map((kpi) => {
    const lines = kpi.wert === null ? [] : publishedLines(kpi.key, a, practice);
    return lines.length === 0 ? kpi : { ...kpi, bezug: lines };
  });
  return {
    kpis: found,
    hints: found.flatMap(({ key, bezug }) => (bezug ? [publishedHint(key)] : [])),
  };
}
/** Returns the hint on the source of a figure's published values, and on what differs there. */
export const publishedHint = (key: string): string => `bezug.${key}`;

/**
 * Returns the published number of a BEMA position for each hundred cases; null under a filter,
 * without one, and where the part of the country is not known.
 */
export function publishedPositions(
  a: Selection,
  practice: Practice,
): (system: string, nr: string) => number | null {
  const part = isWholePractice(a) ? partOf(regionOfPractice(practice)) : null;
  return (system, nr) =>
    part === null || system !== 'BEMA'
      ? null
      : (PUBLISHED_POSITIONS[nr.toLowerCase()]?.[part] ?? null);
}
