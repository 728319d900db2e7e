// Repeated work that one of several processes on a database does at a time.

import { AppError } from '../../../shared/base/errors.ts';
import type { Limits } from './limits.ts';

/** A turn begins so much earlier than its interval, ms: timers of processes are not exact. */
const EARLY_MS = 5000;

/**
 * Does the work unless a process began it within the interval.
 * @returns whether it was done here
 */
export async function inTurn(
  { limits, now }: { limits: Pick<Limits, 'take'>; now: () => number },
  name: string,
  everyMs: number,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await limits.take(`turn:${name}`, { most: 1, windowMs: everyMs - EARLY_MS }, now());
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
  await work();
  return true;
}
