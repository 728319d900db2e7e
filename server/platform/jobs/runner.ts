// Runs queued jobs in a few lanes: retried with growing pauses, failures reported, no job twice at
// the same time. A running job renews its lease, so that only a dead process loses it.

import { attemptJob, type AttemptDeps } from './attempt-job.ts';
import { isOwnerGone, newOwner } from './owner.ts';
import { claimJob, handBackJobs, hastenJobs, nextDue, releaseJobs } from './store.ts';
import { letOthersRun } from '../let-others-run.ts';

export interface Runner {
  wake(): void;
  /** Re-queues jobs of ended processes of this machine; running processes keep theirs. */
  release(): Promise<void>;
  start(): void;
  /**
   * Takes no more jobs and waits for the running ones, at most `withinMs`; what runs longer is
   * queued again for another process or the next start.
   */
  stop(withinMs?: number): Promise<void>;
  /** Resolves when nothing is due (tests). */
  idle(): Promise<void>;
}

interface RunnerDeps extends AttemptDeps {
  /** The name of this process in the job table; a new one by default. */
  owner?: string;
  /** Number of concurrent jobs, default 1; one waits for a file while another continues. */
  lanes?: number;
}

const POLL_MS = 2000;

/** Creates the job runner of this process. */
export function createRunner(deps: RunnerDeps): Runner {
  const { store, owner = newOwner(), now, log, lanes = 1 } = deps;
  const running = new Set<Promise<void>>();
  let isOn = false;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;

  const drain = async (): Promise<void> => {
    while (isOn) {
      isAsked = false;
      const job = await claimJob(store, owner, now());
      // After one job there may be more.
      if (job) {
        open();
        await attemptJob(deps, owner, job);
        continue;
      }
      if (!isAsked && !(await hastenJobs(store, now()))) return;
    }
  };
  /** @param isBroken the database refused writes: due jobs would retry at once */
  const arm = async (isBroken: boolean): Promise<void> => {
    clearTimeout(timer);
    if (!isOn) return;
    const due = isBroken ? undefined : await nextDue(store).catch(() => undefined);
    const wait = due === undefined ? POLL_MS : Math.max(20, Math.min(due - now(), POLL_MS));
    if (!isOn) return;
    timer = setTimeout(wake, wait);
    timer.unref();
  };
  const open = (): void => {
    if (!isOn || running.size >= lanes) return;
    let isBroken = false;
    const lane: Promise<void> = drain()
      .catch((error: unknown) => {
        isBroken = true;
        log.failure({ code: 'jobs', error });
      })
      .finally(() => {
        running.delete(lane);
        if (running.size === 0) void arm(isBroken);
      });
    running.add(lane);
  };
  const wake = (): void => {
    isAsked = true;
    open();
  };
  return {
    wake,
    release: () => releaseJobs(store, (name) => isOwnerGone(name, owner)),
    start() {
      isOn = true;
      wake();
    },
    async stop(withinMs) {
      isOn = false;
      clearTimeout(timer);
      const ended = Promise.all(running);
      if (withinMs === undefined) {
        await ended;
        return;
      }
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        limit = setTimeout(() => resolve('late'), withinMs);
      });
      const first = await Promise.race([ended, late]);
      clearTimeout(limit);
      if (first === 'late') await handBackJobs(store, owner, now());
    },
    async idle() {
      for (let i = 0; i < 1000 && (running.size > 0 || isAsked); i++) {
        await Promise.all(running);
        await letOthersRun();
      }
    },
  };
}
