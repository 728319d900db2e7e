// The inbox: tasks assigned to this tablet, encrypted by the lease key; feed rows and cursor are
// applied together, and replays change nothing (sync 6.3).

import type { Clock } from '../../shared/base/ports.ts';
import type { ConfigBody, TaskBody } from '../../shared/exchange/sync.ts';
import { LEASE_HOURS } from '../../shared/desk/tablet.ts';
import { readSync, readValue, syncOf, valueOf, withDb, writeValue } from './db.ts';
import type { InboxRow, TabletDb } from './tables.ts';
import { decrypt, encrypt, ensureKey, taskKeyId } from './keys.ts';
import { inTransaction } from './rows.ts';

/** A feed row with its decrypted body. */
export type FeedRow =
  | { seq: number; op: 'put'; body: TaskBody }
  | { seq: number; op: 'revoke' | 'purge'; taskId: string }
  | { seq: number; op: 'config'; body: ConfigBody }
  | { seq: number; op: 'skip' };

export interface Inbox {
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

/** Sequence number of local tasks; the feed counts from 1. */
const OWN = 0;

const aadOf = (row: { taskId: string; taskRev: number; seq: number }): string =>
  `inbox|${row.taskId}|${row.taskRev}|${row.seq}`;
const isLease = (v: unknown): v is { until: number; at: number; left: number } =>
  typeof v === 'object' && v !== null && 'until' in v && 'at' in v && 'left' in v;

export function createInbox(db: TabletDb, clock: Clock): Inbox {
  let heard: { mono: number; left: number } | null = null;

  const seal = async (rows: FeedRow[]): Promise<Map<number, InboxRow>> => {
    const key = await ensureKey(db, 'lease');
    const out = new Map<number, InboxRow>();
    for (const row of rows) {
      if (row.op !== 'put') continue;
      const { taskId, mappeId, taskRev } = row.body;
      const head = { taskId, mappeId, taskRev, seq: row.seq };
      out.set(row.seq, {
        ...head,
        ...(await encrypt(key, new TextEncoder().encode(JSON.stringify(row.body)), aadOf(head))),
      });
    }
    return out;
  };

  return {
    putOwn: (body) =>
      withDb(db, async () => {
        const made = (await seal([{ seq: OWN, op: 'put', body }])).get(OWN);
        await inTransaction(db, 'readwrite', ['inbox', 'keys'], async (at) => {
          // The lease may have ended during encryption: then nobody could decrypt it.
          if (!made || !(await at('keys').get('lease'))?.key) throw new Error('the lease is over');
          await at('inbox').put(made);
        });
      }),

    apply: (rows, cursor, epoch, from) =>
      withDb(db, async () => {
        const sealed = await seal(rows);
        return inTransaction(db, 'readwrite', ['meta', 'inbox', 'drafts', 'keys'], async (at) => {
          const [meta, inbox] = [at('meta'), at('inbox')],
            [counters, gone] = await Promise.all([meta.get('sync'), meta.get('ended')]);
          const sync = syncOf(counters),
            ended = valueOf(gone),
            done = Array.isArray(ended) ? ended.map(String) : [];
          // The lease ended or a row was corrupt meanwhile.
          if (from !== null && sync.cursor < from) return false;
          const isReset = from === null,
            known = isReset ? -1 : sync.cursor;
          // A blank form started here is not in any feed.
          if (isReset)
            await Promise.all(
              (await inbox.all(IDBKeyRange.lowerBound(OWN, true), 'seq')).map((row) =>
                inbox.delete(row.taskId),
              ),
            );
          for (const row of rows) {
            if (row.seq <= known) continue;
            if (row.op === 'put') {
              const made = sealed.get(row.seq);
              const old = await inbox.get(row.body.taskId);
              const isDone = done.some((k) => {
                const colon = k.lastIndexOf(':');
                return (
                  k.slice(0, colon) === row.body.taskId &&
                  Number(k.slice(colon + 1)) >= row.body.taskRev
                );
              });
              if (made && !isDone && (old?.taskRev ?? 0) <= row.body.taskRev) await inbox.put(made);
            } else if (row.op === 'revoke') {
              // The draft belongs to the running patient: the machine drops it when the page has
              // been left.
              await inbox.delete(row.taskId);
            } else if (row.op === 'purge') {
              await Promise.all([
                inbox.delete(row.taskId),
                at('drafts').delete(row.taskId),
                at('keys').delete(taskKeyId(row.taskId)),
              ]);
            } else if (row.op === 'config') {
              await meta.put({ key: 'config', value: row.body });
            }
          }
          await meta.put({
            ...sync,
            cursor: isReset ? cursor : Math.max(sync.cursor, cursor),
            feedEpoch: epoch,
          });
          return true;
        });
      }),

    read: () =>
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
                new TextDecoder().decode(await decrypt(lease.key, row.iv, row.bytes, aadOf(row))),
              ) as TaskBody,
            );
            if (!order.has(row.mappeId)) order.set(row.mappeId, row.seq);
          } catch {
            // A corrupt row is of no use; the server still has the task, and sends it again when
            // the feed is read from its start (F26).
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
      }),

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
