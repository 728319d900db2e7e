// Compares secrets, or hashes of them, without telling by its time where two differ.

import { timingSafeEqual } from 'node:crypto';

/** @param kept what is stored; null or undefined: there is none, and nothing equals it */
export function isSameSecret(kept: string | null | undefined, given: string): boolean {
  if (kept == null) return false;
  const x = Buffer.from(kept),
    y = Buffer.from(given);
  return x.length === y.length && timingSafeEqual(x, y);
}
