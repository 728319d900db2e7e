// SQLite: WAL, synchronous=FULL, one queue of writes (write-queue.ts), readers on separate
// connections.

import { mkdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { adoptStart } from './carry/adopt-start.ts';
import { copyBeforeMigration } from './carry/before-migrate.ts';
import { liteKit } from './kit.ts';
import { writeLimits } from './query/limit-text.ts';
import { migrationsFolder } from './migrations.ts';
import { defineSchema } from './schema.ts';
import type { SqliteFile } from './file/open-file.ts';
import { openConnection, letLogGrow } from './sqlite-connection.ts';
import { keepStatements } from './statements.ts';
import { reasonOf, type Reader, type Store, type Writer } from './store.ts';
import { createWriteQueue } from './write-queue.ts';
import { startWriteThread } from './write-thread.ts';

/** Shared by all connections: creating it takes longer than opening a database. */
const t = defineSchema(liteKit);

/**
 * Checks whether the free disk space is smaller than the WAL: all of it may be new to the database.
 * An unknown size counts as sufficient.
 */
function isRoomShort(file: string): boolean {
  try {
    const disk = statfsSync(path.dirname(file)),
      log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    return log !== undefined && disk.bavail * disk.bsize < log.size;
  } catch {
    return false;
  }
}

/**
 * Opens, checks and migrates a SQLite file. A missing folder is created.
 * @param onBroken called once when the disk failed to sync a commit; writes are refused from then
 * on (F6)
 * @param workerPath compiled `sqlite-writer.worker.js`, which then writes known units; without it
 * this thread does
 */
export async function openSqlite(
  database: SqliteFile,
  onBroken: (cause: unknown) => void = () => undefined,
  workerPath?: string,
): Promise<Store> {
  const { file } = database;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const writer = openConnection(database);
  let isPending: boolean;
  try {
    adoptStart(writer);
    isPending = await copyBeforeMigration(writer, database, Date.now());
  } catch (error) {
    writer.close();
    throw error;
  }
  const options = { casing: 'snake_case' } as const;
  // The generator recreates a table to change it; with foreign keys on, that would delete its
  // children.
  writer.pragma('foreign_keys=OFF');
  if (isPending)
    migrate(drizzle(writer, options), { migrationsFolder: migrationsFolder('sqlite') });
  const broken = writer.pragma('foreign_key_check') as unknown[];
  if (broken.length > 0)
    throw new Error(`foreign keys broken after migration: ${broken.length} rows`);
  writer.pragma('foreign_keys=ON');
  // Data that an earlier process wrote and failed to sync is checkpointed and synced again, before
  // a repetition of it is acknowledged. A full disk allows no checkpoint, but must not keep the
  // practice from reading.
  try {
    writer.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (reasonOf(error) !== 'full') throw error;
  }
  const reader = openConnection(database);
  reader.pragma('query_only=ON');

  const tx = writeLimits(drizzle(keepStatements(writer), options)) as unknown as Writer;
  // Before anything is written: from here on two connections write, one at a time.
  const thread =
    workerPath === undefined ? undefined : startWriteThread(workerPath, database, onBroken);
  if (thread) letLogGrow(writer);
  const queue = createWriteQueue(writer, tx, thread, onBroken, () => isRoomShort(file));

  const store: Store = {
    kind: 'sqlite',
    t,
    read: writeLimits(drizzle(keepStatements(reader), options)) as unknown as Reader,
    write: queue.write,
    submit: (spell) => queue.submit(spell(tx)),
    async probe() {
      reader.prepare('select 1').get();
      await store.write(async (w) => {
        await w.update(t.installation).set({ id: '1' });
      });
    },
    async close() {
      await queue.close();
      await thread?.close();
      reader.close();
      writer.pragma('wal_checkpoint(TRUNCATE)');
      writer.close();
    },
  };
  return store;
}
