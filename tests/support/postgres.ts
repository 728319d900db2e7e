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
  const maintenance = inject('pgUrl');
  const name = `t_${randomBytes(8).toString('hex')}`;
  await runOne(maintenance, `CREATE DATABASE ${name} TEMPLATE ${from?.name ?? 'template0'} STRATEGY FILE_COPY`);
  const url = new URL(maintenance);
  url.pathname = `/${name}`;
  return {
    name, url: url.toString(),
    drop: () => runOne(maintenance, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function runOne(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
