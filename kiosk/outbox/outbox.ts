// The outbox: finished work is sealed first, then written with its number in one strict
// transaction; only the server's acknowledgement removes it (sync 6.1, 6.6).

import { createAcknowledgement } from './acknowledge.ts';
import { ensureSync, withDb } from './db.ts';
import { createEpochs } from './epochs.ts';
import { createHealth } from './health.ts';
import type { Outbox, OutboxDeps, OutboxState } from './outbox.types.ts';
import { inTransaction } from './rows.ts';
import { createWriter } from './write-ops.ts';

/** Maximum time that just written rows are handed over from memory; later the database is read. */
const FRESH_MS = 1000;

/** Creates the outbox of one database. */
export function createOutbox({
  db,
  clock,
  random,
  identity,
  offset = () => 0,
}: OutboxDeps): Outbox {
  const state: OutboxState = {
    db,
    clock,
    random,
    identity,
    serverNow: () => clock.now() + offset(),
    fresh: null,
  };
  return {
    ...createWriter(state),
    ...createAcknowledgement(state),
    ...createEpochs(state),
    health: createHealth(state),
    readFrom: (n, limit) =>
      withDb(db, () =>
        inTransaction(db, 'readonly', ['outbox'], async (at) => {
          // Single reads are some four times faster in Chromium than a range; the range is for rows
          // after a gap.
          const outbox = at('outbox'),
            rows = (
              await Promise.all(Array.from({ length: limit }, (_v, i) => outbox.get(n + i)))
            ).filter((row) => row !== undefined);
          return rows.length > 0 ? rows : outbox.all(IDBKeyRange.lowerBound(n), undefined, limit);
        }),
      ),
    meta: () => withDb(db, () => ensureSync(db, random.hex128)),
    takeFresh() {
      const own = state.fresh;
      state.fresh = null;
      return own && clock.mono() - own.at <= FRESH_MS ? own : null;
    },
  };
}
