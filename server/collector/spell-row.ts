// A checked row as it goes to its table: its hash, and its cells in the order of the table as one piece of JSON.

import { hash } from 'node:crypto';
import type { CheckedRow } from '../../shared/pvs-check.ts';

/** First 52 bits of the SHA-256 of what a row says: a whole number on every machine and database. */
const HEX = 13;

/** Hash of a row's content, without its id and version: of two rows of one version the one with the higher hash is true. */
export const hashOf = (content: string): number => parseInt(hash('sha256', content, 'hex').slice(0, HEX), 16);

/** `["id", version, hash, batch, deleted, …values]`. */
export function spellRow({ id, version, isDeleted, values }: CheckedRow, batch: number): string {
  const said = JSON.stringify(values), deleted = isDeleted ? 1 : 0;
  return `[${JSON.stringify(id)},${version},${hashOf(`${deleted}${said}`)},${batch},${deleted}${values.length > 0 ? `,${said.slice(1)}` : ']'}`;
}
