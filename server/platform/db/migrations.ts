// Location of the migration files, and the migrations of a database: an older program must not
// change a newer database.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from 'better-sqlite3';

/** Folder of a test's migrations. */
let elsewhere: string | undefined;
/**
 * Takes the migrations from another folder, which contains `sqlite` and `pg`, until the returned
 * function is called; for tests of an update.
 */
export function takeMigrationsFrom(folder: string): () => void {
  elsewhere = folder;
  return () => {
    elsewhere = undefined;
  };
}

/**
 * Returns the folder of one dialect's migrations, next to the sources in development, next to the
 * bundle when built; throws when the installation is incomplete.
 */
export function migrationsFolder(dialect: 'sqlite' | 'pg'): string {
  if (elsewhere !== undefined) return path.join(elsewhere, dialect);
  const here = path.dirname(fileURLToPath(import.meta.url));
  for (const folder of [
    path.join(here, 'migrations', dialect),
    path.join(here, './migrations', dialect),
  ]) {
    if (existsSync(folder)) return folder;
  }
  throw new Error(`migrations for ${dialect} are missing beside ${here}`);
}

/** The database has a schema that this program cannot use; the message contains instructions. */
export class OtherForm extends Error {}
/** The database was changed by a newer program. */
export class NewerDatabase extends OtherForm {}

interface Migration {
  tag: string;
  when: number;
}
/** Returns this program's migrations, oldest first. */
export function knownMigrations(dialect: 'sqlite' | 'pg'): Migration[] {
  const journal = JSON.parse(
    readFileSync(path.join(migrationsFolder(dialect), 'meta/_journal.json'), 'utf8'),
  ) as { entries: Migration[] };
  return journal.entries;
}
/** Returns the times of the migrations applied to a SQLite file; empty for a new one. */
export function appliedMigrations(db: Database): number[] {
  const has =
    db.prepare(`select 1 from sqlite_master where name = '__drizzle_migrations'`).get() !==
    undefined;
  return has
    ? (
        db
          .prepare('select created_at as at from __drizzle_migrations order by created_at')
          .all() as { at: number }[]
      ).map((r) => r.at)
    : [];
}
/**
 * Returns the newest applied migration (undefined: none), the pending ones, and whether a newer
 * program changed the database.
 */
export function migrationState(
  applied: readonly number[],
  known: readonly Migration[],
): { at: string | undefined; pending: string[]; isNewer: boolean } {
  const last = Math.max(0, ...applied);
  return {
    at: known.filter((m) => m.when <= last).at(-1)?.tag,
    pending: known.filter((m) => m.when > last).map((m) => m.tag),
    isNewer: last > (known.at(-1)?.when ?? 0),
  };
}
