// One server starts at a time on a PostgreSQL database: the first start makes the root key, the
// installation and the first practice, which the next one must find.

import pg from 'pg';
import { PROBE } from './one-folder.ts';

/** Arbitrary, but equal in every process of this product. */
const START = 7_205_763;

/**
 * Waits until no other server starts on this database. The lock ends with the process, however that
 * ends.
 * @returns a function that lets the next server start
 */
export async function startAlone(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'molar start',
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(PROBE);
  await client.query('select pg_advisory_lock($1)', [START]);
  return () => client.end().catch(() => undefined);
}
