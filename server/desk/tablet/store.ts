// Queries of tablets, their codes, registrations and nonces; the one writer of these tables.

import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { SUBMISSION_KINDS } from '../../../shared/exchange/sync.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import { jsonRows } from '../../platform/db/query/one-of.ts';
import type { NewRow, Row, ScopedQuery } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Reader, Writer } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type TabletRow = Row<Schema['tablet']>;
export type PendingRow = Row<Schema['tabletPending']>;
type Source = Look | Work;
/** All conditions; the first keeps the result from being empty. */
const both = (first: SQL, ...rest: (SQL | undefined)[]): SQL => and(first, ...rest) ?? first;

export const findTablet = (s: Source, tabletId: string): Promise<TabletRow | undefined> =>
  readerOf(s).one(s.t.tablet, { id: tabletId });
/** Includes tablets that are gone. */
export const findTabletNames = async (
  s: Source,
  ids: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    ids.length === 0
      ? []
      : (
          await readerOf(s).pick(
            s.t.tablet,
            ['id', 'name'],
            inArray(s.t.tablet.id, [...new Set(ids)]),
          )
        ).map((row) => [row.id, row.name]),
  );
/**
 * Lists the tablets of the practice, oldest first; revoked ones only until their lease is over or
 * they know of it, and as long as their loss is unread.
 */
export const listTablets = (s: Source): Promise<TabletRow[]> =>
  readerOf(s).find(
    s.t.tablet,
    or(
      isNull(s.t.tablet.revokedAt),
      gt(s.t.tablet.leaseUntil, s.now),
      isNotNull(s.t.tablet.lostSubmissions),
    ),
    { orderBy: asc(s.t.tablet.registeredAt) },
  );
/** Lists active private phones. */
export const listGuests = (s: Source): Promise<TabletRow[]> =>
  readerOf(s).find(s.t.tablet, both(isNotNull(s.t.tablet.guestOf), isNull(s.t.tablet.revokedAt)));
export const insertTablet = (w: Work, row: NewRow<Schema['tablet']>): Promise<TabletRow[]> =>
  w.tx.insert(w.t.tablet, row);
/**
 * Changes a tablet. Returns the row after the change; undefined when the tablet does not exist or
 * is revoked.
 */
export async function changeTablet(
  w: Work,
  tabletId: string,
  set: Partial<NewRow<Schema['tablet']>>,
): Promise<TabletRow | undefined> {
  return (await w.tx.update(w.t.tablet, set, { id: tabletId, revokedAt: NOTHING }))[0];
}
/** Writes or clears the loss of a tablet, even when it is revoked meanwhile. */
export const changeLoss = (
  w: Work,
  tabletId: string,
  set: Pick<TabletRow, 'lostSubmissions' | 'loss'> & { inc?: null },
) => w.tx.update(w.t.tablet, set, { id: tabletId });
/**
 * Ends the lease of a revoked tablet that knows of it: nothing on it waits for the end of the
 * lease.
 */
export const endLease = (w: Work, tabletId: string) =>
  w.tx.update(
    w.t.tablet,
    { leaseUntil: w.now },
    both(eq(w.t.tablet.id, tabletId), gt(w.t.tablet.leaseUntil, w.now)),
  );
/**
 * Takes the next number of a tablet's feed; the condition makes two transactions on PostgreSQL take
 * two numbers.
 */
export async function nextFeedSeq(w: Work, tabletId: string): Promise<number> {
  for (;;) {
    const tablet = await findTablet(w, tabletId);
    if (!tablet) throw new Error('feed of a tablet that does not exist');
    const seq = tablet.feedSeq + 1;
    const rows = await w.tx.update(
      w.t.tablet,
      { feedSeq: seq },
      { id: tabletId, feedSeq: tablet.feedSeq },
    );
    if (rows.length > 0) return seq;
  }
}
/** Marks a tablet as revoked, once. */
export async function revokeRow(w: Work, tabletId: string): Promise<TabletRow | undefined> {
  return (
    await w.tx.update(w.t.tablet, { revokedAt: w.now }, { id: tabletId, revokedAt: NOTHING })
  )[0];
}

export const insertCode = (w: Work, row: NewRow<Schema['tabletCode']>) =>
  w.tx.insert(w.t.tabletCode, row);
