// The single queue of all writes to a SQLite file: waiting units are committed together, each with
// a separate savepoint; known units by the writer thread.

import { AsyncLocalStorage } from 'node:async_hooks';
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import { GROUP, runKnown, type KnownUnit } from './known-unit.ts';
import { isSyncFailure } from './sqlite-connection.ts';
import { reasonOf, type Writer } from './store.ts';
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

/**
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
  const inside = new AsyncLocalStorage<{ isOpen: boolean }>();
  const queue: (Open | Known)[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;
  /** Time of the next check for free space, on a full disk. */
  let fullUntil: number | undefined;
  const noteFull = (cause: unknown): void => {
    if (reasonOf(cause) === 'full') fullUntil ??= -Infinity;
  };
  const later = (cause?: unknown): AppError => {
    noteFull(cause);
    return new AppError('unavailable', { retryAfter: 1, cause });
  };

  const giveUp = (cause: unknown): void => {
    if (!isSyncFailure(cause) || isClosed) return;
    isClosed = true;
    for (const w of queue.splice(0)) w.reject(new AppError('unavailable', { retryAfter: 2 }));
    onBroken(cause);
  };

  const runOpen = async (group: readonly Open[]): Promise<void> => {
    const done: { w: Open; value: unknown }[] = [];
    let condemned: Error | undefined;
    try {
      writer.exec('BEGIN IMMEDIATE');
    } catch (cause) {
      for (const w of group) w.reject(later(cause));
      return;
    }
    for (const w of group) {
      if (!writer.inTransaction) {
        w.reject(later());
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
        noteFull(cause);
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
      for (const { w } of done) w.reject(later(cause));
      giveUp(cause);
      return;
    }
    for (const { w, value } of done) w.resolve(value);
  };

  /** Groups sent to the thread and not answered. */
  const handed = new Set<Promise<void>>();
  /**
   * The thread receives the next group while it writes the previous one: it finds them all as one,
   * without waiting for the main thread.
   */
  const handOver = (to: WriteThread, group: readonly Known[]): void => {
    const answered = (async () => {
      try {
        const done = await to.run(group.map((w) => w.unit));
        group.forEach((w, at) => w.resolve(done[at] === true));
      } catch (cause) {
        for (const w of group) w.reject(later(cause));
        giveUp(cause);
      }
      threadWrote = performance.now();
      uncopied += MANY;
      await keepRoom();
    })().finally(() => {
      handed.delete(answered);
      copyBack();
    });
    handed.add(answered);
  };

  const runHere = (group: readonly Known[]): void => {
    try {
      const done = runKnown(
        writer,
        group.map((w) => w.unit),
      );
      group.forEach((w, at) => w.resolve(done[at] === true));
    } catch (cause) {
      for (const w of group) w.reject(later(cause));
      giveUp(cause);
    }
  };

  /** Takes waiting units of one kind from the front, in the order of their calls. */
  const take = <W extends Open | Known>(is: (w: Open | Known) => w is W): W[] => {
    const end = queue.findIndex((w, at) => at >= GROUP || !is(w));
    return queue.splice(0, end === -1 ? queue.length : end).filter(is);
  };
  const isKnown = (w: Open | Known): w is Known => 'unit' in w;
  const isOpen = (w: Open | Known): w is Open => 'run' in w;

  const drain = async (): Promise<void> => {
    // A pause has ended: no checkpoint while these units wait for the thread, unless it was
    // postponed for too long.
    if (performance.now() < copyDue) clearTimeout(timer);
    // One tick of the event loop, so that requests that arrived together are committed together.
    await new Promise<void>((r) => setImmediate(r));
    while (queue[0]) {
      if (fullUntil !== undefined && !(await hasRoomAgain())) {
        for (const w of queue.splice(0)) w.reject(later());
        break;
      }
      if (isKnown(queue[0])) {
        const group = take(isKnown);
        if (thread && (handed.size > 0 || bytesOf(group) > SMALL_BYTES)) {
          handOver(thread, group);
          continue;
        }
        runHere(group);
      } else if (handed.size > 0) {
        // Never two writers at the same time.
        await Promise.all(handed);
        continue;
      } else await runOpen(take(isOpen));
      uncopied++;
      copyBack();
      await keepRoom();
    }
    running = undefined;
  };
  /** Before the WAL uses the room that its checkpoint needs; the next commit would fail again. */
  const keepRoom = async (): Promise<void> => {
    if (thread && !isClosed && isRoomShort()) await thread.shorten().catch(giveUp);
  };
  /**
   * Freed room is used for the checkpoint first: used by the WAL itself, it would be lost for both.
   */
  const hasRoomAgain = async (): Promise<boolean> => {
    const now = performance.now();
    if (thread && !isClosed) {
      if (fullUntil !== undefined && now < fullUntil) return false;
      fullUntil = now + FULL_MS;
      try {
        await thread.shorten();
      } catch (cause) {
        giveUp(cause);
        return false;
      }
    }
    fullUntil = undefined;
    return true;
  };

  let timer: NodeJS.Timeout | undefined,
    waitsSince: number | undefined,
    threadWrote = -Infinity,
    uncopied = 0,
    copyDue = Infinity;
  /**
   * Called after commits: sets the single checkpoint timer. The thread's last write is followed by
   * more, or by a pause.
   */
  const copyBack = (): void => {
    if (!thread || isClosed) return;
    clearTimeout(timer);
    const now = performance.now();
    if (uncopied >= MANY) waitsSince ??= now;
    // Its pending writes are answered, and ask again.
    const due =
      handed.size > 0
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
  };

  const add = <T>(of: (w: Waits) => Open | Known): Promise<T> => {
    if (isClosed) return Promise.reject(new AppError('unavailable', { retryAfter: 2 }));
    return new Promise<T>((resolve, reject) => {
      queue.push(of({ resolve: (v) => resolve(v as T), reject }));
      running ??= drain();
    });
  };

  return {
    // A nested transaction joins the running one; queueing it would deadlock.
    write: (work) => (inside.getStore()?.isOpen ? work(tx) : add((w) => ({ ...w, run: work }))),
    submit: (unit) =>
      inside.getStore()?.isOpen
        ? Promise.reject(new Error('a known unit inside another unit'))
        : add((w) => ({ ...w, unit })),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      await Promise.all(handed);
    },
  };
}
