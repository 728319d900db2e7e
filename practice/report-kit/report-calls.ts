// What the screens of reports ask of the server.

import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import { call, LONG_TIMEOUT } from '../api.ts';
import { queryOf } from './use-report-filter.ts';

/** A report below /api. @param path e.g. `umsatz/zeitreihe` @param extra what it is asked beside the filter, e.g. `&gruppe=REGION` */
export const getReport = (
  path: string,
  filter: PracticeReportFilter,
  extra = '',
): Promise<PracticeReport> =>
  call<PracticeReport>(`/api/${path}?${queryOf(filter)}${extra}`, { timeout: LONG_TIMEOUT });

/** Rows below a key figure, 200 a page from 1 on; the report's figure `anzahl` says how many there are in all. */
export const getRows = (
  kennzahl: string,
  filter: PracticeReportFilter,
  page: number,
  wochentag?: string,
): Promise<PracticeReport> =>
  call<PracticeReport>(
    `/api/zeilen/${encodeURIComponent(kennzahl)}?${queryOf(filter)}&seite=${page}${wochentag === undefined ? '' : `&wochentag=${wochentag}`}`,
    { timeout: LONG_TIMEOUT },
  );

/** A report as PDF. @param extra what it is asked beside the filter, as for the report itself */
export const getReportPdf = (
  path: string,
  filter: PracticeReportFilter,
  extra = '',
): Promise<Blob> =>
  call<Blob>(`/api/berichtpdf?${queryOf(filter)}&pfad=${encodeURIComponent(path)}${extra}`, {
    answer: 'blob',
    timeout: LONG_TIMEOUT,
  });
