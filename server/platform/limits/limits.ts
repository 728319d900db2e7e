// Rate limits of calls without an account: counted in the database, so that they hold for all
// processes together and over a restart.

import { AppError } from '../../../shared/base/errors.ts';

/** A number of attempts within a window. */
export interface Limit {
  most: number;
  windowMs: number;
}
/** Stored counters; times in ms. */
export interface LimitRows {
  /**
   * Counts an attempt unless all are used; joins the caller's transaction.
   * @returns the end of the window when they are
   */
  countOne(key: string, limit: Limit, now: number): Promise<number | undefined>;
  /** Returns the end of the window if all of its attempts are used. */
  usedUntil(key: string, limit: Limit, now: number): Promise<number | undefined>;
}

/** Limits of attempts by key; a key contains no personal data but a network address. */
export interface Limits {
  /** Counts an attempt. @throws AppError rate_limited when all are used */
  take(key: string, limit: Limit, now: number): Promise<void>;
  /** Counts nothing. @throws AppError rate_limited when all are used */
  check(key: string, limit: Limit, now: number): Promise<void>;
}

/** Creates the limits over stored counters. */
export function createLimits(rows: LimitRows): Limits {
  const refuse = (until: number | undefined, now: number): void => {
    if (until !== undefined)
      throw new AppError('rate_limited', {
        retryAfter: Math.max(1, Math.ceil((until - now) / 1000)),
      });
  };
  return {
    async check(key, limit, now) {
      refuse(await rows.usedUntil(key, limit, now), now);
    },
    async take(key, limit, now) {
      refuse(await rows.countOne(key, limit, now), now);
    },
  };
}
