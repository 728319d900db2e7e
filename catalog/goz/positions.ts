// Positions of the private dental fee schedule with their points, and the law on agreements that
// deviate from it.

import goz from './goz@2012.json' with { type: 'json' };

export interface Position {
  readonly number: string;
  readonly text: string;
  readonly points: number;
}
/**
 * Surcharges charged at 1.0 only (Anlage 1, 0110 and 0500 to 0530); parts of a service that follow
 * another one's fee, and 0120, have no points.
 */
const ONLY_SINGLE = new Set(['0110', '0500', '0510', '0520', '0530']);
export const POSITIONS: readonly Position[] = goz.positions.map(([number, text, points]) => ({
  number: String(number),
  text: String(text),
  points: Number(points),
}));
export const isSingleOnly = (number: string): boolean => ONLY_SINGLE.has(number);

/**
 * Sources of the required contents of an agreement: commentaries and pages of chambers, confirmed
 * by no lawyer.
 */
export const AGREEMENT_SOURCE = {
  source: '§ 2 Abs. 1 und 2, § 5 Abs. 1 GOZ; § 126 BGB',
  mark: 'read',
  readOn: '2026-11-20',
} as const;
