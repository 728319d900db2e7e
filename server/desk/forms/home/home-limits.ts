// Rate limits of public calls: wrong links by address, hand-ins by address and by link; counted in
// memory, a restart resets them.

import { AppError } from '../../../../shared/base/errors.ts';

interface Limit {
  most: number;
  windowMs: number;
}
const MINUTE = 60_000,
  HOUR = 60 * MINUTE;
/** 192 bits cannot be guessed; this keeps attempts from loading the database. */
const WRONG: Limit = { most: 60, windowMs: 10 * MINUTE };
/** Mobile carriers let thousands of users share one address: generous, but no flood. */
const BY_ADDRESS: Limit = { most: 60, windowMs: HOUR };
/** An open form is public on a website. */
const BY_LINK: Limit = { most: 300, windowMs: 24 * HOUR };
const REMEMBERED = 10_000;

export interface HomeLimits {
  /** @throws AppError rate_limited */
  checkWrong(address: string, now: number): void;
  noteWrong(address: string, now: number): void;
  /** Reserves a slot for one new hand-in. @throws AppError rate_limited */
  handIn(address: string, linkId: string, now: number): void;
}

export function createHomeLimits(): HomeLimits {
  const seen = new Map<string, { n: number; since: number }>();
  const fresh = (key: string, { windowMs }: Limit, now: number): { n: number; since: number } => {
    const row = seen.get(key);
    if (row && now - row.since < windowMs) return row;
    const made = { n: 0, since: now };
    // Evicts the oldest first: a flood of addresses must not fill the memory.
    if (!row && seen.size >= REMEMBERED)
      for (const old of seen.keys()) {
        seen.delete(old);
        break;
      }
    seen.set(key, made);
    return made;
  };
  const check = (key: string, limit: Limit, now: number): void => {
    const row = fresh(key, limit, now);
    if (row.n >= limit.most)
      throw new AppError('rate_limited', {
        retryAfter: Math.max(1, Math.ceil((row.since + limit.windowMs - now) / 1000)),
      });
  };
  return {
    checkWrong: (address, now) => check(`wrong ${address}`, WRONG, now),
    noteWrong: (address, now) => {
      fresh(`wrong ${address}`, WRONG, now).n++;
    },
    handIn(address, linkId, now) {
      check(`address ${address}`, BY_ADDRESS, now);
      check(`link ${linkId}`, BY_LINK, now);
      fresh(`address ${address}`, BY_ADDRESS, now).n++;
      fresh(`link ${linkId}`, BY_LINK, now).n++;
    },
  };
}