/** Consumes a code; undefined when it is unknown, used, expired or made for another host. */
export async function takeCode(w: Work, hash: string, r4cUuid: string) {
  const c = w.t.tabletCode;
  return (
    await w.tx.update(
      c,
      { usedAt: w.now },
      both(
        eq(c.hash, hash),
        eq(c.r4cUuid, r4cUuid),
        isNull(c.usedAt),
        or(isNull(c.expiresAt), gt(c.expiresAt, w.now)),
      ),
    )
  )[0];
}
/** Deletes codes that cannot be used any more. */
export const removeOldCodes = (w: Work, before: number) =>
  w.tx.remove(w.t.tabletCode, lt(w.t.tabletCode.expiresAt, before));

export const insertPending = (w: Work, row: NewRow<Schema['tabletPending']>) =>
  w.tx.insert(w.t.tabletPending, row);
export const findPending = (s: Source, id: string): Promise<PendingRow | undefined> =>
  readerOf(s).one(s.t.tabletPending, { id });
export const waitingPending = (s: Source): Promise<PendingRow[]> =>
  readerOf(s).find(
    s.t.tabletPending,
    both(eq(s.t.tabletPending.state, 'waiting'), gt(s.t.tabletPending.expiresAt, s.now)),
    { orderBy: asc(s.t.tabletPending.requestedAt) },
  );
/** Changes a waiting registration; undefined when it does not wait any more. */
export async function changeWaiting(
  w: Work,
  id: string,
  set: Partial<NewRow<Schema['tabletPending']>>,
): Promise<PendingRow | undefined> {
  const p = w.t.tabletPending;
  return (
    await w.tx.update(p, set, both(eq(p.id, id), eq(p.state, 'waiting'), gt(p.expiresAt, w.now)))
  )[0];
}
export const removeOldPending = (w: Work, before: number) =>
  w.tx.remove(w.t.tabletPending, lt(w.t.tabletPending.expiresAt, before));

export const insertNonce = (w: Work, row: NewRow<Schema['tabletNonce']>) =>
  w.tx.insert(w.t.tabletNonce, row);
/** Prepared, because every tablet requests a new token every few minutes. */
const TAKE_NONCE: ScopedQuery<Writer, { cid: string }[]> = {
  build: (db, { tabletNonce: n }, own) =>
    db
      .delete(n)
      .where(
        own(
          n,
          and(
            eq(n.hash, sql.placeholder('hash')),
            eq(n.tabletId, sql.placeholder('tabletId')),
            gt(n.expiresAt, sql.placeholder('now')),
          ),
        ),
      )
      .returning({ cid: n.cid }),
};
const OLD_NONCES: ScopedQuery<Writer, unknown> = {
  build: (db, { tabletNonce: n }, own) =>
    db.delete(n).where(own(n, lt(n.expiresAt, sql.placeholder('now')))),
};
/** Consumes a nonce. True once per nonce, while it is valid. */
export const takeNonce = async (w: Work, hash: string, tabletId: string): Promise<boolean> =>
  (await w.tx.run(TAKE_NONCE, w.t, { hash, tabletId, now: w.now })).length === 1;
export const removeOldNonces = async (w: Work): Promise<void> => {
  await w.tx.run(OLD_NONCES, w.t, { now: w.now });
};

/** Returns the highest gap-free number stored of an incarnation; 0 for a new one. */
export async function headOf(s: Source, device: string, inc: string): Promise<number> {
  return (await readerOf(s).one(s.t.opHead, { device, inc }))?.n ?? 0;
}

/**
 * All tablets as one parameter: the board queries all of them each time, and a statement for each
 * number of tablets would be compiled and cached.
 */
const ARRIVED: ScopedQuery<Reader, { device: string; taskId: string }[]> = {
  build(db, { op }, own) {
    const held = jsonRows(op, 'held');
    // The CROSS JOIN keeps SQLite from starting with the practice's ops.
    return db
      .select({ device: op.device, taskId: op.taskId })
      .from(held.from)
      .crossJoin(op)
      .where(
        own(
          op,
          and(
            eq(op.device, held.text('id')),
            eq(op.inc, held.text('inc')),
            gt(op.n, held.int('ackSeen')),
            lte(op.n, held.int('highN')),
            inArray(op.kind, [...SUBMISSION_KINDS]),
          ),
        ),
      );
  },
};
/**
 * Lists the tasks whose submission arrived with an op numbered above `ackSeen` and up to `highN` of
 * one incarnation; one entry per op.
 */
