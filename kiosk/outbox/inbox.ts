// The inbox: tasks assigned to this tablet, encrypted by the lease key; feed rows and cursor are
// applied together, and replays change nothing (sync 6.3).

import type { Clock } from '../../shared/base/ports.ts';
import type { ConfigBody, TaskBody } from '../../shared/exchange/sync.ts';
import { applyFeed, inboxAad, OWN, sealRows, type FeedRow } from './apply-feed.ts';
import { readSync, readValue, syncOf, withDb, writeValue } from './db.ts';
import { decrypt } from './keys.ts';
import { createLease, type Lease } from './lease.ts';
import { inTransaction } from './rows.ts';
import type { TabletDb } from './tables.ts';

export interface Inbox extends Lease {
  /**
   * A blank form that was begun on this tablet: it comes before everything else.
   * @throws Error when the lease is over
   */
  putOwn(body: TaskBody): Promise<void>;
  /**
   * @param from cursor that the rows follow, null for a complete feed. Returns false, and applies
   * nothing, where the database was restored to before it meanwhile: the rows between would be
   * lost.
   */
  apply(rows: FeedRow[], cursor: number, epoch: string, from: number | null): Promise<boolean>;
  /** Returns all unfinished tasks, by Mappe in order of arrival. */
  read(): Promise<TaskBody[]>;
  /**
   * Drops a task by deletion alone, which works on a full disk too: after a restart it is not
   * offered again (F13, F23).
   */
  forget(task: { taskId: string; taskRev: number }): Promise<void>;
  cursor(): Promise<{ cursor: number; epoch: string }>;
  config(): Promise<ConfigBody | null>;
  setConfig(config: ConfigBody): Promise<void>;
}

const readInbox = (db: TabletDb, clock: Clock): Promise<TaskBody[]> =>
  withDb(db, async () => {
    const [lease, rows] = await inTransaction(db, 'readonly', ['keys', 'inbox'], (at) =>
      Promise.all([at('keys').get('lease'), at('inbox').all(undefined, 'seq')]),
    );
    if (!lease?.key) return [];
    const bodies: TaskBody[] = [];
    const order = new Map<string, number>();
    for (const row of rows) {
      try {
        bodies.push(
          JSON.parse(
            new TextDecoder().decode(await decrypt(lease.key, row.iv, row.bytes, inboxAad(row))),
          ) as TaskBody,
        );
        if (!order.has(row.mappeId)) order.set(row.mappeId, row.seq);
      } catch {
        // A corrupt row is of no use; the server still has the task, and sends it again when the
        // feed is read from its start (F26).
        await inTransaction(db, 'readwrite', ['meta', 'inbox'], async (at) => {
          const meta = at('meta'),
            sync = syncOf(await meta.get('sync'));
          await at('inbox').delete(row.taskId);
          await meta.put({ key: 'torn', value: { taskId: row.taskId, at: clock.now() } });
          await meta.put({ ...sync, cursor: 0 });
        }).catch(() => undefined); // A failing disk must not hide the other tasks; the next read tries again.
      }
    }
    return bodies.sort(
      (a, b) =>
        (order.get(a.mappeId) ?? 0) - (order.get(b.mappeId) ?? 0) || a.position - b.position,
    );
  });

/** Creates the inbox of a tablet. */
export function createInbox(db: TabletDb, clock: Clock): Inbox {
  return {
    ...createLease(db, clock),
    putOwn: (body) =>
      withDb(db, async () => {
        const made = (await sealRows(db, [{ seq: OWN, op: 'put', body }])).get(OWN);
        await inTransaction(db, 'readwrite', ['inbox', 'keys'], async (at) => {
          // The lease may have ended during encryption: then no key could decrypt the row.
          if (!made || !(await at('keys').get('lease'))?.key) throw new Error('the lease is over');
          await at('inbox').put(made);
        });
      }),

    apply: (rows, cursor, epoch, from) => applyFeed(db, rows, cursor, epoch, from),
    read: () => readInbox(db, clock),
    forget: ({ taskId, taskRev }) =>
      withDb(db, () =>
        inTransaction(db, 'readwrite', ['inbox'], async (at) => {
          const row = await at('inbox').get(taskId);
          if (row && row.taskRev <= taskRev) await at('inbox').delete(taskId);
        }),
      ),
    cursor: () =>
      withDb(db, async () => {
        const { cursor, epoch, feedEpoch } = await readSync(db);
        return { cursor, epoch: feedEpoch ?? epoch };
      }),
    config: () =>
      withDb(db, async () => ((await readValue(db, 'config')) as ConfigBody | undefined) ?? null),
    setConfig: (config) => withDb(db, () => writeValue(db, 'config', config)),
  };
}
