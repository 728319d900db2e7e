// Rate limiter of attempts: reserved before a secret is checked, so that a thousand concurrent
// guesses count as such (security row 15).

import { isFromFuture } from '../../../shared/base/clock-bounds.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Store } from '../../platform/db/store.ts';
import {
  countAttempt,
  findAttempt,
  removeAttempt,
  type AttemptRow,
} from '../account-store/store.ts';

export interface AttemptRule {
  /** Consecutive attempts without a wait. */
  free: number;
  /** Wait (ms) after the last free attempt; doubles with each further attempt. */
  waitMs: number;
  maxWaitMs: number;
  /** A counter unused for this long is reset. */
  forgetMs: number;
  /**
   * Further attempts are blocked until the counter is reset (NIST SP 800-63B 5.2.2: at most 100).
   */
  most?: number;
}
export interface Attempts {
  /**
   * Reserves one attempt or throws `rate_limited` with the seconds to wait; the key contains no
   * personal data.
   */
  reserve(key: string, rule: AttemptRule, now: number): Promise<void>;
  /** Resets the counter after a correct secret. */
  clear(key: string): Promise<void>;
  /** Returns only this attempt after a correct secret, because the counter is shared. */
  giveBack(key: string): Promise<void>;
}

const MINUTE = 60_000;
export const ACCOUNT_RULE: AttemptRule = {
  free: 10,
  waitMs: 30_000,
  maxWaitMs: 15 * MINUTE,
  forgetMs: 24 * 60 * MINUTE,
  most: 100,
};
/** One account from all addresses together; known browsers do not count. */
export const EVERYWHERE_RULE: AttemptRule = {
  free: 30,
  waitMs: MINUTE,
  maxWaitMs: 15 * MINUTE,
  forgetMs: 24 * 60 * MINUTE,
  most: 100,
};
/** A practice shares one address: generous, but ten thousand guesses stay out of reach. */
export const ADDRESS_RULE: AttemptRule = {
  free: 60,
  waitMs: MINUTE,
  maxWaitMs: 15 * MINUTE,
  forgetMs: 60 * MINUTE,
};
/** The owners are informed of guesses at one account once a day. */
export const ALARM_RULE: AttemptRule = {
  free: 1,
  waitMs: 24 * 60 * MINUTE,
  maxWaitMs: 24 * 60 * MINUTE,
  forgetMs: 24 * 60 * MINUTE,
};
/** The owners are informed of wrong tablet codes from all addresses together. */
export const TABLET_CODES_RULE: AttemptRule = {
  free: 20,
  waitMs: 60 * MINUTE,
  maxWaitMs: 60 * MINUTE,
  forgetMs: 60 * MINUTE,
};
export const FIRST_USER_RULE: AttemptRule = {
  free: 10,
  waitMs: MINUTE,
  maxWaitMs: 60 * MINUTE,
  forgetMs: 60 * MINUTE,
};

/** Returns the counter after one more attempt, or how long (ms) to wait for it. */
export function nextAttempt(
  row: AttemptRow | undefined,
  key: string,
  rule: AttemptRule,
  now: number,
): { row: AttemptRow } | { waitMs: number } {
  if (!row || now - row.windowStart >= rule.forgetMs)
    return { row: { key, count: 1, windowStart: now } };
  // A clock that was ahead must not lock anyone out until that time; the count stays.
  if (isFromFuture(row.windowStart, now))
    return nextAttempt({ ...row, windowStart: now }, key, rule, now);
  const over = row.count - rule.free;
  if (over >= 0) {
    const isShut = rule.most !== undefined && row.count >= rule.most;
    const until =
      row.windowStart +
      (isShut ? rule.forgetMs : Math.min(rule.waitMs * 2 ** Math.min(over, 20), rule.maxWaitMs));
    if (now < until) return { waitMs: until - now };
  }
  return { row: { key, count: row.count + 1, windowStart: now } };
}

export function createAttempts(store: Store): Attempts {
  return {
    async reserve(key, rule, now) {
      // A lost race is retried; each loss means that another attempt was counted, so the loop ends
      // with the allowed ones.
      for (;;) {
        const step = await store.write(async (tx) => {
          const row = await findAttempt(tx, store.t, key);
          const next = nextAttempt(row, key, rule, now);
          return 'row' in next ? { isTaken: await countAttempt(tx, store.t, row, next.row) } : next;
        });
        if ('waitMs' in step)
          throw new AppError('rate_limited', { retryAfter: Math.ceil(step.waitMs / 1000) });
        if (step.isTaken) return;
      }
    },
    clear: (key) => removeAttempt(store, key),
    giveBack: (key) =>
      store.write(async (tx) => {
        const row = await findAttempt(tx, store.t, key);
        if (row && row.count > 0)
          await countAttempt(tx, store.t, row, { ...row, count: row.count - 1 });
      }),
  };
}

/** Returns the network of an address: an IPv6 household owns a whole /64. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const full =
    tail === undefined
      ? left
      : [
          ...left,
          ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'),
          ...right,
        ];
  return (
    full
      .slice(0, 4)
      .map((g) => g.replace(/^0+(?=.)/, ''))
      .join(':') + '::/64'
  );
}
