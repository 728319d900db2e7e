// Transactions and rows past Dexie, whose own work around each request is most of it: Dexie opens the database, renews its form and opens it anew. Knows the database by its type alone: pages without one read their keys so too and carry no Dexie.

import type {
  DraftRow,
  InboxRow,
  KeyRow,
  OutboxRow,
  QuarantineRow,
  SyncMeta,
  TabletDb,
  ValueMeta,
} from './db.ts';

/** What lies in each store. */
export interface Stored {
  meta: SyncMeta | ValueMeta;
  inbox: InboxRow;
  drafts: DraftRow;
  keys: KeyRow;
  outbox: OutboxRow;
  quarantine: QuarantineRow;
}
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

/** Makes a request; one that cannot be made fails the transaction, whether it is waited for or not. */
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

/** Every write of a tablet lies on the medium before anybody hears of it: the browser's own way may lose the last seconds when the battery dies. */
export const DURABILITY = 'strict';
const begun = (db: TabletDb, mode: IDBTransactionMode, stores: readonly string[]): IDBTransaction =>
  db.backendDB().transaction([...stores], mode, { durability: DURABILITY });
/** A database that is not open, or whose handle has ended, begins nothing: it is opened by Dexie, which knows whether that may be. */
const reopened = async (db: TabletDb): Promise<void> => {
  await db.meta.get('');
};

/**
 * All or nothing: resolves after the commit. Inside, only requests of this transaction are waited for, else it ends half-way and the work fails.
 * What is only written need not be waited for: whatever fails undoes everything, as does what `work` throws.
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
  // Whoever throws first is heard.
  end.catch(() => undefined);
  /** The first request that could not even be made. */
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
    // Behind its last request, not once that is answered: a way to the disk's process and back less.
    try {
      own.commit();
    } catch {
      /* a browser that has no such call, or one that has ended it already: how, is told next */
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
    // Why it was aborted says more than that it was.
    throw own.error && error instanceof DOMException && error.name === 'AbortError'
      ? own.error
      : error;
  }
}

/** One row by its key, outside of a transaction. */
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
