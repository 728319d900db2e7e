// Calls of the vendor's figures.

import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Figure } from '../../../shared/vendor/dashboard.ts';
import type { Dashboard, FigureRows } from '../../../shared/vendor/dashboard.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import type { Taking } from '../../report-kit/fetch-whole.ts';

const KEY = 'vendor-figures',
  queryOf = (month: string): string => (month === '' ? '' : `?month=${month}`);

/** @param month `YYYY-MM`; empty for the present one */
export const useDashboard = (month: string): UseQueryResult<Dashboard> =>
  useQuery({
    queryKey: [KEY, month],
    queryFn: () => call<Dashboard>(`/admin/dashboard${queryOf(month)}`, { timeout: TIMEOUT }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
const rowsPath = (figure: Figure, month: string, from = 0): string => {
  const query = new URLSearchParams({
    ...(month !== '' && { month }),
    ...(from > 0 && { from: String(from) }),
  }).toString();
  return `/admin/dashboard/${figure}${query === '' ? '' : `?${query}`}`;
};
/** Fetches all rows of a figure, page after page. @param onRows called with rows so far and of all */
export async function wholeRows(
  figure: Figure,
  month: string,
  { signal, onRows }: Taking,
): Promise<FigureRows['items']> {
  const items: FigureRows['items'] = [];
  for (;;) {
    const page = await call<FigureRows>(rowsPath(figure, month, items.length), {
      timeout: TIMEOUT,
      signal,
    });
    items.push(...page.items);
    onRows(items.length, page.count);
    if (page.items.length === 0 || items.length >= page.count) return items;
  }
}
export const useFigureRows = (figure: Figure, month: string): UseQueryResult<FigureRows> =>
  useQuery({
    queryKey: [KEY, 'rows', figure, month],
    queryFn: () => call<FigureRows>(rowsPath(figure, month), { timeout: TIMEOUT }),
    // A row must not be older than the number that opened it.
    refetchOnMount: 'always',
  });
