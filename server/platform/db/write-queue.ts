// The single queue of all writes to a SQLite file: waiting units are committed together, each with
// a separate savepoint; known units by the writer thread.

import { AsyncLocalStorage } from 'node:async_hooks';
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import { GROUP, runKnown, type KnownUnit } from './known-unit.ts';
import { isSyncFailure } from './sqlite-connection.ts';
import { reasonOf, type Writer } from './store.ts';
import { createCheckpoints, type Checkpoints } from './wal-checkpoints.ts';
import type { WriteThread } from './write-thread.ts';
import { letOthersRun } from '../let-others-run.ts';

/**
 * Retry interval of the checkpoint on a full disk, before anything is written: until it succeeds
 * there is room for nothing else.
 */
const FULL_MS = 1_000;

/**
 * Bytes of values up to which the main thread writes a group: passing it to the worker would take
 * longer than the disk.
 */
const SMALL_BYTES = 64_000;

/** The query builder wraps the driver's error. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;

interface Waits {
  resolve: (v: unknown) => void;
  reject: (e: unknown) => void;
}
/** A transaction that reads while it runs. */
interface Open extends Waits {
  run: (tx: Writer) => Promise<unknown>;
}
interface Known extends Waits {
  unit: KnownUnit;
}
const isKnown = (w: Open | Known): w is Known => 'unit' in w;
const isOpen = (w: Open | Known): w is Open => 'run' in w;
const bytesOf = (group: readonly Known[]): number =>
  group.reduce(
    (sum, { unit }) =>
      sum +
      unit.reduce(
        (n, s) =>
          n + s.params.reduce<number>((m, p) => m + (p instanceof Uint8Array ? p.length : 0), 0),
        0,
      ),
    0,
  );

export interface WriteQueue {
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  submit(unit: KnownUnit): Promise<boolean>;
  /** Refuses further work; resolves when the waiting work is done. */
  close(): Promise<void>;
}

/** The connection of one queue, and its state. */
interface Queue {
  readonly writer: Database.Database;
  readonly tx: Writer;
  readonly thread: WriteThread | undefined;
  readonly onBroken: (cause: unknown) => void;
  readonly isRoomShort: () => boolean;
  readonly checkpoints: Checkpoints;
  /** The transaction in whose callback the code runs. */
  readonly inside: AsyncLocalStorage<{ isOpen: boolean }>;
  readonly waiting: (Open | Known)[];
  /** Groups sent to the thread and not answered. */
  readonly handed: Set<Promise<void>>;
  running: Promise<void> | undefined;
  isClosed: boolean;
  /** Time of the next check for free space, on a full disk. */
  fullUntil: number | undefined;
}

/**
 * Creates the queue of writes.
 * @param tx the query builder on `writer`
 * @param thread writes known units with many bytes; without one they are written here
 * @param isRoomShort checks whether the free disk space may not suffice for a checkpoint
 * @param onBroken called once when the disk failed to sync; writes are refused from then on (F6)
 */
export function createWriteQueue(
  writer: Database.Database,
  tx: Writer,
  thread: WriteThread | undefined,
  onBroken: (cause: unknown) => void,
  isRoomShort: () => boolean = () => false,
): WriteQueue {
  const q: Queue = {
    writer,
    tx,
    thread,
    onBroken,
    isRoomShort,
    checkpoints: createCheckpoints({
      thread,
      isClosed: () => q.isClosed,
      hasHanded: () => q.handed.size > 0,
      giveUp: (cause) => {
        giveUp(q, cause);
      },
    }),
    inside: new AsyncLocalStorage(),
    waiting: [],
    handed: new Set(),
    running: undefined,
    isClosed: false,
    fullUntil: undefined,
  };
  const add = <T>(of: (w: Waits) => Open | Known): Promise<T> => {
    if (q.isClosed) return Promise.reject(new AppError('unavailable', { retryAfter: 2 }));
    return new Promise<T>((resolve, reject) => {
      q.waiting.push(of({ resolve: (v) => resolve(v as T), reject }));
      q.running ??= drain(q);
    });
  };
  const isNested = (): boolean => q.inside.getStore()?.isOpen === true;

  return {
    // A nested transaction joins the running one; queueing it would deadlock.
    write: (work) => (isNested() ? work(tx) : add((w) => ({ ...w, run: work }))),
    submit: (unit) =>
      isNested()
        ? Promise.reject(new Error('a known unit inside another unit'))
        : add((w) => ({ ...w, unit })),
    async close() {
      q.isClosed = true;
      q.checkpoints.stop();
      await q.running;
      await Promise.all(q.handed);
    },
  };
}

