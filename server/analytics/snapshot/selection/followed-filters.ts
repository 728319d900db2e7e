/** Filters of a selection that a figure or a table cannot follow. */
import { filtersOf } from '../../../../shared/analytics/reports/figure-filters.ts';
import {
  FILTER_LISTS,
  type FilterKind,
} from '../../../../shared/analytics/reports/filter-kinds.ts';
import type { Selection } from '../selection.ts';

const activeKinds = new WeakMap<Selection, readonly FilterKind[]>();
/** Returns everything that narrows a selection in addition to its days, the row of a table included. */
function activeFilters(a: Selection): readonly FilterKind[] {
  const known = activeKinds.get(a);
  if (known) return known;
  const row = a.only?.isTableRow === true ? a.only.by : undefined;
  const found: FilterKind[] = FILTER_LISTS.filter(
    (kind) => kind === row || a.filter[kind].length > 0,
  );
  if (a.weekday !== undefined) found.push('wochentag');
  activeKinds.set(a, found);
  return found;
}
/** Returns the active filters that are not among the followed ones. */
export const unfollowedBy = (followed: readonly FilterKind[], a: Selection): FilterKind[] =>
  activeFilters(a).filter((kind) => !followed.includes(kind));
/** Returns the active filters that a key figure does not follow: then it has no value. */
export const unfollowed = (key: string, a: Selection): FilterKind[] =>
  unfollowedBy(filtersOf(key), a);
