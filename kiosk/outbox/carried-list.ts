// The list of ops sent from memory: in this page, and on the disk as far as it accepts writes.

import { CARRIED, carriedOf, isCarriedWhole, syncOf, withDb } from './db.ts';
import { HARD_CAP_MS } from './acknowledge.ts';
import { inTransaction, metaRow } from './rows.ts';
import type { CarriedOp, TabletDb } from './tables.ts';

export interface CarriedList {
  ops: CarriedOp[];
  /** Something changed that the disk does not know. */
  isOpen: boolean;
  /** The list on disk was complete until this page, which has the rest, deleted it. */
  hasTaken: boolean;
  /** Reads the entries of an earlier page, and adds them. */
  load(): Promise<void>;
  /** Drops entries of three days, which expire as on the disk. */
  expire(): void;
  /**
   * Writes the row that lists everything sent from memory. Its absence means that something is
   * missing on this disk: deleting it needs no space.
   */
  note(): Promise<void>;
  /** Deletes that row; entries of an earlier page are taken over by this one. */
  take(): Promise<void>;
}

/** Creates the list of ops sent from memory. */
export function createCarriedList(db: TabletDb, serverNow: () => number): CarriedList {
  let isLoaded = false;
  const merged = (there: readonly CarriedOp[]): CarriedOp[] => [
    ...there.filter((t) => !list.ops.some((o) => o.header.id === t.header.id)),
    ...list.ops,
  ];
  const young = (all: readonly CarriedOp[]): CarriedOp[] =>
    all.filter((o) => o.at >= serverNow() - HARD_CAP_MS);
  const list: CarriedList = {
    ops: [],
    isOpen: false,
    hasTaken: false,
    async load() {
      if (isLoaded) return;
      const there = await withDb(db, async () => carriedOf(await metaRow(db, CARRIED)).ops);
      list.ops = merged(there);
      isLoaded = true;
    },
    expire() {
      const kept = young(list.ops);
      list.isOpen ||= kept.length < list.ops.length;
      list.ops = kept;
    },
    note: () =>
      withDb(db, () =>
        inTransaction(db, 'readwrite', ['meta'], async (at) => {
          const meta = at('meta'),
            [row, counters] = await Promise.all([meta.get(CARRIED), meta.get('sync')]);
          const sync = syncOf(counters),
            isWhole = list.hasTaken || isCarriedWhole(row, sync),
            { isUntold, ...rest } = sync;
          // Another window may have recorded its own.
          list.ops = young(merged(carriedOf(row).ops));
          await Promise.all([
            meta.put({ key: CARRIED, value: { ops: list.ops, isWhole } }),
            meta.put({ ...rest, carries: true, ...(isUntold && !isWhole && { isUntold }) }),
          ]);
        }),
      ).then(() => {
        list.hasTaken = list.isOpen = false;
      }),
    take: () =>
      withDb(db, async () => {
        const wasWhole = await inTransaction(db, 'readwrite', ['meta'], async (at) => {
          const meta = at('meta'),
            [row, sync] = await Promise.all([meta.get(CARRIED), meta.get('sync')]),
            was = isCarriedWhole(row, syncOf(sync));
          // Entries of an earlier page are taken over by this one.
          list.ops = merged(carriedOf(row).ops);
          await meta.delete(CARRIED);
          return was;
        });
        list.hasTaken ||= wasWhole;
      }),
  };
  return list;
}
