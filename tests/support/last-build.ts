/** Migration records of the last build before the squash. To be removed with the first release. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { knownMigrations, migrationsFolder } from '../../server/platform/db/migrations.ts';
import { LAST_HASH } from '../../server/platform/db/carry/adopt-start.ts';

/** When its last migration, `0043_task_read_in`, was made; ms. */
const MADE = { sqlite: 1_795_710_984_226, pg: 1_795_710_988_114 } as const;
/** Number of its migrations. */
const MIGRATIONS = 44;

/** Returns the migrator's records, oldest first. For all but the last one only the order counts. */
export const lastBuildNotes = (dialect: 'sqlite' | 'pg'): { hash: string; at: number }[] =>
  Array.from({ length: MIGRATIONS }, (_, n) => {
    const toCome = MIGRATIONS - 1 - n;
    return {
      hash: toCome === 0 ? LAST_HASH[dialect] : `hash of ${n}`,
      at: MADE[dialect] - toCome * 1000,
    };
  });

/** Matches what a migration makes: a table, an index, a function of triggers, a trigger of SQLite, a column. */
const MADE_LATER =
  /CREATE TABLE [`"](?<table>\w+)|CREATE (?:UNIQUE )?INDEX [`"](?<index>\w+)|CREATE FUNCTION (?<routine>\w+)|CREATE TRIGGER `(?<trigger>\w+)|ALTER TABLE [`"](?<changed>\w+)[`"] ADD (?:COLUMN )?[`"](?<column>\w+)/g;

/** Statements that remove what migrations after the initial one made, last first. */
export const withoutLater = (dialect: 'sqlite' | 'pg'): string[] =>
  knownMigrations(dialect)
    .slice(1)
    .flatMap(({ tag }) => [
      ...readFileSync(path.join(migrationsFolder(dialect), `${tag}.sql`), 'utf8').matchAll(
        MADE_LATER,
      ),
    ])
    .map(({ groups: { table, index, routine, trigger, changed, column } = {} }) => {
      if (table !== undefined) return `drop table ${table}`;
      if (index !== undefined) return `drop index if exists ${index}`;
      if (trigger !== undefined) return `drop trigger if exists ${trigger}`;
      if (routine !== undefined) return `drop function if exists ${routine} cascade`;
      return `alter table ${changed ?? ''} drop column ${column ?? ''}`;
    })
    .reverse();

/** Replaces the records of a SQLite file, and removes what later migrations made. */
export function noteLastBuild(db: Database.Database): void {
  for (const statement of withoutLater('sqlite')) db.exec(statement);
  db.exec('delete from __drizzle_migrations');
  for (const { hash, at } of lastBuildNotes('sqlite'))
    db.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run(hash, at);
}

function onFile<T>(folder: string, work: (db: Database.Database) => T): T {
  const db = openFile(storedFile(folder), { fileMustExist: true, timeout: 5_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
/** Counts the records of a data folder. */
export const notesIn = (folder: string): unknown =>
  onFile(folder, (db) => db.prepare('select count(*) from __drizzle_migrations').pluck().get());
