// Records what the server acknowledged, and deletes rows that are safe there or past the hard cap
// (sync 6.6).

import { madeSync, syncOf, withDb } from './db.ts';
import type { Outbox, OutboxState } from './outbox.types.ts';
import { inTransaction } from './rows.ts';
import type { SyncMeta } from './tables.ts';

/**
 * Acknowledged rows are deleted by the server's `safeN`; after this time at the latest (sync 6.6).
 */
export const HARD_CAP_MS = 72 * 3_600_000;
const HOUR_MS = 3_600_000;

type Marks = NonNullable<SyncMeta['acks']>;
/**
 * Returns the marks once everything up to `n` is acknowledged; earlier acknowledgements keep their
 * time. One an hour, with the latest time in it: nothing is deleted early.
 */
export function marked({ ackN, acks = [] }: SyncMeta, n: number, at: number): Marks {
  const kept = acks.filter((a) => a.n <= n),
    last = kept[kept.length - 1];
  if (n <= ackN) return kept;
  const isSame = last !== undefined && Math.floor(last.at / HOUR_MS) === Math.floor(at / HOUR_MS);
  return [...(isSame ? kept.slice(0, -1) : kept), { n, at }];
}

/** Creates the part of the outbox that acknowledges and deletes rows. */
export function createAcknowledgement(state: OutboxState): Pick<Outbox, 'ack' | 'sweep'> {
  const { db, random, serverNow } = state;
  /**
   * Position up to which this page deleted safe rows: reads only when there is more to delete,
   * because rows are part of an acknowledgement, which has to wait for the read.
   */
  let swept: string | undefined;
  return {
    ack: (ackN, safeN, of) =>
      withDb(db, () => {
        state.fresh = null;
        // A response that arrives after a change of epoch or registration says nothing about the
        // current rows (F7).
        const isOther = (sync: SyncMeta): boolean =>
          !!of && (of.inc !== sync.inc || of.epoch !== sync.epoch);
        const safe = Math.min(safeN, ackN),
          mark = of && `${of.inc}:${safe}`,
          isSwept = mark !== undefined && mark === swept;
        return inTransaction(
          db,
          'readwrite',
          isSwept ? ['meta'] : ['meta', 'outbox'],
          async (at) => {
            const sync = syncOf(await at('meta').get('sync'));
            if (isOther(sync)) return sync;
            const next = {
              ...sync,
              ackN: Math.max(sync.ackN, ackN),
              safeN: Math.max(sync.safeN, safe),
              acks: marked(sync, Math.max(sync.ackN, ackN), serverNow()),
            };
            if (!isSwept) void at('outbox').delete(IDBKeyRange.upperBound(safe));
            void at('meta').put(next);
            return next;
          },
        ).then((meta) => {
          if (!isOther(meta)) swept = mark;
          return meta;
        });
      }),

    sweep: () =>
      withDb(db, () =>
        inTransaction(db, 'readwrite', ['meta', 'outbox'], async (at) => {
          const sync = await madeSync(at('meta'), random.hex128),
            limit = serverNow() - HARD_CAP_MS;
          const n = (sync.acks ?? []).reduce(
            (most, a) => (a.at < limit ? Math.max(most, a.n) : most),
            0,
          );
          if (n === 0) return;
          await at('outbox').delete(IDBKeyRange.upperBound(n));
          await at('meta').put({ ...sync, acks: (sync.acks ?? []).filter((a) => a.n > n) });
        }),
      ),
  };
}
