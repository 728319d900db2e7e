// Ops sent to the server from memory because the disk refused: kept sealed, written to the disk as
// soon as it accepts writes, so that they can be resent to a restored server (F7, F13).

import type { OpHeader } from '../../shared/exchange/sync.ts';
import { CARRIED, carriedOf, ensureSync, isCarriedWhole, syncOf, withDb } from './db.ts';
import type { CarriedOp, TabletDb } from './tables.ts';
import { HARD_CAP_MS } from './acknowledge.ts';
import { inTransaction, metaRow } from './rows.ts';

export interface CarriedDeps {
  db: TabletDb;
  newInc: () => string;
  /** The server's clock, ms: a tablet's may jump by years (F12). */
  serverNow: () => number;
  /**
   * Pushes one op as an incarnation of its own; resolves to the epoch of the database that
   * acknowledged it.
   */
  push: (inc: string, header: OpHeader, sealed: Uint8Array) => Promise<string>;
  /** A restored database may lack an ending that no page has any more: reported to staff. */
  report: () => Promise<void>;
}
export interface Carried {
  /**
   * Adds an op that the server has and the disk does not. Never fails: what the disk cannot record
   * stays in memory.
   */
  add(op: CarriedOp): Promise<void>;
  /**
   * After a server response: ops acknowledged by another database are resent, and recorded as far
   * as the disk accepts them.
   */
  tend(epoch: string): Promise<void>;
  /** True while the last reached server lacks any of them. */
  isBehind(): boolean;
  /** Ids of the ops in this page's memory. */
  ids(): string[];
}

/** `add` and `tend` write to a disk that just refused: a few attempts, then the next heartbeat. */
const TRIES = 3;

export function createCarried({ db, newInc, serverNow, push, report }: CarriedDeps): Carried {
  let ops: CarriedOp[] = [];
  let isLoaded = false,
    isOpen = false,
    isBehind = false;
  /** The epoch for which nothing is left to do: a heartbeat then costs no disk read. */
  let settled: string | undefined;
  /** The list on disk was complete until this page, which has the rest, deleted it. */
  let hasTaken = false;
  let turn: Promise<void> = Promise.resolve();

  const merged = (there: readonly CarriedOp[]): CarriedOp[] => [
    ...there.filter((t) => !ops.some((o) => o.header.id === t.header.id)),
    ...ops,
  ];
  /** Entries of three days expire, as on the disk. */
  const young = (all: readonly CarriedOp[]): CarriedOp[] =>
    all.filter((o) => o.at >= serverNow() - HARD_CAP_MS);
  /** Reads the entries of an earlier page, and adds them. */
  const load = async (): Promise<void> => {
    if (isLoaded) return;
    const there = await withDb(db, async () => carriedOf(await metaRow(db, CARRIED)).ops);
    ops = merged(there);
    isLoaded = true;
  };
  /**
   * One row lists everything sent from memory. Its absence means that something is missing on this
   * disk: deleting it needs no space.
   */
  const note = (): Promise<void> =>
    withDb(db, () =>
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        const meta = at('meta'),
          [row, counters] = await Promise.all([meta.get(CARRIED), meta.get('sync')]);
        const sync = syncOf(counters),
          isWhole = hasTaken || isCarriedWhole(row, sync),
          { isUntold, ...rest } = sync;
        // Another window may have recorded its own.
        ops = young(merged(carriedOf(row).ops));
        await Promise.all([
          meta.put({ key: CARRIED, value: { ops, isWhole } }),
          meta.put({ ...rest, carries: true, ...(isUntold && !isWhole && { isUntold }) }),
        ]);
      }),
    ).then(() => {
      hasTaken = isOpen = false;
    });
  const take = (): Promise<void> =>
    withDb(db, async () => {
      const wasWhole = await inTransaction(db, 'readwrite', ['meta'], async (at) => {
        const meta = at('meta'),
          [row, sync] = await Promise.all([meta.get(CARRIED), meta.get('sync')]),
          was = isCarriedWhole(row, syncOf(sync));
        // Entries of an earlier page are taken over by this one.
        ops = merged(carriedOf(row).ops);
        await meta.delete(CARRIED);
        return was;
      });
      hasTaken ||= wasWhole;
    });
  const several = async (work: () => Promise<void>): Promise<void> => {
    for (let i = 0; i < TRIES; i++) {
      try {
        await work();
        return;
      } catch {
        /* the disk refuses */
      }
    }
  };
  /** Serialised: each begins with the result of the one before. */
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    (turn = turn.then(work).catch(() => undefined));

  return {
    add: (op) =>
      inTurn(async () => {
        ops.push(op);
        isOpen = true;
        settled = undefined;
        // It counts as missing first: a page that ends between the two must not leave a list that
        // looks complete.
        await several(take);
        await several(note);
      }),
    tend: (epoch) =>
      inTurn(async () => {
        if (settled === epoch) return;
        await load();
        isOpen ||= young(ops).length < ops.length;
        ops = young(ops);
        isBehind = ops.some((o) => o.epoch !== epoch);
        for (const o of ops.filter((one) => one.epoch !== epoch)) {
          // A failed resend is retried after the next heartbeat, and does not block others.
          try {
            o.epoch = await push(o.inc, o.header, o.sealed);
            isOpen = true;
          } catch {
            /* outdated */
          }
        }
        isBehind = ops.some((o) => o.epoch !== epoch);
        if (isOpen) await note();
        const sync = await ensureSync(db, newInc);
        if (!sync.isUntold || hasTaken) {
          // Outbox and heartbeat learn of another epoch separately.
          if (ops.length === 0 && !hasTaken && sync.epoch === epoch) settled = epoch;
          return;
        }
        await report();
        await withDb(db, () =>
          inTransaction(db, 'readwrite', ['meta'], async (at) => {
            const meta = at('meta'),
              { isUntold: _told, ...rest } = syncOf(await meta.get('sync'));
            await Promise.all([
              meta.put({ ...rest, carries: true }),
              meta.put({ key: CARRIED, value: { ops, isWhole: true } }),
            ]);
          }),
        );
      }),
    isBehind: () => isBehind,
    ids: () => ops.map((o) => o.header.id),
  };
}
