/**
 * A tablet's disk: IndexedDB and local storage that survive a killed page, lose uncommitted data,
 * and fail by the seed.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import FDBOpenDBRequest from 'fake-indexeddb/lib/FDBOpenDBRequest';
import FDBTransaction from 'fake-indexeddb/lib/FDBTransaction';
import { copied, imageOf, type Image } from './image.ts';
import { end, life, note, queue, time, type Life } from './kernel.ts';
import { SimKey } from './webcrypto.ts';

/** The internals of fake-indexeddb that are needed to undo writes that were not on the disk yet. */
interface RawStore {
  records: { values(): Iterable<{ key: unknown; value: Record<string, unknown> }> };
}
interface RawDb {
  transactions: Tx[];
  connections: Connection[];
  rawObjectStores: Map<string, RawStore>;
  processTransactions(): void;
}
interface Connection {
  _rawDatabase: RawDb;
  close(): void;
  dispatchEvent(e: Event): void;
}
interface Tx {
  mode: string;
  durability: string;
  error: unknown;
  db: Connection;
  _state: string;
  _started: boolean;
  _rollbackLog: (() => void)[];
  _requests: unknown[];
  _scope: Set<string>;
  _abort(name: string | null): void;
  _start(): void;
  _markFinished(): void;
  _execRequestAsync(o: { operation: () => unknown; source: unknown }): unknown;
}
/** One planned failure: it happens after `left` writing requests or commits. */
export interface DiskFault {
  kind: 'kill' | 'killAfterCommit' | 'quota' | 'quotaAtCommit' | 'connectionLost';
  left: number;
}

const MOST_UNSYNCED_MS = 30_000;
const disks = new Map<string, Disk>();
const ownerOf = new WeakMap<object, Life>();
const diskOf = (l: Life): Disk | undefined => disks.get(l.place);

export class Disk {
  readonly place: string;
  factory = new IDBFactory();
  readonly storage = new Map<string, string>();
  /**
   * Commits that the browser has not flushed yet: a power cut loses them, the death of a page does
   * not.
   */
  unsynced: { at: number; undo: (() => void)[] }[] = [];
  fault: DiskFault | undefined;
  /** Number of following openings that fail, and the name of their error. */
  openFails: { left: number; name: string } = { left: 0, name: '' };
  /** Writes fail from now on until this is reset. */
  isFull = false;
  onKill: (l: Life) => void = () => undefined;
  onFault: (kind: string) => void = () => undefined;
  constructor(place: string, image?: Image) {
    this.place = place;
    disks.set(place, this);
    if (!image) return;
    Object.assign(this.factory, { _databases: copied(image.databases) });
    for (const [k, v] of image.storage) this.storage.set(k, v);
  }
  /** Copies the whole disk; no page may use it. */
  image(): Image {
    return imageOf(this.#databases(), this.storage);
  }

  #databases(): Map<string, RawDb> {
    return (this.factory as unknown as { _databases: Map<string, RawDb> })._databases;
  }
  #raw(): RawDb[] {
    return [...this.#databases().values()];
  }
  /** Returns the rows as stored on the disk; undefined if the store does not exist. */
  rows(store: string): Record<string, unknown>[] {
    return this.#raw().flatMap((db) =>
      [...(db.rawObjectStores.get(store)?.records.values() ?? [])].map((r) => r.value),
    );
  }
  stores(): string[] {
    return this.#raw().flatMap((db) => [...db.rawObjectStores.keys()]);
  }
  /** Ends a page in the middle of its work; a power cut also undoes recent commits. */
  kill(page: Life, isPowerCut: boolean): void {
    end(page);
    // Openings queued behind this page are released.
    (
      this.factory as unknown as { _connectionQueues: Map<string, unknown> }
    )._connectionQueues.clear();
    for (const db of this.#raw()) {
      for (const tx of db.transactions) {
        if ((ownerOf.get(tx.db) ?? page) !== page || tx._state === 'finished') continue;
        undo(tx._rollbackLog);
        tx._state = 'finished';
      }
      db.transactions = db.transactions.filter((tx) => (ownerOf.get(tx.db) ?? page) !== page);
      db.connections = db.connections.filter((c) => (ownerOf.get(c) ?? page) !== page);
      const other = db.connections[0];
      if (other) queue(() => db.processTransactions(), ownerOf.get(other));
    }
    if (isPowerCut) {
      const young = this.unsynced.filter((u) => time() - u.at < MOST_UNSYNCED_MS);
      for (const u of young.reverse()) undo(u.undo);
      this.unsynced = [];
    }
  }
  /** The browser evicts the storage of this origin. */
  evict(): void {
    this.factory = new IDBFactory();
    this.storage.clear();
    this.unsynced = [];
    this.fault = undefined;
  }
  /** Closes every open connection of a page; the page gets a close event. */
  loseConnections(page: Life): void {
    for (const db of this.#raw())
      for (const c of db.connections.slice()) {
        if (ownerOf.get(c) !== page) continue;
        for (const tx of db.transactions)
          if (tx.db === c && tx._state !== 'finished') tx._abort('AbortError');
        c.close();
        queue(() => {
          const e = new Event('close');
          try {
            c.dispatchEvent(e);
          } catch {
            /* listeners of a dead connection */
          }
        }, page);
      }
  }
}
const undo = (log: (() => void)[]): void => {
  for (const back of log.splice(0).reverse()) back();
};

