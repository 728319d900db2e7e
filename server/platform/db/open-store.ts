/** Opens the database that the configuration names: a SQLite file or a PostgreSQL server. */

import { max } from 'drizzle-orm';
import { SEALED_VERSION } from './cells/sealed-columns.ts';
import type { SqliteFile } from './file/open-file.ts';
import { NewerDatabase } from './migrations.ts';
import type { PostgresOptions } from './postgres.ts';
import type { Store } from './store.ts';

/** `workerPath`: compiled `sqlite-writer.worker.js`; without it this thread writes everything. */
export interface SqliteOptions extends SqliteFile {
  workerPath?: string;
}

/**
 * Opens what the address says: `postgres://…`, or a SQLite file. Migrates before it answers.
 * @throws NewerDatabase if a newer program changed or encrypted more than this one can read
 * @param onBroken the disk failed to sync and nothing is written any more: the process must end and
 * start again
 */
export async function openStore(
  options: PostgresOptions | SqliteOptions,
  onBroken?: (cause: unknown) => void,
): Promise<Store> {
  const store =
    'url' in options
      ? await (await import('./postgres.ts')).openPostgres(options)
      : await (await import('./sqlite.ts')).openSqlite(options, onBroken, options.workerPath);
  try {
    await refuseNewerCells(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** This program would show what a newer one encrypted. */
async function refuseNewerCells({ read, t: { cellState } }: Store): Promise<void> {
  const [row] = await read.select({ version: max(cellState.version) }).from(cellState);
  if ((row?.version ?? 0) > SEALED_VERSION)
    throw new NewerDatabase(
      'In dieser Datenbank ist mehr verschlüsselt, als diese Fassung von Molar lesen kann. Bitte starten Sie die neuere Fassung, oder gehen Sie mit „npm run rollback“ zurück.',
    );
}
