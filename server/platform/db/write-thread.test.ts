// Tests of the writer thread: known transactions are durable, fail individually, keep their order,
// and a dead thread is reported.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serverBundle } from '../../../scripts/build.mjs';
import { ROOT } from '../../../scripts/sources.mjs';
import type { KnownStatement } from './known-unit.ts';
import { startWriteThread, type WriteThread } from './write-thread.ts';

/** Built like the product, inside the project, where its packages are resolved. */
const BUILT = path.join(ROOT, 'dist', `write-thread-${process.pid}`),
  WORKER = path.join(BUILT, 'sqlite-writer.worker.js');
let folder: string, file: string, db: Database.Database, thread: WriteThread;
const onDeath = vi.fn();

beforeAll(() =>
  build({ ...serverBundle(BUILT), entryPoints: ['server/platform/db/sqlite-writer.worker.ts'] }),
);
afterAll(() => {
  rmSync(BUILT, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-thread-'));
  file = path.join(folder, 'test.db');
  db = new Database(file);
  db.pragma('journal_mode=WAL');
  db.exec('create table op (n integer primary key, bytes blob not null) strict');
  onDeath.mockReset();
  thread = startWriteThread(WORKER, { file }, onDeath);
});
afterEach(async () => {
  await thread.close().catch(() => undefined);
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (n: number, bytes: Uint8Array): KnownStatement => ({
  sql: 'insert into op (n, bytes) values (?, ?)',
  params: [n, bytes],
  touches: 1,
});
const stored = (): unknown[] => db.prepare('select n, hex(bytes) as hex from op order by n').all();

it('[sync P3] answers when another connection sees the written data, bytes unmixed', async () => {
  expect(
    await thread.run([
      [put(1, Buffer.from('0102', 'hex')), put(2, Buffer.from('03', 'hex'))],
      [put(3, new Uint8Array())],
    ]),
  ).toEqual([true, true]);
  expect(stored()).toEqual([
    { n: 1, hex: '0102' },
    { n: 2, hex: '03' },
    { n: 3, hex: '' },
  ]);
});

it('[sync P3] writes bytes of shared memory without a copy, together with others', async () => {
  const memory = new SharedArrayBuffer(8),
    other = new SharedArrayBuffer(4);
  new Uint8Array(memory).set([9, 1, 2, 9, 9, 3, 9, 9]);
  new Uint8Array(other).set([7, 7, 7, 7]);
  expect(
    await thread.run([
      [put(1, new Uint8Array(memory, 1, 2)), put(2, Buffer.from('aa', 'hex'))],
      [put(3, Buffer.from(memory, 5, 1)), put(4, new Uint8Array(other))],
    ]),
  ).toEqual([true, true]);
  // After the answer the buffer may be reused.
  new Uint8Array(memory).fill(0);
  expect(stored()).toEqual([
    { n: 1, hex: '0102' },
    { n: 2, hex: 'AA' },
    { n: 3, hex: '03' },
    { n: 4, hex: '07070707' },
  ]);
});

it('[sync P2] rolls back only transactions that fail or affect an unexpected number of rows', async () => {
  const one = Buffer.from('ff', 'hex');
  const done = await thread.run([
    [put(1, one)],
    [put(2, one), put(1, one)],
    [
      put(3, one),
      { sql: 'update op set bytes = ? where n = ? returning n', params: [one, 9], touches: 1 },
    ],
    [put(4, one)],
  ]);
  expect(done).toEqual([true, false, false, true]);
  expect(stored()).toMatchObject([{ n: 1 }, { n: 4 }]);
});

it('[sync F6] a commit that cannot begin is an error with its code, and the next one works', async () => {
  db.pragma('busy_timeout=0');
  db.exec('BEGIN IMMEDIATE');
  const waiting = thread.run([[put(1, new Uint8Array(1))]]);
  await expect(waiting).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  db.exec('ROLLBACK');
  expect(await thread.run([[put(1, new Uint8Array(1))]])).toEqual([true]);
}, 20_000);

it('[sync P3] commits waiting transactions together, and rolls them back together', async () => {
  db.exec('create table line (n integer references op (n) deferrable initially deferred) strict');
  const orphan: KnownStatement = {
    sql: 'insert into line (n) values (?)',
    params: [99],
    touches: 1,
  };
  db.exec('BEGIN IMMEDIATE');
  // The first one waits for the other connection, the others queue behind it.
  const asked = [
    thread.run([[put(1, new Uint8Array(1))]]),
    thread.checkpoint(),
    thread.run([[put(2, new Uint8Array(1))], [put(1, new Uint8Array(1))]]),
    thread.run([[orphan]]),
    thread.checkpoint(),
    thread.run([[put(3, new Uint8Array(1))]]),
  ];
  const all = Promise.allSettled(asked);
  db.exec('ROLLBACK');
  const [first, , second, third, copied, last] = await all;
  expect([first, copied, last]).toMatchObject([
    { value: [true] },
    { status: 'fulfilled' },
    { value: [true] },
  ]);
  expect([second, third]).toMatchObject([
    { reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
    { reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
  ]);
  expect(stored()).toMatchObject([{ n: 1 }, { n: 3 }]);
});

it('checkpoints the WAL on request', async () => {
  await thread.run([[put(1, new Uint8Array(200_000))]]);
  const before = statSync(file).size;
  await thread.checkpoint();
  expect(statSync(file).size).toBeGreaterThan(before + 199_000);
});

it('truncates the WAL once it is fully checkpointed and has no readers', async () => {
  const before = statSync(file).size,
    log = (): number => statSync(`${file}-wal`).size,
    reader = new Database(file);
  await thread.run([[put(1, new Uint8Array(200_000))]]);
  reader.exec('BEGIN');
  reader.prepare('select count(*) from op').get();
  await thread.run([[put(2, new Uint8Array(200_000))]]);
  await thread.shorten();
  expect(log()).toBeGreaterThan(400_000);
  reader.exec('COMMIT');
  await thread.shorten();
  expect([log(), statSync(file).size > before + 399_000]).toEqual([0, true]);
  expect(await thread.run([[put(3, new Uint8Array(1))]])).toEqual([true]);
  reader.close();
});

it('[sync F4] reports its death, and refuses all work from then on', async () => {
  await thread.close();
  await expect(thread.run([[put(1, new Uint8Array(1))]])).rejects.toThrow('ended');
  expect(onDeath).not.toHaveBeenCalled();
  const missing = startWriteThread(path.join(folder, 'missing.worker.js'), { file }, onDeath);
  await expect(missing.run([[put(1, new Uint8Array(1))]])).rejects.toThrow();
  expect(onDeath).toHaveBeenCalledTimes(1);
  expect(stored()).toEqual([]);
});
