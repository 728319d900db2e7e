// A start copies the database before it migrates, so that an update can be undone.

import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import {
  appliedMigrations,
  knownMigrations,
  migrationState,
  NewerDatabase,
} from '../migrations.ts';
import type { SqliteFile } from '../file/open-file.ts';
import { copyDatabase } from './snapshot.ts';
import { syncFolder } from '../../sync-folder.ts';

/** Folder of the copies, next to the database. */
export const BEFORE = 'before';
const KEPT = 3;
/** Time and newest migration of a copy. */
export const COPY_NAME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-(.+)\.db$/;

/** Formats an instant as `20261120T143000Z`: sorts by time and is a file name everywhere. */
export const stampOf = (at: number): string =>
  new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Copies a database that has rows and pending migrations, as `before/<time>-<its newest
 * migration>.db`; the newest three are kept.
 * @returns whether there are pending migrations
 * @throws NewerDatabase when a newer program changed it; the disk's error when there is no room:
 * nothing was changed then
 */
export async function copyBeforeMigration(
  db: Database,
  file: SqliteFile,
  now: number,
): Promise<boolean> {
  const state = migrationState(appliedMigrations(db), knownMigrations('sqlite'));
  if (state.isNewer)
    throw new NewerDatabase(
      'Die Datenbank stammt von einer neueren Fassung von Molar. Bitte starten Sie die neue Fassung, oder gehen Sie mit „npm run rollback“ zurück.',
    );
  const isPending = state.pending.length > 0;
  if (state.at !== undefined && isPending)
    await keepCopy(path.dirname(file.file), state.at, now, (to) => {
      copyDatabase(file, to);
    });
  return isPending;
}

/**
 * Makes an atomic copy below the data folder; the newest three are kept.
 * @param tag newest migration of the database
 */
export async function keepCopy(
  data: string,
  tag: string,
  now: number,
  make: (to: string) => void | Promise<void>,
): Promise<void> {
  const folder = path.join(data, BEFORE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (/\.tmp(-wal|-shm|-journal)?$/.test(name)) rmSync(path.join(folder, name));
  const copy = path.join(folder, `${stampOf(now)}-${tag}.db`);
  await make(`${copy}.tmp`);
  chmodSync(`${copy}.tmp`, 0o600);
  renameSync(`${copy}.tmp`, copy);
  await syncFolder(folder);
  for (const name of readdirSync(folder)
    .filter((n) => COPY_NAME.test(n))
    .sort()
    .slice(0, -KEPT))
    rmSync(path.join(folder, name));
}
