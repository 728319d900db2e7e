// Rate limit of wrong registration codes per address and hour (security: five, then 429); the slot
// is taken before the code is looked up.

import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';

export interface WrongCodes {
  /** Takes one of the slots; throws `rate_limited` when all are used within the last hour. */
  reserve(ip: string, now: number): void;
  /** Returns the last slot: the code was right, or nothing was checked. */
  release(ip: string): void;
}

/** Counts in memory: a restart forgets at most five guesses of 50 bits. */
export function createWrongCodes(limit = 5, remembered = 10_000): WrongCodes {
  const tries = new Map<string, number[]>();
  return {
    reserve(ip, now) {
      const recent = (tries.get(ip) ?? []).filter((at) => now - at < HOUR_MS);
      const [first] = recent;
      if (first !== undefined && recent.length >= limit)
        throw new AppError('rate_limited', {
          retryAfter: Math.ceil((first + HOUR_MS - now) / 1000),
        });
      tries.delete(ip);
      tries.set(ip, [...recent, now]);
      const oldest = tries.size > remembered ? tries.keys().next() : undefined;
      if (oldest && !oldest.done) tries.delete(oldest.value);
    },
    release(ip) {
      tries.get(ip)?.pop();
    },
  };
}
