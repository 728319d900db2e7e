/**
 * A cell behind the example of HAProxy is replaced by another version, process after process, and
 * goes back, while tablets push and staff work: no answer is an error of a server, live streams come
 * back, and every acknowledged op is stored once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildServer, removeBuilds } from '../chaos/build.ts';
import { Desk } from '../chaos/desk.ts';
import { until } from '../chaos/dice.ts';
import { makeNextMigrations } from '../support/next-migration.ts';
import { freshPostgres, runSql, type FreshDatabase } from '../support/postgres.ts';
import { startCell, startTraffic, type Cell, type Traffic } from './cell.ts';
import { copyBuild } from './copy-build.ts';
import { checkConfig, makeCertificate, writeExample } from './haproxy.ts';

let work: string, present: string, newer: string, database: FreshDatabase, cell: Cell;
let isOpen = false;
beforeAll(async () => {
  work = mkdtempSync(path.join(tmpdir(), 'molar-balancer-'));
  present = await buildServer('present');
  newer = copyBuild(present, 'newer', '99.0.0');
  database = await freshPostgres();
  cell = await startCell(database, path.join(work, 'data'), present);
  isOpen = true;
}, 600_000);
afterAll(async () => {
  if (isOpen) await cell.stop();
  await database.drop();
  removeBuilds();
  rmSync(work, { recursive: true, force: true });
});
let traffic: Traffic | undefined;
afterEach(async () => {
  await traffic?.settle();
  traffic = undefined;
});

it('HAProxy accepts the example as it is delivered', () => {
  expect(checkConfig(writeExample(work, makeCertificate(work).pem))).toBe('');
});

const countOf = async (what: string): Promise<number> =>
  Number((await runSql(database.url, `select count(*)::int as n from ${what}`))[0]?.['n']);
const versionAt = async (at: number): Promise<string> =>
  (JSON.parse((await cell.servers[at]!.get('/ui/status')).text) as { version: string }).version;

/** Ends the traffic and compares what clients were answered with what is stored. */
async function expectWhole(before: number): Promise<void> {
  const { witness, refused, calls, settle } = traffic!;
  expect(await settle()).toBe(true);
  traffic = undefined;
  const failed = cell.balancer.answers().filter(({ status }) => status >= 500);
  expect([failed, refused]).toEqual([[], []]);
  expect([calls() > 20, witness.ackedCount > 20]).toEqual([true, true]);
  const stored = await countOf('op');
  expect(stored - before).toBe(witness.ackedCount);
  expect(await countOf('(select distinct device, inc, n from op) as one')).toBe(stored);
}

it('speaks https, leads plain http there and hides the metrics', async () => {
  const { ports, balancer } = cell;
  const status = await new Promise<number | undefined>((done, fail) => {
    request(
      { host: 'localhost', port: ports.https, path: '/readyz', ca: balancer.certificate },
      (answer) => {
        answer.resume();
        done(answer.statusCode);
      },
    )
      .once('error', fail)
      .end();
  });
  const plain = await fetch(`http://localhost:${ports.redirect}/`, { redirect: 'manual' });
  expect([status, plain.status, plain.headers.get('location')]).toEqual([
    200,
    308,
    `https://localhost:${ports.redirect}/`,
  ]);
  expect((await fetch(`http://localhost:${ports.plain}/metrics`)).status).toBe(404);
});

it('every process is replaced by a newer version and the older one again without a failed call', async () => {
  const before = await countOf('op');
  traffic = await startTraffic(cell, 1);
  expect(await traffic.hears()).toBe(true);
  for (const [dist, version] of [
    [newer, '99.0.0'],
    [present, await versionAt(0)],
  ] as const)
    for (const at of [0, 1, 2]) {
      const acked = traffic.witness.ackedCount;
      expect(await cell.leave(at)).toBe(0);
      await new Desk(cell.desk.url).signIn();
      expect(await traffic.hears()).toBe(true);
      await cell.join(at, dist);
      expect(await versionAt(at)).toBe(version);
      expect(await until(() => traffic!.witness.ackedCount > acked, 60_000)).toBe(true);
    }
  // Each process answered, at random.
  const by = new Set(cell.balancer.answers().map(({ server }) => server));
  for (const name of ['molar1', 'molar2', 'molar3']) expect(by).toContain(name);
  // The board's stream ended with its process and was opened at another.
  expect(traffic.streams.opened).toBeGreaterThan(1);
  await expectWhole(before);
}, 900_000);

it('a version that changes the database works next to the one before, which can stay or take over', async () => {
  const before = await countOf('op');
  const changing = copyBuild(present, 'changing', '99.1.0');
  makeNextMigrations(path.join(changing, 'server/migrations'));
  traffic = await startTraffic(cell, 2);
  for (const at of [0, 1]) {
    expect(await cell.leave(at)).toBe(0);
    await cell.join(at, changing);
    expect(await traffic.hears()).toBe(true);
  }
  expect(await countOf(`information_schema.columns where column_name = 'next'`)).toBe(1);
  // Back: the process of the version before takes over alone.
  for (const at of [0, 1]) expect(await cell.leave(at)).toBe(0);
  expect(await traffic.hears()).toBe(true);
  await expectWhole(before);
  // It cannot be started again: it does not know what else the newer one would change.
  await expect(cell.join(0, present)).rejects.toThrow('neueren Fassung');
}, 600_000);
