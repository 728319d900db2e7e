// The outbox: what a patient finished is sealed first, then written in one strict transaction with its number; only the server's word removes it (sync 6.1, 6.6).

import type { Clock, Random } from '../../shared/ports.ts';
import { packPayload } from '../../shared/payload.ts';
import { importSealPublic, SEALED, sealTo, sha256Hex } from '../../shared/sealing.ts';
import { opAad, opDigestText, SUBMISSION_KINDS, type OpHeader, type OpKind } from '../../shared/sync.ts';
import { HELD_TASKS } from '../../shared/tablet.ts';
import { ensureSync, readSync, withDb, type OutboxRow, type SyncMeta, type TabletDb } from './db.ts';
import { taskKeyId } from './keys.ts';

/** What an op is made of; `id` is given where it was made earlier (opening of the pad), so that a repeat is the same op. */
export interface OpOrder { id?: string; kind: OpKind; taskId: string; taskRev: number; payload: object }
export interface SealedOp { id: string; kind: OpKind; taskId: string; taskRev: number; schema: number; at: number; mono: number; sealed: Uint8Array; len: number; sha256: string }
export interface Identity { device: string; inc: string; serverKey: JsonWebKey }

/** Thrown where a task has already ended another way: exactly one ending wins (F23). */
export class AlreadyEnded extends Error {
  constructor(taskId: string) { super(`task ${taskId} has ended`); this.name = 'AlreadyEnded'; }
}

export const OP_SCHEMA = 1;
/** Acknowledged rows are deleted by the server's `safeN`; after this time at the latest (sync 6.6). */
export const HARD_CAP_MS = 72 * 3_600_000;
const ENDED_KEPT = 500;

export interface OutboxDeps {
  db: TabletDb; clock: Clock; random: Random;
  identity: () => Promise<{ device: string; serverKey: JsonWebKey } | undefined>;
  /** The server's clock minus the tablet's, ms: what is deleted by time goes by the server's, a tablet's may jump by years (F12). */
  offset?: () => number;
}

/** Seals an op for the server; nothing of it is readable on the tablet afterwards. */
export async function sealOp(order: OpOrder, who: Identity, clock: Clock, random: Random): Promise<SealedOp> {
  const id = order.id ?? random.id();
  const head = { id, kind: order.kind, taskId: order.taskId, taskRev: order.taskRev, schema: OP_SCHEMA };
  const key = await importSealPublic(who.serverKey);
  const sealed = await sealTo(key, packPayload(order.payload), opAad({ device: who.device, inc: who.inc, id, kind: order.kind, schema: OP_SCHEMA }));
  return { ...head, at: Math.round(clock.now()), mono: Math.round(clock.mono()), sealed, len: sealed.length, sha256: await sha256Hex(opDigestText(head), sealed) };
}

export const headerOf = (op: SealedOp, n: number): OpHeader =>
  ({ n, id: op.id, kind: op.kind, taskId: op.taskId, taskRev: op.taskRev, schema: op.schema, at: op.at, mono: op.mono, sealed: SEALED, len: op.len, sha256: op.sha256 });

const HOUR_MS = 3_600_000;
type Marks = NonNullable<SyncMeta['acks']>;
/** Marks once everything up to `n` is acknowledged; what was so before keeps its time. One an hour, with the latest time in it: nothing is deleted early. */
function marked({ ackN, acks = [] }: SyncMeta, n: number, at: number): Marks {
  const kept = acks.filter(a => a.n <= n), last = kept[kept.length - 1];
  if (n <= ackN) return kept;
  const isSame = last !== undefined && Math.floor(last.at / HOUR_MS) === Math.floor(at / HOUR_MS);
  return [...(isSame ? kept.slice(0, -1) : kept), { n, at }];
}
const endedList = (value: unknown): string[] => (Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : []);

