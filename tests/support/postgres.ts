/** Gives a test a PostgreSQL database of its own in the cluster of the run. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface FreshDatabase {
  name: string;
  /** `postgres://…` of a new database. */
  url: string;
  /** Removes the database and ends every connection to it. */
  drop(): Promise<void>;
}

/**
 * Creates a database (some 30 ms; the first call of a run also makes the cluster, about 2 s).
 * @param from what it is a copy of: nobody may be connected to that; empty when absent
 */
export async function freshPostgres(from?: FreshDatabase): Promise<FreshDatabase> {
  const maintenance = await (direct ??= directly());
  const name = `t_${randomBytes(8).toString('hex')}`;
  await runOne(maintenance, `CREATE DATABASE ${name} TEMPLATE ${from?.name ?? 'template0'} STRATEGY FILE_COPY`);
  const url = new URL(maintenance);
  url.pathname = `/${name}`;
  return {
    name, url: url.toString(),
    async drop() { await runOne(maintenance, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`); },
  };
}

/** Past the port that made the cluster, at its own door: what goes through the port costs the run's first process as much as the cluster. */
let direct: Promise<string> | undefined;
async function directly(): Promise<string> {
  const url = new URL(inject('pgUrl')), [found] = await runOne(url.toString(), 'SHOW unix_socket_directories');
  url.port = '5432';
  url.searchParams.set('host', String(found?.['unix_socket_directories']));
  return url.toString();
}

async function runOne(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
