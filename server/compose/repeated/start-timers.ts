// Timers of repeated work.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import { SWEEP_MS } from '../../desk/signature/sweep-unsealed.ts';
import { inTurn } from '../../platform/limits/turns.ts';
import type { App } from '../app.ts';
import type { Deps } from '../deps.ts';

/**
 * Starts the work of every minute and every day, and the move of files into a bucket.
 * @returns a function that stops it
 */
export function startTimers(
  app: Pick<App, 'queueDaily' | 'sweep' | 'tidy'>,
  deps: Deps,
  checkClock: () => Promise<void>,
): () => void {
  const { log } = deps;
  const queueDaily = (): void => {
    app.queueDaily().catch((error: unknown) => {
      log.failure({ code: 'daily', error });
    });
  };
  const sweep = setInterval(() => {
    inTurn(deps, 'sweep', SWEEP_MS, app.sweep).catch((error: unknown) => {
      log.failure({ code: 'sweep', error });
    });
    queueDaily();
  }, SWEEP_MS);
  // A start does it in any case: this version may find more to do.
  const tidy = setInterval(() => {
    inTurn(deps, 'tidy', DAY_MS, app.tidy).catch((error: unknown) => {
      log.failure({ code: 'tidy', error });
    });
  }, DAY_MS);
  const clock = setInterval(() => {
    checkClock().catch((error: unknown) => {
      log.failure({ code: 'clock', error });
    });
  }, 60_000);
  for (const timer of [sweep, tidy, clock]) timer.unref();
  app.tidy().catch((error: unknown) => {
    log.failure({ code: 'tidy', error });
  });
  queueDaily();
  deps.adoptFiles().then(
    (moved) => {
      if (moved > 0) log.note('files.moved', { files: moved });
    },
    (error: unknown) => {
      log.failure({ code: 'files', error });
    },
  );
  return () => {
    clearInterval(sweep);
    clearInterval(tidy);
    clearInterval(clock);
  };
}
