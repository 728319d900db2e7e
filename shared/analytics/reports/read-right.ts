// Permissions to read figures: owners all, others what the owner granted, a practitioner their own.
// Pure.

import type { PracticeReportFilter } from './report.ts';

/**
 * `alle`: everything; `praxis`: the whole practice, without names; `eigene`: only the user's own
 * treatments.
 */
export const READ_RIGHTS = ['alle', 'praxis', 'eigene'] as const;
export type ReadRight = (typeof READ_RIGHTS)[number];
export interface Reader {
  readonly readRight: ReadRight;
  readonly behandlerId: string | null;
}

/** Returns the rights of a reader; null if a user may read no figures. */
export function readerOf({
  role,
  reportGrant,
  behandlerId,
}: {
  role: string;
  reportGrant: 'praxis' | 'alle' | null;
  behandlerId: string | null;
}): Reader | null {
  if (role === 'owner' || reportGrant === 'alle') return { readRight: 'alle', behandlerId };
  if (reportGrant === 'praxis') return { readRight: 'praxis', behandlerId };
  return behandlerId === null || behandlerId === '' ? null : { readRight: 'eigene', behandlerId };
}

/** Reports that are only about single practitioners. */
const FIGURES_PER_PRACTITIONER: ReadonlySet<string> = new Set([
  'umsatz/behandler',
  'umsatz/ursachen',
  // A stamp may consist of one person.
  'umsatz/stempel',
  'umsatz/soll-ist',
  'extended/behandlerleistung',
  'extended/verfuegbarkeit',
  'extended/annahme',
  'extended/prophylaxe',
  'benchmark/behandler',
]);
/** Reports of the practice's costs, which may be one person's salary: for readers of everything. */
const isAboutCosts = (path: string): boolean => path.startsWith('gewinn/');
/** Reports that the practitioner filter does not narrow. */
const WHOLE_PRACTICE: ReadonlySet<string> = new Set([
  'umsatz/steuerbuero',
  'dashboard/aufgaben',
  'benchmark',
  'benchmarkgroups',
  'benchmark/leistungen',
  'benchmark/behandler',
  'benchmark/zeit',
  'benchmark/kzv',
  'dashboard/executive',
]);

/**
 * Returns the filter with which a user may read a report; null if they may not. For users with own
 * figures the filter is set to themselves.
 */
export function readableFilter(
  { readRight, behandlerId }: Reader,
  path: string,
  filter: PracticeReportFilter,
): PracticeReportFilter | null {
  if (readRight === 'alle') return filter;
  if (isAboutCosts(path)) return null;
  const own = behandlerId ?? '',
    isOwn = own !== '' && filter.behandler.length === 1 && filter.behandler[0] === own;
  if (readRight === 'eigene')
    return WHOLE_PRACTICE.has(path) || (filter.behandler.length > 0 && !isOwn)
      ? null
      : { ...filter, behandler: [own] };
  // A team or a stamp may consist of one person.
  const namesSomebody =
    filter.behandler.length > 0 || filter.teams.length > 0 || filter.stempel.length > 0;
  return isOwn ? filter : FIGURES_PER_PRACTITIONER.has(path) || namesSomebody ? null : filter;
}
/**
 * Checks whether a user may see practitioners' names; others see neither their rows nor their
 * column.
 */
export const seesPractitioners = (reader: Reader, filter: PracticeReportFilter): boolean =>
  reader.readRight !== 'praxis' ||
  (filter.behandler.length === 1 && filter.behandler[0] === reader.behandlerId);
/** Checks whether a report is in a user's list. */
export const isInList = (readRight: ReadRight, path: string): boolean =>
  !(readRight !== 'alle' && isAboutCosts(path)) &&
  !(readRight === 'praxis' && FIGURES_PER_PRACTITIONER.has(path)) &&
  !(readRight === 'eigene' && WHOLE_PRACTICE.has(path));

/**
 * Reports of the larger plan: analyses of the practice, its profit, and the comparison with others.
 * Revenue, the day, all lists and what the tax adviser needs belong to every plan.
 */
const PAID = /^(?:extended|gewinn|benchmark)(?:\/|$)/;
/** Checks whether a report belongs to the larger plan. @param path below /api */
export const isPaidReport = (path: string): boolean => PAID.test(path);
