// Definitions of all key figures: number, names, formula and meaning in plain German; the queries
// on the server implement them. Pure.

import type { Kennzahl } from './figure.ts';
import { FIGURE_LIST } from './figure-list.ts';

export const FIGURE_BY_KEY: readonly Kennzahl[] = FIGURE_LIST;
const byKey = new Map(FIGURE_BY_KEY.map((k) => [k.key, k]));
/** Finds a key figure. @throws for an unknown key: keys are constants of the code */
export function figureOfKey(key: string): Kennzahl {
  const found = byKey.get(key);
  if (!found) throw new Error(`no key figure is called ${key}`);
  return found;
}
export const isFigure = (key: string): boolean => byKey.has(key);

/**
 * Days after a period during which events that began in it may still count: until then the value is
 * lower than that of an earlier period.
 */
export const MATURITY_DAYS: Readonly<Record<string, number>> = {
  bindungNeu: 180,
  hkpAnnahme: 180,
  hkpAnnahmeWert: 180,
  patientenAnnahme: 180,
  behandlungsAnnahme: 180,
  parTrichter: 365,
  recallquote: 60,
};
/**
 * Months before a period that are evaluated: without data for them a comparison is incomplete on
 * one side.
 */
export const LEAD_MONTHS: Readonly<Record<string, number>> = {
  abwanderung: 24,
  recallTerminiert: 24,
  reaktiviert: 36,
  aktivePatienten: 24,
  pzrQuote: 24,
  dso: 3,
  dsoPrivat: 3,
  dsoKzv: 3,
};
/** Checks whether a figure describes the state at the end of the last day of a period. */
export const isAsOf = (key: string): boolean => byKey.get(key)?.clock === 'asOf';
