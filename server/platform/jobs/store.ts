// The job table: one row per practice and key, a lease for the process that runs it, a fence for
// every end. A process that lost its lease cannot end the job.

import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Schema } from '../db/schema.ts';
import type { ScopedWriter } from '../db/scope.ts';
import type { Store } from '../db/store.ts';
import type { JobKind, NewJob } from '../work.ts';

export interface Job {
  id: string;
  cid: string;
  key: string;
  kind: JobKind;
  payload: Record<string, unknown>;
  attempts: number;
}

/** One attempt at a job: its process, and its number. */
export type Lease = Pick<Job, 'id' | 'attempts'> & { owner: string };

/** Jobs that ended longer ago are deleted, ms. */
export const OLD_JOB_MS = 7 * DAY_MS;
/** Duration of a lease without renewal, ms. */
export const LEASE_MS = 60_000;
/** Tolerated clock difference between two processes, ms. */
const CLOCK_SKEW_MS = 60_000;

/** Adds a job unless its practice already has the key; a failed one is queued again. */
export async function enqueueJob(tx: ScopedWriter, t: Schema, job: NewJob): Promise<void> {
  const fresh = { state: 'queued' as const, attempts: 0, error: null };
  const row = { ...job, ...fresh, lockedUntil: null, owner: null, doneAt: null };
  const added = await tx.insert(t.job, row, { ifAbsent: true });
  if (added.length > 0) return;
  const { runAfter, createdAt, payload } = job;
  await tx.update(
    t.job,
    { ...fresh, runAfter, createdAt, payload },
    { key: job.key, state: 'failed' },
  );
}

/**
 * Queues a known job again with another payload, as if it were new.
 * @param from its state, so that a job that a runner took meanwhile stays as it is
 * @returns whether it was
 */
export const requeueJob = async (
  tx: ScopedWriter,
  t: Schema,
  { key, payload, runAfter, createdAt }: NewJob,
  from: JobRow['state'],
): Promise<boolean> =>
  (
    await tx.update(
      t.job,
      { state: 'queued', attempts: 0, error: null, doneAt: null, payload, runAfter, createdAt },
      { key, state: from },
    )
  ).length > 0;

/** Takes a job back that has not begun. @returns false where it has */
export const unqueueJob = async (
  { tx, t }: { tx: ScopedWriter; t: Schema },
  key: string,
): Promise<boolean> => (await tx.remove(t.job, { key, state: 'queued', attempts: 0 })) > 0;

/** A practice with so many running jobs waits while another one has a due job. */
const MANY_RUNNING = 2;
/** Other processes may take the same job first; the next wake-up looks again. */
const CLAIM_TRIES = 20;
type JobRow = Schema['job']['$inferSelect'];

/** Lists practices that run many jobs; none while only one practice exists. */
async function busyPractices({ read, t: { job, praxis } }: Store, now: number): Promise<string[]> {
  const busy = await read
    .select({ cid: job.cid })
    .from(job)
    .where(and(eq(job.state, 'running'), gte(job.lockedUntil, now)))
    .groupBy(job.cid)
    .having(gte(count(), MANY_RUNNING));
  // The search for jobs of others passes over the whole backlog of a busy practice.
  if (
    busy.length === 0 ||
    (await read.select({ cid: praxis.cid }).from(praxis).limit(2)).length < 2
  )
    return [];
  return busy.map(({ cid }) => cid);
}

/** Returns the next due job, of a practice that is not busy if there is one. */
async function nextJob(store: Store, now: number): Promise<JobRow | undefined> {
  const { job } = store.t,
    isDue = or(
      and(eq(job.state, 'queued'), lte(job.runAfter, now)),
      and(eq(job.state, 'running'), lt(job.lockedUntil, now)),
    );
  const first = async (where: SQL | undefined): Promise<JobRow | undefined> =>
    (await store.read.select().from(job).where(where).orderBy(asc(job.runAfter)).limit(1))[0];
  const next = await first(isDue);
  if (!next) return undefined;
  const busy = await busyPractices(store, now);
  return busy.includes(next.cid)
    ? ((await first(and(isDue, notInArray(job.cid, busy)))) ?? next)
    : next;
}

/** Takes a job unless another process was faster. */
async function takeJob(
  store: Store,
  next: JobRow,
  owner: string,
  now: number,
): Promise<JobRow | undefined> {
  const { job } = store.t;
  const isUnchanged = and(
    eq(job.id, next.id),
    eq(job.state, next.state),
    eq(job.attempts, next.attempts),
    next.lockedUntil === null ? isNull(job.lockedUntil) : eq(job.lockedUntil, next.lockedUntil),
  );
  const [mine] = await store.write((db) =>
    db
      .update(job)
      .set({ state: 'running', owner, lockedUntil: now + LEASE_MS, attempts: next.attempts + 1 })
      .where(isUnchanged)
      .returning(),
  );
  return mine;
}

/** Takes the next due job of any practice; a conditional update decides the race. */
export async function claimJob(store: Store, owner: string, now: number): Promise<Job | undefined> {
  for (let i = 0; i < CLAIM_TRIES; i++) {
    const next = await nextJob(store, now);
    if (!next) return undefined;
    const mine = await takeJob(store, next, owner, now);
    if (!mine) continue;
    const { id, cid, key, kind, payload, attempts } = mine;
    return { id, cid, key, kind: kind as JobKind, payload, attempts };
  }
  return undefined;
}

