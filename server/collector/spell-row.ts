// A checked row as it goes to its table: its hash, and its cells in the order of the table as one piece of JSON.

import { hash } from 'node:crypto';
import type { CheckedRow } from '../../shared/pvs-check.ts';

/** First 52 bits of the SHA-256 of what a row says: a whole number on every machine and database. */
const HEX = 13;

/** Hash of a row's content, without its id and version: of two rows of one version the one with the higher hash is true. */
export const hashOf = (content: string): number => parseInt(hash('sha256', content, 'hex').slice(0, HEX), 16);

/** Text and hash of its values, made once. */
export function saidOf(row: CheckedRow): { text: string; hash: number } {
  if (row.said) return row.said;
  const text = JSON.stringify(row.values);
  return (row.said = { text, hash: hashOf(`${row.isDeleted ? 1 : 0}${text}`) });
}

/** `["id", version, hash, batch, deleted, …values]`. */
export function spellRow(row: CheckedRow, batch: number): string {
  const { text, hash: sum } = saidOf(row);
  return `[${JSON.stringify(row.id)},${row.version},${sum},${batch},${row.isDeleted ? 1 : 0}${row.values.length > 0 ? `,${text.slice(1)}` : ']'}`;
}
