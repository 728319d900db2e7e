/** Opens the database that the configuration names: a SQLite file or a PostgreSQL server. */

import type { Store } from './store.ts';

export interface PostgresOptions {
  url: string;
  /** Data folder: a copy is kept there before the database changes its form. */
  data?: string;
}

/** `workerPath`: compiled `sqlite-writer.worker.js`; without it this thread writes everything. */
export interface SqliteOptions {
  file: string;
  workerPath?: string;
}

/**
 * Opens what the address says: `postgres://…`, or a SQLite file. Migrates before it answers.
 * @param onBroken the disk failed to sync and nothing is written any more: the process must end and
 * start again
 */
export async function openStore(
  options: PostgresOptions | SqliteOptions,
  onBroken?: (cause: unknown) => void,
): Promise<Store> {
  if ('url' in options)
    return (await import('./postgres.ts')).openPostgres(options.url, options.data);
  return (await import('./sqlite.ts')).openSqlite(options.file, onBroken, options.workerPath);
}