/**
 * Requeues the jobs of processes that do not exist, so that they need not wait for the end of their
 * lease. Jobs of running processes stay untouched.
 * @param isGone checks whether an owner's process has certainly ended
 */
export async function releaseJobs(store: Store, isGone: (owner: string) => boolean): Promise<void> {
  const { job } = store.t;
  const isRunning = eq(job.state, 'running');
  const owners = await store.read
    .selectDistinct({ owner: job.owner })
    .from(job)
    .where(and(isRunning, isNotNull(job.owner)));
  const gone = owners.flatMap(({ owner }) => (owner !== null && isGone(owner) ? [owner] : []));
  // A job without an owner was taken by an older version that recorded none; that process has
  // ended.
  const isFree =
    gone.length > 0 ? or(isNull(job.owner), inArray(job.owner, gone)) : isNull(job.owner);
  await store.write(async (db) => {
    await db
      .update(job)
      .set({ state: 'queued', owner: null, lockedUntil: null })
      .where(and(isRunning, isFree));
  });
}

type Change = Partial<Schema['job']['$inferInsert']>;

/** Changes the job only while this attempt still has its lease. @returns whether it did */
async function changeHeld(store: Store, lease: Lease, change: Change): Promise<boolean> {
  const { job } = store.t;
  const isHeld = and(
    eq(job.id, lease.id),
    eq(job.state, 'running'),
    eq(job.owner, lease.owner),
    eq(job.attempts, lease.attempts),
  );
  const changed = await store.write((db) =>
    db.update(job).set(change).where(isHeld).returning({ id: job.id }),
  );
  return changed.length > 0;
}

const FREE = { owner: null, lockedUntil: null };

/** Renews the lease of a running job. @returns false when another process has taken it */
export function renewLease(store: Store, lease: Lease, now: number): Promise<boolean> {
  return changeHeld(store, lease, { lockedUntil: now + LEASE_MS });
}

/** Marks a job as done. @returns false when this attempt had lost it, and nothing changed */
export function finishJob(store: Store, lease: Lease, now: number): Promise<boolean> {
  return changeHeld(store, lease, { ...FREE, state: 'done', doneAt: now, error: null });
}

/**
 * Postpones a job by `pause` ms, or marks it as failed without one.
 * @param error a code, never a message
 * @returns false when this attempt had lost it, and nothing changed
 */
export function postponeJob(
  store: Store,
  lease: Lease,
  error: string,
  now: number,
  pause: number | undefined,
): Promise<boolean> {
  if (pause === undefined) return changeHeld(store, lease, { ...FREE, state: 'failed', error });
  const again = { state: 'queued' as const, runAfter: now + pause, createdAt: now, error };
  return changeHeld(store, lease, { ...FREE, ...again });
}

/**
 * Postpones a job by `pause` ms without counting the attempt.
 * @returns false when this attempt had lost it, and nothing changed
 */
export function deferJob(store: Store, lease: Lease, now: number, pause: number): Promise<boolean> {
  const again = { state: 'queued' as const, runAfter: now + pause, createdAt: now, error: null };
  return changeHeld(store, lease, { ...FREE, ...again, attempts: lease.attempts - 1 });
}

/**
 * Queues the jobs again that a process runs while it ends; the attempts do not count. The process
 * can no longer finish them.
 */
export async function handBackJobs(store: Store, owner: string, now: number): Promise<void> {
  const { job } = store.t,
    isOwn = and(eq(job.state, 'running'), eq(job.owner, owner));
  await store.write(async (db) => {
    await db
      .update(job)
      .set({
        ...FREE,
        state: 'queued',
        runAfter: now,
        createdAt: now,
        attempts: sql`${job.attempts} - 1`,
      })
      .where(isOwn);
  });
}

/**
 * Corrects jobs that were queued or leased while the clock was ahead: they wait from the present
 * time as long as intended.
 * @returns whether there was one
 */
export async function hastenJobs(store: Store, now: number): Promise<boolean> {
  const { job } = store.t;
  const isAhead = and(eq(job.state, 'queued'), gt(job.runAfter, now), gt(job.createdAt, now));
  const isLeasedAhead = and(
    eq(job.state, 'running'),
    gt(job.lockedUntil, now + LEASE_MS + CLOCK_SKEW_MS),
  );
  const [one] = await store.read
    .select({ id: job.id })
    .from(job)
    .where(or(isAhead, isLeasedAhead))
    .limit(1);
  if (!one) return false;
  const runAfter = sql`${job.runAfter} - ${job.createdAt} + ${now}`;
  await store.write(async (db) => {
    await db
      .update(job)
      .set({ ...FREE, state: 'queued' })
      .where(isLeasedAhead);
    await db.update(job).set({ runAfter, createdAt: now }).where(isAhead);
  });
  return true;
}

/** Returns the time of the next due job (ms), to sleep until. */
export async function nextDue(store: Store): Promise<number | undefined> {
  const { job } = store.t;
  const [row] = await store.read
    .select({ at: job.runAfter })
    .from(job)
    .where(eq(job.state, 'queued'))
    .orderBy(asc(job.runAfter))
    .limit(1);
  return row?.at;
}

/** Deletes jobs that were done before `before`; failed jobs stay as a record. */
export async function removeOldJobs(store: Store, before: number): Promise<void> {
  const { job } = store.t;
  await store.write(async (db) => {
    await db.delete(job).where(and(eq(job.state, 'done'), lt(job.doneAt, before)));
  });
}
