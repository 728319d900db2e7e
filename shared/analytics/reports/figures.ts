// Every key figure once: its number, names, formula and meaning in plain German; definitions on the server count what stands here. Pure.

import type { ColumnType } from './report.ts';
import { FIGURE_LIST } from './figure-list.ts';

export interface Kennzahl {
  /** Number in the list of key figures; a number with several parts has several keys. */
  readonly nr: number;
  readonly key: string;
  readonly name: string;
  readonly nameEn: string;
  /** In words: what is divided by what. */
  readonly formel: string;
  readonly erklaerung: string;
  readonly einheit: ColumnType;
  /** How rows become the value: a sum; numerator by denominator; median or mean of what the rows say; made of other figures. */
  readonly art: 'summe' | 'quote' | 'median' | 'mittel' | 'zusammengesetzt';
  /** What numerator and denominator are counted in; `eur` are cents where they are added up. */
  readonly zaehlerIn: ColumnType;
  readonly nennerIn: ColumnType | null;
  readonly gut: 'hoch' | 'tief' | 'neutral';
  /** Where a usual value, or the formula, comes from; empty where there is none. */
  readonly quelle: string;
  /** What the quotient is multiplied with, e.g. 100 for „je 100 Fälle“. */
  readonly factor: number;
}
export const FIGURE_BY_KEY: readonly Kennzahl[] = FIGURE_LIST;
const byKey = new Map(FIGURE_BY_KEY.map((k) => [k.key, k]));
/** @throws for a key that is none: keys are written in code */
export function figureOfKey(key: string): Kennzahl {
  const found = byKey.get(key);
  if (!found) throw new Error(`no key figure is called ${key}`);
  return found;
}
export const isFigure = (key: string): boolean => byKey.has(key);

/** So many days after a period what began in it may still count: until then less is there than at the same time of an earlier period. */
export const MATURITY_DAYS: Readonly<Record<string, number>> = {
  bindungNeu: 180,
  hkpAnnahme: 180,
  hkpAnnahmeWert: 180,
  patientenAnnahme: 180,
  behandlungsAnnahme: 180,
  parTrichter: 365,
  recallquote: 60,
};
/** So many months before a period are looked at: without them a comparison sets a full count beside one that could not see everything. */
export const LEAD_MONTHS: Readonly<Record<string, number>> = {
  abwanderung: 24,
  reaktiviert: 36,
  aktivePatienten: 24,
  pzrQuote: 24,
  dso: 3,
};
const STATE_FIGURES: ReadonlySet<string> = new Set([
  'aktivePatienten',
  'pzrQuote',
  'hkpOffen',
  'offenePosten',
  'offen0bis30',
  'offen31bis60',
  'offen61bis90',
  'offenUeber90',
  'ueberfaelligePosten',
  'dso',
]);
/** Whether a figure tells a state on the last day of a period, whatever its first day. */
export const isStateFigure = (key: string): boolean => STATE_FIGURES.has(key);
/** Whether a figure is told as of the last day of a period: the ones above, and those that also choose by its first day. */
export const isToldAsOf = (key: string): boolean =>
  isStateFigure(key) ||
  key === 'abwanderung' ||
  key === 'nichtFakturiert' ||
  key === 'nichtFakturiert30';
