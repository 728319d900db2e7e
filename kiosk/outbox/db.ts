// The tablet's database: its stores, strict durability, and the escalation that distinguishes a
// transient fault from a broken disk (sync 6.6, 6.7).

import { Dexie } from 'dexie/dist/modern/dexie.mjs';
import { DURABILITY, inTransaction, metaRow, type Rows } from './rows.ts';
import type { CarriedOp, Stored, SyncMeta, TabletDb, ValueMeta } from './tables.ts';

/** Reason why the disk cannot store data. */
export class StorageFailure extends Error {
  readonly trouble: 'quota' | 'broken' | 'blocked';
  constructor(trouble: StorageFailure['trouble'], cause: unknown) {
    super(`storage: ${trouble}`, { cause });
    this.name = 'StorageFailure';
    this.trouble = trouble;
  }
}

/** Opens nothing yet; the first request does. Versions are additive only. */
export function createDb(name: string): TabletDb {
  const db = new Dexie(name, {
    chromeTransactionDurability: DURABILITY,
    cache: 'disabled',
  }) as TabletDb;
  db.unuse({ stack: 'dbcore', name: 'Observability' });
  db.version(2).stores({
    meta: 'key',
    inbox: 'taskId, seq',
    drafts: 'taskId',
    keys: 'id',
    outbox: 'n, &id',
    quarantine: '++id',
    attachments: 'sha256',
    attachmentBytes: 'sha256',
  });
  // A newer version in another window must be able to upgrade; this one then asks for a reload.
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: false });
  });
  return db;
}

const nameOf = (error: unknown): string => {
  let e: unknown = error;
  const names: string[] = [];
  for (let i = 0; i < 4 && typeof e === 'object' && e !== null; i++) {
    if ('name' in e && typeof e.name === 'string') names.push(e.name);
    e = 'inner' in e ? e.inner : 'cause' in e ? e.cause : undefined;
  }
  return names.join(' ');
};

/**
 * Classifies a database error: reopen the handle, a full disk, blocked by another version, or a
 * broken store.
 */
export function classify(error: unknown): 'reopen' | 'quota' | 'blocked' | 'broken' | 'other' {
  const name = nameOf(error);
  if (/QuotaExceeded/.test(name)) return 'quota';
  if (/VersionError|Upgrade/.test(name)) return 'blocked';
  if (/DatabaseClosed|InvalidState|AbortError|TransactionInactive|PrematureCommit/.test(name))
    return 'reopen';
  if (/UnknownError|OpenFailed|MissingAPI|NotReadable|DataError.*backing/.test(name))
    return 'broken';
  return 'other';
}

/** Runs work on the database; reopens a closed handle once, then reports the failure. */
export async function withDb<T>(db: TabletDb, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const kind = classify(error);
    if (kind === 'other') throw error;
    if (kind === 'quota' || kind === 'blocked') throw new StorageFailure(kind, error);
    try {
      db.close({ disableAutoOpen: false });
      await db.open();
      return await work();
    } catch (again) {
      if (classify(again) === 'quota') throw new StorageFailure('quota', again);
      throw new StorageFailure('broken', again);
    }
  }
}

/** Returns the value of a `meta` row. */
export const valueOf = (row: SyncMeta | ValueMeta | undefined): unknown =>
  row && 'value' in row ? row.value : undefined;
/** Returns a row of `meta` by key; `undefined` where there is none. */
export const readValue = async (db: TabletDb, key: string): Promise<unknown> =>
  valueOf(await metaRow(db, key));
export async function writeValue(db: TabletDb, key: string, value: unknown): Promise<void> {
  await inTransaction(db, 'readwrite', ['meta'], (at) => at('meta').put({ key, value }));
}

/** Returns the counters of a database that has them. */
export const readSync = async (db: TabletDb): Promise<SyncMeta> =>
  syncOf(await metaRow(db, 'sync'));
/** Reads the counters from their row. @throws StorageFailure where there are none */
export function syncOf(row: SyncMeta | ValueMeta | undefined): SyncMeta {
  if (!row || !('inc' in row)) throw new StorageFailure('broken', new Error('no counters'));
  return row;
}
/** Row that lists the ops sent from memory. */
export const CARRIED = 'carried';
const isCarried = (v: unknown): v is { ops: CarriedOp[]; isWhole: boolean } =>
  typeof v === 'object' && v !== null && 'ops' in v && Array.isArray(v.ops) && 'isWhole' in v;
export const carriedOf = (
  row: SyncMeta | ValueMeta | undefined,
): { ops: CarriedOp[]; isWhole: boolean } =>
  row && 'value' in row && isCarried(row.value) ? row.value : { ops: [], isWhole: false };
/**
 * Checks the list of carried ops: false where an op was sent from memory that this disk could not
 * record. A database from before the list misses nothing.
 */
export const isCarriedWhole = (row: SyncMeta | ValueMeta | undefined, sync: SyncMeta): boolean =>
  row ? carriedOf(row).isWhole : !sync.carries;
/** Returns counters of a new incarnation, and its empty list. */
export const newSync = (inc: string): [SyncMeta, ValueMeta] => [
  { key: 'sync', inc, n: 0, epoch: '', cursor: 0, ackN: 0, safeN: 0, carries: true },
  { key: CARRIED, value: { ops: [], isWhole: true } },
];
/** Reads the counters inside a transaction; creates them with a new `inc` in a new database. */
export async function madeSync(
  meta: Rows<Stored['meta']>,
  newInc: () => string,
): Promise<SyncMeta> {
  const row = await meta.get('sync');
  if (row && 'inc' in row) return row;
  const made = newSync(newInc());
  await Promise.all(made.map((one) => meta.put(one)));
  return made[0];
}
/** Reads the counters; creates them with a new `inc` in a new database. */
export async function ensureSync(db: TabletDb, newInc: () => string): Promise<SyncMeta> {
  const found = await metaRow(db, 'sync');
  if (found && 'inc' in found) return found;
  return inTransaction(db, 'readwrite', ['meta'], (at) => madeSync(at('meta'), newInc));
}
