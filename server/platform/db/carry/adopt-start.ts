// Temporary, to be removed with the first release: earlier migrations were merged into one initial
// migration, and databases of the last build before it are marked accordingly.

import type { Database } from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { appliedMigrations, knownMigrations, migrationsFolder, OtherForm } from '../migrations.ts';

type Dialect = 'sqlite' | 'pg';

/** The database is older than the initial migration: the migrations leading to it do not exist. */
export class OlderDatabase extends OtherForm {
  constructor() {
    super(
      'Die Datenbank stammt von einer zu alten Fassung von Molar. Bitte starten Sie sie einmal mit der letzten Fassung vor dieser, danach wieder mit dieser. Es wurde nichts geändert.',
    );
  }
}

/**
 * The migrator's row of `0043_task_read_in`, the last migration merged into the initial one, which
 * has its time.
 */
export const LAST_HASH: Readonly<Record<Dialect, string>> = {
  sqlite: 'ecc4c87d82f574fbd2c4c9db6cb6853f9eaea563f51afce9bdb07bda26fecfa0',
  pg: 'bd8edf69593eb3a9aeac9e65f19641bd54e6983ee7f41138329454f1cb3aec3f',
};

/**
 * Refuses a database of an older program.
 * @param applied times of the applied migrations
 * @throws OlderDatabase when some are applied, but not the last merged one
 */
export function refuseOlder(dialect: Dialect, applied: readonly number[]): void {
  if (applied.length > 0 && Math.max(...applied) < knownMigrations(dialect)[0]!.when)
    throw new OlderDatabase();
}

/**
 * Returns the migrator's row of the initial migration. The files are read only when a database is
 * adopted.
 */
function noteOfStart(dialect: Dialect): { hash: string; at: number } {
  const start = readMigrationFiles({ migrationsFolder: migrationsFolder(dialect) })[0]!;
  return { hash: start.hash, at: start.folderMillis };
}

/**
 * Records the initial migration in place of the merged ones; idempotent.
 * @throws OlderDatabase: the database is unchanged
 */
export function adoptStart(db: Database): void {
  const applied = appliedMigrations(db);
  refuseOlder('sqlite', applied);
  if (
    applied.length === 0 ||
    db.prepare('select 1 from __drizzle_migrations where hash = ?').get(LAST_HASH.sqlite) ===
      undefined
  )
    return;
  const { hash, at } = noteOfStart('sqlite');
  db.transaction(() => {
    db.prepare('delete from __drizzle_migrations where created_at <= ?').run(at);
    db.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run(hash, at);
  }).immediate();
}

/**
 * Adopts the start on PostgreSQL.
 * @param client holds the migration lock
 * @param applied result of `appliedPg`
 */
export async function adoptStartPg(
  client: Pick<pg.ClientBase, 'query'>,
  applied: readonly number[],
): Promise<void> {
  refuseOlder('pg', applied);
  if (
    applied.length === 0 ||
    (
      await client.query('select 1 from drizzle.__drizzle_migrations where hash = $1', [
        LAST_HASH.pg,
      ])
    ).rowCount === 0
  )
    return;
  const { hash, at } = noteOfStart('pg');
  await client.query('begin');
  try {
    await client.query('delete from drizzle.__drizzle_migrations where created_at <= $1', [at]);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, at],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
