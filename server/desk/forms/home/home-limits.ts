// Rate limits of public calls: wrong links by network, hand-ins by network and by link.

import { DAY_MS, HOUR_MS } from '../../../../shared/base/day-math.ts';
import type { Limit, Limits } from '../../../platform/limits/limits.ts';

/**
 * 192 bits cannot be guessed. Only wrong links are counted and refused: a carrier's network is shared
 * by patients with right ones.
 */
const WRONG: Limit = { most: 60, windowMs: HOUR_MS / 6 };
/** Mobile carriers let thousands of users share one address: generous, but no flood. */
const BY_ADDRESS: Limit = { most: 60, windowMs: HOUR_MS };
/** An open form is public on a website. */
const BY_LINK: Limit = { most: 300, windowMs: DAY_MS };

export interface HomeLimits {
  /** Counts a call with a wrong link. @throws AppError rate_limited */
  takeWrong(network: string, now: number): Promise<void>;
  /** Takes a slot for one new hand-in, in its transaction. @throws AppError rate_limited */
  handIn(network: string, linkId: string, now: number): Promise<void>;
}

export const homeLimits = (limits: Limits): HomeLimits => ({
  takeWrong: (network, now) => limits.take(`homewrong:${network}`, WRONG, now),
  async handIn(network, linkId, now) {
    await limits.take(`home:${network}`, BY_ADDRESS, now);
    await limits.take(`homelink:${linkId}`, BY_LINK, now);
  },
});
