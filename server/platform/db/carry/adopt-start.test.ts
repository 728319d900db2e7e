/**
 * Tests that databases of the last build before the initial migration are adopted. To be removed
 * with the first release.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  lastBuildNotes,
  noteLastBuild,
  withoutLater,
} from '../../../../tests/support/last-build.ts';
import { freshPostgres, type FreshDatabase } from '../../../../tests/support/postgres.ts';
import { openStore } from '../open-store.ts';
import { OlderDatabase } from './adopt-start.ts';
import { awaitsMigration } from './snapshot.ts';
import { exchangePg } from './pg-exchange.ts';

interface Note {
  hash: string;
  at: number;
}
/** The migrator's row for the initial migration in a new database. */
let start: Note[];

describe('a SQLite file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'molar-adopt-'));
    file = path.join(folder, 'molar.db');
    await (await openStore({ file })).close();
    start = notes();
    on((db) =>
      db.exec(
        `insert into installation (id, epoch, security_epoch, created_at) values ('1', 'e1', 1, 1)`,
      ),
    );
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  function on<T>(work: (db: Database.Database) => T): T {
    const db = new Database(file);
    try {
      return work(db);
    } finally {
      db.close();
    }
  }
  const notes = (): Note[] =>
    on(
      (db) =>
        db
          .prepare('select hash, created_at as at from __drizzle_migrations order by created_at')
          .all() as Note[],
    );
  const epoch = (): unknown =>
    on((db) => db.prepare('select epoch from installation').pluck().get());

  it('of the last build before the initial migration is adopted once, with its rows; copied only before later migrations', async () => {
    on(noteLastBuild);
    const hasLater = withoutLater('sqlite').length > 0;
    expect([notes().length, awaitsMigration({ file })]).toEqual([
      lastBuildNotes('sqlite').length,
      hasLater,
    ]);
    for (let round = 0; round < 2; round++) {
      await (await openStore({ file })).close();
      expect([notes(), epoch(), readdirSync(folder).includes('before')]).toEqual([
        start,
        'e1',
        hasLater,
      ]);
    }
  });

  it('of an earlier build is refused with instructions, and stays unchanged', async () => {
    on((db) => {
      noteLastBuild(db);
      db.prepare('delete from __drizzle_migrations where created_at >= ?').run(start[0]!.at);
    });
    const before = notes();
    await expect(openStore({ file })).rejects.toThrow(OlderDatabase);
    await expect(openStore({ file })).rejects.toThrow('letzten Fassung vor dieser');
    expect([notes(), epoch(), readdirSync(folder).includes('before')]).toEqual([
      before,
      'e1',
      false,
    ]);
  });
});

describe('a PostgreSQL database', () => {
  let own: FreshDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    own = await freshPostgres();
    await (await openStore({ url: own.url })).close();
    client = new pg.Client({ connectionString: own.url });
    await client.connect();
    start = await notes();
    await client.query(
      `insert into installation (id, epoch, security_epoch, created_at) values ('1', 'e1', 1, 1)`,
    );
    for (const statement of withoutLater('pg')) await client.query(statement);
    await client.query('delete from drizzle.__drizzle_migrations');
    for (const { hash, at } of lastBuildNotes('pg'))
      await client.query(
        'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
        [hash, at],
      );
  });
  afterEach(async () => {
    await client.end();
    await own.drop();
  });
  const notes = async (): Promise<Note[]> =>
    (
      await client.query<{ hash: string; at: string }>(
        'select hash, created_at as at from drizzle.__drizzle_migrations order by created_at',
      )
    ).rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
  const epoch = async (): Promise<unknown> =>
    (await client.query<{ epoch: string }>('select epoch from installation')).rows[0]?.epoch;

  it('of the last build before the initial migration is adopted once, with its rows', async () => {
    expect(await notes()).toEqual(lastBuildNotes('pg'));
    for (let round = 0; round < 2; round++) {
      await (await openStore({ url: own.url })).close();
      expect([await notes(), await epoch()]).toEqual([start, 'e1']);
    }
  });

  it('of an earlier build is refused with instructions, also by a rollback, and stays unchanged', async () => {
    await client.query('delete from drizzle.__drizzle_migrations where created_at >= $1', [
      start[0]!.at,
    ]);
    const before = await notes();
    await expect(openStore({ url: own.url })).rejects.toThrow(OlderDatabase);
    await expect(
      exchangePg(own.url, { file: path.join(tmpdir(), 'never-made.db') }, () =>
        Promise.reject(new Error('nobody asks')),
      ),
    ).rejects.toThrow(OlderDatabase);
    expect([await notes(), await epoch()]).toEqual([before, 'e1']);
  });
});
