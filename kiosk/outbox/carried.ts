// Ops that went to the server from memory because the disk refused: carried along sealed, on the disk again as soon as it takes something, so that they can be told again to a server that was put back (F7, F13).

import type { OpHeader } from '../../shared/exchange/sync.ts';
import {
  CARRIED,
  carriedOf,
  ensureSync,
  isCarriedWhole,
  syncOf,
  withDb,
  type CarriedOp,
  type TabletDb,
} from './db.ts';
import { HARD_CAP_MS } from './outbox.ts';
import { inTransaction, metaRow } from './rows.ts';

export interface CarriedDeps {
  db: TabletDb;
  newInc: () => string;
  /** The server's clock, ms: a tablet's may jump by years (F12). */
  serverNow: () => number;
  /** Pushes one op as an incarnation of its own; resolves to the epoch of the database that acknowledged it. */
  push: (inc: string, header: OpHeader, sealed: Uint8Array) => Promise<string>;
  /** A database that was put back may lack an ending that nobody carries any more: told to staff. */
  report: () => Promise<void>;
}
export interface Carried {
  /** The server holds this op and the disk does not. Never fails: what the disk cannot note stays in memory. */
  add(op: CarriedOp): Promise<void>;
  /** A server was heard: what another database acknowledged is told again, and whatever the disk takes is noted. */
  tend(epoch: string): Promise<void>;
  /** True while the server that was heard last has not been told everything. */
  isBehind(): boolean;
  /** Ids of what this page carries. */
  ids(): string[];
}

/** What `add` and `tend` note is asked of a disk that just refused: a few tries, then the next heartbeat. */
const TRIES = 3;

export function createCarried({ db, newInc, serverNow, push, report }: CarriedDeps): Carried {
  let ops: CarriedOp[] = [];
  let isLoaded = false,
    isOpen = false,
    isBehind = false;
  /** The epoch for which nothing is left to do: a heartbeat then costs no look at the disk. */
  let settled: string | undefined;
  /** The list on the disk was whole until this page, which carries the rest, took it away. */
  let hasTaken = false;
  let turn: Promise<void> = Promise.resolve();

  const merged = (there: readonly CarriedOp[]): CarriedOp[] => [
    ...there.filter((t) => !ops.some((o) => o.header.id === t.header.id)),
    ...ops,
  ];
  /** What is three days old is let go of, as on the disk. */
  const young = (all: readonly CarriedOp[]): CarriedOp[] =>
    all.filter((o) => o.at >= serverNow() - HARD_CAP_MS);
  /** Reads what an earlier page noted, and adds it. */
  const load = async (): Promise<void> => {
    if (isLoaded) return;
    const there = await withDb(db, async () => carriedOf(await metaRow(db, CARRIED)).ops);
    ops = merged(there);
    isLoaded = true;
  };
  /** One row says everything that was sent from memory. Its absence says that something is missing on this disk: taking it away needs no room. */
  const note = (): Promise<void> =>
    withDb(db, () =>
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        const meta = at('meta'),
          [row, counters] = await Promise.all([meta.get(CARRIED), meta.get('sync')]);
        const sync = syncOf(counters),
          isWhole = hasTaken || isCarriedWhole(row, sync),
          { isUntold, ...rest } = sync;
        // Another window may have noted its own.
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
        // What an earlier page noted is carried on by this one.
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
  /** One after the other: each begins with what the one before it left. */
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    (turn = turn.then(work).catch(() => undefined));

  return {
    add: (op) =>
      inTurn(async () => {
        ops.push(op);
        isOpen = true;
        settled = undefined;
        // It counts as missing first: a page that ends between the two must not leave a list that looks whole.
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
          // What cannot be told now is tried again after the next heartbeat, and keeps nobody else waiting.
          try {
            o.epoch = await push(o.inc, o.header, o.sealed);
            isOpen = true;
          } catch {
            /* behind */
          }
        }
        isBehind = ops.some((o) => o.epoch !== epoch);
        if (isOpen) await note();
        const sync = await ensureSync(db, newInc);
        if (!sync.isUntold || hasTaken) {
          // Outbox and heartbeat hear of another epoch apart.
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
