// Another epoch or incarnation: the server was restored, or the tablet has a new registration (F7).

import { CARRIED, ensureSync, isCarriedWhole, madeSync, newSync, syncOf, withDb } from './db.ts';
import { marked } from './acknowledge.ts';
import type { Outbox, OutboxState } from './outbox.types.ts';
import { inTransaction } from './rows.ts';
import { ENDED } from './write-ops.ts';

/** Creates the part of the outbox that follows a restored server and a new registration. */
export function createEpochs(state: OutboxState): Pick<Outbox, 'rewind' | 'meetEpoch' | 'rotate'> {
  const { db, clock, random, serverNow } = state;
  /** Another epoch or incarnation: the prepared handover belongs to the one before. */
  const renew = async <T>(work: Promise<T>): Promise<void> => {
    try {
      await work;
    } finally {
      state.fresh = null;
    }
  };
  const rewind = (epoch: string, ackN: number): Promise<void> =>
    renew(
      inTransaction(db, 'readwrite', ['meta'], async (at) => {
        const meta = at('meta'),
          [counters, carried] = await Promise.all([meta.get('sync'), meta.get(CARRIED)]),
          sync = syncOf(counters);
        // Unrecorded ops sent from memory may be missing there; the page that has them resends
        // them, or staff is notified.
        const isUntold = sync.isUntold ?? (sync.epoch !== epoch && !isCarriedWhole(carried, sync));
        // The server may have more than this tablet knows: all of that counts as acknowledged.
        await meta.put({
          ...sync,
          epoch,
          feedEpoch: sync.feedEpoch ?? sync.epoch,
          ackN,
          safeN: Math.min(sync.safeN, ackN),
          acks: marked(sync, ackN, serverNow()),
          ...(isUntold && { isUntold }),
        });
      }),
    );

  return {
    rewind: (epoch, ackN) => withDb(db, () => rewind(epoch, ackN)),
    meetEpoch: (epoch) =>
      withDb(db, async () => {
        const sync = await ensureSync(db, random.hex128);
        if (sync.epoch !== epoch) await rewind(epoch, sync.epoch === '' ? sync.ackN : sync.safeN);
      }),

    rotate: () =>
      withDb(db, () =>
        renew(
          inTransaction(db, 'readwrite', ['meta', 'outbox', 'inbox', 'quarantine'], async (at) => {
            const meta = at('meta'),
              { ackN } = await madeSync(meta, random.hex128),
              rows = await at('outbox').all(IDBKeyRange.lowerBound(ackN, true));
            await Promise.all([
              ...rows.map((row) =>
                at('quarantine').add({
                  taskId: row.taskId,
                  at: clock.now(),
                  why: 'other_registration',
                  iv: null,
                  bytes: row.sealed,
                }),
              ),
              at('outbox').clear(),
              at('inbox').clear(),
              meta.delete(ENDED),
              // Carried ops of another registration cannot be sent under this one.
              ...newSync(random.hex128()).map((row) => meta.put(row)),
            ]);
          }),
        ),
      ),
  };
}
