/**
 * A backup on PostgreSQL is the same file as elsewhere, and can be restored into an empty database
 * of either kind.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  runBackup,
  runDrill,
  runRestore,
  runRollback,
} from '../../server/commands/backup.command.ts';
import {
  copyPostgres,
  fillPostgres,
  WrongDatabase,
} from '../../server/platform/db/carry/carry-database.ts';
import {
  knownMigrations,
  migrationState,
  takeMigrationsFrom,
} from '../../server/platform/db/migrations.ts';
import { copyForm, makeForm, refillForm } from '../../server/platform/db/carry/pg-form.ts';
import { appliedPg } from '../../server/platform/db/postgres.ts';
import { examineCopy } from '../../server/platform/db/carry/snapshot.ts';
import { openStore } from '../../server/platform/db/open-store.ts';
import { contentOf, fillEveryTable, keysInOrder } from '../support/every-table.ts';
import { createTestApp } from '../support/in-process.ts';
import { fillPraxis } from '../support/filled.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { makeNextMigrations } from '../support/next-migration.ts';
import { freshPostgres, type FreshDatabase } from '../support/postgres.ts';
import { readFileKey } from '../../server/platform/keys/rootkey/file-key.ts';
import { loadRootKeys } from '../../server/platform/keys/rootkey/root-key.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { secretOf } from '../../server/platform/keys/rootkey/root-keys.ts';

const work = mkdtempSync(path.join(tmpdir(), 'molar-pg-backup-')),
  lite = path.join(work, 'lite'),
  whole = path.join(work, 'whole'),
  data = path.join(work, 'data'),
  target = path.join(work, 'drive');
let own: FreshDatabase, made: FreshDatabase, empty: FreshDatabase, rootKey: Uint8Array;
beforeAll(async () => {
  for (const folder of [lite, data, target]) mkdirSync(folder);
  const renderer = testRenderer(),
    t = await createTestApp('sqlite', { folder: lite, renderer });
  await fillPraxis(t, 'nord', '1001');
  rootKey = secretOf(t.deps.rootKey);
  await t.drop();
  renderer.close();
  await fillPostgres(storedFile(lite), (own = await freshPostgres()).url);
  cpSync(lite, whole, { recursive: true });
  fillEveryTable(whole);
  [made, empty] = await Promise.all([freshPostgres(), freshPostgres()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([own, made, empty].map((one) => one.drop()));
  rmSync(work, { recursive: true });
});

it('every row of every table survives both ways, and a database with content is not written to', async () => {
  await fillPostgres(storedFile(whole), made.url);
  mkdirSync(path.join(work, 'back'));
  await copyPostgres(made.url, { file: path.join(work, 'back', 'molar.db') });
  expect(contentOf(path.join(work, 'back'), keysInOrder)).toEqual(contentOf(whole, keysInOrder));
  // The same by the schema alone, without column names.
  const client = new pg.Client({ connectionString: made.url }),
    form = path.join(work, 'form'),
    tag = knownMigrations('pg').at(-1)!.tag;
  mkdirSync(form);
  await client.connect();
  try {
    await client.query('begin');
    const tables = await copyForm(client, { file: path.join(form, 'molar.db') }, tag),
      file = new Database(path.join(form, 'molar.db'), { readonly: true });
    try {
      await refillForm(client, file, tag, tables);
    } finally {
      file.close();
    }
    rmSync(path.join(form, 'molar.db'));
    await copyForm(client, { file: path.join(form, 'molar.db') }, tag);
    await client.query('commit');
  } finally {
    await client.end();
  }
  expect(contentOf(form, keysInOrder)).toEqual(contentOf(whole, keysInOrder));
  await expect(fillPostgres(storedFile(whole), made.url)).rejects.toThrow(WrongDatabase);
});

/** Runs the command as typed, for the PostgreSQL database of `url`. */
async function type(
  command: typeof runRestore,
  args: string[],
  url: string,
  answers: string[] = [],
): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const code = await command({
    args,
    env: { MOLAR_DATA: data, DATABASE_URL: url },
    program: path.join(work, 'program'),
    print: (line) => {
      said.push(line);
    },
    progress: () => undefined,
    ask: (question) => {
      said.push(question);
      return Promise.resolve(answers.shift() ?? '');
    },
    isInteractive: false,
  });
  return { code, said: said.join('\n') };
}

