// Queries of parked ops, feeds and drafts; ops in transit are in store-ops.ts. The one writer of
// these tables.

import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import { MAX_PULL_ROWS } from '../../../shared/exchange/sync.ts';
import type { NewRow, Row, ScopedQuery } from '../../platform/db/scope.ts';
import { WAITING_OPS } from '../../platform/db/schema/tablet.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Reader } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type OpRow = Row<Schema['op']>;
export type FeedRow = Row<Schema['feed']>;
export type DraftRow = Row<Schema['draft']>;
type Source = Look | Work;
const all = (first: SQL, ...rest: SQL[]): SQL => and(first, ...rest) ?? first;

/** Lists the parked ops that staff has not settled, newest first. */
export const parkedOps = (
  s: Source,
  limit: number,
): Promise<Pick<OpRow, 'id' | 'device' | 'taskId' | 'kind' | 'code' | 'header' | 'receivedAt'>[]> =>
  readerOf(s).pick(
    s.t.op,
    ['id', 'device', 'taskId', 'kind', 'code', 'header', 'receivedAt'],
    WAITING_OPS,
    { orderBy: desc(s.t.op.receivedAt), limit },
  );
export const findOp = (s: Source, id: string): Promise<OpRow | undefined> =>
  readerOf(s).one(s.t.op, { id });
export const parkedOfTask = (s: Source, taskId: string): Promise<number> =>
  readerOf(s).count(s.t.op, all(eq(s.t.op.taskId, taskId), WAITING_OPS));
export const openParkedOf = (s: Source, taskId: string): Promise<Pick<OpRow, 'id'>[]> =>
  readerOf(s).pick(s.t.op, ['id'], all(eq(s.t.op.taskId, taskId), WAITING_OPS));
export async function settleOp(w: Work, id: string, by: string): Promise<OpRow | undefined> {
  const { op } = w.t;
  return (
    await w.tx.update(op, { settledAt: w.now, settledBy: by }, all(eq(op.id, id), WAITING_OPS))
  )[0];
}
/** Queues an unsettled parked op to be judged again; false when there is none any more. */
export async function waitAgain(w: Work, id: string): Promise<boolean> {
  const { op } = w.t;
  return (
    (await w.tx.update(op, { result: 'stored', code: null }, all(eq(op.id, id), WAITING_OPS)))
      .length > 0
  );
}

/** Adds a feed row; older rows of the same task, or older configs, are superseded and deleted. */
export async function replaceFeed(
  w: Work,
  row: Pick<FeedRow, 'tabletId' | 'seq' | 'op' | 'taskId' | 'mappeId'>,
): Promise<void> {
  const f = w.t.feed;
  const same = row.taskId === null ? eq(f.op, row.op) : eq(f.taskId, row.taskId);
  await w.tx.remove(f, all(eq(f.tabletId, row.tabletId), lt(f.seq, row.seq), same));
  await w.tx.insert(f, { ...row, body: null, at: w.now });
}
/** Prepared: runs with every pull, and before a new task is announced. */
const AFTER: ScopedQuery<Reader, FeedRow[]> = {
  build: (db, { feed }, own) =>
    db
      .select()
      .from(feed)
      .where(
        own(
          feed,
          and(
            eq(feed.tabletId, sql.placeholder('tabletId')),
            gt(feed.seq, sql.placeholder('cursor')),
          ),
        ),
      )
      .orderBy(asc(feed.seq))
      .limit(MAX_PULL_ROWS),
};
/** Lists the rows of a feed after a cursor. @param limit 1..MAX_PULL_ROWS */
export const feedAfter = async (
  s: Source,
  tabletId: string,
  cursor: number,
  limit: number,
): Promise<FeedRow[]> => (await readerOf(s).run(AFTER, s.t, { tabletId, cursor })).slice(0, limit);
/** Returns the only row of a task in a tablet's feed. */
export const feedOfTask = (
  s: Source,
  tabletId: string,
  taskId: string,
): Promise<FeedRow | undefined> => readerOf(s).one(s.t.feed, { tabletId, taskId });

export const findDraft = (s: Source, taskId: string): Promise<DraftRow | undefined> =>
  readerOf(s).one(s.t.draft, { taskId });
export const removeDraft = (w: Work, taskId: string): Promise<number> =>
  w.tx.remove(w.t.draft, { taskId });
/** Puts a draft behind the others, as if it had arrived now. */
export const retryLater = async (w: Work, taskId: string): Promise<void> =>
  void (await w.tx.update(w.t.draft, { at: w.now }, { taskId }));
/** Revision under which drafts of forms without a task are stored; tasks begin with 1. */
export const BLANK_TASK_REV = 0;
/** Returns drafts of forms without a task, oldest first. @param which `before` in ms, inclusive */
export const blankDrafts = (
  s: Source,
  which: { device?: string; before?: number },
  limit: number,
): Promise<DraftRow[]> => {
  const { draft } = s.t;
  return readerOf(s).find(
    draft,
    and(
      eq(draft.taskRev, BLANK_TASK_REV),
      which.device === undefined ? undefined : eq(draft.device, which.device),
      which.before === undefined ? undefined : lte(draft.at, which.before),
    ),
    { orderBy: asc(draft.at), limit },
  );
};
/**
 * Saves a draft. The newest (taskRev, draftRev) wins; an older one changes nothing. Returns the
 * stored revision.
 */
export async function saveDraft(w: Work, row: NewRow<Schema['draft']>): Promise<number> {
  const d = w.t.draft;
  const before = await findDraft(w, row.taskId);
  if (!before) {
    await w.tx.insert(d, row, { ifAbsent: true });
    return row.draftRev;
  }
  if (
    before.taskRev > row.taskRev ||
    (before.taskRev === row.taskRev && before.draftRev >= row.draftRev)
  )
    return before.draftRev;
  const { taskId: _taskId, ...set } = row;
  await w.tx.update(d, set, { taskId: row.taskId });
  return row.draftRev;
}

// Tables written by other slices.
/** Checks whether the answers of a form without a task are in the tray, or were filed from it. */
export const hasBlankAnswers = async (s: Source, id: string): Promise<boolean> =>
  (await readerOf(s).count(s.t.unmatched, eq(s.t.unmatched.id, id))) > 0;
/** Answers to these tasks, newest first. */
export const answersTo = ({ db, t: { answers } }: Look, taskIds: readonly string[]) =>
  db.pick(answers, ['taskId', 'response', 'receivedAt'], inArray(answers.taskId, [...taskIds]), {
    orderBy: desc(answers.receivedAt),
  });
/** Checks whether a person's record is closed (Art. 18), for any user. */
export const isClosed = async ({ db, t: { restriction } }: Look, patid: string): Promise<boolean> =>
  (await db.count(restriction, and(eq(restriction.patid, patid), isNull(restriction.liftedAt)))) >
  0;
/** Returns the patients of these tasks, by task. */
export const patidsOf = async (
  { db, t: { task } }: Look,
  taskIds: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    taskIds.length === 0
      ? []
      : (await db.pick(task, ['taskId', 'patid'], inArray(task.taskId, [...taskIds]))).map(
          (row) => [row.taskId, row.patid],
        ),
  );
