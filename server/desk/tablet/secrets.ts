// Secrets of registration: random codes and tokens, stored as hashes only.

import { createHash, randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_SYMBOLS } from '../../../shared/desk/tablet.ts';

/** Creates 256 random bits, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
/** Creates a code of ten of 32 symbols: 50 random bits, each symbol equally likely. */
export const newCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (b) => CODE_SYMBOLS.charAt(b & 31)).join('');
/** Creates a number of four digits that no other waiting registration shows. */
export function newNumber(taken: ReadonlySet<string>): string {
  for (;;) {
    const number = String(randomInt(10_000)).padStart(4, '0');
    if (!taken.has(number)) return number;
  }
}
/**
 * Derives the long id that a tablet keeps for the dispatcher from the secret of its registration,
 * so that a repeated poll gives the same one.
 */
export const tokenOfSecret = (pendingSecret: string): string =>
  createHash('sha256').update(`molar tablet token|${pendingSecret}`).digest('base64url');
