// API calls of the report screens.

import type {
  PracticeReport,
  PracticeReportFilter,
  ReportMeta,
} from '../../shared/analytics/reports/report.ts';
import { call, LONG_TIMEOUT } from '../api.ts';
import { fetchWhole, type Taking } from './fetch-whole.ts';
import { queryOf } from './use-report-filter.ts';

/**
 * Fetches a report below /api.
 * @param path e.g. `umsatz/zeitreihe`
 * @param extra query in addition to the filter, e.g. `&gruppe=REGION`
 */
export const getReport = (
  path: string,
  filter: PracticeReportFilter,
  extra = '',
): Promise<PracticeReport> =>
  call<PracticeReport>(`/api/${path}?${queryOf(filter)}${extra}`, { timeout: LONG_TIMEOUT });

/**
 * Fetches all rows of a report that has several pages. @param gesamt size of the table
 * @throws CallError `conflict` if the data keep changing; Cancelled
 */
export const getWholeReport = (
  path: string,
  { filter, gesamt }: ReportMeta,
  extra: string,
  taking: Taking,
): Promise<PracticeReport['zeilen'][number][]> =>
  fetchWhole(
    async (from) => {
      const page = 1 + from / (gesamt?.jeSeite ?? 1),
        { zeilen, meta } = await call<PracticeReport>(
          `/api/${path}?${queryOf(filter)}${extra}${page > 1 ? `&seite=${page}` : ''}`,
          { timeout: LONG_TIMEOUT, signal: taking.signal },
        );
      return { zeilen, all: meta.gesamt?.anzahl ?? zeilen.length, state: meta.stand };
    },
    (row) => row['id'] ?? row['rang'],
    taking,
  );

/** The rows below a number. */
export interface AskedRows {
  /** Name of a key figure, or of a sum that a table shows. */
  readonly figure: string;
  readonly filter: PracticeReportFilter;
  /** Only rows of this weekday (`MO` … `SO`). */
  readonly wochentag?: string;
  /** Only rows of the numerator or of the denominator. */
  readonly teil?: 'zaehler' | 'nenner';
  /** Only rows of this row of the table, by the name that the server gave it. */
  readonly nur?: string;
}
const pathOfRows = ({ figure, filter, ...more }: AskedRows, page: number): string =>
  `/api/zeilen/${encodeURIComponent(figure)}?${queryOf(filter)}&seite=${page}${(
    ['wochentag', 'teil', 'nur'] as const
  )
    .map((name) => (more[name] === undefined ? '' : `&${name}=${encodeURIComponent(more[name])}`))
    .join('')}`;

/**
 * Fetches rows below a key figure, 200 per page from 1 on; the report's figure `anzahl` is the
 * total number.
 */
export const getRows = (asked: AskedRows, page: number): Promise<PracticeReport> =>
  call<PracticeReport>(pathOfRows(asked, page), { timeout: LONG_TIMEOUT });

/** Rows of one page where all of them are read. */
const FILE_PAGE = 2000;
/**
 * Fetches all rows below a key figure.
 * @throws CallError `conflict` if the data keep changing; Cancelled
 */
export const getAllRows = (
  asked: AskedRows,
  taking: Taking,
): Promise<PracticeReport['zeilen'][number][]> =>
  fetchWhole(
    async (from) => {
      const { zeilen, kpis, meta } = await call<PracticeReport>(
        `${pathOfRows(asked, 1 + from / FILE_PAGE)}&jeseite=${FILE_PAGE}`,
        { timeout: LONG_TIMEOUT, signal: taking.signal },
      );
      const all = kpis.find(({ key }) => key === 'anzahl')?.wert ?? zeilen.length;
      return { zeilen, all, state: meta.stand };
    },
    // One row may count twice, for two people: only the state of the data tells pages apart.
    (row) => row,
    taking,
  );

/**
 * Fetches a report as PDF.
 * @param extra query in addition to the filter, as for the report itself
 */
export const getReportPdf = (
  path: string,
  filter: PracticeReportFilter,
  extra = '',
): Promise<Blob> =>
  call<Blob>(`/api/berichtpdf?${queryOf(filter)}&pfad=${encodeURIComponent(path)}${extra}`, {
    answer: 'blob',
    timeout: LONG_TIMEOUT,
  });
