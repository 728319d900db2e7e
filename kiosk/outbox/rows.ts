// Reads single rows past Dexie, whose own work around it is most of such a reading. Knows the database by its type alone: pages without one read their keys so too and carry no Dexie.

import type { Dexie, Table } from 'dexie';
import type { KeyRow, SyncMeta, TabletDb, ValueMeta } from './db.ts';

/** A request of IndexedDB itself, without Dexie's own work around it: an ending makes five, and a patient waits for them. A failure ends the transaction. */
export const asked = (make: () => IDBRequest): Promise<unknown> => new Promise((done, fail) => {
  const request = make();
  request.addEventListener('success', () => done(request.result));
  request.addEventListener('error', () => fail(request.error));
});

/** One row by its key. Outside of a transaction a request of IndexedDB itself: Dexie's own work around it is most of such a reading. */
function rowOf<R>(db: TabletDb, store: 'meta' | 'keys', key: string): PromiseLike<R | undefined> {
  const viaDexie = (): PromiseLike<R | undefined> => (db[store] as Table<R, string>).get(key);
  if ((db.constructor as typeof Dexie).currentTransaction !== null || !db.isOpen()) return viaDexie();
  // A handle that has ended is opened anew by Dexie.
  let tx: IDBTransaction;
  try { tx = db.backendDB().transaction(store, 'readonly'); } catch { return viaDexie(); }
  return asked(() => tx.objectStore(store).get(key)) as Promise<R | undefined>;
}
export const metaRow = (db: TabletDb, key: string): PromiseLike<SyncMeta | ValueMeta | undefined> => rowOf(db, 'meta', key);
export const keyRow = (db: TabletDb, id: string): PromiseLike<KeyRow | undefined> => rowOf(db, 'keys', id);
