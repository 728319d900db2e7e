// Replaces the whole content of a PostgreSQL database, and saves the previous content as a file:
// all in one transaction.

import pg from 'pg';
import { openFile, type SqliteFile } from '../file/open-file.ts';
import { OlderDatabase, refuseOlder } from './adopt-start.ts';
import { WrongDatabase } from './carry-database.ts';
import { knownMigrations, migrationState, NewerDatabase } from '../migrations.ts';
import { copyForm, refillForm } from './pg-form.ts';
import { appliedPg, MIGRATION_LOCK } from '../postgres.ts';

/** Maximum wait for other users of the database. */
const LOCK_WAIT = '10s';

/**
 * Exchanges the content of a PostgreSQL database.
 * @param aside must not exist; receives the present content in its schema
 * @param next called once writes are blocked and `aside` is complete: the replacement file and its
 * newest migration; `beforeCommit` runs last
 * @throws WrongDatabase when it contains no tables of this product, NewerDatabase, OlderDatabase
 * (also for the file), or the database's error (locked, disk full): it is unchanged then
 */
export async function exchangePg(
  url: string,
  aside: SqliteFile,
  next: () => Promise<{ file: SqliteFile; tag: string; beforeCommit: () => Promise<void> }>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await client.query('begin');
    await client.query(`set local lock_timeout = '${LOCK_WAIT}'`);
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const applied = await appliedPg(client),
      { at: tag, isNewer } = migrationState(applied, knownMigrations('pg'));
    refuseOlder('pg', applied);
    if (isNewer)
      throw new NewerDatabase(
        'Die Datenbank stammt von einer neueren Fassung von Molar: bitte mit dieser zurückgehen.',
      );
    if (tag === undefined) throw new WrongDatabase('the database holds nothing of this program');
    const { rows } = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema()',
    );
    // Writes are blocked from here on: the saved file is complete.
    await client.query(
      `lock table ${rows.map((one) => `"${one.name}"`).join(', ')} in access exclusive mode`,
    );
    const tables = await copyForm(client, aside, tag),
      { file, tag: form, beforeCommit } = await next();
    if (form === '') throw new OlderDatabase();
    const from = openFile(file, { readonly: true, fileMustExist: true });
    try {
      await refillForm(client, from, form, tables);
    } finally {
      from.close();
    }
    await beforeCommit();
    await client.query('commit');
  } finally {
    await client.end().catch(() => undefined);
  }
}
