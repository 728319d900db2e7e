// SQLite: WAL, synchronous=FULL, one writer that commits waiting units together with a savepoint for each, readers on their own connection.

import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { AppError } from '../../shared/errors.ts';
import { copyBeforeMigration } from './before-migrate.ts';
import { liteKit } from './kit.ts';
import { migrationsFolder } from './migrations.ts';
import { defineSchema } from './schema.ts';
import { reasonOf, type Reader, type Store, type Writer } from './store.ts';

/** Units that share one commit at most: keeps a commit short. */
const GROUP = 64;
const PRAGMAS = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, temp_store: 2, secure_delete: 1, trusted_schema: 0, busy_timeout: 5000 } as const;
const SET = ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON', 'temp_store=MEMORY', 'secure_delete=ON', 'trusted_schema=OFF', 'busy_timeout=5000'];

/** One for all connections: it takes longer to make than a database to open. */
const t = defineSchema(liteKit);

interface Waiting { run: (tx: Writer) => Promise<unknown>; resolve: (v: unknown) => void; reject: (e: unknown) => void }

function open(file: string): Database.Database {
  const db = new Database(file);
  for (const p of SET) db.pragma(p);
  for (const [name, want] of Object.entries(PRAGMAS)) {
    const got: unknown = db.pragma(name, { simple: true });
    if (got !== want) throw new Error(`SQLite refuses ${name}=${want} (it says ${String(got)}); the database is not opened`);
  }
  return db;
}

/** A sync that failed once: the pages may count as clean and never reach the disk, so a later success proves nothing. */
function isSyncFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'SQLITE_IOERR_FSYNC' || error.code === 'SQLITE_IOERR_DIR_FSYNC');
}

/**
 * Opens, checks and migrates a SQLite file. A folder that is missing is made.
 * @param onBroken called once when the disk failed to sync a commit; nothing is written from then on (F6)
 */
export async function openSqlite(file: string, onBroken: (cause: unknown) => void = () => undefined): Promise<Store> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const writer = open(file);
  try { copyBeforeMigration(writer, file, Date.now()); } catch (error) { writer.close(); throw error; }
  const options = { casing: 'snake_case' } as const;
  // The generator rebuilds a table to change it; with foreign keys on, that would empty its children.
  writer.pragma('foreign_keys=OFF');
  migrate(drizzle(writer, options), { migrationsFolder: migrationsFolder('sqlite') });
  const broken = writer.pragma('foreign_key_check') as unknown[];
  if (broken.length > 0) throw new Error(`foreign keys broken after migration: ${broken.length} rows`);
  writer.pragma('foreign_keys=ON');
  // What an earlier process wrote and failed to sync is copied to the database and synced anew, before a repeat of it is acknowledged.
  // A full disk takes no copy, but must not keep the practice from reading.
  try { writer.pragma('wal_checkpoint(TRUNCATE)'); } catch (error) { if (reasonOf(error) !== 'full') throw error; }
  const reader = open(file);
  reader.pragma('query_only=ON');

  const tx = drizzle(writer, options) as unknown as Writer;
  const inside = new AsyncLocalStorage<{ isOpen: boolean }>();
  const queue: Waiting[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const runGroup = async (group: Waiting[]): Promise<void> => {
    const done: { w: Waiting; value: unknown }[] = [];
    try { writer.exec('BEGIN IMMEDIATE'); } catch (cause) {
      for (const w of group) w.reject(new AppError('unavailable', { retryAfter: 1, cause }));
      return;
    }
    for (const w of group) {
      if (!writer.inTransaction) { w.reject(new AppError('unavailable', { retryAfter: 1 })); continue; }
      writer.exec('SAVEPOINT unit');
      const unit = { isOpen: true };
      try {
        const value = await inside.run(unit, () => w.run(tx));
        writer.exec('RELEASE unit');
        done.push({ w, value });
      } catch (error) {
        // A full disk may have ended the whole transaction by itself.
        if (writer.inTransaction) writer.exec('ROLLBACK TO unit; RELEASE unit');
        w.reject(error);
      } finally {
        unit.isOpen = false;
      }
    }
    try {
      if (!writer.inTransaction) throw new Error('the database ended the transaction');
      writer.exec('COMMIT');
    } catch (cause) {
      if (writer.inTransaction) writer.exec('ROLLBACK');
      for (const { w } of done) w.reject(new AppError('unavailable', { retryAfter: 1, cause }));
      if (isSyncFailure(cause)) {
        isClosed = true;
        for (const w of queue.splice(0)) w.reject(new AppError('unavailable', { retryAfter: 2 }));
        onBroken(cause);
      }
      return;
    }
    for (const { w, value } of done) w.resolve(value);
  };

  const drain = async (): Promise<void> => {
    // One turn of the loop, so that requests that arrived together are committed together.
    await new Promise<void>(r => setImmediate(r));
    while (queue.length > 0) await runGroup(queue.splice(0, GROUP));
    running = undefined;
  };

  const store: Store = {
    kind: 'sqlite', t,
    read: drizzle(reader, options) as unknown as Reader,
    write<T>(work: (w: Writer) => Promise<T>): Promise<T> {
      // A nested unit joins the running one; waiting for the queue would wait for itself.
      if (inside.getStore()?.isOpen) return work(tx);
      if (isClosed) return Promise.reject(new AppError('unavailable', { retryAfter: 2 }));
      return new Promise<T>((resolve, reject) => {
        queue.push({ run: work, resolve: v => resolve(v as T), reject });
        running ??= drain();
      });
    },
    async probe() {
      reader.prepare('select 1').get();
      await store.write(async w => { await w.update(t.installation).set({ id: '1' }); });
    },
    async close() {
      isClosed = true;
      await running;
      reader.close();
      writer.pragma('wal_checkpoint(TRUNCATE)');
      writer.close();
    },
  };
  return store;
}
