// Ops sent to the server from memory because the disk refused: kept sealed, written to the disk as
// soon as it accepts writes, so that they can be resent to a restored server (F7, F13).

import type { OpHeader } from '../../shared/exchange/sync.ts';
import { createCarriedList, type CarriedList } from './carried-list.ts';
import { CARRIED, ensureSync, syncOf, withDb } from './db.ts';
import { inTransaction } from './rows.ts';
import type { CarriedOp, TabletDb } from './tables.ts';

export interface CarriedDeps {
  db: TabletDb;
  newInc: () => string;
  /** The server's clock, ms: a tablet's may jump by years (F12). */
  serverNow: () => number;
  /**
   * Pushes one op as a separate incarnation; resolves to the epoch of the database that
   * acknowledged it.
   */
  push: (inc: string, header: OpHeader, sealed: Uint8Array) => Promise<string>;
  /** A restored database may lack an ending that no page has any more: reported to staff. */
  report: () => Promise<void>;
}
export interface Carried {
  /**
   * Adds an op that the server has and the disk does not. Never fails: an op that the disk cannot
   * record stays in memory.
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

/** Resends ops that another database acknowledged. */
async function resend(list: CarriedList, epoch: string, push: CarriedDeps['push']): Promise<void> {
  for (const o of list.ops.filter((one) => one.epoch !== epoch)) {
    // A failed resend is retried after the next heartbeat, and does not block others.
    try {
      o.epoch = await push(o.inc, o.header, o.sealed);
      list.isOpen = true;
    } catch {
      /* outdated */
    }
  }
}

/** Records that staff was informed of a possible loss: from here on the list is complete. */
const noteTold = (db: TabletDb, ops: readonly CarriedOp[]): Promise<void> =>
  withDb(db, () =>
    inTransaction(db, 'readwrite', ['meta'], async (at) => {
      const meta = at('meta'),
        { isUntold: _told, ...rest } = syncOf(await meta.get('sync'));
      await Promise.all([
        meta.put({ ...rest, carries: true }),
        meta.put({ key: CARRIED, value: { ops, isWhole: true } }),
      ]);
    }),
  );

/** Creates the store of ops sent from memory. */
export function createCarried({ db, newInc, serverNow, push, report }: CarriedDeps): Carried {
  const list = createCarriedList(db, serverNow);
  let isBehind = false;
  /** The epoch for which nothing is left to do: a heartbeat then costs no disk read. */
  let settled: string | undefined;
  let turn: Promise<void> = Promise.resolve();
  const lacks = (epoch: string): boolean => list.ops.some((o) => o.epoch !== epoch);
  /** Serialised: each begins with the result of the one before. */
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    (turn = turn.then(work).catch(() => undefined));

  return {
    add: (op) =>
      inTurn(async () => {
        list.ops.push(op);
        list.isOpen = true;
        settled = undefined;
        // It counts as missing first: a page that ends between the two must not leave a list that
        // looks complete.
        await several(list.take);
        await several(list.note);
      }),
    tend: (epoch) =>
      inTurn(async () => {
        if (settled === epoch) return;
        await list.load();
        list.expire();
        isBehind = lacks(epoch);
        await resend(list, epoch, push);
        isBehind = lacks(epoch);
        if (list.isOpen) await list.note();
        const sync = await ensureSync(db, newInc);
        if (!sync.isUntold || list.hasTaken) {
          // Outbox and heartbeat learn of another epoch separately.
          if (list.ops.length === 0 && !list.hasTaken && sync.epoch === epoch) settled = epoch;
          return;
        }
        await report();
        await noteTold(db, list.ops);
      }),
    isBehind: () => isBehind,
    ids: () => list.ops.map((o) => o.header.id),
  };
}
