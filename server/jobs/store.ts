// The job table: queue once per key, claim one due job at a time, keep what failed.

import { and, asc, eq, gt, isNull, lte, lt, or, sql } from 'drizzle-orm';
import type { Schema } from '../db/schema.ts';
import type { ScopedWriter } from '../db/scope.ts';
import type { Store } from '../db/store.ts';
import type { JobKind, NewJob } from '../work.ts';

export interface Job { id: string; cid: string; key: string; kind: JobKind; payload: Record<string, unknown>; attempts: number }

/** Adds a job unless its key is already known; a failed one is queued again. */
export async function enqueueJob(tx: ScopedWriter, t: Schema, job: NewJob): Promise<void> {
  const added = await tx.insert(t.job, { ...job, state: 'queued', attempts: 0, lockedUntil: null, error: null, doneAt: null }, { ifAbsent: true });
  if (added.length === 0) await tx.update(t.job, { state: 'queued', attempts: 0, runAfter: job.runAfter, createdAt: job.createdAt, payload: job.payload, error: null }, { key: job.key, state: 'failed' });
}

/** Takes the next due job of any practice for `lockMs`; a conditional update decides who gets it. */
export function claimJob(store: Store, now: number, lockMs: number): Promise<Job | undefined> {
  const { job } = store.t;
  return store.write(async db => {
    const due = or(and(eq(job.state, 'queued'), lte(job.runAfter, now)), and(eq(job.state, 'running'), lt(job.lockedUntil, now)));
    const [next] = await db.select().from(job).where(due).orderBy(asc(job.runAfter)).limit(1);
    if (!next) return undefined;
    const same = and(eq(job.id, next.id), eq(job.state, next.state), next.lockedUntil === null ? isNull(job.lockedUntil) : eq(job.lockedUntil, next.lockedUntil));
    const [mine] = await db.update(job).set({ state: 'running', lockedUntil: now + lockMs, attempts: next.attempts + 1 }).where(same).returning();
    return mine && { id: mine.id, cid: mine.cid, key: mine.key, kind: mine.kind as JobKind, payload: mine.payload, attempts: mine.attempts };
  });
}

/** At a start nobody works any more: what a killed process was doing is due at once, not when its lock ends, whatever the clock said then. */
export async function releaseJobs(store: Store): Promise<void> {
  const { job } = store.t;
  await store.write(async db => { await db.update(job).set({ state: 'queued', lockedUntil: null }).where(eq(job.state, 'running')); });
}

export async function finishJob(store: Store, id: string, now: number): Promise<void> {
  await store.write(async db => { await db.update(store.t.job).set({ state: 'done', doneAt: now, lockedUntil: null, error: null }).where(eq(store.t.job.id, id)); });
}

/** Puts a job back for a pause of so many ms, or gives it up. `error` is a code, never a message. */
export async function postponeJob(store: Store, id: string, error: string, now: number, pause: number | undefined): Promise<void> {
  const set = pause === undefined ? { state: 'failed' as const, lockedUntil: null, error } : { state: 'queued' as const, runAfter: now + pause, createdAt: now, lockedUntil: null, error };
  await store.write(async db => { await db.update(store.t.job).set(set).where(eq(store.t.job.id, id)); });
}

/** Puts a job back for a pause of so many ms as if nobody had begun it. */
export async function deferJob(store: Store, { id, attempts }: Pick<Job, 'id' | 'attempts'>, now: number, pause: number): Promise<void> {
  await store.write(async db => { await db.update(store.t.job).set({ state: 'queued', runAfter: now + pause, createdAt: now, lockedUntil: null, error: null, attempts: attempts - 1 }).where(eq(store.t.job.id, id)); });
}

/** Jobs whose moment was said by a clock that was ahead would wait until the right one is there too: they wait from now on as long as was meant. @returns whether there was one */
export async function hastenJobs(store: Store, now: number): Promise<boolean> {
  const { job } = store.t, isAhead = and(eq(job.state, 'queued'), gt(job.runAfter, now), gt(job.createdAt, now));
  const [one] = await store.read.select({ id: job.id }).from(job).where(isAhead).limit(1);
  if (one) await store.write(async db => { await db.update(job).set({ runAfter: sql`${job.runAfter} - ${job.createdAt} + ${now}`, createdAt: now }).where(isAhead); });
  return one !== undefined;
}

/** ms of the next due job, to sleep until. */
export async function nextDue(store: Store): Promise<number | undefined> {
  const { job } = store.t;
  const [row] = await store.read.select({ at: job.runAfter }).from(job).where(eq(job.state, 'queued')).orderBy(asc(job.runAfter)).limit(1);
  return row?.at;
}

/** Forgets what was done before `before`; failed jobs stay as a record. */
export async function removeOldJobs(store: Store, before: number): Promise<void> {
  const { job } = store.t;
  await store.write(async db => { await db.delete(job).where(and(eq(job.state, 'done'), lt(job.doneAt, before))); });
}
