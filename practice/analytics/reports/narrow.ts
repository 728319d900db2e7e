// Narrows the filter of a report to one of its rows, so that it opens exactly what the row counted.
// Pure.

import type {
  PracticeReport,
  PracticeReportFilter,
  CellValue,
  Column,
} from '../../../shared/analytics/reports/report.ts';
import { isDay } from '../../../shared/base/dates.ts';
import { addDays } from '../../report-kit/periods.ts';
import type { ReportView } from './report-list.ts';
import { LISTS, mayNarrowTo, type ListName } from '../../report-kit/use-report-filter.ts';

const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Parses a period as reports name it; undefined if it is none. */
export function daysOf(period: string): { von: string; bis: string } | undefined {
  if (isDay(period)) return { von: period, bis: period };
  const year = /^(\d{4})$/.exec(period),
    month = /^(\d{4})-(\d{2})$/.exec(period),
    quarter = /^(\d{4})-Q([1-4])$/.exec(period),
    week = /^(\d{4})-W(\d{2})$/.exec(period);
  const span = (y: number, from: number, months: number) => ({
    von: iso(Date.UTC(y, from, 1)),
    bis: iso(Date.UTC(y, from + months, 0)),
  });
  if (year) return span(Number(year[1]), 0, 12);
  if (quarter) return span(Number(quarter[1]), (Number(quarter[2]) - 1) * 3, 3);
  if (month) return span(Number(month[1]), Number(month[2]) - 1, 1);
  if (!week) return undefined;
  // The week with the year's first Thursday is its first (ISO 8601).
  const fourth = `${week[1]}-01-04`,
    monday = addDays(
      fourth,
      -((new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7) + (Number(week[2]) - 1) * 7,
    );
  return { von: monday, bis: addDays(monday, 6) };
}
const isList = (key: string): key is ListName => (LISTS as readonly string[]).includes(key);
/** Columns whose words are their own ids. */
const ITSELF: readonly ListName[] = ['bereich', 'versicherung'];

/**
 * Returns the filter that narrows the report to a row.
 * @param row of a table whose first column is its subject; a subject with a name carries its `id`
 * separately
 * @returns undefined where the first column is not a filter, so that no wrong rows are ever shown
 * for it
 */
export function narrowTo(
  filter: PracticeReportFilter,
  row: PracticeReport['zeilen'][number],
  columns: readonly Column[],
): PracticeReportFilter | undefined {
  const [first] = columns,
    value = first === undefined ? undefined : row[first.key];
  if (first === undefined || typeof value !== 'string') return undefined;
  if (first.typ === 'periode') {
    const days = daysOf(value);
    // A period outside the span is listed next to it and contains none of its rows.
    if (!days || days.von > filter.bis || days.bis < filter.von) return undefined;
    // A period cut by the span counted only the part inside.
    return {
      ...filter,
      von: days.von < filter.von ? filter.von : days.von,
      bis: days.bis > filter.bis ? filter.bis : days.bis,
    };
  }
  if (!isList(first.key)) return undefined;
  const id = ITSELF.includes(first.key) ? value : row.id;
  return typeof id === 'string' && mayNarrowTo(first.key, id)
    ? { ...filter, [first.key]: [id] }
    : undefined;
}

/**
 * Returns the filter of the part that a row names, e.g. `behandler:b1`; that of the whole report
 * where it names none, undefined for an unknown one.
 */
export function narrowToPart(
  filter: PracticeReportFilter,
  part: CellValue | undefined,
): PracticeReportFilter | undefined {
  if (part === null || part === undefined) return filter;
  const [list = '', ...id] = String(part).split(':');
  return isList(list) && id.length > 0 ? { ...filter, [list]: [id.join(':')] } : undefined;
}

/** The parts of a view that say what its rows count. */
export type RowsOfView = Pick<ReportView, 'figures' | 'isOwnSpan' | 'ignores'>;
/** What a row counted: a filter, and what no filter can say. */
interface RowScope {
  readonly filter: PracticeReportFilter;
  /** Only rows of this weekday (`MO` … `SO`). */
  readonly wochentag?: string;
  /** Only the rows of this row of the table, by the name that the server gave it. */
  readonly nur?: string;
}
/**
 * Returns what a row counted: by its part, its name, or the subject in its first column.
 * @returns undefined where that cannot be said, so that no wrong rows are ever shown for it
 */
export function scopeOfRow(
  { figures, isOwnSpan, ignores = [] }: RowsOfView,
  row: PracticeReport['zeilen'][number],
  { spalten, meta }: Pick<PracticeReport, 'spalten' | 'meta'>,
): RowScope | undefined {
  const filter = { ...meta.filter, ...Object.fromEntries(ignores.map((list) => [list, []])) };
  const { teil: part, nur, art, id } = row;
  if (art === 'WOCHENTAG') return typeof id === 'string' ? { filter, wochentag: id } : undefined;
  if (isOwnSpan === true) {
    const days = daysOf(String(spalten[0] && row[spalten[0].key]));
    return days && { filter: { ...filter, ...days } };
  }
  const isPeriod = spalten[0]?.typ === 'periode',
    isNamed = typeof nur === 'string',
    own =
      (isPeriod && isNamed) || !(figures !== undefined || isNamed || typeof part === 'string')
        ? narrowTo(filter, row, spalten)
        : filter,
    narrowed = own && narrowToPart(own, part);
  return narrowed && { filter: narrowed, ...(isNamed && { nur }) };
}

/**
 * Returns the address of the page that a row opens, with everything else of the current one.
 * @param search query of the current page
 * @returns undefined where the row has no page of its own
 */
export function openedAddress(
  { opens }: Pick<ReportView, 'opens'>,
  row: PracticeReport['zeilen'][number],
  { spalten, meta }: Pick<PracticeReport, 'spalten' | 'meta'>,
  search: string,
): string | undefined {
  if (!opens || typeof row['id'] !== 'string') return undefined;
  const address = new URLSearchParams(search);
  // Columns and their order belong to the table that is left.
  for (const own of ['sort', 'ohne']) address.delete(own);
  address.set(opens.parameter, row['id']);
  const narrowed = opens.isPeriod === true ? narrowTo(meta.filter, row, spalten) : meta.filter;
  if (!narrowed) return undefined;
  // The opened page may begin with other days; a named period keeps its name.
  if (opens.isPeriod === true || !address.has('zeit')) {
    address.delete('zeit');
    address.set('von', narrowed.von);
    address.set('bis', narrowed.bis);
  }
  return `/berichte/${opens.path}?${address.toString()}`;
}