it('is made, drilled and restored by the same commands', async () => {
  writeFileSync(path.join(lite, 'root.key'), `${Buffer.from(rootKey).toString('base64')}\n`, {
    mode: 0o600,
  });
  cpSync(path.join(lite, 'root.key'), path.join(data, 'root.key'));
  cpSync(path.join(lite, 'blobs'), path.join(data, 'blobs'), { recursive: true });
  const run = await type(runBackup, ['--target', target], own.url);
  expect([run.code, run.said]).toEqual([0, expect.stringContaining('Patient')]);
  expect(readdirSync(data)).not.toContain('molar.db');
  const tried = await type(runDrill, [], own.url);
  expect([tried.code, tried.said]).toEqual([0, expect.stringContaining('geöffnet')]);
  const back = path.join(work, 'new'),
    key = ['--root-key', path.join(lite, 'root.key')];
  const full = await type(runRestore, ['--from', target, '--to', back, ...key], own.url);
  expect([full.code, full.said]).toEqual([1, expect.stringContaining('liegen schon Daten')]);
  const done = await type(runRestore, ['--from', target, '--to', back, ...key], empty.url);
  expect([done.code, done.said]).toEqual([0, expect.stringContaining('Patient')]);
  expect(readdirSync(back).filter((name) => name.startsWith('molar.db'))).toEqual([]);
  expect((await type(runRollback, [], own.url)).said).toContain('keine solche Kopie');
  const [before, after] = await Promise.all([
    openStore({ url: own.url }),
    openStore({ url: empty.url }),
  ]);
  try {
    for (const table of ['patient', 'document', 'op', 'task', 'draft', 'blob'] as const)
      expect([table, await after.read.$count(after.t[table])]).toEqual([
        table,
        await before.read.$count(before.t[table]),
      ]);
    const epochOf = async (store: typeof after) =>
      (await store.read.select().from(store.t.installation))[0]?.epoch;
    expect(await epochOf(after)).not.toBe(await epochOf(before));
  } finally {
    await before.close();
    await after.close();
  }
});

it('a start copies before it migrates; a rollback restores schema and rows and keeps the present database', async () => {
  const old = knownMigrations('pg').at(-1)!.tag,
    newest = makeNextMigrations(path.join(work, 'next')),
    giveBack = takeMigrationsFrom(path.join(work, 'next')),
    fresh = await freshPostgres(),
    client = new pg.Client({ connectionString: fresh.url });
  const before = path.join(data, 'before'),
    copies = (): string[] => (existsSync(before) ? readdirSync(before).sort() : []),
    tagNow = async () => migrationState(await appliedPg(client), knownMigrations('pg')).at;
  await client.connect();
  try {
    await makeForm(client, old);
    await client.query(
      `insert into installation (id, epoch, security_epoch, created_at) values ('1', 'e1', 3, 1)`,
    );
    await client.query(
      `insert into pvs_teams (cid, id, version, hash, batch, deleted, name) values ('nord', 't1', 9007199254740991, 5, 1, true, 'Süd')`,
    );
    // A database that cannot be copied is not changed.
    writeFileSync(before, '');
    await expect(openStore({ url: fresh.url, data })).rejects.toThrow();
    expect(await tagNow()).toBe(old);
    rmSync(before);
    const store = await openStore({ url: fresh.url, data });
    await store.write(async (w) => {
      await w.update(store.t.installation).set({ epoch: 'e2' });
    });
    await store.close();
    await (await openStore({ url: fresh.url, data })).close();
    expect([await tagNow(), copies()]).toEqual([
      newest,
      [expect.stringMatching(new RegExp(`^\\d{8}T\\d{6}Z-${old}\\.db$`))],
    ]);
    expect([
      statSync(path.join(before, copies()[0]!)).mode & 0o777,
      examineCopy({ file: path.join(before, copies()[0]!) }).epoch,
    ]).toEqual([0o600, 'e1']);

    // The copy of a version before is plain; the present database is kept encrypted.
    const key = readFileKey(data, loadRootKeys(path.join(data, 'root.key'), { mayCreate: false }));
    expect(key).toBeDefined();
    const gone = await type(runRollback, ['--to', 'newest', '--yes'], fresh.url);
    expect([gone.code, gone.said]).toEqual([0, expect.stringContaining(old)]);
    expect([
      await tagNow(),
      (await client.query('select id, version, deleted, name from pvs_teams')).rows,
    ]).toEqual([old, [{ id: 't1', version: '9007199254740991', deleted: true, name: 'Süd' }]]);
    const {
      rows: [now],
    } = await client.query<{ epoch: string; security: number }>(
      'select epoch, security_epoch as security from installation',
    );
    expect([['e1', 'e2'].includes(now!.epoch), now!.security]).toEqual([false, 4]);
    expect(
      examineCopy({
        file: path.join(
          before,
          copies().find((name) => name.startsWith('replaced-'))!,
        ),
        key,
      }),
    ).toMatchObject({ epoch: 'e2', tag: newest });
    expect(readdirSync(data).filter((name) => /^molar\.db(?!\.key)/.test(name))).toEqual([]);
    // The next start migrates again, and a foreign database stays unchanged.
    await (await openStore({ url: fresh.url, data })).close();
    expect(await tagNow()).toBe(newest);
    const other = await freshPostgres();
    try {
      expect((await type(runRollback, ['--to', 'newest', '--yes'], other.url)).said).toContain(
        'nichts wurde geändert',
      );
    } finally {
      await other.drop();
    }
  } finally {
    giveBack();
    await client.end();
    await fresh.drop();
  }
});
