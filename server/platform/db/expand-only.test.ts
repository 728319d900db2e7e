// A law of migrations: they only add, so that processes of the version before work on the changed
// database while they are replaced one after the other.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownMigrations, migrationsFolder } from './migrations.ts';

/** Older migrations ran before several processes shared a database. */
const FIRST = '0025';
/**
 * Migrations that take something away, with the version that used it last. Such a step comes at
 * least one version after the code that needs it: add, fill, switch, drop.
 */
const TAKES_AWAY: Readonly<Record<string, string>> = {};

const CREATED = /^CREATE TABLE (?:IF NOT EXISTS )?["`](\w+)["`]/i;
const ALLOWED = [
  /^CREATE TABLE /i,
  /^CREATE INDEX /i,
  /^CREATE (?:OR REPLACE )?(?:FUNCTION|TRIGGER) /i,
  // A column that older programs do not name must be able to stay away.
  /^ALTER TABLE ["`]\w+["`] ADD (?:COLUMN )?(?!CONSTRAINT\b)(?!.*\bNOT NULL\b)/i,
  /^ALTER TABLE ["`]\w+["`] ADD (?:COLUMN )?(?!CONSTRAINT\b).*\bDEFAULT\b/i,
];
/** Older programs may write rows that a new unique index refuses, unless its table is new, too. */
const UNIQUE = /^CREATE UNIQUE INDEX ["`]\w+["`] ON ["`](\w+)["`]/i;

/** Returns the statements that may break a program of the version before. */
function breaking(sql: string): string[] {
  const statements = sql
    .split('--> statement-breakpoint')
    .map((one) =>
      one
        .replaceAll(/--[^\n]*/g, '')
        .trim()
        .replaceAll(/\s+/g, ' '),
    )
    .filter((one) => one !== '');
  const created = new Set(statements.flatMap((one) => CREATED.exec(one)?.[1] ?? []));
  return statements.filter((one) => {
    const unique = UNIQUE.exec(one);
    return unique ? !created.has(unique[1]!) : !ALLOWED.some((allowed) => allowed.test(one));
  });
}

describe.each(['sqlite', 'pg'] as const)('migrations of %s', (dialect) => {
  it('only add to the database, or say since when nothing uses what they remove', () => {
    const found = knownMigrations(dialect)
      .filter(({ tag }) => tag >= FIRST && TAKES_AWAY[tag] === undefined)
      .flatMap(({ tag }) =>
        breaking(readFileSync(path.join(migrationsFolder(dialect), `${tag}.sql`), 'utf8')).map(
          (statement) => `${tag}: ${statement.slice(0, 120)}`,
        ),
      );
    expect(found).toEqual([]);
  });
});

it.each([
  ['DROP TABLE "task";'],
  ['ALTER TABLE "task" DROP COLUMN "state";'],
  ['ALTER TABLE "task" RENAME COLUMN "state" TO "status";'],
  ['ALTER TABLE "task" ALTER COLUMN "state" SET NOT NULL;'],
  ['ALTER TABLE "task" ADD COLUMN "colour" text NOT NULL;'],
  ['ALTER TABLE "task" ADD CONSTRAINT "task_colour" CHECK ("colour" <> 0);'],
  ['CREATE UNIQUE INDEX "task_colour" ON "task" USING btree ("colour");'],
  ['UPDATE "task" SET "state" = 1;'],
  ['CREATE TABLE "a" ("b" text);--> statement-breakpoint\nDROP INDEX "task_state";'],
])('refuses %s', (sql) => {
  expect(breaking(sql)).toHaveLength(1);
});

it.each([
  ['ALTER TABLE "task" ADD COLUMN "colour" text;'],
  ["ALTER TABLE `task` ADD `colour` text DEFAULT 'red' NOT NULL;"],
  ['CREATE INDEX "task_colour" ON "task" USING btree ("colour") WHERE colour is not null;'],
  [
    'CREATE TABLE "a" ("b" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "x" ON "a" ("b");',
  ],
])('allows %s', (sql) => {
  expect(breaking(sql)).toEqual([]);
});
