// Runs queued jobs in a few lanes: repeated with growing pauses, given up in public, no job twice at the same time.

import type { Log } from '../http/log.ts';
import type { Store } from '../db/store.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { JobKind } from '../work.ts';
import { claimJob, deferJob, finishJob, hastenJobs, nextDue, postponeJob, type Job } from './store.ts';

export interface JobHandler {
  /** May run twice; must leave the same result. */
  run(job: Job): Promise<void>;
  /** Attempts before it is given up; Infinity for work that only waits for an outside service. */
  tries: number;
  /** Errors that say "not yet": the job comes back a little later, without a failure and without an attempt used up. */
  waitsFor?: readonly ErrorCode[];
  /** Called once when given up: tell the practice. */
  giveUp?(job: Job, code: string): Promise<void>;
}
export interface Runner { wake(): void; start(): void; stop(): Promise<void>; /** Resolves when nothing is due (tests). */ idle(): Promise<void> }

const LOCK_MS = 120_000, POLL_MS = 2000, MAX_PAUSE_MS = 300_000;
/** Pause before a job looks again whether what it waits for is there, ms. */
export const WAIT_MS = 10_000;

/** Pause before the next attempt, ms: 1 s, 2 s, 4 s … five minutes. */
export const pauseAfter = (attempts: number): number => Math.min(1000 * 2 ** (attempts - 1), MAX_PAUSE_MS);

/** @param deps.lanes jobs at the same time, 1 when absent; one waits for a file or a child process while another goes on */
export function createRunner(deps: { store: Store; handlers: Partial<Record<JobKind, JobHandler>>; now: () => number; log: Log; lanes?: number }): Runner {
  const { store, handlers, now, log, lanes = 1 } = deps;
  const running = new Set<Promise<void>>();
  let isOn = false, isAsked = false;
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (job: Job): Promise<void> => {
    const handler = handlers[job.kind];
    try {
      if (!handler) throw new Error(`no handler for ${job.kind}`);
      await handler.run(job);
      await finishJob(store, job.id, now());
    } catch (error) {
      if (error instanceof AppError && handler?.waitsFor?.includes(error.code)) { await deferJob(store, job, now(), WAIT_MS); return; }
      const code = error instanceof AppError ? error.code : error instanceof Error && 'code' in error ? String(error.code) : 'internal';
      const isOver = !handler || job.attempts >= handler.tries;
      log.failure({ code: `job.${job.kind}.${code}`, error });
      if (isOver && handler?.giveUp) await handler.giveUp(job, code);
      await postponeJob(store, job.id, code, now(), isOver ? undefined : pauseAfter(job.attempts));
    }
  };
  const drain = async (): Promise<void> => {
    while (isOn) {
      isAsked = false;
      const job = await claimJob(store, now(), LOCK_MS);
      // Where there is one job there may be more.
      if (job) { open(); await attempt(job); continue; }
      if (!isAsked && !await hastenJobs(store, now())) return;
    }
  };
  /** @param isBroken the database took nothing: what is due would ask it again at once */
  const arm = async (isBroken: boolean): Promise<void> => {
    clearTimeout(timer);
    if (!isOn) return;
    const due = isBroken ? undefined : await nextDue(store).catch(() => undefined);
    const wait = due === undefined ? POLL_MS : Math.max(20, Math.min(due - now(), POLL_MS));
    if (isOn) { timer = setTimeout(wake, wait); timer.unref(); }
  };
  const open = (): void => {
    if (!isOn || running.size >= lanes) return;
    let isBroken = false;
    const lane: Promise<void> = drain()
      .catch((error: unknown) => { isBroken = true; log.failure({ code: 'jobs', error }); })
      .finally(() => { running.delete(lane); if (running.size === 0) void arm(isBroken); });
    running.add(lane);
  };
  const wake = (): void => { isAsked = true; open(); };
  return {
    wake,
    start() { isOn = true; wake(); },
    async stop() { isOn = false; clearTimeout(timer); await Promise.all(running); },
    async idle() { for (let i = 0; i < 1000 && (running.size > 0 || isAsked); i++) { await Promise.all(running); await new Promise(r => setImmediate(r)); } },
  };
}
