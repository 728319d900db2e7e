/**
 * Tests that an update can be undone: a start copies before it migrates, and an older program
 * refuses a newer database.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BEFORE } from './before-migrate.ts';
import { FolderInUse, takeFolder } from '../folder-lock.ts';
import { makeNextMigrations } from '../../../../tests/support/next-migration.ts';
import { knownMigrations, NewerDatabase, takeMigrationsFrom } from '../migrations.ts';
import { DamagedDatabase, examineCopy } from './snapshot.ts';
import { openSqlite } from '../sqlite.ts';

let folder: string, file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-before-'));
  file = path.join(folder, 'molar.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const copies = (): string[] => {
  try {
    return readdirSync(path.join(folder, BEFORE)).sort();
  } catch {
    return [];
  }
};
describe('a start', () => {
  it('copies nothing of a new database and nothing without pending migrations', async () => {
    await (await openSqlite({ file })).close();
    await (await openSqlite({ file })).close();
    expect(copies()).toEqual([]);
  });

  it('copies before it migrates, readable by its user alone, and keeps the newest three', async () => {
    mkdirSync(path.join(folder, BEFORE));
    for (const day of ['01', '02', '03', '04'])
      writeFileSync(path.join(folder, BEFORE, `202601${day}T000000Z-0000_start.db`), '');
    writeFileSync(path.join(folder, BEFORE, 'half.db.tmp'), '');
    await (await openSqlite({ file })).close();
    const db = new Database(file);
    db.exec(
      `insert into installation (id, epoch, security_epoch, created_at) values ('1', 'e1', 1, 1)`,
    );
    db.close();
    makeNextMigrations(path.join(folder, 'next'));
    const giveBack = takeMigrationsFrom(path.join(folder, 'next'));
    try {
      await (await openSqlite({ file })).close();
    } finally {
      giveBack();
    }
    expect(copies()).toHaveLength(3);
    const copy = path.join(folder, BEFORE, copies().at(-1)!);
    expect([
      statSync(copy).mode & 0o777,
      examineCopy({ file: copy }).epoch,
      examineCopy({ file: copy }).tag,
    ]).toEqual([0o600, 'e1', knownMigrations('sqlite').at(-1)?.tag]);
  });

  it('[F30] refuses a database changed by a newer program, and changes nothing', async () => {
    await (await openSqlite({ file })).close();
    const db = new Database(file);
    db.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run(
      'x',
      Date.now() + 1e12,
    );
    db.close();
    await expect(openSqlite({ file })).rejects.toThrow(NewerDatabase);
    expect(copies()).toEqual([]);
  });
});

describe('[F08] a copy', () => {
  it('that is truncated is refused', async () => {
    const store = await openSqlite({ file });
    await store.close();
    expect(examineCopy({ file }).counts).toMatchObject({ installation: 0, op: 0 });
    const bytes = readFileSync(file),
      torn = path.join(folder, 'torn.db');
    for (const broken of [
      bytes.subarray(0, bytes.length / 2),
      Buffer.concat([
        bytes.subarray(0, 16_384),
        Buffer.alloc(16_384, 0x5a),
        bytes.subarray(32_768),
      ]),
      Buffer.from('no database'),
    ]) {
      writeFileSync(torn, broken);
      expect(() => examineCopy({ file: torn })).toThrow(DamagedDatabase);
    }
  });
});

describe('a data folder', () => {
  it('is shared by servers; an exclusive lock requires that no server runs', () => {
    const one = takeFolder(folder, 'shared'),
      two = takeFolder(folder, 'shared');
    expect(() => takeFolder(folder, 'alone')).toThrow(FolderInUse);
    one();
    two();
    const alone = takeFolder(folder, 'alone');
    expect(() => takeFolder(folder, 'shared')).toThrow(FolderInUse);
    alone();
    takeFolder(folder, 'shared')();
  });
});
