// The practice's own lists that reports are narrowed by: practitioners and rooms that earned something lately.

import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Bericht } from '../../shared/bericht.ts';
import { useToday } from '../ui/now.ts';
import type { Masters } from './FilterBar.tsx';
import { addDays } from './periods.ts';
import { getReport } from './report-calls.ts';
import { AGAIN_MS, whileReading } from './use-report.ts';
import { readFilter, type ListName } from './use-report-filter.ts';

/** Filter by the report whose rows are its list. */
const LISTS: readonly (readonly [ListName, string])[] = [['behandler', 'umsatz/behandler'], ['zimmer', 'umsatz/zimmer']];
/** Who left longer ago is not looked for. */
const BACK_DAYS = 730;

/** Rows of a report as a list to choose from. */
export function choicesOf({ zeilen, spalten: [first] }: Pick<Bericht, 'zeilen' | 'spalten'>): { id: string; name: string }[] {
  return zeilen.flatMap((row) => (first !== undefined && typeof row.id === 'string' ? [{ id: row.id, name: String(row[first.key]) }] : []));
}
/** What there is to choose from; a list that does not come is not offered, and the report is shown all the same. */
export function useMasters(): Masters {
  const today = useToday(), { filter } = readFilter({ von: addDays(today, -BACK_DAYS), bis: today, vergleich: 'KEIN' }, today, 'jahr');
  const answers = useQueries({ queries: LISTS.map(([, path]) => ({ queryKey: ['masters', path, today], queryFn: () => getReport(path, filter), staleTime: 600_000, retry: whileReading, retryDelay: AGAIN_MS })) });
  const [behandler, zimmer] = answers.map(({ data }) => data);
  return useMemo(() => Object.fromEntries([behandler, zimmer].flatMap((data, at) => (data === undefined ? [] : [[LISTS[at]?.[0] ?? '', choicesOf(data)]]))), [behandler, zimmer]);
}
