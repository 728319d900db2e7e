/** Definition of a key figure: its name, unit, numerator and denominator. */

import type { ColumnType } from './report.ts';

/**
 * What the value of a period describes: the whole period; the state at the end of its last day
 * (today at the latest), computed from facts dated until then; or the time from today on.
 */
type Clock = 'period' | 'asOf' | 'ahead';

export interface Kennzahl {
  /** Number in the list of key figures; a number with several parts has several keys. */
  readonly nr: number;
  readonly key: string;
  readonly name: string;
  readonly nameEn: string;
  readonly einheit: ColumnType;
  /**
   * Aggregation of rows: a sum; numerator by denominator; median or mean of the row values; derived
   * from other figures.
   */
  readonly art: 'summe' | 'quote' | 'median' | 'mittel' | 'zusammengesetzt';
  /** Units of numerator and denominator; `eur` are cents when summed. */
  readonly zaehlerIn: ColumnType;
  readonly nennerIn: ColumnType | null;
  readonly gut: 'hoch' | 'tief' | 'neutral';
  readonly clock: Clock;
  /** Factor of the quotient, e.g. 100 for „je 100 Fälle“. */
  readonly factor: number;
}

/** Words about a figure in one language. */
export interface FigureWords {
  /** Numerator and denominator. */
  readonly formula: string;
  readonly meaning?: string;
  /** Source of a usual value, or of the formula; in German only. */
  readonly source?: string;
}
