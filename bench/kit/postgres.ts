/**
 * PostgreSQL for a bench: at BENCH_POSTGRES (URL of an empty database), otherwise a temporary
 * cluster as in the tests; copies a practice's deliveries into it.
 */
import { createServer } from 'node:net';
import type Database from 'better-sqlite3';
import pg from 'pg';
import { PVS_ENTITIES, PVS_FIELDS } from '../../shared/analytics/deliveries/pvs.ts';
import { ensurePostgres } from '../../scripts/machine.mjs';
import { openStore } from '../../server/platform/db/open-store.ts';
import {
  nativeFolder,
  PASSWORD,
  startCluster,
  type Cluster,
} from '../../tests/support/setup/cluster.ts';
import { benchFolder } from './rounds.ts';

export interface BenchPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const one = createServer();
    one.once('error', reject).listen(0, '127.0.0.1', () => {
      const at = one.address();
      one.close(() => {
        resolve(typeof at === 'object' && at !== null ? at.port : 0);
      });
    });
  });
/** Settings for a large practice and a realistic server; durability is not needed. */
const FLAGS = ['shared_buffers=512MB', 'autovacuum=on', 'synchronous_commit=on', 'jit=on'];
/** Returns null if there is neither a URL nor a server that starts; `say` reports the reason. */
export async function startPostgres(say: (line: string) => void): Promise<BenchPostgres | null> {
  const given = process.env.BENCH_POSTGRES;
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  ensurePostgres(say);
  const port = await freePort();
  const own = (database: string): string =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let cluster: Cluster | undefined;
  try {
    cluster = await startCluster(nativeFolder(), { port, flags: FLAGS, parent: benchFolder() });
    await makeDatabase(own('postgres'), 'bench');
  } catch (error) {
    await cluster?.stop();
    say(`without PostgreSQL: ${String(error)}`);
    return null;
  }
  const { stop } = cluster;
  return { url: own('bench'), stop };
}
/** @param url of the maintenance database */
async function makeDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}

const ROWS = 5000;
const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Copies the same deliveries row by row. @returns number of entity rows */
export async function carryDeliveries(
  source: Database.Database,
  cid: string,
  url: string,
  say: (line: string) => void,
): Promise<number> {
  // Creates the tables.
  await (await openStore({ url })).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let carried = 0;
  try {
    const put = async (table: string, list: readonly Record<string, unknown>[]): Promise<void> => {
      if (list.length > 0)
        await client.query(
          `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
          [JSON.stringify(list)],
        );
    };
    await put(
      'pvs_batch',
      (
        source.prepare('select * from pvs_batch where cid = ?').all(cid) as Record<
          string,
          unknown
        >[]
      ).map((row) => ({ ...row, counts: JSON.parse(String(row['counts'])) as unknown })),
    );
    for (const entity of PVS_ENTITIES) {
      const marks = [
        'deleted',
        ...PVS_FIELDS[entity]
          .filter((field) => field.type === 'bool')
          .map((field) => snake(field.name)),
      ];
      let list: Record<string, unknown>[] = [];
      for (const row of source
        .prepare(`select * from pvs_${entity} where cid = ?`)
        .iterate(cid) as Iterable<Record<string, unknown>>) {
        for (const name of marks) if (row[name] !== null) row[name] = row[name] === 1;
        list.push(row);
        carried += 1;
        if (list.length === ROWS) {
          await put(`pvs_${entity}`, list);
          list = [];
        }
        if (carried % 500_000 === 0) say(`${carried.toLocaleString('en')} rows carried over …`);
      }
      await put(`pvs_${entity}`, list);
    }
    const settings = source.prepare('select * from practice_cost where cid = ?').all(cid);
    await put('practice_cost', settings as Record<string, unknown>[]);
    await client.query('analyze');
  } finally {
    await client.end();
  }
  return carried;
}
