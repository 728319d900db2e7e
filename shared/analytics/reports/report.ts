// Query and result types of all reports. Pure.

import type { SERVICE_AREAS, VERSICHERUNG } from '../deliveries/pvs-words.ts';
import type { FilterKind, UNASSIGNED } from './filter-kinds.ts';

export const COMPARISONS = ['VORJAHR', 'VORPERIODE', 'KEIN'] as const;
type Comparison = (typeof COMPARISONS)[number];
/** The date that a service is counted by: day of treatment, of its invoice, or of the payment. */
export const REVENUE_BASES = ['leistung', 'rechnung', 'zahlung'] as const;
type Basis = (typeof REVENUE_BASES)[number];
export const GROUPINGS = ['TAG', 'WOCHE', 'MONAT', 'QUARTAL', 'JAHR'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Empty lists mean all. Both days are inclusive. */
export interface PracticeReportFilter {
  readonly von: string;
  readonly bis: string;
  readonly vergleich: Comparison;
  readonly behandler: readonly string[];
  readonly zimmer: readonly string[];
  readonly teams: readonly string[];
  readonly stempel: readonly string[];
  readonly versicherung: readonly ((typeof VERSICHERUNG)[number] | typeof UNASSIGNED)[];
  readonly bereich: readonly (typeof SERVICE_AREAS)[number][];
  readonly terminart: readonly string[];
  readonly termingruppe: readonly string[];
  readonly basis: Basis;
  readonly gruppierung: Grouping;
  readonly kennzahl: 'honorar' | 'umsatz';
}
/** The lists of a filter that narrows nothing: the whole practice. */
export const UNFILTERED = {
  behandler: [],
  zimmer: [],
  teams: [],
  stempel: [],
  versicherung: [],
  bereich: [],
  terminart: [],
  termingruppe: [],
} as const satisfies Partial<PracticeReportFilter>;

/**
 * Type and format of a value. `eur` in euros with two decimals; `anteil` 0 to 1 (shown in percent),
 * `punkte` the difference of two such values (shown in percentage points);
 * `minuten`, `stunden`, `tage`; `faktor`; `tag` a day `YYYY-MM-DD`, `periode` a day, `2026-W05`,
 * `2026-03`, `2026-Q1` or `2026`; `patient` a patid, shown as a link.
 */
export type ColumnType =
  | 'text'
  | 'code'
  | 'zahl'
  | 'eur'
  | 'anteil'
  | 'punkte'
  | 'minuten'
  | 'stunden'
  | 'tage'
  | 'faktor'
  | 'tag'
  | 'uhrzeit'
  | 'periode'
  | 'patient'
  | 'wort'
  | 'janein';
export interface Column {
  readonly key: string;
  /** German title, used where a screen has no text for the key. */
  readonly titel: string;
  readonly typ: ColumnType;
}
export type CellValue = string | number | boolean | null;

/**
 * A key figure with its denominator: `wert` is null if the denominator is 0 or nothing is known.
 */
export interface KpiValue {
  readonly key: string;
  readonly wert: number | null;
  /** The value of the period compared with; null without one. */
  readonly vergleich: number | null;
  /**
   * `wert` minus `vergleich`, as a share of it; of a share the difference itself, shown in points.
   * Null if either is missing, or if `vergleich` is 0 and no share.
   */
  readonly delta: number | null;
  readonly ziel: number | null;
  readonly zaehler: number | null;
  readonly nenner: number | null;
  /**
   * First day on which the value can be complete, while that day is in the future: until then it is
   * not compared.
   */
  readonly vollstaendigAb?: string;
  /**
   * First day of delivered data, if the period compared with begins before it: then it is not
   * compared.
   */
  readonly vergleichAb?: string;
  /** How much of the period compared with was delivered, then. */
  readonly vergleichDeckung?: {
    readonly teil: number;
    readonly ganz: number;
    readonly einheit: 'monate' | 'tage';
  };
  /** Whether the state compared with is not known, since a day is missing in the data. */
  readonly vergleichUnbekannt?: true;
  /** The past day that the value describes, if it is a state. */
  readonly standAm?: string;
  /** The chosen filters that the figure cannot follow: then it has no value. */
  readonly ohneFilter?: readonly FilterKind[];
  /** Whether the target is the part of monthly targets that falls into the span. */
  readonly zielAnteilig?: boolean;
  /**
   * Number of rows whose state on that day the data do not give, since a day is missing: then there
   * is no value.
   */
  readonly ohneTag?: number;
  /** First later day for which the value is known, if it is not known for `standAm`. */
  readonly bekanntAb?: string;
  /** Published values of other practices. */
  readonly bezug?: readonly PublishedLine[];
}
/** A published value in the unit of a figure, and the key of its name in the texts of reports. */
export interface PublishedLine {
  readonly name: string;
  readonly wert: number;
}
/**
 * Points of one line or one set of bars; x is a period or a word, y has the type of the column it
 * draws.
 */
export interface ChartSeries {
  readonly name: string;
  readonly punkte: readonly { readonly x: string; readonly y: number | null }[];
}

/** Size of a table with several pages. */
export interface WholeTable {
  /** Number of all rows. */
  readonly anzahl: number;
  /** Rows of a page. */
  readonly jeSeite: number;
  /** Sums of the additive columns over all rows, by their keys. */
  readonly summen: Readonly<Record<string, number>>;
}
export interface ReportMeta {
  readonly filter: PracticeReportFilter;
  /** Date of the data: ms since 1970 of the last accepted batch; null without one. */
  readonly stand: number | null;
  /** Last day with a service or a kept appointment in the data; null without any. */
  readonly datenBis: string | null;
  /** Source of the data, as named in the deliveries. */
  readonly quelle: string;
  readonly waehrung: 'EUR';
  /** The days that sums of the period are compared with, if they are. */
  readonly verglichenMit?: { readonly von: string; readonly bis: string };
  /**
   * Notes on what the figures do not contain: keys of texts, e.g. a field that the practice
   * software does not deliver.
   */
  readonly hinweise: readonly string[];
  /** The whole table, where the answer carries one page of it. */
  readonly gesamt?: WholeTable;
}
export interface PracticeReport {
  readonly meta: ReportMeta;
  readonly kpis: readonly KpiValue[];
  readonly spalten: readonly Column[];
  readonly zeilen: readonly Readonly<Record<string, CellValue>>[];
  readonly serien: readonly ChartSeries[];
}

/** Returns the delta of a figure against the one compared with. */
export const deltaOf = (value: number | null, comparison: number | null): number | null =>
  value === null || comparison === null || comparison === 0
    ? null
    : (value - comparison) / Math.abs(comparison);

/** Returns the change of a value: of a share in points, of anything else as a share. */
export const changeOf = (
  unit: ColumnType,
  value: number | null,
  comparison: number | null,
): number | null => {
  if (unit !== 'anteil') return deltaOf(value, comparison);
  return value === null || comparison === null
    ? null
    : Math.round((value - comparison) * 1e6) / 1e6;
};
