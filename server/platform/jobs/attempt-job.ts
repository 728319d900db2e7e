// One attempt of a job: under a renewed lease, finished, postponed or given up.

import type { Log } from '../http/log.ts';
import type { Store } from '../db/store.ts';
import { AppError, type ErrorCode } from '../../../shared/base/errors.ts';
import type { JobKind } from '../work.ts';
import {
  deferJob,
  finishJob,
  LEASE_MS,
  postponeJob,
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

export interface AttemptDeps {
  store: Store;
  handlers: Partial<Record<JobKind, JobHandler>>;
  now: () => number;
  log: Log;
}

const MAX_PAUSE_MS = 300_000;
const RENEW_MS = LEASE_MS / 3;
/** Retry interval of a job that waits for a resource, ms. */
export const WAIT_MS = 10_000;

/** Returns the pause before the next attempt, ms: 1 s, 2 s, 4 s … five minutes. */
export const pauseAfter = (attempts: number): number =>
  Math.min(1000 * 2 ** (attempts - 1), MAX_PAUSE_MS);

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error && 'code' in error ? String(error.code) : 'internal';
}

/** Runs a claimed job once and records the result; errors end here. */
export async function attemptJob(deps: AttemptDeps, owner: string, job: Job): Promise<void> {
  const { store, handlers, now, log } = deps,
    lease = { id: job.id, attempts: job.attempts, owner };
  const renewal = keepLease(deps, lease);
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`no handler for ${job.kind}`);
    await handler.run(job);
    if (!(await finishJob(store, lease, now()))) log.note('job.lost', { kind: job.kind });
  } catch (error) {
    await fail(deps, job, lease, error);
  } finally {
    clearInterval(renewal);
  }
}

/** Renews the lease until it is stopped; retries later if the database refuses writes. */
function keepLease({ store, now, log }: AttemptDeps, lease: Lease): NodeJS.Timeout {
  const renewal = setInterval(() => {
    renewLease(store, lease, now()).catch((error: unknown) => {
      log.failure({ code: 'jobs', error });
    });
  }, RENEW_MS);
  renewal.unref();
  return renewal;
}

async function fail(
  { store, handlers, now, log }: AttemptDeps,
  job: Job,
  lease: Lease,
  error: unknown,
): Promise<void> {
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
}