export interface Outbox {
  /** Adds ops that end nothing (start, person check, log). */
  append(orders: OpOrder[]): Promise<void>;
  /** Ends one task: op, number, removal of draft, key and inbox row in one transaction. @throws AlreadyEnded, StorageFailure */
  finalize(order: OpOrder): Promise<void>;
  /**
   * Ends tasks that were left; a task that already ended is skipped. Keeps the sealed draft unless the patient deleted it.
   * @param others tasks of the same Mappe that leave the tablet with them, without an op of their own
   */
  cancel(orders: OpOrder[], keepsDraft: boolean, others?: readonly { taskId: string; taskRev: number }[]): Promise<void>;
  /** Rows from `n` on, oldest first. */
  readFrom(n: number, limit: number): Promise<OutboxRow[]>;
  meta(): Promise<SyncMeta>;
  ack(ackN: number, safeN: number): Promise<void>;
  /** The server was restored: everything above its `ackN` that is still here is pending again (410). */
  rewind(epoch: string, ackN: number): Promise<void>;
  /** The server named its epoch. A new database learns it; another one means that the server was restored, and what is not safe is pending again (F7). */
  meetEpoch(epoch: string): Promise<void>;
  /** A new registration: a new incarnation from 1. What the old one still held is kept in quarantine: it is sealed under its name. */
  rotate(): Promise<void>;
  /** Deletes acknowledged rows past the hard cap; an unacknowledged row is never deleted by time. Call it after the server was heard, so that its time is known. */
  sweep(): Promise<void>;
  /** `unsent` counts what a patient finished among `pending`; its tasks are named so that a loss can be told by patient. */
  health(): Promise<{ inc: string; highN: number; ackSeen: number; pending: number; unsent: number; unsentTasks: string[]; oldestPendingMs: number; quarantined: number }>;
}

