// Watches the machine's clock: a clock that was set back would revive sessions and links that had
// run out, so it raises the security epoch, which ends all of them.

import { SKEW_MS } from '../../../shared/base/clock-bounds.ts';
import type { Store } from '../../platform/db/store.ts';
import { noteClock } from './store.ts';

interface ClockDeps {
  store: Store;
  /** Wall clock (ms). */
  now: () => number;
  /** Monotonic clock (ms). */
  mono: () => number;
  /** Identity sent with new tokens; kept equal to the database's. */
  installation: { securityEpoch: number };
  /** Writes a line of the log. */
  tell: (code: string, facts: Record<string, string>) => void;
}

/** A change is shown for this long. */
const SHOWN_MS = 60 * 60_000;

export interface ClockWatch {
  /**
   * To call at the start and every minute. The first call compares with the time of the last run,
   * later ones with the monotonic clock.
   */
  look(): Promise<void>;
  /** False for an hour after the clock was changed. */
  isSteady(): boolean;
}

export function watchClock(deps: ClockDeps): ClockWatch {
  let before: { wall: number; mono: number } | undefined,
    changedAt = -Infinity;
  const look = async (): Promise<void> => {
    const wall = deps.now(),
      mono = deps.mono();
    const expected = before && before.wall + (mono - before.mono);
    const found = await noteClock(deps.store, wall, (stored) => {
      const reference = expected ?? stored ?? wall;
      return wall < reference - SKEW_MS ? reference - wall : 0;
    });
    // Not before it is stored: on a full disk the next call compares with the same time.
    before = { wall, mono };
    if (!found) return;
    deps.installation.securityEpoch = found.securityEpoch;
    const tell = (code: string, ms: number): void => {
      changedAt = mono;
      deps.tell(code, { seconds: String(Math.round(ms / 1000)) });
    };
    if (found.backBy > 0) tell('clock.set_back', found.backBy);
    else if (expected !== undefined && wall > expected + SKEW_MS)
      tell('clock.set_ahead', wall - expected);
  };
  return { look, isSteady: () => deps.mono() - changedAt >= SHOWN_MS };
}
