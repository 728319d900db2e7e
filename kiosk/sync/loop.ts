/** Repeats work on demand: one run at a time, and another one for a wish that comes during a run. */
import type { Clock } from '../../shared/base/ports.ts';

interface Loop {
  /** Runs the work now, or once more after the current run. */
  wake(): void;
  stop(): void;
  isStopped(): boolean;
}

/**
 * Creates the loop.
 * @param work never rejects; returns the milliseconds until the next run, 0 for none
 */
export function createLoop(clock: Pick<Clock, 'after'>, work: () => Promise<number>): Loop {
  let isRunning = false,
    isWanted = false,
    isStopped = false;
  let cancel: (() => void) | null = null;
  const wake = (): void => {
    cancel?.();
    cancel = null;
    if (isStopped) return;
    if (isRunning) {
      isWanted = true;
      return;
    }
    isRunning = true;
    work()
      .then((wait) => {
        isRunning = false;
        if (isStopped) return;
        if (isWanted) {
          isWanted = false;
          wake();
        } else if (wait > 0) cancel = clock.after(wait, wake);
      })
      .catch(() => undefined);
  };
  return {
    wake,
    stop() {
      isStopped = true;
      cancel?.();
    },
    isStopped: () => isStopped,
  };
}
