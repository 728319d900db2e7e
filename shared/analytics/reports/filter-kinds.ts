/** The kinds of filters of a report. */

/** Filters with several values, in the order of the filter bar. */
export const FILTER_LISTS = [
  'behandler',
  'zimmer',
  'teams',
  'stempel',
  'versicherung',
  'bereich',
  'terminart',
  'termingruppe',
] as const;
/** Value of these filters that chooses the rows without a known one. */
export const UNASSIGNED = '(ohne)';
export type FilterList = (typeof FILTER_LISTS)[number];
/** Everything that narrows a report in addition to its days; tables narrow to a weekday. */
export const FILTER_KINDS = [...FILTER_LISTS, 'wochentag'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];