/** Executes what waits, group by group, until nothing does. */
async function drain(q: Queue): Promise<void> {
  const { waiting, handed, thread, checkpoints } = q;
  // A pause has ended: no checkpoint while these units wait for the thread, unless it was
  // postponed for too long.
  checkpoints.holdBack();
  // One tick of the event loop, so that requests that arrived together are committed together.
  await letOthersRun();
  while (waiting[0]) {
    if (q.fullUntil !== undefined && !(await hasRoomAgain(q))) {
      for (const w of waiting.splice(0)) w.reject(later(q));
      break;
    }
    if (isKnown(waiting[0])) {
      const group = take(waiting, isKnown);
      if (thread && (handed.size > 0 || bytesOf(group) > SMALL_BYTES)) {
        handOver(q, thread, group);
        continue;
      }
      runHere(q, group);
    } else if (handed.size > 0) {
      // Never two writers at the same time.
      await Promise.all(handed);
      continue;
    } else await runOpen(q, take(waiting, isOpen));
    checkpoints.count();
    checkpoints.schedule();
    await keepRoom(q);
  }
  q.running = undefined;
}

/** Takes waiting units of one kind from the front, in the order of their calls. */
function take<W extends Open | Known>(
  waiting: (Open | Known)[],
  is: (w: Open | Known) => w is W,
): W[] {
  const end = waiting.findIndex((w, at) => at >= GROUP || !is(w));
  return waiting.splice(0, end === -1 ? waiting.length : end).filter(is);
}

/** Runs a group of transactions under one commit. */
async function runOpen(q: Queue, group: readonly Open[]): Promise<void> {
  const { writer, tx, inside } = q,
    done: { w: Open; value: unknown }[] = [];
  let condemned: Error | undefined;
  try {
    writer.exec('BEGIN IMMEDIATE');
  } catch (cause) {
    for (const w of group) w.reject(later(q, cause));
    return;
  }
  for (const w of group) {
    if (!writer.inTransaction) {
      w.reject(later(q));
      continue;
    }
    writer.exec('SAVEPOINT unit');
    const unit = { isOpen: true };
    try {
      const value = await inside.run(unit, () => w.run(tx));
      writer.exec('RELEASE unit');
      done.push({ w, value });
    } catch (error) {
      const cause = causeOf(error);
      if (isSyncFailure(cause)) condemned = cause;
      noteFull(q, cause);
      // A full disk may have ended the whole transaction.
      if (writer.inTransaction) writer.exec('ROLLBACK TO unit; RELEASE unit');
      w.reject(error);
    } finally {
      unit.isOpen = false;
    }
  }
  try {
    if (condemned) throw condemned;
    if (!writer.inTransaction) throw new Error('the database ended the transaction');
    writer.exec('COMMIT');
  } catch (cause) {
    if (writer.inTransaction) writer.exec('ROLLBACK');
    for (const { w } of done) w.reject(later(q, cause));
    giveUp(q, cause);
    return;
  }
  for (const { w, value } of done) w.resolve(value);
}

/**
 * Sends a group to the thread. It receives the next group while it writes the previous one: it
 * finds them all as one, without waiting for the main thread.
 */
function handOver(q: Queue, to: WriteThread, group: readonly Known[]): void {
  const { handed, checkpoints } = q;
  const answered = (async () => {
    try {
      const done = await to.run(group.map((w) => w.unit));
      group.forEach((w, at) => w.resolve(done[at] === true));
    } catch (cause) {
      for (const w of group) w.reject(later(q, cause));
      giveUp(q, cause);
    }
    checkpoints.countThread();
    await keepRoom(q);
  })().finally(() => {
    handed.delete(answered);
    checkpoints.schedule();
  });
  handed.add(answered);
}

function runHere(q: Queue, group: readonly Known[]): void {
  try {
    const done = runKnown(
      q.writer,
      group.map((w) => w.unit),
    );
    group.forEach((w, at) => w.resolve(done[at] === true));
  } catch (cause) {
    for (const w of group) w.reject(later(q, cause));
    giveUp(q, cause);
  }
}

function noteFull(q: Queue, cause: unknown): void {
  if (reasonOf(cause) === 'full') q.fullUntil ??= -Infinity;
}
function later(q: Queue, cause?: unknown): AppError {
  noteFull(q, cause);
  return new AppError('unavailable', { retryAfter: 1, cause });
}

/** Refuses all writes from now on if the disk failed to sync. */
function giveUp(q: Queue, cause: unknown): void {
  if (!isSyncFailure(cause) || q.isClosed) return;
  q.isClosed = true;
  for (const w of q.waiting.splice(0)) w.reject(new AppError('unavailable', { retryAfter: 2 }));
  q.onBroken(cause);
}

/**
 * Shortens the WAL before it uses the room that its checkpoint needs; the next commit would fail
 * again.
 */
async function keepRoom(q: Queue): Promise<void> {
  const { thread } = q;
  if (thread && !q.isClosed && q.isRoomShort())
    await thread.shorten().catch((cause: unknown) => {
      giveUp(q, cause);
    });
}

/**
 * Freed room is used for the checkpoint first: used by the WAL itself, it would be lost for both.
 */
async function hasRoomAgain(q: Queue): Promise<boolean> {
  const now = performance.now();
  if (q.thread && !q.isClosed) {
    if (q.fullUntil !== undefined && now < q.fullUntil) return false;
    q.fullUntil = now + FULL_MS;
    try {
      await q.thread.shorten();
    } catch (cause) {
      giveUp(q, cause);
      return false;
    }
  }
  q.fullUntil = undefined;
  return true;
}
