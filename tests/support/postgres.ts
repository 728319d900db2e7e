/** Gives a test a PostgreSQL database of its own in the cluster of the run. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface FreshDatabase {
  /** `postgres://…` of a new, empty database. */
  url: string;
  /** Removes the database and ends every connection to it. */
  drop(): Promise<void>;
}

/** Creates an empty database (some 30 ms; the first call of a run also makes the cluster, about 2 s). */
export async function freshPostgres(): Promise<FreshDatabase> {
  const maintenance = inject('pgUrl');
  const name = `t_${randomBytes(8).toString('hex')}`;
  await runOne(maintenance, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(maintenance);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
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
