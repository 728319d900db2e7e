// The common filter of reports: lives in the address, so that a report is shared by copying it, and becomes the query of the call.

import { useMemo } from 'react';
import {
  REVENUE_BASES,
  GROUPINGS,
  COMPARISONS,
  type PracticeReportFilter,
} from '../../shared/analytics/reports/report.ts';
import { isDay } from '../../shared/base/dates.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../shared/analytics/deliveries/pvs.ts';
import { useToday } from '../ui/wording/now.ts';
import { useQueryParams } from '../ui/use-query-params.ts';
import { groupingOf, isPeriod, spanOf, type Period, type Span } from './periods.ts';

/** Filters that hold several values, in the order of the bar. */
export const LISTS = [
  'behandler',
  'zimmer',
  'teams',
  'stempel',
  'versicherung',
  'bereich',
  'terminart',
  'termingruppe',
] as const;
export type ListName = (typeof LISTS)[number];
const FILTER_NAMES = [
  'zeit',
  'von',
  'bis',
  'vergleich',
  ...LISTS,
  'basis',
  'gruppierung',
  'kennzahl',
] as const;
type FilterName = (typeof FILTER_NAMES)[number];
export type FilterValues = Partial<Record<FilterName, string>>;

/** Words of a fixed list; what means nothing there is left out. */
const KNOWN: Partial<Record<ListName, readonly string[]>> = {
  versicherung: VERSICHERUNG,
  bereich: SERVICE_AREAS,
};
/** Whether a list may be narrowed to a value: words of a fixed list are known, ids are the data's own. */
export const mayNarrowTo = (name: ListName, value: string): boolean =>
  value !== '' && (KNOWN[name]?.includes(value) ?? true);
const oneOf = <W extends string>(words: readonly W[], value: string | undefined): W | undefined =>
  words.find((word) => word === value);

export interface ReadFilter {
  filter: PracticeReportFilter;
  /** The named period, `free` for days. */ zeit: Period | 'frei';
  /** Lists that narrow. */ active: readonly ListName[];
}

/** What an address says, with what it leaves open filled in. Never fails: an address is typed by people. */
export function readFilter(values: FilterValues, today: string, first: Period): ReadFilter {
  const { von, bis } = values;
  const isFree = von !== undefined && bis !== undefined && isDay(von) && isDay(bis) && von <= bis;
  const zeit = isFree ? 'frei' : isPeriod(values.zeit) ? values.zeit : first;
  const span: Span = isFree ? { von, bis } : spanOf(zeit as Period, today);
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
  return { filter, zeit, active: LISTS.filter((name) => lists[name].length > 0) };
}

/**
 * The filter as an address carries it to another page, which may open with another period than this one.
 * The period is always said; of the rest what differs from what every page fills in.
 * @returns a query string without its question mark
 */
export function addressOf({ filter, zeit }: Pick<ReadFilter, 'filter' | 'zeit'>): string {
  const { von, bis, vergleich, basis, gruppierung, kennzahl } = filter;
  const span = { von, bis };
  const params = new URLSearchParams(zeit === 'frei' ? span : { zeit });
  if (vergleich !== 'VORJAHR') params.set('vergleich', vergleich);
  for (const name of LISTS) if (filter[name].length > 0) params.set(name, filter[name].join(','));
  if (basis !== 'leistung') params.set('basis', basis);
  if (gruppierung !== groupingOf(span)) params.set('gruppierung', gruppierung);
  if (kennzahl !== 'umsatz') params.set('kennzahl', kennzahl);
  return params.toString();
}

/** The key figure that a row opens: fees where the filter asks for fees instead of revenue. */
export const figureOf = (
  kennzahl: string,
  filter: Pick<PracticeReportFilter, 'kennzahl'>,
): string => (kennzahl === 'umsatz' && filter.kennzahl === 'honorar' ? 'honorarumsatz' : kennzahl);

/** The filter as a call carries it: lists with commas, empty ones left out. */
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
  /** What stands in the address. */
  values: FilterValues;
  /** Puts a saved filter in place of all of it. */
  put: (values: FilterValues) => void;
  set: (name: FilterName, value: string) => void;
  setList: (name: ListName, ids: readonly string[]) => void;
  /** A named period, or days. */
  setTime: (time: Period | Span) => void;
  /** Takes everything back to how the page opens. */
  reset: () => void;
  isChanged: boolean;
}

/** @param first the period that a page opens with */
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
