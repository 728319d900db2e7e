// Inputs and output of a report, and small helpers shared by all reports.

import { listName } from '../../../shared/desk/patient.ts';
import type {
  PracticeReportFilter,
  KpiValue,
  ChartSeries,
  Column,
  ColumnType,
  CellValue,
  WholeTable,
} from '../../../shared/analytics/reports/report.ts';
import type { FilterKind } from '../../../shared/analytics/reports/filter-kinds.ts';
import { figureOfKey } from '../../../shared/analytics/reports/figures.ts';
import type { Selection } from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { State } from '../snapshot/state.ts';
import type { Only, OpenTotals, Row as VorschlagZeile } from '../proposal-engine/row.ts';
import type { ForgottenOfSpan } from '../proposal-engine/forgotten.ts';
import type { ValuedOfSpan } from './billing-checks/valued-proposals.ts';
import { figureResult } from '../metrics/compute.ts';
import { kpi } from '../metrics/kpi.ts';

export interface ReportContext {
  /** The evaluated filter. */
  a: Selection;
  /** The filter of the comparison span; key figures compare by their own clock. */
  comparison: Selection | null;
  /**
   * The same for the rows of a table; null where services of that span were not fully delivered.
   */
  previous: Selection | null;
  filter: PracticeReportFilter;
  state: State;
  /** Report parameters in addition to the filter: a patient, a region, a position, a page. */
  extra: Readonly<Record<string, string>>;
  now: number;
  /** Images of all practices, for benchmarks. */
  loadMarket: () => Promise<{ cid: string; snapshot: Snapshot }[]>;
  cid: string;
  /** Current billing proposals of days `YYYY-MM-DD`. */
  proposals: (from: string, to: string, only?: Only) => Promise<VorschlagZeile[]>;
  /** Current forgotten positions of days `YYYY-MM-DD`. */
  forgotten: (from: string, to: string) => Promise<ForgottenOfSpan>;
  /** Current proposals and warnings with a value, of days `YYYY-MM-DD`. */
  valued: (from: string, to: string) => Promise<ValuedOfSpan>;
  /**
   * Open proposals of forgotten positions, summed by practitioner, or null where they are not
   * available shortly.
   */
  openProposals: (from: string, to: string) => Promise<ReadonlyMap<string, OpenTotals> | null>;
}
export type Row = Record<string, CellValue>;
export interface Part {
  kpis?: KpiValue[];
  columns: readonly Column[];
  rows: readonly Row[];
  series?: readonly ChartSeries[];
  hints?: readonly string[];
  /** The whole table, where the rows are a part of it. */
  whole?: WholeTable;
}
export type ReportBuilder = (k: ReportContext) => Part | Promise<Part>;

/**
 * Returns the rows that an answer carries: from the first index up to before the end. A screen shows
 * the first page, a file requests every one.
 * @param most rows of a page
 */
export function pageBounds(k: ReportContext, most: number): { first: number; end: number } {
  const page = Math.max(1, Math.floor(Number(k.extra['seite'] ?? '1')) || 1);
  return { first: (page - 1) * most, end: page * most };
}
/**
 * Returns the size of a table for an answer that carries a part of it; nothing for a whole one.
 * @param sums sums of the additive columns over all rows
 */
export const wholeOf = (
  count: number,
  most: number,
  sums: () => Readonly<Record<string, number>>,
): Pick<Part, 'whole'> =>
  count <= most ? {} : { whole: { anzahl: count, jeSeite: most, summen: sums() } };

export const column = (key: string, title: string, kind: ColumnType): Column => ({
  key,
  titel: title,
  typ: kind,
});
/** Builds the column of a key figure, with its name and unit. */
export const figureColumn = (key: string, as = key): Column => {
  const { name, einheit } = figureOfKey(key);
  return { key: as, titel: name, typ: einheit };
};
export const kpisOf = (k: ReportContext, ...keys: string[]): KpiValue[] =>
  keys.map((key) => kpi(key, k.a));
export const figureValue = (key: string, a: Selection): number | null => figureResult(key, a).value;
/**
 * Returns a number above a table that is no key figure.
 * @param unfiltered the filters that the value cannot follow
 */
export const free = (
  key: string,
  value: number | null,
  numerator: number | null = null,
  unfiltered: readonly FilterKind[] = [],
): KpiValue => ({
  key,
  wert: unfiltered.length > 0 ? null : value,
  vergleich: null,
  delta: null,
  ziel: null,
  zaehler: unfiltered.length > 0 ? null : numerator,
  nenner: null,
  ...(unfiltered.length > 0 && { ohneFilter: unfiltered }),
});
/** Converts cents to euros. */
export const eur = (cents: number): number => Math.round(cents) / 100;
export const eurOrNull = (cents: number | null | undefined): number | null =>
  cents === null || cents === undefined ? null : eur(cents);
export const rounded = (value: number, digits = 4): number => {
  const by = 10 ** digits;
  return Math.round(value * by) / by;
};
/** Returns a share or a ratio; null where the divisor is zero. */
export const ratioOf = (z: number, n: number, digits = 6): number | null =>
  n === 0 ? null : rounded(z / n, digits);

/** Returns the name of a row of a small table by its index; a dash without one. */
export function entityName(
  snapshot: Snapshot,
  entity: 'behandler' | 'zimmer' | 'terminarten' | 'teams' | 'mitarbeiter',
  at: number,
): string {
  if (at < 0) return '–';
  const t = snapshot.rawRows.tables[entity],
    name = t.rowState[at] === 1 ? t.text('name', at) : '';
  return name === '' ? t.ids[at]! : name;
}
export const idOfRow = (
  snapshot: Snapshot,
  entity: keyof Snapshot['rawRows']['tables'],
  at: number,
): string | null => (at < 0 ? null : snapshot.rawRows.tables[entity].ids[at]!);
/** Returns the telephone number of a delivered patient, the mobile one first; null without one. */
export function phoneOf(snapshot: Snapshot, at: number): string | null {
  const t = snapshot.rawRows.tables.patient;
  if (at < 0 || t.rowState[at] !== 1) return null;
  return t.text('mobil', at) || t.text('telefon', at) || null;
}
const names = new WeakMap<Snapshot, Map<number, string>>();
/** Returns surname and first name of a patient; cached, since lists repeat the same people. */
export function patientNameOf(snapshot: Snapshot, at: number): string {
  if (at < 0) return '–';
  let known = names.get(snapshot);
  if (!known) names.set(snapshot, (known = new Map()));
  let name = known.get(at);
  if (name === undefined) {
    const t = snapshot.rawRows.tables.patient;
    known.set(
      at,
      (name =
        t.rowState[at] === 1
          ? listName({
              firstName: t.text('vorname', at) ?? '',
              lastName: t.text('nachname', at) ?? '',
            })
          : '–'),
    );
  }
  return name;
}
