// Serializes a checked row for its table: its hash, and its cells in table order as one JSON
// string.

import { hash } from 'node:crypto';
import type { CheckedRow, SpelledRow } from '../../../shared/analytics/deliveries/pvs-check.ts';
import { spelled } from '../../../shared/analytics/deliveries/pvs-values.ts';

/**
 * First 52 bits of the SHA-256 of a row's content: a safe integer on every machine and database.
 */
const HEX = 13;

/** Returns a row with its values as JSON. */
export const spelledOf = ({ values, ...head }: CheckedRow): SpelledRow => ({
  ...head,
  text: values.map(spelled).join(','),
});
/**
 * Computes the hash of a row's content, without its id and version: of two rows of one version the
 * one with the higher hash is valid.
 */
export const hashOf = ({ isDeleted, text }: Pick<SpelledRow, 'isDeleted' | 'text'>): number =>
  parseInt(hash('sha256', `${isDeleted ? '1' : '0'}[${text}]`, 'hex').slice(0, HEX), 16);

/** Encodes a row as `["id", version, hash, batch, deleted, …values]`. */
export const spellRow = (
  { id, version, isDeleted, text }: SpelledRow,
  sum: number,
  batch: number,
): string =>
  `[${spelled(id)},${version},${sum},${batch},${isDeleted ? '1' : '0'}${text === '' ? '' : `,${text}`}]`;
