// Targets as valid on a day.

import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import { EMPTY } from './calendar.ts';
import type { Selection } from './selection.ts';
import type { Presets } from './store.ts';
import { LIVE } from './tables/column-table.ts';

/** Targets that several practitioners reach together. */
const SUM_FIGURES: readonly string[] = ['umsatz', 'honorarumsatz'];
/** Filters that cover only a part of the scope of a target. */
const NARROWER_FILTERS = [
  'zimmer',
  'stempel',
  'versicherung',
  'bereich',
  'terminart',
  'termingruppe',
] as const satisfies readonly (keyof PracticeReportFilter)[];

/**
 * Returns the targets by key figure on a day (`YYYY-MM-DD`), of the practice (``) or of one
 * practitioner; the newest earlier entry counts.
 */
export function targetsOn(
  { targets }: Presets,
  day: string,
  practitioner: string,
): Map<string, number> {
  const found = new Map<string, number>(),
    seen = new Set<string>();
  for (const z of targets) {
    if (z.behandler !== practitioner || z.validFrom > day || seen.has(z.kennzahl)) continue;
    seen.add(z.kennzahl);
    if (z.value !== null) found.set(z.kennzahl, z.value);
  }
  return found;
}
/**
 * Returns the targets comparable with figures of a filter: the practice's for the whole practice, a
 * practitioner's for that one alone. For several practitioners, or a team, the sums count, if each
 * has one. A partial selection of either has no target.
 * @param members chosen practitioners of the chosen teams
 */
export function targetsFor(
  presets: Presets,
  filter: PracticeReportFilter,
  members: readonly string[] = [],
): Map<string, number> {
  const { bis: to, teams } = filter,
    practitioner = teams.length > 0 ? members : filter.behandler;
  if (teams.length > 0 && members.length === 0) return new Map();
  if (NARROWER_FILTERS.some((name) => filter[name].length > 0)) return new Map();
  if (practitioner.length < 2) return targetsOn(presets, to, practitioner[0] ?? '');
  const each = [...new Set(practitioner)].map((id) => targetsOn(presets, to, id));
  return new Map(
    SUM_FIGURES.filter((key) => each.every((own) => own.has(key))).map((key) => [
      key,
      each.reduce((sum, own) => sum + own.get(key)!, 0),
    ]),
  );
}
/** Lists the chosen practitioners who had not left before the period. */
export function membersOf({ snapshot, chosenMarks, from }: Selection): string[] {
  const t = snapshot.rawRows.tables.behandler,
    left = t.columns['austritt']!;
  return t.ids.filter(
    (_id, at) =>
      chosenMarks.behandler?.[at] === 1 &&
      t.rowState[at] === LIVE &&
      (left[at] === EMPTY || left[at]! >= from),
  );
}
