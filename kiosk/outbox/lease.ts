// The lease: how long the tablet may show its tasks without the server; its key encrypts the inbox.

import type { Clock } from '../../shared/base/ports.ts';
import { LEASE_HOURS } from '../../shared/desk/tablet.ts';
import { readValue, syncOf, withDb } from './db.ts';
import { ensureKey } from './keys.ts';
import { inTransaction } from './rows.ts';
import type { TabletDb } from './tables.ts';

export interface Lease {
  /** Renews the lease after a server response. `until` and `serverNow` are the server's ms. */
  extendLease(until: number, serverNow: number): Promise<void>;
  /**
   * Returns the ms until the lease ends, by the monotonic clock since the last contact, by the wall
   * clock after a restart.
   */
  leaseLeft(): Promise<number>;
  /**
   * Destroys the lease key and every row it encrypted; the next contact fetches the feed from its
   * start.
   */
  dropLease(): Promise<void>;
}

const isLease = (v: unknown): v is { until: number; at: number; left: number } =>
  typeof v === 'object' && v !== null && 'until' in v && 'at' in v && 'left' in v;

/** Creates the lease of a tablet. */
export function createLease(db: TabletDb, clock: Clock): Lease {
  let heard: { mono: number; left: number } | null = null;
  return {
    extendLease: (until, serverNow) =>
      withDb(db, async () => {
        const left = Math.min(Math.max(0, until - serverNow), LEASE_HOURS * 3_600_000);
        heard = { mono: clock.mono(), left };
        const row = await inTransaction(db, 'readwrite', ['meta', 'keys'], async (at) => {
          void at('meta').put({ key: 'lease', value: { until, at: clock.now(), left } });
          return at('keys').get('lease');
        });
        if (!row) await ensureKey(db, 'lease');
      }),

    leaseLeft: () =>
      withDb(db, async () => {
        if (heard) return heard.left - (clock.mono() - heard.mono);
        const row = await readValue(db, 'lease');
        if (!isLease(row)) return 0;
        // A clock set back gives no extra time beyond the lease itself.
        return row.left - Math.max(0, clock.now() - row.at);
      }),

    dropLease: () =>
      withDb(db, async () => {
        heard = { mono: clock.mono(), left: 0 };
        await inTransaction(db, 'readwrite', ['meta', 'inbox', 'keys'], async (at) => {
          const sync = syncOf(await at('meta').get('sync'));
          await Promise.all([
            at('keys').delete('lease'),
            at('inbox').clear(),
            at('meta').put({ ...sync, cursor: 0 }),
          ]);
        });
      }),
  };
}
