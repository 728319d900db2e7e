// Loads a report and its state: the previous data stays until the new figures arrive, so that
// nothing jumps; while the server imports data, it is polled.

import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { CallError } from '../../shared/base/client.ts';
import { getReport } from './report-calls.ts';
import type { ReportFilter } from './use-report-filter.ts';

/** A large practice is imported within half a minute. */
const PATIENCE = 60;
export const AGAIN_MS = 1_500;
/** Checks whether the server is still importing the practice's data. */
export const isLoadingData = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'reports_loading';

/**
 * Decides whether to retry a failed call: many times during an import, otherwise once where a retry
 * may help.
 */
export const whileReading = (count: number, error: Error): boolean =>
  count < (isLoadingData(error) ? PATIENCE : 1) &&
  error instanceof CallError &&
  (error.status === 0 || error.status >= 500);
/** Returns the query of a report. @param path below /api */
export const reportQuery = (
  path: string,
  { filter, query }: Pick<ReportFilter, 'filter' | 'query'>,
  extra = '',
) => ({
  queryKey: ['bericht', path, query, extra],
  queryFn: () => getReport(path, filter, extra),
  placeholderData: keepPreviousData<PracticeReport>,
  staleTime: 60_000,
  retry: whileReading,
  retryDelay: AGAIN_MS,
});
export const useReport = (
  path: string,
  filter: Pick<ReportFilter, 'filter' | 'query'>,
  extra = '',
): UseQueryResult<PracticeReport> => useQuery(reportQuery(path, filter, extra));
