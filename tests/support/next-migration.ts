/** The product's migrations plus one, for tests of an update. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrationsFolder } from '../../server/platform/db/migrations.ts';

const NEXT = '9999_next';
interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/**
 * Copies the migrations of both databases into a new folder and adds one that gives `installation`
 * a column.
 * @returns name of the added one
 */
export function makeNextMigrations(folder: string): string {
  for (const dialect of ['sqlite', 'pg'] as const) {
    const to = path.join(folder, dialect);
    const list = path.join(to, 'meta/_journal.json');
    cpSync(migrationsFolder(dialect), to, { recursive: true });
    writeFileSync(path.join(to, `${NEXT}.sql`), 'ALTER TABLE installation ADD COLUMN next text;\n');
    const journal = JSON.parse(readFileSync(list, 'utf8')) as Journal;
    const last = journal.entries.at(-1);
    if (last === undefined) throw new Error(`${list} names no migration`);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: NEXT });
    writeFileSync(list, JSON.stringify(journal));
  }
  return NEXT;
}
