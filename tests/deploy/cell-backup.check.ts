/**
 * The database of a cell is backed up by pgBackRest as docs/operate.md says, its machine is lost, and
 * it is restored: the archived part is there, and the tablets bring the rest.
 */
import 'fake-indexeddb/auto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runRecovered } from '../../server/commands/recovered.command.ts';
import { runLedgerVerify } from '../../server/records/ledger/ledger-verify.command.ts';
import { buildServer, removeBuilds } from '../chaos/build.ts';
import { Desk } from '../chaos/desk.ts';
import { launch, type ServerLife } from '../chaos/process.ts';
import { ChaosTablet, registerTablet } from '../chaos/tablet.ts';
import { Witness } from '../chaos/witness.ts';
import { runSql } from '../support/postgres.ts';
import { freePort } from '../support/server.ts';
import { inManual, startDebianPostgres, type DebianPostgres } from './debian-postgres.ts';

let work: string, dist: string, data: string, postgres: DebianPostgres;
let server: ServerLife, tablet: ChaosTablet, port: number;
const witness = new Witness();
const env = (): Record<string, string> => ({
  DATABASE_URL: postgres.servingUrl,
  MOLAR_DATABASE_OWNER_URL: postgres.url,
  MOLAR_SHARED_DATA: 'yes',
});
const start = (): Promise<ServerLife> => launch({ dist, data, port, env: env() });

beforeAll(async () => {
  work = mkdtempSync(path.join(tmpdir(), 'molar-cell-backup-'));
  data = path.join(work, 'data');
  dist = await buildServer('cell-backup');
  port = await freePort();
  postgres = await startDebianPostgres(await freePort());
  server = await start();
  const desk = new Desk(server.url);
  await desk.makePractice(server.output);
  tablet = new ChaosTablet(await registerTablet(desk, 'Tablet 1'), desk.url, witness, 7);
  tablet.start();
});
afterAll(async () => {
  await tablet.stop();
  await server.kill();
  await postgres.drop();
  removeBuilds();
  rmSync(work, { recursive: true, force: true });
});

/** Stores notes of the tablet. @returns how many ops the database holds */
async function note(count: number): Promise<number> {
  await tablet.note(count);
  expect(await tablet.drained()).toBe(true);
  return stored(postgres.url);
}
const stored = async (url: string): Promise<number> =>
  Number((await runSql(url, 'select count(distinct id)::int as n from op'))[0]?.['n']);
const epoch = async (): Promise<unknown> =>
  (await runSql(postgres.url, 'select epoch from installation'))[0]?.['epoch'];
const ledger = (url: string) =>
  runLedgerVerify({
    url,
    data,
    blobsFolder: path.join(data, 'blobs'),
    rootKeyFile: path.join(data, 'root.key'),
  });

it('a lost database comes back from backup and log, and the tablets bring the rest', async () => {
  await note(20);
  for (const word of ['stanza-create', ' check', '--type=full'])
    postgres.pgbackrest(inManual(word));
  const archived = await note(20);
  await runSql(postgres.url, 'select pg_switch_wal()');
  await expect
    .poll(async () => {
      postgres.pgbackrest(inManual(' check'));
      return (await runSql(postgres.url, 'select failed_count::int as n from pg_stat_archiver'))[0];
    })
    .toEqual({ n: 0 });
  const last = await note(20),
    before = await epoch();
  expect(last).toBe(archived + 20);
  await postgres.lose();
  await server.kill();

  postgres.pgbackrest(inManual('--delta'));
  await postgres.start();
  const back = await stored(postgres.url);
  expect([back >= archived, back <= last]).toEqual([true, true]);
  const said: string[] = [];
  const order = {
    args: [],
    env: { ...env(), MOLAR_DATA: data },
    print: (line: string) => said.push(line),
  };
  expect([await runRecovered(order), said.join()]).toEqual([
    0,
    expect.stringContaining('neue Kennung'),
  ]);
  expect(await epoch()).not.toBe(before);
  server = await start();
  tablet.wake();
  await expect.poll(() => stored(postgres.url), { timeout: 60_000 }).toBe(last);
  expect(await note(5)).toBe(last + 5);
  expect(await runRecovered(order)).toBe(1);
  const { lines, isWhole } = await ledger(postgres.url);
  expect([isWhole, lines]).toEqual([true, expect.anything()]);
});

it('a drill restores into an empty cluster next to the running one, and the ledger is whole there', async () => {
  postgres.pgbackrest(inManual('--type=diff'));
  postgres.pgbackrest(inManual('/drill'));
  const url = await postgres.start('drill', await freePort());
  expect(await stored(url)).toBeGreaterThan(0);
  const { lines, isWhole } = await ledger(url);
  expect([isWhole, lines]).toEqual([true, expect.anything()]);
  expect(await stored(postgres.url)).toBeGreaterThanOrEqual(await stored(url));
});