export async function arrivedSince(
  s: Source,
  tablets: readonly { id: string; held: { inc: string; ackSeen: number; highN: number } }[],
): Promise<{ device: string; taskId: string }[]> {
  return tablets.length === 0
    ? []
    : readerOf(s).run(ARRIVED, s.t, {
        held: JSON.stringify(
          tablets.map(({ id, held: { inc, ackSeen, highN } }) => ({ id, inc, ackSeen, highN })),
        ),
      });
}
/** Checks whether the answers to a blank form arrived from the tablet that created its id. */
export const hasBlankArrived = async (s: Source, tabletId: string, id: string): Promise<boolean> =>
  (await readerOf(s).count(
    s.t.op,
    both(eq(s.t.op.device, tabletId), eq(s.t.op.taskId, id), eq(s.t.op.kind, 'blank.answers')),
  )) > 0;
/** Checks whether the server has drafts of forms without a task (server/desk/sync) of a tablet. */
export const hasBlankDrafts = async (s: Source, tabletId: string): Promise<boolean> =>
  (await readerOf(s).count(
    s.t.draft,
    both(eq(s.t.draft.device, tabletId), eq(s.t.draft.taskRev, 0)),
  )) > 0;
/** States in which a patient may be signing; the tablet may not know of an interruption yet. */
const OPEN: readonly TaskState[] = ['assigned', 'started'],
  INTERRUPTED: readonly TaskState[] = [...OPEN, 'interrupted'];
/**
 * Time of a tablet's last report of its tasks (ms), until when a later task may have reached it,
 * its feed cursor, the activity in progress, and the tasks with a held ending.
 */
export interface LastWord {
  since: number;
  until: number;
  feedSeq: number | undefined;
  begun: string | undefined;
  held: readonly string[];
}
/**
 * Lists the tasks possibly signed on a tablet since its last report: open there, or withdrawn and
 * not released by it. Those assigned after `until` are excluded: a tablet signs nothing that it
 * never received.
 */
export async function openTasksAt(
  s: Source,
  tabletId: string,
  { since, until, feedSeq, begun, held }: LastWord,
): Promise<{ taskId: string; isStarted: boolean }[]> {
  const { task, mappe, feed } = s.t;
  const open = await readerOf(s).pick(
    task,
    ['taskId', 'mappeId', 'state', 'stateAt'],
    inArray(task.state, [...(feedSeq === undefined ? INTERRUPTED : OPEN)]),
  );
  const there = open.filter((t) => t.state !== 'assigned' || t.stateAt <= until);
  const here =
    there.length === 0
      ? []
      : await readerOf(s).pick(
          mappe,
          ['id'],
          both(
            inArray(mappe.id, [...new Set(there.map((t) => t.mappeId))]),
            eq(mappe.tabletId, tabletId),
          ),
        );
  const unheard = feedSeq === undefined ? gte(feed.at, since) : gt(feed.seq, feedSeq);
  const takenBack = await readerOf(s).pick(
    feed,
    ['taskId'],
    both(
      eq(feed.tabletId, tabletId),
      eq(feed.op, 'revoke'),
      begun === undefined ? unheard : or(unheard, eq(feed.taskId, begun)),
    ),
  );
  const all = [
    ...there
      .filter((t) => here.some((m) => m.id === t.mappeId))
      .map((t) => ({ taskId: t.taskId, isStarted: t.state === 'started' })),
    ...takenBack.flatMap((t) =>
      t.taskId === null ? [] : [{ taskId: t.taskId, isStarted: false }],
    ),
  ];
  // An ended task is signed again only in another turn.
  const ended = all.filter((t) => held.includes(t.taskId)).map((t) => t.taskId),
    again =
      ended.length === 0
        ? []
        : await readerOf(s).pick(
            task,
            ['taskId'],
            both(inArray(task.taskId, ended), gt(task.taskRev, 1)),
          );
  return all.filter(
    (t, i) =>
      all.findIndex((one) => one.taskId === t.taskId) === i &&
      (!ended.includes(t.taskId) || again.some((one) => one.taskId === t.taskId)),
  );
}
