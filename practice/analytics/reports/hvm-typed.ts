// Typed values of the form of the HVM limit: amounts, counts, tiers and limits by kind of insurer.
// Pure.

import type { HvmConfig } from '../../../shared/analytics/reports/hvm.schema.ts';

/** Parses a typed amount; undefined if empty or invalid. */
export const amountTyped = (text: string): number | undefined => {
  const bare = text
    .trim()
    .replace(/\.(?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  return /^\d+(\.\d{1,4})?$/.test(bare) ? Number(bare) : undefined;
};
/** Formats a stored number for an input field. */
export const shown = (value: number | undefined): string =>
  value === undefined ? '' : String(value).replace('.', ',');
/** Checks whether an amount is empty or valid. */
export const isAmount = (text: string): boolean =>
  text.trim() === '' || amountTyped(text) !== undefined;

/** A tier as typed. */
export interface Step {
  until: string;
  factor: string;
}
/** Parses a typed positive integer. */
export const countTyped = (text: string): number | undefined => {
  const n = amountTyped(text);
  return n !== undefined && Number.isInteger(n) && n > 0 && n <= 1_000_000 ? n : undefined;
};
/** Validates a tier: each ends at a distinct number, its factor is above 0 and at most 10. */
export const wrongWith = (
  steps: readonly Step[],
  at: number,
): { until?: 'hvm.count' | 'hvm.twice'; factor?: 'hvm.amount' } => {
  const { until, factor } = steps[at]!,
    n = countTyped(until),
    f = amountTyped(factor);
  return {
    ...(n === undefined
      ? { until: 'hvm.count' }
      : steps.some((one, place) => place < at && countTyped(one.until) === n)
        ? { until: 'hvm.twice' }
        : {}),
    ...(f === undefined || f <= 0 || f > 10 ? { factor: 'hvm.amount' } : {}),
  };
};
/** The limit of one kind of insurer as typed. */
export interface Pot {
  insurerKind: HvmConfig['toepfe'][number]['kassenart'];
  perCase: string;
  fixed: string;
}
