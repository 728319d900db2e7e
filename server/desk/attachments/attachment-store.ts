// Queries of attachments; the only writer of the table.

import { and, asc, eq, inArray, lt, ne, type SQL } from 'drizzle-orm';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type PieceRow = Row<Schema['attachment']>;
type Source = Look | Work;
const all = (first: SQL, ...rest: (SQL | undefined)[]): SQL => and(first, ...rest) ?? first;

const HEAD = ['sha256', 'start', 'taskId', 'device', 'size', 'at'] as const;
/** Columns of a piece without its bytes. */
export type PieceHead = Pick<PieceRow, (typeof HEAD)[number]>;

/** Returns the pieces of an attachment with their bytes, in order. */
export const piecesOf = (s: Source, sha256: string): Promise<PieceRow[]> => {
  const { attachment } = s.t;
  return readerOf(s).find(attachment, eq(attachment.sha256, sha256), {
    orderBy: asc(attachment.start),
  });
};
/** Returns the last piece of an attachment, without bytes of the others. */
export const lastPiece = async (s: Source, sha256: string): Promise<PieceRow | undefined> => {
  const { attachment } = s.t,
    heads = await readerOf(s).pick(attachment, HEAD, eq(attachment.sha256, sha256), {
      orderBy: asc(attachment.start),
    }),
    last = heads.at(-1);
  return last && readerOf(s).one(attachment, { sha256, start: last.start });
};
/** Returns the pieces of a task's attachments, without their bytes. */
export const piecesOfTask = (s: Source, taskId: string): Promise<PieceHead[]> =>
  readerOf(s).pick(s.t.attachment, HEAD, eq(s.t.attachment.taskId, taskId));
/** Returns the first pieces stored before a time (ms), one for each attachment, oldest first. */
export const begunBefore = (s: Source, at: number, limit: number): Promise<PieceHead[]> => {
  const { attachment } = s.t;
  return readerOf(s).pick(attachment, HEAD, all(eq(attachment.start, 0), lt(attachment.at, at)), {
    orderBy: asc(attachment.at),
    limit,
  });
};
/** Adds a piece. @returns false when another request was first */
export const addPiece = async (w: Work, row: Omit<PieceRow, 'cid'>): Promise<boolean> =>
  (await w.tx.insert(w.t.attachment, row, { ifAbsent: true })).length > 0;
/** Removes attachments completely. */
export const dropAttachments = async (w: Work, shas: readonly string[]): Promise<void> => {
  if (shas.length > 0) await w.tx.remove(w.t.attachment, inArray(w.t.attachment.sha256, [...shas]));
};
/** Removes every attachment of a task. */
export const dropOfTask = (w: Work, taskId: string): Promise<number> =>
  w.tx.remove(w.t.attachment, eq(w.t.attachment.taskId, taskId));

// Tables written by other rooms.
/** Checks whether anything may still need a task's attachments: a draft, or an op not applied. */
export async function isTaskPending(s: Source, taskId: string): Promise<boolean> {
  const { draft, op } = s.t;
  return (
    (await readerOf(s).count(draft, eq(draft.taskId, taskId))) > 0 ||
    (await readerOf(s).count(
      op,
      all(
        eq(op.taskId, taskId),
        ne(op.result, 'applied'),
        inArray(op.kind, ['task.answers', 'blank.answers']),
      ),
    )) > 0
  );
}
/** Returns the answers to a task, or to a blank form, that may name attachments. */
export async function answersOn(
  s: Source,
  taskId: string,
): Promise<{ answersId: string } | { unmatchedId: string } | undefined> {
  const { answers, unmatched } = s.t,
    read = readerOf(s);
  const [own] = await read.pick(answers, ['id'], eq(answers.taskId, taskId));
  if (own) return { answersId: own.id };
  const [filed] = await read.pick(answers, ['id'], eq(answers.unmatchedId, taskId));
  if (filed) return { answersId: filed.id };
  const [waiting] = await read.pick(unmatched, ['id'], eq(unmatched.id, taskId));
  return waiting && { unmatchedId: waiting.id };
}
/** Checks whether a tablet has a task now. */
export const hasTask = async (s: Source, tabletId: string, taskId: string): Promise<boolean> =>
  (await readerOf(s).one(s.t.feed, { tabletId, taskId }))?.op === 'put';
