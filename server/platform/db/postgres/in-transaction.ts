// Transactions on connections that are given back in every case.

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/**
 * Creates the function that runs a transaction on a connection of a pool. The library's own keeps
 * the connection when `begin` fails, as it does when the database goes away: a few such losses would
 * use up the pool for good.
 */
export function transactionsOn(pool: Pick<pg.Pool, 'connect'>): NodePgDatabase['transaction'] {
  const known = new WeakMap<pg.PoolClient, NodePgDatabase>();
  const of = (client: pg.PoolClient): NodePgDatabase => {
    const made = known.get(client) ?? drizzle(client, { casing: 'snake_case' });
    known.set(client, made);
    return made;
  };
  return async (work, config) => {
    const client = await pool.connect();
    try {
      return await of(client).transaction(work, config);
    } finally {
      // The pool drops a connection that was lost.
      client.release();
    }
  };
}