/** Counts down to a planned failure; true at its moment. */
function isDue(disk: Disk, ...kinds: DiskFault['kind'][]): DiskFault['kind'] | undefined {
  const f = disk.fault;
  if (!f || !kinds.includes(f.kind) || --f.left > 0) return undefined;
  disk.fault = undefined;
  disk.onFault(f.kind);
  note(`disk ${f.kind}`);
  return f.kind;
}
const fail = (name: string): DOMException => new DOMException(name, name);

const proto = FDBTransaction.prototype as unknown as Tx;
const original = { exec: proto._execRequestAsync, start: proto._start, abort: proto._abort };
/**
 * A transaction is aborted once, also if a request fails because its connection was lost: a second
 * abort would find its rows in the store again.
 */
proto._abort = function abort(this: Tx, name) {
  if (this._state !== 'finished') original.abort.call(this, name);
};
/** Names of fake-indexeddb's own writing steps. */
const WRITES = /storeRecord|deleteRecord|clear/;

proto._execRequestAsync = function exec(this: Tx, o) {
  if (this.mode !== 'readwrite') return original.exec.call(this, o);
  const { operation } = o;
  return original.exec.call(
    this,
    !WRITES.test(operation.name)
      ? o
      : {
          ...o,
          operation: () => {
            const owner = life(),
              disk = diskOf(owner);
            if (!disk) return operation();
            // Deleting needs no space.
            if (disk.isFull && operation.name.includes('storeRecord'))
              throw fail('QuotaExceededError');
            switch (isDue(disk, 'kill', 'quota', 'connectionLost')) {
              case 'kill':
                disk.onKill(owner);
                throw fail('AbortError');
              case 'quota':
                throw fail('QuotaExceededError');
              case 'connectionLost':
                disk.loseConnections(owner);
                throw fail('AbortError');
              case undefined:
              case 'killAfterCommit':
              case 'quotaAtCommit':
                return operation();
            }
          },
        },
  );
};

proto._start = function start(this: Tx) {
  const owner = life(),
    disk = diskOf(owner);
  const isLast =
    disk !== undefined &&
    this.mode === 'readwrite' &&
    this._state !== 'finished' &&
    this._requests.length === 0;
  if (!isLast) {
    original.start.call(this);
    return;
  }
  const due =
    this._rollbackLog.length > 0 ? isDue(disk, 'quotaAtCommit', 'killAfterCommit') : undefined;
  if (due === 'quotaAtCommit') {
    this._started = true;
    this._abort('QuotaExceededError');
    return;
  }
  const log = [...this._rollbackLog];
  // From here on it is committed: with `strict` durability it is on the medium before any listener
  // runs.
  if (this.durability !== 'strict' && log.length > 0) disk.unsynced.push({ at: time(), undo: log });
  if (due === 'killAfterCommit') {
    this._state = 'finished';
    disk.onKill(owner);
    return;
  }
  original.start.call(this);
};

/** One factory for all pages: the calling page decides which disk it opens. */
const router = {
  open(name: string, version?: number): unknown {
    const owner = life(),
      disk = diskOf(owner);
    if (!disk) throw new Error(`${owner.name} has no disk`);
    if (disk.openFails.left > 0) {
      disk.openFails.left--;
      disk.onFault('openFails');
      return failingOpen(disk.openFails.name);
    }
    const request =
      version === undefined ? disk.factory.open(name) : disk.factory.open(name, version);
    const claim = (): void => {
      const c: unknown = request.result;
      if (typeof c === 'object' && c !== null) ownerOf.set(c, owner);
    };
    request.addEventListener('upgradeneeded', claim);
    request.addEventListener('success', claim);
    return request;
  },
  deleteDatabase: (name: string): unknown => diskOf(life())?.factory.deleteDatabase(name),
  databases: () => diskOf(life())?.factory.databases() ?? Promise.resolve([]),
  cmp: (a: unknown, b: unknown): number => new IDBFactory().cmp(a, b),
};
function failingOpen(name: string): unknown {
  const request = new FDBOpenDBRequest() as unknown as {
    error: unknown;
    readyState: string;
    dispatchEvent(e: unknown): void;
    onerror: ((e: unknown) => void) | null;
  };
  queue(() => {
    request.error = fail(name);
    request.readyState = 'done';
    request.onerror?.({
      type: 'error',
      target: request,
      preventDefault: () => undefined,
      stopPropagation: () => undefined,
    });
  });
  return request;
}
const storage = {
  getItem: (k: string): string | null => diskOf(life())?.storage.get(k) ?? null,
  setItem: (k: string, v: string): void => {
    const d = diskOf(life());
    if (d?.isFull) throw fail('QuotaExceededError');
    d?.storage.set(k, v);
  },
  removeItem: (k: string): void => {
    diskOf(life())?.storage.delete(k);
  },
};
export const forgetDisks = (): void => disks.clear();

/** Copies values as the structured clone does, for the types that tablets store. */
function clone<T>(v: T): T {
  if (typeof v !== 'object' || v === null) return v;
  if (v instanceof SimKey) return v;
  if (v instanceof Uint8Array) return v.slice() as T;
  if (Array.isArray(v)) return v.map(clone) as T;
  if (v instanceof ArrayBuffer) return v.slice(0) as T;
  const from = Object.getPrototypeOf(v) as unknown;
  if (from !== Object.prototype && from !== null) throw fail('DataCloneError');
  const to: Record<string, unknown> = {};
  for (const k of Object.keys(v)) to[k] = clone((v as Record<string, unknown>)[k]);
  return to as T;
}

/** Replaces the browser's storage by the disks; must be called before Dexie is loaded. */
export function installDisks(): void {
  for (const [name, value] of Object.entries({
    indexedDB: router,
    IDBKeyRange,
    localStorage: storage,
    structuredClone: clone,
  })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