export function createOutbox({ db, clock, random, identity, offset = () => 0 }: OutboxDeps): Outbox {
  /** The op that is next, and since when this page sees it wait: a clock that is set back must not hide a stall (L2, F12). */
  let waiting: { id: string | undefined; since: number } = { id: undefined, since: 0 };
  const serverNow = (): number => clock.now() + offset();
  const who = async (): Promise<Identity> => {
    const [sync, id] = [await ensureSync(db, random.hex128), await identity()];
    if (!id) throw new Error('This tablet is not registered.');
    return { ...id, inc: sync.inc };
  };
  const seal = async (orders: OpOrder[]): Promise<SealedOp[]> => { const w = await who(); return Promise.all(orders.map(o => sealOp(o, w, clock, random))); };

  /** Inside a transaction over meta and outbox: numbers and rows together. A repeated id is the same op and stays as it is. */
  const write = async (ops: readonly SealedOp[]): Promise<void> => {
    const sync = await readSync(db);
    let n = sync.n;
    for (const op of ops) {
      if (await db.outbox.where('id').equals(op.id).count()) continue;
      n += 1;
      await db.outbox.add({ n, id: op.id, kind: op.kind, taskId: op.taskId, taskRev: op.taskRev, schema: op.schema, at: op.at, mono: op.mono, len: op.len, sha256: op.sha256, sealed: op.sealed });
    }
    await db.meta.put({ ...sync, n });
  };
  const rewind = (epoch: string, ackN: number): Promise<unknown> => db.transaction('rw', db.meta, async () => {
    const sync = await readSync(db);
    // The server may hold more than this tablet heard of: that is acknowledged from now on.
    await db.meta.put({ ...sync, epoch, feedEpoch: sync.feedEpoch ?? sync.epoch, ackN, safeN: Math.min(sync.safeN, ackN), acks: marked(sync, ackN, serverNow()) });
  });
  /** The task leaves the tablet; a newer revision that staff put there meanwhile is another turn, and stays (F19). */
  const letGo = async (taskId: string, taskRev: number): Promise<void> => {
    await db.keys.delete(taskKeyId(taskId));
    if (((await db.inbox.get(taskId))?.taskRev ?? 0) <= taskRev) await db.inbox.delete(taskId);
  };
  const markEnded = async (keys: string[]): Promise<void> => {
    const row = await db.meta.get('ended');
    const list = [...endedList(row && 'value' in row ? row.value : []), ...keys].slice(-ENDED_KEPT);
    await db.meta.put({ key: 'ended', value: list });
  };

  return {
    append: orders => withDb(db, async () => {
      const ops = await seal(orders);
      await db.transaction('rw', [db.meta, db.outbox], () => write(ops));
    }),

    finalize: order => withDb(db, async () => {
      const ops = await seal([order]);
      await db.transaction('rw', [db.meta, db.outbox, db.drafts, db.keys, db.inbox], async () => {
        if (order.id !== undefined && await db.outbox.where('id').equals(order.id).count()) return;
        const ended = await db.meta.get('ended');
        const key = `${order.taskId}:${order.taskRev}`;
        if (endedList(ended && 'value' in ended ? ended.value : []).includes(key)) throw new AlreadyEnded(order.taskId);
        await write(ops);
        await markEnded([key]);
        await db.drafts.delete(order.taskId);
        await letGo(order.taskId, order.taskRev);
      });
    }),

    cancel: (orders, keepsDraft, others = []) => withDb(db, async () => {
      const ops = await seal(orders);
      await db.transaction('rw', [db.meta, db.outbox, db.drafts, db.keys, db.inbox], async () => {
        const ended = await db.meta.get('ended');
        const gone = endedList(ended && 'value' in ended ? ended.value : []);
        const open = ops.filter(op => !gone.includes(`${op.taskId}:${op.taskRev}`));
        await write(open);
        const leaving = [...open, ...others].map(t => ({ taskId: t.taskId, taskRev: t.taskRev, key: `${t.taskId}:${t.taskRev}` })).filter(t => !gone.includes(t.key));
        await markEnded(leaving.map(t => t.key));
        for (const { taskId, taskRev } of leaving) {
          const draft = await db.drafts.get(taskId);
          if (draft?.sealed && keepsDraft) await db.drafts.put({ ...draft, iv: null, bytes: null });
          else await db.drafts.delete(taskId);
          await letGo(taskId, taskRev);
        }
      });
    }),

    readFrom: (n, limit) => withDb(db, async () => (await db.outbox.where('n').aboveOrEqual(n).limit(limit).toArray())),
    meta: () => withDb(db, () => ensureSync(db, random.hex128)),

    ack: (ackN, safeN) => withDb(db, () => db.transaction('rw', [db.meta, db.outbox], async () => {
      const sync = await readSync(db);
      await db.outbox.where('n').belowOrEqual(Math.min(safeN, ackN)).delete();
      await db.meta.put({ ...sync, ackN: Math.max(sync.ackN, ackN), safeN: Math.max(sync.safeN, Math.min(safeN, ackN)), acks: marked(sync, Math.max(sync.ackN, ackN), serverNow()) });
    })),

    rewind: (epoch, ackN) => withDb(db, async () => { await rewind(epoch, ackN); }),
    meetEpoch: epoch => withDb(db, async () => {
      const sync = await ensureSync(db, random.hex128);
      if (sync.epoch !== epoch) await rewind(epoch, sync.epoch === '' ? sync.ackN : sync.safeN);
    }),

    rotate: () => withDb(db, () => db.transaction('rw', [db.meta, db.outbox, db.inbox, db.quarantine], async () => {
      const { ackN } = await ensureSync(db, random.hex128);
      for (const row of await db.outbox.where('n').above(ackN).toArray()) {
        await db.quarantine.add({ taskId: row.taskId, at: clock.now(), why: 'other_registration', iv: null, bytes: row.sealed });
      }
      await db.outbox.clear();
      await db.inbox.clear();
      await db.meta.delete('ended');
      await db.meta.put({ key: 'sync', inc: random.hex128(), n: 0, epoch: '', cursor: 0, ackN: 0, safeN: 0 });
    })),

    sweep: () => withDb(db, () => db.transaction('rw', [db.meta, db.outbox], async () => {
      const sync = await ensureSync(db, random.hex128), limit = serverNow() - HARD_CAP_MS;
      const n = (sync.acks ?? []).reduce((most, a) => (a.at < limit ? Math.max(most, a.n) : most), 0);
      if (n === 0) return;
      await db.outbox.where('n').belowOrEqual(n).delete();
      await db.meta.put({ ...sync, acks: (sync.acks ?? []).filter(a => a.n > n) });
    })),

    health: () => withDb(db, async () => {
      await ensureSync(db, random.hex128);
      // One transaction: a number from before and rows from after an ending would miscount what is held.
      const [sync, rows, quarantined] = await db.transaction('r', [db.meta, db.outbox, db.quarantine], async () => {
        const read = await readSync(db);
        return [read, await db.outbox.where('n').above(read.ackN).toArray(), await db.quarantine.count()] as const;
      });
      const finished = rows.filter(r => SUBMISSION_KINDS.includes(r.kind));
      const oldest = rows.reduce((least, r) => Math.min(least, r.at), Infinity), [head] = rows;
      if (head?.id !== waiting.id) waiting = { id: head?.id, since: clock.mono() };
      return {
        inc: sync.inc, highN: sync.n, ackSeen: sync.ackN, pending: rows.length, unsent: finished.length, unsentTasks: [...new Set(finished.map(r => r.taskId))].slice(0, HELD_TASKS),
        oldestPendingMs: rows.length ? Math.max(0, Math.round(clock.now() - oldest), Math.round(clock.mono() - waiting.since)) : 0, quarantined,
      };
    }),
  };
}
