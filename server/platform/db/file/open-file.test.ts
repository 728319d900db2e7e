// Tests of encrypted database files: nothing is readable without the key, and a changed byte is
// damage, never another value.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureInstallation } from '../../../accounts/settings/ensure-installation.ts';
import { copyDatabase, DamagedDatabase, examineCopy } from '../carry/snapshot.ts';
import { checkIntegrity } from '../carry/integrity.ts';
import { openReading } from '../read-only.ts';
import { openStore } from '../open-store.ts';
import { openConnection } from '../sqlite-connection.ts';
import { reasonOf } from '../store.ts';
import { asStored, openFile, stateOfFile, type SqliteFile } from './open-file.ts';

const NAMES = Array.from({ length: 400 }, (_, n) => `Kanarienvogel-${n} `.repeat(15));
let folder: string, sealed: Required<SqliteFile> & { key: Uint8Array };
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-file-'));
  sealed = { file: path.join(folder, 'molar.db'), key: randomBytes(32) };
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A table of names over several pages; some rows only in the log. */
function fillNames(file: SqliteFile): Database.Database {
  const db = openConnection(file);
  db.exec('create table person (id integer primary key, name text)');
  const add = db.prepare('insert into person (name) values (?)');
  db.transaction(() => {
    for (const name of NAMES) add.run(name);
  })();
  return db;
}
const namesIn = (file: SqliteFile): unknown[] => {
  const db = openFile(file, { readonly: true });
  try {
    return db.prepare('select name from person order by id').pluck().all();
  } finally {
    db.close();
  }
};
/** All bytes of the folder's files. */
const bytesOf = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'latin1'))
    .join('\n');

it('no name and no table is readable in the file, its log and its copies', async () => {
  const db = fillNames(sealed);
  copyDatabase(sealed, path.join(folder, 'copy.db'));
  expect(readdirSync(folder)).toContain('molar.db-wal');
  expect(bytesOf()).not.toMatch(/Kanarienvogel|person|CREATE TABLE/);
  db.close();
  expect(bytesOf()).not.toMatch(/Kanarienvogel|person|CREATE TABLE/);
  expect(namesIn({ file: path.join(folder, 'copy.db'), key: sealed.key })).toEqual(NAMES);

  // The same on a plain file: the search would find them.
  const plain = { file: path.join(folder, 'plain.db') };
  fillNames(plain).close();
  expect(bytesOf()).toMatch(/Kanarienvogel-399/);
  expect(
    ['molar.db', 'plain.db', 'none.db'].map((one) => stateOfFile(path.join(folder, one))),
  ).toEqual(['sealed', 'plain', 'none']);
  expect(asStored(plain.file, sealed.key)).toEqual(plain);
  expect(await checkIntegrity(sealed)).toBeUndefined();
});

it('another key, none, or one of a wrong length opens nothing and changes nothing', () => {
  fillNames(sealed).close();
  const before = readFileSync(sealed.file);
  for (const key of [randomBytes(32), undefined]) {
    const reason = (() => {
      try {
        openConnection({ ...sealed, key }).close();
        return 'opened';
      } catch (error) {
        return reasonOf(error);
      }
    })();
    expect(reason).toBe('corrupt');
  }
  expect(() => openFile({ ...sealed, key: randomBytes(16) })).toThrow('cannot encrypt');
  expect(readFileSync(sealed.file).equals(before)).toBe(true);
  expect(namesIn(sealed)).toEqual(NAMES);
});

/** Flips one bit in each page in turn. @returns what readers saw: the names, damage, or other names */
async function flipEachPage(file: SqliteFile): Promise<Set<string>> {
  const good = readFileSync(file.file),
    seen = new Set<string>();
  for (let page = 0; page < good.length / 16_384; page++)
    for (const at of [40, 5000, 15_900]) {
      const bad = Buffer.from(good);
      bad[page * 16_384 + at]! ^= 1;
      writeFileSync(file.file, bad);
      try {
        const same = JSON.stringify(namesIn(file)) === JSON.stringify(NAMES);
        // A page that the names do not need.
        seen.add(same ? ((await checkIntegrity(file)) === undefined ? 'same' : 'found') : 'WRONG');
      } catch (error) {
        seen.add(reasonOf(error));
      }
    }
  writeFileSync(file.file, good);
  return seen;
}

it('a flipped bit in any page is damage, never another name', async () => {
  fillNames(sealed).close();
  expect([...(await flipEachPage(sealed))]).toEqual(['corrupt']);
  // A plain file shows another name.
  const plain = { file: path.join(folder, 'plain.db') };
  fillNames(plain).close();
  expect(await flipEachPage(plain)).toContain('WRONG');
});

it('a store, its readers and its copies work with the key; damage has its name', async () => {
  const store = await openStore(sealed);
  await ensureInstallation(store, { now: () => 1, newEpoch: () => 'e' });
  const reading = await openReading(sealed);
  expect(await reading.read.select().from(reading.t.installation)).toHaveLength(1);
  await reading.close();
  const copy = { file: path.join(folder, 'copy.db'), key: sealed.key };
  copyDatabase(sealed, copy.file);
  await store.close();
  expect(examineCopy(copy)).toMatchObject({ epoch: 'e', counts: { installation: 1 } });
  const bad = readFileSync(copy.file);
  bad[bad.length - 9000]! ^= 1;
  writeFileSync(copy.file, bad);
  expect(() => examineCopy(copy)).toThrow(DamagedDatabase);
  expect(await checkIntegrity(copy)).toMatch(/^(quick_check|SQLITE_CORRUPT)$/);
  expect(() => examineCopy({ file: copy.file })).toThrow(DamagedDatabase);
});

it('temporary tables stay in memory, where SQLite would not encrypt their file', () => {
  const db = openFile(sealed);
  try {
    expect(db.pragma('temp_store', { simple: true })).toBe(2);
  } finally {
    db.close();
  }
});
