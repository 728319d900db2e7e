// Transactions and rows without Dexie, whose overhead dominates each request: Dexie opens, upgrades
// and reopens the database. Imports only its type: pages without Dexie read their keys this way
// too.

import type { KeyRow, Stored, SyncMeta, TabletDb, ValueMeta } from './tables.ts';

type Key = string | number;
/**
 * One store inside a transaction. Independent requests are issued together: each awaited one costs
 * a round trip to the disk process.
 */
export interface Rows<R> {
  get(key: Key): Promise<R | undefined>;
  /** In key order, or in the order of an index. */
  all(range?: IDBKeyRange, index?: string, limit?: number): Promise<R[]>;
  keys(range?: IDBKeyRange): Promise<Key[]>;
  count(range?: IDBKeyRange, index?: string): Promise<number>;
  put(row: R): Promise<unknown>;
  /** Fails, and the transaction with it, where the key exists. */
  add(row: R): Promise<unknown>;
  delete(key: Key | IDBKeyRange): Promise<unknown>;
  clear(): Promise<unknown>;
}
/** Stores of one transaction by name. */
export type At = <N extends keyof Stored>(store: N) => Rows<Stored[N]>;

/** Returns the keys with this prefix. */
export const startingWith = (text: string): IDBKeyRange => IDBKeyRange.bound(text, `${text}\uffff`);

/** Issues a request; one that cannot be issued fails the transaction, awaited or not. */
type Ask = <T>(make: () => IDBRequest<T>) => Promise<T>;
function requestsOf<R>(store: IDBObjectStore, asked: Ask): Rows<R> {
  const from = (index: string | undefined): IDBObjectStore | IDBIndex =>
    index === undefined ? store : store.index(index);
  return {
    get: (key) => asked(() => store.get(key)),
    all: (range, index, limit) => asked<R[]>(() => from(index).getAll(range, limit)),
    keys: (range) => asked(() => store.getAllKeys(range) as IDBRequest<Key[]>),
    count: (range, index) => asked(() => from(index).count(range)),
    put: (row) => asked(() => store.put(row)),
    add: (row) => asked(() => store.add(row)),
    delete: (key) => asked(() => store.delete(key)),
    clear: () => asked(() => store.clear()),
  };
}

/**
 * Strict durability: every write is on the medium before the commit resolves; the browser's default
 * may lose the last seconds when the battery dies.
 */
export const DURABILITY = 'strict';
const begun = (db: TabletDb, mode: IDBTransactionMode, stores: readonly string[]): IDBTransaction =>
  db.backendDB().transaction([...stores], mode, { durability: DURABILITY });
/**
 * A database that is not open, or whose handle has ended, starts no transaction: Dexie opens it,
 * which knows whether that is allowed.
 */
const reopened = async (db: TabletDb): Promise<void> => {
  await db.meta.get('');
};

/**
 * Runs `work` in one transaction; resolves after the commit. Only requests of this transaction may
 * be awaited inside, else it ends early and the work fails. Writes need not be awaited: any failure
 * rolls everything back, as does an error thrown by `work`.
 */
export async function inTransaction<T>(
  db: TabletDb,
  mode: 'readonly' | 'readwrite',
  stores: readonly (keyof Stored)[],
  work: (at: At) => Promise<T>,
): Promise<T> {
  let own: IDBTransaction;
  try {
    own = begun(db, mode, stores);
  } catch {
    await reopened(db);
    own = begun(db, mode, stores);
  }
  let isOver = false;
  const end = new Promise<void>((done, fail) => {
    own.addEventListener('complete', () => {
      isOver = true;
      done();
    });
    own.addEventListener('abort', () => {
      isOver = true;
      fail(own.error ?? new DOMException('aborted', 'AbortError'));
    });
  });
  // The first error is reported.
  end.catch(() => undefined);
  /** The first request that could not be issued. */
  let unmade: Promise<unknown> | undefined;
  const asked = <R>(make: () => IDBRequest<R>): Promise<R> => {
    let isMade = false;
    const answer = new Promise<R>((done, fail) => {
      const request = make();
      isMade = true;
      request.addEventListener('success', () => done(request.result));
      request.addEventListener('error', () => fail(request.error as DOMException));
    });
    answer.catch(() => undefined);
    if (!isMade) unmade ??= answer;
    return answer;
  };
  try {
    const result = await work((store) => requestsOf(own.objectStore(store), asked));
    if (unmade) await unmade;
    if (isOver) throw new DOMException('ended early', 'TransactionInactiveError');
    if (mode === 'readonly') return result;
    // Commits after its last request, not after that one's response: saves a round trip to the disk
    // process.
    try {
      own.commit();
    } catch {
      /* unsupported, or already ended: reported by the next event */
    }
    await end;
    return result;
  } catch (error) {
    if (!isOver)
      try {
        own.abort();
      } catch {
        /* it has ended */
      }
    // The cause of the abort is more informative than the abort.
    throw own.error && error instanceof DOMException && error.name === 'AbortError'
      ? own.error
      : error;
  }
}

/** Reads one row by its key, outside of a transaction. */
const rowOf = <N extends 'meta' | 'keys'>(
  db: TabletDb,
  name: N,
  key: string,
): Promise<Stored[N] | undefined> =>
  inTransaction(db, 'readonly', [name], (at) => at(name).get(key));
export const metaRow = (db: TabletDb, key: string): Promise<SyncMeta | ValueMeta | undefined> =>
  rowOf(db, 'meta', key);
export const keyRow = (db: TabletDb, id: string): Promise<KeyRow | undefined> =>
  rowOf(db, 'keys', id);
