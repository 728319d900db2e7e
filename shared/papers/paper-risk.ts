// Amount at risk of an unsigned paper: the sum in it that must not be charged without the
// signature.

import type { DocumentField } from '../desk/document.ts';

/**
 * Fields of texts whose amount cannot be charged without a valid signature: additional costs of a
 * filling (§ 28 Abs. 2 Satz 4 SGB V), and the part of an agreement beyond the 3.5-fold rate (§ 5
 * Abs. 1, § 2 GOZ). A practice's own text derived from one of these keeps the field.
 */
const RISK_FIELDS: readonly DocumentField['id'][] = ['mehrkosten', 'mehrbetrag'];

/**
 * Parses `1.234,50 €` to cents; undefined if the text is not exactly one amount: a guess would be a
 * made-up sum.
 */
export function centsOf(words: string): number | undefined {
  const bare = words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s?(?:€|EUR|Euro)$/i, '');
  const match = /^(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{1,2}|-))?$/.exec(bare);
  if (!match) return undefined;
  const euros = Number((match[1] ?? '').replaceAll('.', '')),
    cents = match[2] === undefined || match[2] === '-' ? 0 : Number(match[2].padEnd(2, '0'));
  return euros * 100 + cents;
}

/** Formats cents as `1.234,50 €`. */
export function euroText(cents: number): string {
  const [euros, rest] = [Math.floor(cents / 100), cents % 100];
  return `${String(euros).replace(/\B(?=(?:\d{3})+$)/g, '.')},${String(rest).padStart(2, '0')} €`;
}

/**
 * Returns the sum at risk in cents; null where the paper names none that can be read.
 * @param fields of the resolved document
 */
export function riskOf(
  fields: readonly { readonly id: string; readonly value: string }[],
): number | null {
  const known = fields.flatMap((one) =>
    RISK_FIELDS.includes(one.id) ? (centsOf(one.value) ?? []) : [],
  );
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}
