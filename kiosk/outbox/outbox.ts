// The outbox: finished work is sealed first, then written with its number in one strict
// transaction; only the server's acknowledgement removes it (sync 6.1, 6.6).

import type { Clock, Random } from '../../shared/base/ports.ts';
import { packPayload } from '../../shared/exchange/payload.ts';
import {
  beginSeal,
  finishSeal,
  importSealPublic,
  SEALED,
  sha256Hex,
  type SealStart,
} from '../../shared/exchange/sealing.ts';
import {
  MAX_BATCH_BYTES,
  opAad,
  opDigestText,
  SUBMISSION_KINDS,
  type ConfigBody,
  type OpHeader,
  type OpKind,
} from '../../shared/exchange/sync.ts';
import { HELD_TASKS } from '../../shared/desk/tablet.ts';
import {
  CARRIED,
  ensureSync,
  isCarriedWhole,
  madeSync,
  newSync,
  syncOf,
  valueOf,
  withDb,
} from './db.ts';
import type { InboxRow, OutboxRow, SyncMeta, TabletDb, ValueMeta } from './tables.ts';
import { taskKeyId } from './keys.ts';
import { inTransaction, type At } from './rows.ts';

/**
 * Input of an op; `id` is passed where it was created earlier (opening of the pad), so that a retry
 * is the same op.
 */
export interface OpOrder {
  id?: string;
  kind: OpKind;
  taskId: string;
  taskRev: number;
  payload: object;
}
export interface SealedOp {
  id: string;
  kind: OpKind;
  taskId: string;
  taskRev: number;
  schema: number;
  at: number;
  mono: number;
  sealed: Uint8Array;
  len: number;
  sha256: string;
}
export interface Identity {
  device: string;
  inc: string;
  serverKey: JsonWebKey;
}

/** Thrown where a task has already ended another way: exactly one ending wins (F23). */
export class AlreadyEnded extends Error {
  constructor(taskId: string) {
    super(`task ${taskId} has ended`);
    this.name = 'AlreadyEnded';
  }
}

export const OP_SCHEMA = 1;
/**
 * Acknowledged rows are deleted by the server's `safeN`; after this time at the latest (sync 6.6).
 */
export const HARD_CAP_MS = 72 * 3_600_000;
const ENDED_KEPT = 500,
  ENDED = 'ended';

export interface OutboxDeps {
  db: TabletDb;
  clock: Clock;
  random: Random;
  /** @param known the server's key, where it was just read: saves a database read */
  identity: (known?: JsonWebKey) => Promise<{ device: string; serverKey: JsonWebKey } | undefined>;
  /**
   * The server's clock minus the tablet's, ms: expiry uses the server's, a tablet's may jump by
   * years (F12).
   */
  offset?: () => number;
}

const isSameKey = (a: JsonWebKey, b: JsonWebKey): boolean => a.x === b.x && a.y === b.y;
const beginFor = async (serverKey: JsonWebKey): Promise<SealStart> =>
  beginSeal(await importSealPublic(serverKey));
/**
 * Seals an op for the server; unreadable on the tablet afterwards.
 * @param begun prepared for this server's key, where it was created before the patient waits
 */
export async function sealOp(
  order: OpOrder,
  who: Identity,
  clock: Clock,
  random: Random,
  begun?: SealStart,
): Promise<SealedOp> {
  const id = order.id ?? random.id();
  const head = {
    id,
    kind: order.kind,
    taskId: order.taskId,
    taskRev: order.taskRev,
    schema: OP_SCHEMA,
  };
  const sealed = await finishSeal(
    begun ?? (await beginFor(who.serverKey)),
    packPayload(order.payload),
    opAad({ device: who.device, inc: who.inc, id, kind: order.kind, schema: OP_SCHEMA }),
  );
  return {
    ...head,
    at: Math.round(clock.now()),
    mono: Math.round(clock.mono()),
    sealed,
    len: sealed.length,
    sha256: await sha256Hex(opDigestText(head), sealed),
  };
}

export const headerOf = (op: SealedOp, n: number): OpHeader => ({
  n,
  id: op.id,
  kind: op.kind,
  taskId: op.taskId,
  taskRev: op.taskRev,
  schema: op.schema,
  at: op.at,
  mono: op.mono,
  sealed: SEALED,
  len: op.len,
  sha256: op.sha256,
});

/** A row for the sender. */
export const heldOf = (row: OutboxRow): { n: number; header: OpHeader; sealed: Uint8Array } => ({
  n: row.n,
  header: headerOf(row, row.n),
  sealed: row.sealed,
});

