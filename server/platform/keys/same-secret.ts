// Compares secrets, or hashes of them, in constant time.

import { timingSafeEqual } from 'node:crypto';

/**
 * Compares secrets in constant time.
 * @param kept the stored secret; null or undefined never matches
 */
export function isSameSecret(kept: string | null | undefined, given: string): boolean {
  if (kept == null) return false;
  const x = Buffer.from(kept),
    y = Buffer.from(given);
  return x.length === y.length && timingSafeEqual(x, y);
}
