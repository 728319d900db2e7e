// Lists of the practice for the report filters: practitioners and rooms with recent revenue, teams,
// stamps and kinds of appointments.

import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { STANDARD_GROUPS } from '../../shared/analytics/deliveries/standard-groups.ts';
import type {
  StaticList,
  StaticListAnswer,
} from '../../shared/analytics/deliveries/static-data.schema.ts';
import { call, TIMEOUT } from '../api.ts';
import { useToday } from '../ui/wording/now.ts';
import { UNASSIGNED } from '../../shared/analytics/reports/filter-kinds.ts';
import { useSession } from '../session.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import type { Masters } from './FilterBar.tsx';
import { addDays } from './periods.ts';
import type { Choice } from './PickMenu.tsx';
import { getReport } from './report-calls.ts';
import { AGAIN_MS, whileReading } from './use-report.ts';
import { readFilter, type ListName } from './use-report-filter.ts';
import { useReportWords } from './use-report-words.ts';

/** Filters by the report whose rows are their options. */
const REPORTS: readonly (readonly [ListName, string])[] = [
  ['behandler', 'umsatz/behandler'],
  ['zimmer', 'umsatz/zimmer'],
];
/** Filters by the delivered list of their options. */
const LISTS: readonly (readonly [ListName, StaticList])[] = [
  ['teams', 'teams'],
  ['stempel', 'stempel'],
  ['terminart', 'terminarten'],
  ['termingruppe', 'termingruppen'],
];
/** How far back, in days, practitioners and rooms are looked for. */
const BACK_DAYS = 730;

/** Converts rows of a report to options. */
function choicesOf({
  zeilen,
  spalten: [first],
}: Pick<PracticeReport, 'zeilen' | 'spalten'>): Choice[] {
  return zeilen.flatMap((row) =>
    first !== undefined && typeof row.id === 'string'
      ? [{ id: row.id, name: String(row[first.key]) }]
      : [],
  );
}
/** Converts rows of a delivered list to options, using the label column each one has. */
const itemsOf = ({ items }: Pick<StaticListAnswer, 'items'>): Choice[] =>
  items.flatMap((row) =>
    typeof row.id === 'string'
      ? [{ id: row.id, name: String(row.name ?? row.bezeichnung ?? row.text ?? row.id) }]
      : [],
  );

/**
 * Loads the options; a list that fails to load is not offered, and the report is shown all the
 * same.
 */
export function useMasters(): Masters {
  const today = useToday(),
    words = useReportWords(),
    t = useAnalyticsTexts(),
    readsAll = (useSession().user?.figures ?? 'alle') === 'alle',
    { filter } = readFilter(
      { von: addDays(today, -BACK_DAYS), bis: today, vergleich: 'KEIN' },
      today,
      'jahr',
    );
  const reports = useQueries({
    queries: REPORTS.map(([, path]) => ({
      queryKey: ['masters', path, today],
      queryFn: () => getReport(path, filter),
      staleTime: 600_000,
      retry: whileReading,
      retryDelay: AGAIN_MS,
    })),
  });
  const lists = useQueries({
    queries: LISTS.map(([, list]) => ({
      queryKey: ['staticdata', list],
      queryFn: () => call<StaticListAnswer>(`/api/staticdata/${list}`, { timeout: TIMEOUT }),
      staleTime: 600_000,
    })),
  });
  // Where no kinds of appointments are delivered, keywords may define the groups.
  const isWithoutKinds = lists[2]?.data?.items.length === 0,
    keywords = useQuery({
      queryKey: ['stichworte', 'filter'],
      queryFn: () =>
        call<{ stichworte: readonly { istVorschlag: boolean }[] }>('/api/settings/pattermapi', {
          timeout: TIMEOUT,
        }),
      enabled: isWithoutKinds,
      staleTime: 600_000,
    }),
    hasKeywords = keywords.data?.stichworte.some((one) => !one.istVorschlag) === true;
  const [practitioners, rooms] = reports.map(({ data }) => data),
    [teamList, stamps, kinds, groups] = lists.map(({ data }) => data);
  return useMemo(() => {
    const found: Masters = {};
    for (const [at, data] of [practitioners, rooms].entries()) {
      const name = REPORTS[at]?.[0];
      if (data === undefined || name === undefined) continue;
      const known = choicesOf(data).filter(({ id }) => id !== UNASSIGNED);
      // Readers of their own figures only have nothing else to choose.
      found[name] =
        known.length > 0 && readsAll
          ? [...known, { id: UNASSIGNED, name: t('filter.unassigned') }]
          : known;
    }
    for (const [at, data] of [teamList, stamps, kinds, groups].entries()) {
      const name = LISTS[at]?.[0];
      if (data === undefined || name === undefined) continue;
      const items = itemsOf(data);
      found[name] =
        items.length > 0 && readsAll && name !== 'termingruppe'
          ? [...items, { id: UNASSIGNED, name: t('filter.unassigned') }]
          : items;
    }
    // Kinds of appointments belong to the practice's own groups, and to the standard ones.
    if ((found.terminart ?? []).length > 0 || hasKeywords)
      found.termingruppe = [
        ...(found.termingruppe ?? []),
        ...STANDARD_GROUPS.map((id) => ({ id, name: words.word(id) })),
      ];
    return found;
  }, [practitioners, rooms, teamList, stamps, kinds, groups, hasKeywords, words, readsAll, t]);
}
