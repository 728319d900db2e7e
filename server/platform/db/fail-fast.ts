// A breaker for connections: while the database is away, one call a second tries to connect, and all
// others fail at once with its error instead of waiting for a timeout each.

import type { Pool, PoolClient } from 'pg';
import { reasonOf } from './store.ts';

const PAUSE_MS = 1000;

type Taken = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;
type Connect = {
  (): Promise<PoolClient>;
  (taken: Taken): void;
};

/**
 * Guards the connections of a pool.
 * @param mono monotonic clock, ms
 */
export function failFast(pool: Pick<Pool, 'connect'>, mono: () => number): void {
  const connect = pool.connect.bind(pool) as Connect;
  let away: Error | undefined,
    until = 0;
  const guarded = async (): Promise<PoolClient> => {
    if (away) {
      if (mono() < until) throw away;
      // This call tries; the others go on failing until it is known.
      until = mono() + PAUSE_MS;
    }
    try {
      const client = await connect();
      away = undefined;
      return client;
    } catch (error) {
      if (error instanceof Error && reasonOf(error) === 'away') {
        away = error;
        until = mono() + PAUSE_MS;
      }
      throw error;
    }
  };
  const both = (taken?: Taken): Promise<PoolClient> | undefined => {
    if (!taken) return guarded();
    guarded().then(
      (client) => taken(undefined, client, () => client.release()),
      (error: Error) => taken(error, undefined, () => undefined),
    );
    return undefined;
  };
  pool.connect = both as Pool['connect'];
}
