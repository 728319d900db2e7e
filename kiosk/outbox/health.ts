// Counts what waits for the server, for heartbeat and staff menu.

import { SUBMISSION_KINDS } from '../../shared/exchange/sync.ts';
import { HELD_TASKS } from '../../shared/desk/tablet.ts';
import { ensureSync, syncOf, withDb } from './db.ts';
import type { OutboxHealth, OutboxState } from './outbox.types.ts';
import { inTransaction, type At } from './rows.ts';
import type { OutboxRow } from './tables.ts';

type Head = Pick<OutboxRow, 'id' | 'kind' | 'taskId' | 'at'>;

/** Creates the count of what waits for the server. */
export function createHealth({ db, clock, random }: OutboxState): () => Promise<OutboxHealth> {
  /**
   * The next op, and since when it waits on this page: a clock set back must not hide a stall (L2,
   * F12).
   */
  let waiting: { id: string | undefined; since: number } = { id: undefined, since: 0 };
  /**
   * Pending rows of the database `of`, without their bytes: a row never changes, and reading all of
   * them for each count would double the work of a drain.
   */
  let heads: { of: string; rows: Map<number, Head> } = { of: '', rows: new Map() };
  const headsOf = async (at: At, of: string, numbers: readonly number[]): Promise<Head[]> => {
    const old = heads.of === of ? heads.rows : new Map<number, Head>(),
      unread = numbers.filter((n) => !old.has(n));
    const read = new Map(
      (await Promise.all(unread.map((n) => at('outbox').get(n)))).flatMap((row) =>
        row
          ? [[row.n, { id: row.id, kind: row.kind, taskId: row.taskId, at: row.at }] as const]
          : [],
      ),
    );
    const found = numbers.flatMap((n) => {
      const row = old.get(n) ?? read.get(n);
      return row ? [[n, row] as const] : [];
    });
    heads = { of, rows: new Map(found) };
    return found.map(([, row]) => row);
  };
  return () =>
    withDb(db, async () => {
      // One transaction: a number from before and rows from after an ending would miscount the
      // pending ones.
      const look = () =>
        inTransaction(db, 'readonly', ['meta', 'outbox', 'quarantine'], async (at) => {
          const read = syncOf(await at('meta').get('sync'));
          const [numbers, inQuarantine] = await Promise.all([
            at('outbox').keys(IDBKeyRange.lowerBound(read.ackN, true)),
            at('quarantine').count(),
          ]);
          return [read, await headsOf(at, read.inc, numbers.map(Number)), inQuarantine] as const;
        });
      const [sync, rows, quarantined] = await look().catch(() =>
        ensureSync(db, random.hex128).then(look),
      );
      const finished = rows.filter((r) => SUBMISSION_KINDS.includes(r.kind));
      const oldest = rows.reduce((least, r) => Math.min(least, r.at), Infinity),
        [head] = rows;
      if (head?.id !== waiting.id) waiting = { id: head?.id, since: clock.mono() };
      return {
        inc: sync.inc,
        highN: sync.n,
        ackSeen: sync.ackN,
        ...((sync.feedEpoch ?? sync.epoch) === sync.epoch && { feedSeq: sync.cursor }),
        pending: rows.length,
        unsent: finished.length,
        unsentTasks: [...new Set(finished.map((r) => r.taskId))].slice(0, HELD_TASKS),
        oldestPendingMs: rows.length
          ? Math.max(0, Math.round(clock.now() - oldest), Math.round(clock.mono() - waiting.since))
          : 0,
        quarantined,
      };
    });
}
