// Schedule of the WAL checkpoints of the writer thread: in a pause after commits, never while it
// has writes, unless the checkpoint was postponed for too long.

import type { WriteThread } from './write-thread.ts';

/**
 * ms without a commit, and maximum ms after the first one, before the thread checkpoints the WAL.
 */
const CALM_MS = 100,
  BUSY_MS = 2000;
/**
 * Number of commits that justify a checkpoint in a short pause; fewer wait for a long one. After a
 * checkpoint the WAL restarts, and the commit that restarts it also flushes its header: one
 * patient's submission in a quiet practice would flush twice.
 */
const MANY = 32,
  LONG_CALM_MS = 20_000;
/**
 * The same while the thread itself has writes: tablets waiting for acknowledgement would wait for
 * the checkpoint as well.
 */
const BURST_MS = 10_000;

interface CheckpointDeps {
  thread: WriteThread | undefined;
  isClosed: () => boolean;
  /** Checks whether the thread has groups that it has not answered. */
  hasHanded: () => boolean;
  giveUp: (cause: unknown) => void;
}
export interface Checkpoints {
  /** Counts a commit of the main thread. */
  count(): void;
  /** Counts a group of the thread, which justifies a checkpoint alone. */
  countThread(): void;
  /**
   * Called after commits: sets the single checkpoint timer. The thread's last write is followed by
   * more, or by a pause.
   */
  schedule(): void;
  /** Stops the timer for units that have just arrived, unless its checkpoint is overdue. */
  holdBack(): void;
  stop(): void;
}

/** Creates the timer of checkpoints of one database file. */
export function createCheckpoints({
  thread,
  isClosed,
  hasHanded,
  giveUp,
}: CheckpointDeps): Checkpoints {
  let timer: NodeJS.Timeout | undefined,
    waitsSince: number | undefined,
    threadWrote = -Infinity,
    uncopied = 0,
    copyDue = Infinity;
  return {
    count() {
      uncopied++;
    },
    countThread() {
      threadWrote = performance.now();
      uncopied += MANY;
    },
    schedule() {
      if (!thread || isClosed()) return;
      clearTimeout(timer);
      const now = performance.now();
      if (uncopied >= MANY) waitsSince ??= now;
      // Its pending writes are answered, and ask again.
      const due = hasHanded()
        ? Infinity
        : waitsSince === undefined
          ? now + LONG_CALM_MS
          : Math.max(Math.min(now + CALM_MS, waitsSince + BUSY_MS), threadWrote + CALM_MS);
      copyDue = Math.min(due, (waitsSince ?? Infinity) + BURST_MS);
      if (copyDue === Infinity) return;
      timer = setTimeout(
        () => {
          copyDue = Infinity;
          waitsSince = undefined;
          uncopied = 0;
          // A reader blocks it, or the disk is full: the WAL keeps the data, and the next commit
          // retries.
          thread.checkpoint().catch(giveUp);
        },
        Math.max(0, copyDue - now),
      );
      timer.unref();
    },
    holdBack() {
      if (performance.now() < copyDue) clearTimeout(timer);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