const HOUR_MS = 3_600_000;
/** Maximum time that just written rows are handed over from memory; later the database is read. */
const FRESH_MS = 1000;
/**
 * Delay from a commit until the next op's key is created; a quick acknowledgement has arrived by
 * then, the next task has not.
 */
const CALM_MS = 100;
type Marks = NonNullable<SyncMeta['acks']>;
/**
 * Marks once everything up to `n` is acknowledged; earlier acknowledgements keep their time. One an
 * hour, with the latest time in it: nothing is deleted early.
 */
function marked({ ackN, acks = [] }: SyncMeta, n: number, at: number): Marks {
  const kept = acks.filter((a) => a.n <= n),
    last = kept[kept.length - 1];
  if (n <= ackN) return kept;
  const isSame = last !== undefined && Math.floor(last.at / HOUR_MS) === Math.floor(at / HOUR_MS);
  return [...(isSame ? kept.slice(0, -1) : kept), { n, at }];
}
type Head = Pick<OutboxRow, 'id' | 'kind' | 'taskId' | 'at'>;
interface Ending {
  taskId: string;
  taskRev: number;
}
/**
 * First reads of a transaction, and its stores: `there` are the inbox rows of the tasks that end.
 */
interface Seen {
  at: At;
  sync: SyncMeta;
  gone: string[];
  there: (InboxRow | undefined)[];
}
const endOf = (t: Ending): string => `${t.taskId}:${t.taskRev}`;
const endedList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : [];

/** Counters and rows of a committed transaction. */
export interface Fresh {
  meta: SyncMeta;
  rows: OutboxRow[];
}

export interface Outbox {
  /** Adds ops that end nothing (start, person check, log). */
  append(orders: OpOrder[]): Promise<void>;
  /**
   * Ends one task: op, number, removal of draft, key and inbox row in one transaction.
   * @throws AlreadyEnded, StorageFailure
   */
  finalize(order: OpOrder): Promise<void>;
  /**
   * Ends abandoned tasks; skips a task that already ended. Keeps the sealed draft unless the
   * patient deleted it.
   * @param others tasks of the same Mappe that leave the tablet with them, without an op of their
   * own
   */
  cancel(
    orders: OpOrder[],
    keepsDraft: boolean,
    others?: readonly { taskId: string; taskRev: number }[],
  ): Promise<void>;
  /** Returns rows from `n` on, oldest first. */
  readFrom(n: number, limit: number): Promise<OutboxRow[]>;
  meta(): Promise<SyncMeta>;
  /**
   * Returns the last written rows, once and right after their commit, if nothing else waits: saves
   * reading them back.
   */
  takeFresh(): Fresh | null;
  /**
   * @param of the database and epoch that the response belongs to; a response for another one
   * acknowledges nothing here. Resolves with the resulting counters
   */
  ack(ackN: number, safeN: number, of?: { inc: string; epoch: string }): Promise<SyncMeta>;
  /**
   * The server was restored: everything above its `ackN` that is still stored is pending again
   * (410).
   */
  rewind(epoch: string, ackN: number): Promise<void>;
  /**
   * Compares the server's epoch. A new database learns it; another one means that the server was
   * restored, and rows that are not safe are pending again (F7).
   */
  meetEpoch(epoch: string): Promise<void>;
  /**
   * A new registration: a new incarnation from 1. Rows of the old one are kept in quarantine: they
   * are sealed under its name.
   */
  rotate(): Promise<void>;
  /**
   * Deletes acknowledged rows past the hard cap; an unacknowledged row is never deleted by time.
   * Call it after a server response, so that its time is known.
   */
  sweep(): Promise<void>;
  /**
   * `unsent` counts the patients' submissions among `pending`; its tasks are named so that a loss
   * can be reported by patient.
   */
  health(): Promise<{
    inc: string;
    highN: number;
    ackSeen: number;
    feedSeq?: number;
    pending: number;
    unsent: number;
    unsentTasks: string[];
    oldestPendingMs: number;
    quarantined: number;
  }>;
}

