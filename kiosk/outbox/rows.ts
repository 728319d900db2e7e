// Transactions and rows past Dexie, whose own work around each request is most of it: Dexie opens the database, renews its form and opens it anew. Knows the database by its type alone: pages without one read their keys so too and carry no Dexie.

import type { DraftRow, InboxRow, KeyRow, OutboxRow, QuarantineRow, SyncMeta, TabletDb, ValueMeta } from './db.ts';

/** What lies in each store. */
export interface Stored { meta: SyncMeta | ValueMeta; inbox: InboxRow; drafts: DraftRow; keys: KeyRow; outbox: OutboxRow; quarantine: QuarantineRow }
type Key = string | number;
/** One store inside a transaction. Requests that do not need each other are made together: each one waited for costs a way to the disk's process and back. */
export interface Rows<R> {
  get(key: Key): Promise<R | undefined>;
  /** In the order of the keys, or of an index. */
  all(range?: IDBKeyRange, index?: string, limit?: number): Promise<R[]>;
  keys(range?: IDBKeyRange): Promise<Key[]>;
  count(range?: IDBKeyRange, index?: string): Promise<number>;
  put(row: R): Promise<unknown>;
  /** Fails, and the transaction with it, where the key is there already. */
  add(row: R): Promise<unknown>;
  delete(key: Key | IDBKeyRange): Promise<unknown>;
  clear(): Promise<unknown>;
}
/** The stores of one transaction by their names. */
export type At = <N extends keyof Stored>(store: N) => Rows<Stored[N]>;

/** Keys that begin with these characters. */
export const startingWith = (text: string): IDBKeyRange => IDBKeyRange.bound(text, `${text}\uffff`);

/** A failure ends the transaction; a request that cannot be made rejects as well. */
const asked = <T>(make: () => IDBRequest<T>): Promise<T> => new Promise((done, fail) => {
  const request = make();
  request.addEventListener('success', () => done(request.result));
  request.addEventListener('error', () => fail(request.error as DOMException));
});
class Requests<R> implements Rows<R> {
  readonly #store: IDBObjectStore;
  constructor(store: IDBObjectStore) { this.#store = store; }
  #from(index: string | undefined): IDBObjectStore | IDBIndex { return index === undefined ? this.#store : this.#store.index(index); }
  get(key: Key): Promise<R | undefined> { return asked(() => this.#store.get(key)); }
  all(range?: IDBKeyRange, index?: string, limit?: number): Promise<R[]> { return asked<R[]>(() => this.#from(index).getAll(range, limit)); }
  keys(range?: IDBKeyRange): Promise<Key[]> { return asked(() => this.#store.getAllKeys(range) as IDBRequest<Key[]>); }
  count(range?: IDBKeyRange, index?: string): Promise<number> { return asked(() => this.#from(index).count(range)); }
  put(row: R): Promise<unknown> { return asked(() => this.#store.put(row)); }
  add(row: R): Promise<unknown> { return asked(() => this.#store.add(row)); }
  delete(key: Key | IDBKeyRange): Promise<unknown> { return asked(() => this.#store.delete(key)); }
  clear(): Promise<unknown> { return asked(() => this.#store.clear()); }
}

/** Every write of a tablet lies on the medium before anybody hears of it: the browser's own way may lose the last seconds when the battery dies. */
export const DURABILITY = 'strict';
const begun = (db: TabletDb, mode: IDBTransactionMode, stores: readonly string[]): IDBTransaction => db.backendDB().transaction([...stores], mode, { durability: DURABILITY });
/** A database that is not open, or whose handle has ended, is opened by Dexie, which knows whether that may be. */
const reopened = async (db: TabletDb): Promise<void> => { await db.meta.get(''); };

/**
 * All or nothing: resolves after the commit. Inside, only requests of this transaction are waited for, else it ends half-way and the work fails.
 * What `work` throws undoes everything.
 */
export async function inTransaction<T>(db: TabletDb, mode: 'readonly' | 'readwrite', stores: readonly (keyof Stored)[], work: (at: At) => Promise<T>): Promise<T> {
  if (!db.isOpen()) await reopened(db);
  let tx: IDBTransaction | undefined;
  try { tx = begun(db, mode, stores); } catch { /* its handle has ended */ }
  if (!tx) { await reopened(db); tx = begun(db, mode, stores); }
  const own = tx;
  let isOver = false;
  const end = new Promise<void>((done, fail) => {
    own.addEventListener('complete', () => { isOver = true; done(); });
    own.addEventListener('abort', () => { isOver = true; fail(own.error ?? new DOMException('the transaction was aborted', 'AbortError')); });
  });
  // Whoever throws first is heard.
  end.catch(() => undefined);
  try {
    const result = await work(store => new Requests(own.objectStore(store)));
    if (isOver) throw new DOMException('the transaction ended before its work', 'TransactionInactiveError');
    if (mode === 'readonly') return result;
    await end;
    return result;
  } catch (error) {
    if (!isOver) try { own.abort(); } catch { /* it has ended */ }
    // Why it was aborted says more than that it was.
    throw own.error && error instanceof DOMException && error.name === 'AbortError' ? own.error : error;
  }
}

/** One row by its key, outside of a transaction. */
function rowOf<N extends 'meta' | 'keys'>(db: TabletDb, name: N, key: string): Promise<Stored[N] | undefined> {
  let tx: IDBTransaction | undefined;
  try { tx = db.isOpen() ? begun(db, 'readonly', [name]) : undefined; } catch { /* its handle has ended */ }
  const own = tx;
  return own ? asked<Stored[N] | undefined>(() => own.objectStore(name).get(key)) : inTransaction(db, 'readonly', [name], at => at(name).get(key));
}
export const metaRow = (db: TabletDb, key: string): Promise<SyncMeta | ValueMeta | undefined> => rowOf(db, 'meta', key);
export const keyRow = (db: TabletDb, id: string): Promise<KeyRow | undefined> => rowOf(db, 'keys', id);
