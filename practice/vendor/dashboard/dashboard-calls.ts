// Calls of the vendor's figures.

import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Figure } from '../../../shared/vendor/dashboard.ts';
import type { Dashboard, FigureRows } from '../../../shared/vendor/dashboard.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

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
export const useFigureRows = (figure: Figure, month: string): UseQueryResult<FigureRows> =>
  useQuery({
    queryKey: [KEY, 'rows', figure, month],
    queryFn: () =>
      call<FigureRows>(`/admin/dashboard/${figure}${queryOf(month)}`, { timeout: TIMEOUT }),
    // A row must not be older than the number that opened it.
    refetchOnMount: 'always',
  });