export function createOutbox({
  db,
  clock,
  random,
  identity,
  offset = () => 0,
}: OutboxDeps): Outbox {
  /**
   * The next op, and since when it waits on this page: a clock set back must not hide a stall (L2,
   * F12).
   */
  let waiting: { id: string | undefined; since: number } = { id: undefined, since: 0 };
  let fresh: (Fresh & { at: number }) | null = null;
  /**
   * Position up to which this page deleted safe rows: reads only when there is more to delete,
   * because rows are part of an acknowledgement, which has to wait for the read.
   */
  let swept: string | undefined;
  /**
   * Pending rows of the database `of`, without their bytes: a row never changes, and reading all of
   * them for each count would double the work of a drain.
   */
  let heads: { of: string; rows: Map<number, Head> } = { of: '', rows: new Map() };
  const serverNow = (): number => clock.now() + offset();
  /**
   * Caches of the last transaction; each is revalidated, so that nothing is read while a patient
   * waits.
   */
  let known: { inc?: string; serverKey?: JsonWebKey } = {};
  const who = async (): Promise<Identity> => {
    const [inc, id] = await Promise.all([
      known.inc ?? ensureSync(db, random.hex128).then((sync) => sync.inc),
      identity(known.serverKey),
    ]);
    if (!id) throw new Error('not registered');
    return { ...id, inc };
  };
  /** The next op's key, created in idle time: every task writes before it is finished. */
  let next: { of: JsonWebKey; begun: Promise<SealStart | undefined> } | null = null;
  const begunFor = async (serverKey: JsonWebKey): Promise<SealStart | undefined> => {
    const own = next;
    next = null;
    return own && isSameKey(own.of, serverKey) ? own.begun : undefined;
  };
  let isNextDue = false;
  /** Delayed: the last write is being sent, and both need the same processor. */
  const beginNext = (serverKey: JsonWebKey): void => {
    if (next || isNextDue) return;
    isNextDue = true;
    clock.after(CALM_MS, () => {
      isNextDue = false;
      next ??= { of: serverKey, begun: beginFor(serverKey).catch(() => undefined) };
    });
  };
  /**
   * Numbers and rows together.
   * @param known 1 where the very op is there already, and stays as it is
   */
  const write = (
    ops: readonly SealedOp[],
    { at, sync }: Seen,
    known: readonly number[] = [],
    ended: readonly ValueMeta[] = [],
  ): Fresh => {
    const rows = ops
      .filter((_op, i) => !known[i])
      .map(({ sealed, ...op }, i): OutboxRow => ({ n: sync.n + i + 1, ...op, sealed }));
    const meta = { ...sync, n: sync.n + rows.length };
    for (const row of rows) void at('outbox').add(row);
    for (const row of [meta, ...ended]) void at('meta').put(row);
    return { meta, rows };
  };
  const countOf = (ops: readonly SealedOp[], { at }: Seen): Promise<number[]> =>
    Promise.all(ops.map(({ id }) => at('outbox').count(IDBKeyRange.only(id), 'id')));
  /**
   * Seals ops and writes them in one transaction. The rows may be handed over only after the
   * commit, and only when nothing else waits.
   * @param leaving tasks that end with them
   */
  const record = (
    orders: OpOrder[],
    leaving: readonly Ending[],
    work: (ops: SealedOp[], seen: Seen) => Promise<Fresh | undefined>,
  ): Promise<void> =>
    withDb(db, async () => {
      for (let isDone = false; !isDone;) {
        const own = await who(),
          begun = await begunFor(own.serverKey),
          ops = await Promise.all(
            orders.map((o, i) => sealOp(o, own, clock, random, i === 0 ? begun : undefined)),
          );
        const made = await inTransaction(
          db,
          'readwrite',
          leaving.length > 0 ? ['meta', 'outbox', 'drafts', 'keys', 'inbox'] : ['meta', 'outbox'],
          async (at) => {
            const meta = at('meta'),
              [sync, config, ended, ...there] = await Promise.all([
                meta.get('sync'),
                meta.get('config'),
                meta.get(ENDED),
                ...leaving.map((t) => at('inbox').get(t.taskId)),
              ]);
            known = { ...sync, ...(valueOf(config) as ConfigBody | undefined) };
            // Sealed under the name of a deleted or replaced database, or to a replaced key of the
            // practice: nobody could decrypt it.
            isDone =
              known.inc === own.inc &&
              (!known.serverKey || isSameKey(known.serverKey, own.serverKey));
            return isDone
              ? work(ops, { at, sync: syncOf(sync), gone: endedList(valueOf(ended)), there })
              : undefined;
          },
        );
        beginNext(own.serverKey);
        fresh =
          made?.rows.length &&
          made.meta.n - made.rows.length === made.meta.ackN &&
          made.rows.reduce((n, r) => n + r.len, 0) <= MAX_BATCH_BYTES
            ? { ...made, at: clock.mono() }
            : null;
      }
    });
  const headsOf = async (at: At, of: string, numbers: readonly number[]): Promise<Head[]> => {
    const old = heads.of === of ? heads.rows : new Map<number, Head>(),
      unread = numbers.filter((n) => !old.has(n));
    const read = new Map(
      (await Promise.all(unread.map((n) => at('outbox').get(n)))).flatMap((row) =>
        row
          ? [[row.n, { id: row.id, kind: row.kind, taskId: row.taskId, at: row.at }] as const]
          : [],
      ),
    );
    const found = numbers.flatMap((n) => {
      const row = old.get(n) ?? read.get(n);
      return row ? [[n, row] as const] : [];
    });
    heads = { of, rows: new Map(found) };
    return found.map(([, row]) => row);
  };
  /** Another epoch or incarnation: the prepared handover belongs to the one before. */
  const renew = async <T>(work: Promise<T>): Promise<void> => {
    try {
      await work;
    } finally {
      fresh = null;
    }
  };
  const rewind = (epoch: string, ackN: number): Promise<void> =>
    renew(
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        const meta = at('meta'),
          [counters, carried] = await Promise.all([meta.get('sync'), meta.get(CARRIED)]),
          sync = syncOf(counters);
        // Unrecorded ops sent from memory may be missing there; the page that has them resends
        // them, or staff is notified.
        const isUntold = sync.isUntold ?? (sync.epoch !== epoch && !isCarriedWhole(carried, sync));
        // The server may have more than this tablet knows: all of that counts as acknowledged.
        await meta.put({
          ...sync,
          epoch,
          feedEpoch: sync.feedEpoch ?? sync.epoch,
          ackN,
          safeN: Math.min(sync.safeN, ackN),
          acks: marked(sync, ackN, serverNow()),
          ...(isUntold && { isUntold }),
        });
      }),
    );
  const endedWith = (gone: string[], tasks: readonly Ending[]): ValueMeta => ({
    key: ENDED,
    value: [...gone, ...tasks.map(endOf)].slice(-ENDED_KEPT),
  });
  /**
   * The task leaves the tablet; a newer revision assigned by staff meanwhile is a separate task,
   * and stays (F19).
   */
  const letGo = ({ taskId, taskRev }: Ending, { at, there }: Seen): void => {
    void at('keys').delete(taskKeyId(taskId));
    if (there.some((r) => r?.taskId === taskId && r.taskRev <= taskRev))
      void at('inbox').delete(taskId);
  };

  return {
    append: (orders) =>
      record(orders, [], async (ops, seen) => write(ops, seen, await countOf(ops, seen))),

    finalize: (order) =>
      record([order], [order], async (ops, seen) => {
        if (seen.gone.includes(endOf(order))) {
          const [isRepeat] = await countOf(ops, seen);
          if (isRepeat) return undefined;
          throw new AlreadyEnded(order.taskId);
        }
        void seen.at('drafts').delete(order.taskId);
        letGo(order, seen);
        return write(ops, seen, [], [endedWith(seen.gone, [order])]);
      }),

    cancel: (orders, keepsDraft, others = []) =>
      record(orders, [...orders, ...others], async (ops, seen) => {
        const isOpen = (t: Ending): boolean => !seen.gone.includes(endOf(t));
        const open = ops.filter(isOpen),
          leaving = [...open, ...others.filter(isOpen)];
        const made = write(open, seen, await countOf(open, seen), [endedWith(seen.gone, leaving)]);
        for (const task of leaving) {
          const drafts = seen.at('drafts'),
            draft = await drafts.get(task.taskId);
          if (draft?.sealed && keepsDraft) void drafts.put({ ...draft, iv: null, bytes: null });
          else void drafts.delete(task.taskId);
          letGo(task, seen);
        }
        return made;
      }),

    readFrom: (n, limit) =>
      withDb(db, () =>
        inTransaction(db, 'readonly', ['outbox'], async (at) => {
          // Single reads are some four times faster in Chromium than a range; the range is for rows
          // after a gap.
          const outbox = at('outbox'),
            rows = (
              await Promise.all(Array.from({ length: limit }, (_v, i) => outbox.get(n + i)))
            ).filter((row) => row !== undefined);
          return rows.length > 0 ? rows : outbox.all(IDBKeyRange.lowerBound(n), undefined, limit);
        }),
      ),
    meta: () => withDb(db, () => ensureSync(db, random.hex128)),
    takeFresh() {
      const own = fresh;
      fresh = null;
      return own && clock.mono() - own.at <= FRESH_MS ? own : null;
    },

    ack: (ackN, safeN, of) =>
      withDb(db, () => {
        fresh = null;
        // A response that arrives after a change of epoch or registration says nothing about the
        // current rows (F7).
        const isOther = (sync: SyncMeta): boolean =>
          !!of && (of.inc !== sync.inc || of.epoch !== sync.epoch);
        const safe = Math.min(safeN, ackN),
          mark = of && `${of.inc}:${safe}`,
          isSwept = mark !== undefined && mark === swept;
        return inTransaction(
          db,
          'readwrite',
          isSwept ? ['meta'] : ['meta', 'outbox'],
          async (at) => {
            const sync = syncOf(await at('meta').get('sync'));
            if (isOther(sync)) return sync;
            const next = {
              ...sync,
              ackN: Math.max(sync.ackN, ackN),
              safeN: Math.max(sync.safeN, safe),
              acks: marked(sync, Math.max(sync.ackN, ackN), serverNow()),
            };
            if (!isSwept) void at('outbox').delete(IDBKeyRange.upperBound(safe));
            void at('meta').put(next);
            return next;
          },
        ).then((meta) => {
          if (!isOther(meta)) swept = mark;
          return meta;
        });
      }),

    rewind: (epoch, ackN) => withDb(db, () => rewind(epoch, ackN)),
    meetEpoch: (epoch) =>
      withDb(db, async () => {
        const sync = await ensureSync(db, random.hex128);
        if (sync.epoch !== epoch) await rewind(epoch, sync.epoch === '' ? sync.ackN : sync.safeN);
      }),

    rotate: () =>
      withDb(db, () =>
        renew(
          inTransaction(db, 'readwrite', ['meta', 'outbox', 'inbox', 'quarantine'], async (at) => {
            const meta = at('meta'),
              { ackN } = await madeSync(meta, random.hex128),
              rows = await at('outbox').all(IDBKeyRange.lowerBound(ackN, true));
            await Promise.all([
              ...rows.map((row) =>
                at('quarantine').add({
                  taskId: row.taskId,
                  at: clock.now(),
                  why: 'other_registration',
                  iv: null,
                  bytes: row.sealed,
                }),
              ),
              at('outbox').clear(),
              at('inbox').clear(),
              meta.delete(ENDED),
              // Carried ops of another registration cannot be sent under this one.
              ...newSync(random.hex128()).map((row) => meta.put(row)),
            ]);
          }),
        ),
      ),

    sweep: () =>
      withDb(db, () =>
        inTransaction(db, 'readwrite', ['meta', 'outbox'], async (at) => {
          const sync = await madeSync(at('meta'), random.hex128),
            limit = serverNow() - HARD_CAP_MS;
          const n = (sync.acks ?? []).reduce(
            (most, a) => (a.at < limit ? Math.max(most, a.n) : most),
            0,
          );
          if (n === 0) return;
          await at('outbox').delete(IDBKeyRange.upperBound(n));
          await at('meta').put({ ...sync, acks: (sync.acks ?? []).filter((a) => a.n > n) });
        }),
      ),

    health: () =>
      withDb(db, async () => {
        // One transaction: a number from before and rows from after an ending would miscount the
        // pending ones.
        const look = () =>
          inTransaction(db, 'readonly', ['meta', 'outbox', 'quarantine'], async (at) => {
            const read = syncOf(await at('meta').get('sync'));
            const [numbers, inQuarantine] = await Promise.all([
              at('outbox').keys(IDBKeyRange.lowerBound(read.ackN, true)),
              at('quarantine').count(),
            ]);
            return [read, await headsOf(at, read.inc, numbers.map(Number)), inQuarantine] as const;
          });
        const [sync, rows, quarantined] = await look().catch(() =>
          ensureSync(db, random.hex128).then(look),
        );
        const finished = rows.filter((r) => SUBMISSION_KINDS.includes(r.kind));
        const oldest = rows.reduce((least, r) => Math.min(least, r.at), Infinity),
          [head] = rows;
        if (head?.id !== waiting.id) waiting = { id: head?.id, since: clock.mono() };
        return {
          inc: sync.inc,
          highN: sync.n,
          ackSeen: sync.ackN,
          ...((sync.feedEpoch ?? sync.epoch) === sync.epoch && { feedSeq: sync.cursor }),
          pending: rows.length,
          unsent: finished.length,
          unsentTasks: [...new Set(finished.map((r) => r.taskId))].slice(0, HELD_TASKS),
          oldestPendingMs: rows.length
            ? Math.max(
                0,
                Math.round(clock.now() - oldest),
                Math.round(clock.mono() - waiting.since),
              )
            : 0,
          quarantined,
        };
      }),
  };
}
