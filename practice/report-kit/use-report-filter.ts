// The common filter of reports: kept in the address, so that a report is shared by copying it, and
// converted to the query of the call.

import { useMemo } from 'react';
import {
  REVENUE_BASES,
  GROUPINGS,
  COMPARISONS,
  type PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import {
  FILTER_LISTS,
  UNASSIGNED,
  type FilterList,
} from '../../shared/analytics/reports/filter-kinds.ts';
import { isDay } from '../../shared/base/dates.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs-words.ts';
import { useToday } from '../ui/wording/now.ts';
import { useQueryParams } from '../ui/use-query-params.ts';
import { groupingOf, isPeriod, spanOf, type Period, type Span } from './periods.ts';

export const LISTS = FILTER_LISTS;
export type ListName = FilterList;
/** Parameters of a report's address: its filter, and order and hidden columns of its table. */
export const FILTER_NAMES = [
  'zeit',
  'von',
  'bis',
  'vergleich',
  ...LISTS,
  'basis',
  'gruppierung',
  'kennzahl',
  'sort',
  'ohne',
] as const;
type FilterName = (typeof FILTER_NAMES)[number];
export type FilterValues = Partial<Record<FilterName, string>>;

/** Keeps words of a fixed list; invalid ones are dropped. */
const KNOWN: Partial<Record<ListName, readonly string[]>> = {
  versicherung: [...VERSICHERUNG, UNASSIGNED],
  bereich: SERVICE_AREAS,
};
/**
 * Checks whether a list may be filtered by a value: words of a fixed list are known, ids come from
 * the data.
 */
export const mayNarrowTo = (name: ListName, value: string): boolean =>
  value !== '' && (KNOWN[name]?.includes(value) ?? true);
const oneOf = <W extends string>(words: readonly W[], value: string | undefined): W | undefined =>
  words.find((word) => word === value);

export interface ReadFilter {
  filter: PracticeReportFilter;
  /** The named period, `free` for free days. */
  period: Period | 'frei';
  /** Filters with lists of values. */
  active: readonly ListName[];
}

/** Parses an address and fills in defaults. Never fails: an address is typed by people. */
export function readFilter(values: FilterValues, today: string, first: Period): ReadFilter {
  const { von, bis } = values;
  const isFree = von !== undefined && bis !== undefined && isDay(von) && isDay(bis) && von <= bis;
  const period = isFree ? 'frei' : isPeriod(values.zeit) ? values.zeit : first;
  const span: Span = isFree ? { von, bis } : spanOf(period as Period, today);
  const list = (name: ListName): string[] => {
    const given = [
        ...new Set((values[name] ?? '').split(',').filter((one) => one !== '' && one.length <= 80)),
      ],
      known = KNOWN[name];
    return known === undefined ? given : given.filter((one) => known.includes(one));
  };
  const lists = Object.fromEntries(LISTS.map((name) => [name, list(name)])) as Record<
    ListName,
    string[]
  >;
  const filter = {
    ...span,
    ...lists,
    vergleich: oneOf(COMPARISONS, values.vergleich) ?? 'VORJAHR',
    basis: oneOf(REVENUE_BASES, values.basis) ?? 'leistung',
    gruppierung: oneOf(GROUPINGS, values.gruppierung) ?? groupingOf(span),
    kennzahl: values.kennzahl === 'honorar' ? 'honorar' : 'umsatz',
  } as PracticeReportFilter;
  return { filter, period, active: LISTS.filter((name) => lists[name].length > 0) };
}

/**
 * Serialises the filter for the address of another page, which may have another default period. The
 * period is always included; of the rest whatever differs from the common defaults.
 * @returns a query string without its question mark
 */
export function addressOf({ filter, period }: Pick<ReadFilter, 'filter' | 'period'>): string {
  const { von, bis, vergleich, basis, gruppierung, kennzahl } = filter;
  const span = { von, bis };
  const params = new URLSearchParams(period === 'frei' ? span : { zeit: period });
  if (vergleich !== 'VORJAHR') params.set('vergleich', vergleich);
  for (const name of LISTS) if (filter[name].length > 0) params.set(name, filter[name].join(','));
  if (basis !== 'leistung') params.set('basis', basis);
  if (gruppierung !== groupingOf(span)) params.set('gruppierung', gruppierung);
  if (kennzahl !== 'umsatz') params.set('kennzahl', kennzahl);
  return params.toString();
}

/**
 * Returns the key figure that a row opens: fees where the filter selects fees instead of revenue.
 */
export const figureOf = (figure: string, filter: Pick<PracticeReportFilter, 'kennzahl'>): string =>
  figure === 'umsatz' && filter.kennzahl === 'honorar' ? 'honorarumsatz' : figure;

/** Serialises the filter for a call: lists with commas, empty ones left out. */
export function queryOf(filter: PracticeReportFilter): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter) as [string, string | readonly string[]][]) {
    if (typeof value === 'string') params.set(name, value);
    else if (value.length > 0) params.set(name, value.join(','));
  }
  return params.toString();
}

export interface ReportFilter extends ReadFilter {
  /** Query string of the call. */
  query: string;
  /** The filter in the address. */
  values: FilterValues;
  /** Replaces the whole filter by a saved one. */
  put: (values: FilterValues) => void;
  set: (name: FilterName, value: string) => void;
  setList: (name: ListName, ids: readonly string[]) => void;
  /** A named period, or days. */
  setTime: (time: Period | Span) => void;
  /** Resets the filter to the page's defaults. */
  reset: () => void;
  isChanged: boolean;
}

/** Holds the filter in the address. @param first default period of the page */
export function useReportFilter(first: Period): ReportFilter {
  const { values, put, set, reset } = useQueryParams(FILTER_NAMES),
    today = useToday();
  const key = JSON.stringify(values);
  const read = useMemo(
    () => readFilter(JSON.parse(key) as FilterValues, today, first),
    [key, today, first],
  );
  return {
    ...read,
    query: queryOf(read.filter),
    values,
    put,
    set,
    reset,
    isChanged: key !== '{}',
    setList: (name, ids) => set(name, ids.join(',')),
    setTime: (time) => {
      const isNamed = typeof time === 'string';
      set('zeit', isNamed && time !== first ? time : '');
      set('von', isNamed ? '' : time.von);
      set('bis', isNamed ? '' : time.bis);
    },
  };
}
