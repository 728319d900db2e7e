// Runs queued jobs in a few lanes: retried with growing pauses, failures reported, no job twice at
// the same time. A running job renews its lease, so that only a dead process loses it.

import type { Log } from '../http/log.ts';
import type { Store } from '../db/store.ts';
import { AppError, type ErrorCode } from '../../../shared/base/errors.ts';
import type { JobKind } from '../work.ts';
import { isOwnerGone, newOwner } from './owner.ts';
import {
  claimJob,
  deferJob,
  finishJob,
  hastenJobs,
  LEASE_MS,
  nextDue,
  postponeJob,
  releaseJobs,
  renewLease,
  type Job,
  type Lease,
} from './store.ts';

export interface JobHandler {
  /** May run twice; must be idempotent. */
  run(job: Job): Promise<void>;
  /** Attempts before it is given up; Infinity for work that only waits for an external service. */
  tries: number;
  /**
   * Errors that mean "not yet": the job is postponed without a failure and without a used attempt.
   */
  waitsFor?: readonly ErrorCode[];
  /** Called once when given up: notifies the practice. */
  giveUp?(job: Job, code: string): Promise<void>;
}

export interface Runner {
  wake(): void;
  /** Re-queues jobs of ended processes of this machine; running processes keep theirs. */
  release(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** Resolves when nothing is due (tests). */
  idle(): Promise<void>;
}

interface RunnerDeps {
  store: Store;
  handlers: Partial<Record<JobKind, JobHandler>>;
  /** The name of this process in the job table; a new one by default. */
  owner?: string;
  now: () => number;
  log: Log;
  /** Number of concurrent jobs, default 1; one waits for a file while another continues. */
  lanes?: number;
}

const POLL_MS = 2000;
const MAX_PAUSE_MS = 300_000;
const RENEW_MS = LEASE_MS / 3;
/** Retry interval of a job that waits for a resource, ms. */
export const WAIT_MS = 10_000;

/** Pause before the next attempt, ms: 1 s, 2 s, 4 s … five minutes. */
export const pauseAfter = (attempts: number): number =>
  Math.min(1000 * 2 ** (attempts - 1), MAX_PAUSE_MS);

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error && 'code' in error ? String(error.code) : 'internal';
}

export function createRunner(deps: RunnerDeps): Runner {
  const { store, handlers, owner = newOwner(), now, log, lanes = 1 } = deps;
  const running = new Set<Promise<void>>();
  let isOn = false;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;

  /** Renews the lease until it is stopped; retries later if the database refuses writes. */
  const keepLease = (lease: Lease): NodeJS.Timeout => {
    const renewal = setInterval(() => {
      renewLease(store, lease, now()).catch((error: unknown) => {
        log.failure({ code: 'jobs', error });
      });
    }, RENEW_MS);
    renewal.unref();
    return renewal;
  };

  const fail = async (job: Job, lease: Lease, error: unknown): Promise<void> => {
    const handler = handlers[job.kind];
    if (error instanceof AppError && handler?.waitsFor?.includes(error.code)) {
      await deferJob(store, lease, now(), WAIT_MS);
      return;
    }
    const code = codeOf(error);
    log.failure({ code: `job.${job.kind}.${code}`, error });
    const isOver = !handler || job.attempts >= handler.tries;
    // Another process may have taken the job over: then this one must not give it up.
    if (isOver && handler?.giveUp) {
      if (!(await renewLease(store, lease, now()))) return;
      await handler.giveUp(job, code);
    }
    await postponeJob(store, lease, code, now(), isOver ? undefined : pauseAfter(job.attempts));
  };

  const attempt = async (job: Job): Promise<void> => {
    const lease = { id: job.id, attempts: job.attempts, owner };
    const renewal = keepLease(lease);
    try {
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`no handler for ${job.kind}`);
      await handler.run(job);
      if (!(await finishJob(store, lease, now()))) log.note('job.lost', { kind: job.kind });
    } catch (error) {
      await fail(job, lease, error);
    } finally {
      clearInterval(renewal);
    }
  };

  const drain = async (): Promise<void> => {
    while (isOn) {
      isAsked = false;
      const job = await claimJob(store, owner, now());
      // After one job there may be more.
      if (job) {
        open();
        await attempt(job);
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
    async stop() {
      isOn = false;
      clearTimeout(timer);
      await Promise.all(running);
    },
    async idle() {
      for (let i = 0; i < 1000 && (running.size > 0 || isAsked); i++) {
        await Promise.all(running);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
