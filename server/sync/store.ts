// Queries of ops, their heads, feeds and drafts; the one writer of these tables.

import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { NewRow, Row, ScopedReader } from '../db/scope.ts';
import type { Schema } from '../db/schema.ts';
import type { Look, Work } from '../work.ts';

export type OpRow = Row<Schema['op']>;
export type FeedRow = Row<Schema['feed']>;
export type DraftRow = Row<Schema['draft']>;
type Source = Look | Work;
const reader = (s: Source): ScopedReader => ('tx' in s ? s.tx : s.db);
const all = (first: SQL, ...rest: SQL[]): SQL => and(first, ...rest) ?? first;

/** Highest gap-free number of an incarnation; 0 before its first op. */
export async function findHead(s: Source, device: string, inc: string): Promise<number> {
  return (await reader(s).one(s.t.opHead, all(eq(s.t.opHead.device, device), eq(s.t.opHead.inc, inc))))?.n ?? 0;
}
/** Moves the head; false when another push moved it first. */
export async function advanceHead(w: Work, device: string, inc: string, from: number, to: number): Promise<boolean> {
  const h = w.t.opHead;
  if (from === 0) return (await w.tx.insert(h, { device, inc, n: to, at: w.now }, { ifAbsent: true })).length > 0;
  return (await w.tx.update(h, { n: to, at: w.now }, all(eq(h.device, device), eq(h.inc, inc), eq(h.n, from)))).length > 0;
}
/** Stored ops of a frame, found by their number or by their id. */
export async function findOps(s: Source, device: string, inc: string, ns: number[], ids: string[]): Promise<Pick<OpRow, 'device' | 'inc' | 'n' | 'id' | 'sha256'>[]> {
  const { op } = s.t;
  const byNumber = all(eq(op.device, device), eq(op.inc, inc), inArray(op.n, ns));
  return reader(s).pick(op, ['device', 'inc', 'n', 'id', 'sha256'], or(byNumber, inArray(op.id, ids)));
}
/** Ids of the rows that were stored; one is left out when its number or id is taken. */
export async function insertOps(w: Work, rows: NewRow<Schema['op']>[]): Promise<Set<string>> {
  return new Set((await w.tx.insert(w.t.op, rows, { ifAbsent: true })).map(row => row.id));
}
export const judgeOp = (w: Work, id: string, set: Pick<OpRow, 'result' | 'code' | 'settledAt' | 'settledBy'>) => w.tx.update(w.t.op, set, eq(w.t.op.id, id));
/** First op above `safeN` that is younger than the cutoff; everything before it is safe. */
export async function firstYoung(s: Source, device: string, inc: string, safeN: number, cutoff: number): Promise<number | undefined> {
  const { op } = s.t;
  const [row] = await reader(s).pick(op, ['n'], all(eq(op.device, device), eq(op.inc, inc), gt(op.n, safeN), gt(op.receivedAt, cutoff)), { orderBy: asc(op.n), limit: 1 });
  return row?.n;
}

/** Parked ops that staff has not dealt with, newest first. */
export const parkedOps = (s: Source, limit: number): Promise<Pick<OpRow, 'id' | 'device' | 'taskId' | 'kind' | 'code' | 'receivedAt'>[]> =>
  reader(s).pick(s.t.op, ['id', 'device', 'taskId', 'kind', 'code', 'receivedAt'], all(eq(s.t.op.result, 'parked'), isNull(s.t.op.settledAt)), { orderBy: desc(s.t.op.receivedAt), limit });
export const findOp = (s: Source, id: string): Promise<OpRow | undefined> => reader(s).one(s.t.op, eq(s.t.op.id, id));
export const parkedOfTask = (s: Source, taskId: string): Promise<number> =>
  reader(s).count(s.t.op, all(eq(s.t.op.taskId, taskId), eq(s.t.op.result, 'parked'), isNull(s.t.op.settledAt)));
export const openParkedOf = (s: Source, taskId: string): Promise<Pick<OpRow, 'id'>[]> =>
  reader(s).pick(s.t.op, ['id'], all(eq(s.t.op.taskId, taskId), eq(s.t.op.result, 'parked'), isNull(s.t.op.settledAt)));
export async function settleOp(w: Work, id: string, by: string): Promise<OpRow | undefined> {
  const { op } = w.t;
  return (await w.tx.update(op, { settledAt: w.now, settledBy: by }, all(eq(op.id, id), eq(op.result, 'parked'), isNull(op.settledAt))))[0];
}

/** Adds a feed row; older rows of the same task, or older configs, are superseded by it and go. */
export async function replaceFeed(w: Work, row: Pick<FeedRow, 'tabletId' | 'seq' | 'op' | 'taskId' | 'mappeId'>): Promise<void> {
  const f = w.t.feed;
  const same = row.taskId === null ? eq(f.op, row.op) : eq(f.taskId, row.taskId);
  await w.tx.remove(f, all(eq(f.tabletId, row.tabletId), lt(f.seq, row.seq), same));
  await w.tx.insert(f, { ...row, body: null, at: w.now });
}
export const feedAfter = (s: Source, tabletId: string, cursor: number, limit: number): Promise<FeedRow[]> =>
  reader(s).find(s.t.feed, all(eq(s.t.feed.tabletId, tabletId), gt(s.t.feed.seq, cursor)), { orderBy: asc(s.t.feed.seq), limit });
/** The one row a tablet's feed has for a task. */
export const feedOfTask = (s: Source, tabletId: string, taskId: string): Promise<FeedRow | undefined> =>
  reader(s).one(s.t.feed, all(eq(s.t.feed.tabletId, tabletId), eq(s.t.feed.taskId, taskId)));

export const findDraft = (s: Source, taskId: string): Promise<DraftRow | undefined> => reader(s).one(s.t.draft, eq(s.t.draft.taskId, taskId));
export const removeDraft = (w: Work, taskId: string): Promise<number> => w.tx.remove(w.t.draft, eq(w.t.draft.taskId, taskId));
/** Newest (taskRev, draftRev) wins; an older one changes nothing. Returns the revision that is stored. */
export async function saveDraft(w: Work, row: NewRow<Schema['draft']>): Promise<number> {
  const d = w.t.draft;
  const before = await findDraft(w, row.taskId);
  if (!before) {
    await w.tx.insert(d, row, { ifAbsent: true });
    return row.draftRev;
  }
  if (before.taskRev > row.taskRev || (before.taskRev === row.taskRev && before.draftRev >= row.draftRev)) return before.draftRev;
  const { taskId: _taskId, ...set } = row;
  await w.tx.update(d, set, eq(d.taskId, row.taskId));
  return row.draftRev;
}
