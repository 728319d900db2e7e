// The one queue of all writes to a SQLite file: who waits is committed together, each with a savepoint of its own; known units by the writing thread.

import { AsyncLocalStorage } from 'node:async_hooks';
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import { GROUP, runKnown, type KnownUnit } from './known-unit.ts';
import { isSyncFailure } from './sqlite-connection.ts';
import { reasonOf, type Writer } from './store.ts';
import type { WriteThread } from './write-thread.ts';

/** ms without a commit, and ms at most after the first one, after which the thread copies the WAL back. */
const CALM_MS = 100,
  BUSY_MS = 2000;
/**
 * Commits that are worth a copy in a short pause; fewer wait for a long one. After a copy the log begins anew, and the commit
 * that begins it flushes its head besides: one patient's submission in a quiet practice would flush twice.
 */
const MANY = 32,
  LONG_CALM_MS = 20_000;
/** The same while the thread itself has to write: tablets that wait to be acknowledged would wait for the copy as well. */
const BURST_MS = 10_000;
/** On a full disk the log is copied back before anything is written, tried so often: until that succeeds there is room for nothing else. */
const FULL_MS = 1_000;

/** Bytes of values up to which a group is written here: handing it to the thread would take longer than the disk. */
const SMALL_BYTES = 64_000;

/** The query builder wraps what the driver threw. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;

interface Waits {
  resolve: (v: unknown) => void;
  reject: (e: unknown) => void;
}
/** A unit that reads while it runs. */
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
  /** Nothing is taken any more; resolves when what waited is done. */
  close(): Promise<void>;
}

/**
 * @param tx the query builder on `writer`
 * @param thread writes known units with many bytes; without one they are written here
 * @param isRoomShort whether the disk has less room than the log may need to be copied back
 * @param onBroken called once when the disk failed to sync; nothing is written from then on (F6)
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
  /** When room is looked for next, on a full disk. */
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
        // A full disk may have ended the whole transaction by itself.
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

  /** Groups that the thread has and has not answered. */
  const handed = new Set<Promise<void>>();
  /** The thread is given the next group while it writes the one before: it finds them all as one, and does not wait for the first thread in between. */
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

  /** Waiting units of one kind, from the front: their order is that of their calls. */
  const take = <W extends Open | Known>(is: (w: Open | Known) => w is W): W[] => {
    const end = queue.findIndex((w, at) => at >= GROUP || !is(w));
    return queue.splice(0, end === -1 ? queue.length : end).filter(is);
  };
  const isKnown = (w: Open | Known): w is Known => 'unit' in w;
  const isOpen = (w: Open | Known): w is Open => 'run' in w;

  const drain = async (): Promise<void> => {
    // A pause that was waited for is over: the thread copies nothing while these wait for it, unless it has put that off for too long.
    if (performance.now() < copyDue) clearTimeout(timer);
    // One turn of the loop, so that requests that arrived together are committed together.
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
        // Never do two write at the same time.
        await Promise.all(handed);
        continue;
      } else await runOpen(take(isOpen));
      uncopied++;
      copyBack();
      await keepRoom();
    }
    running = undefined;
  };
  /** Before the log has taken what its copy needs; a failure is met again by the next commit. */
  const keepRoom = async (): Promise<void> => {
    if (thread && !isClosed && isRoomShort()) await thread.shorten().catch(giveUp);
  };
  /** Room that somebody made goes to the copy of the log first: taken by the log itself, it would be gone for both. */
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
  /** Called after commits: sets the one timer for copying back. What the thread has just written is followed by more, or by a pause. */
  const copyBack = (): void => {
    if (!thread || isClosed) return;
    clearTimeout(timer);
    const now = performance.now();
    if (uncopied >= MANY) waitsSince ??= now;
    // What it still writes is answered, and asks again.
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
        // A reader in the way, or a full disk: the WAL keeps it, and the next commit tries again.
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
    // A nested unit joins the running one; waiting for the queue would wait for itself.
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
