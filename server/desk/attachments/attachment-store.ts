// Queries of attachments; the only writer of the table.

import { and, asc, eq, gt, inArray, lt, ne, or, type SQL } from 'drizzle-orm';
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
/**
 * Returns the first pieces stored before a time (ms), one for each attachment, oldest first.
 * @param after the last one of the page before
 */
export const begunBefore = (
  s: Source,
  at: number,
  limit: number,
  after?: Pick<PieceHead, 'at' | 'sha256'>,
): Promise<PieceHead[]> => {
  const { attachment } = s.t;
  const isLater =
    after &&
    or(
      gt(attachment.at, after.at),
      and(eq(attachment.at, after.at), gt(attachment.sha256, after.sha256)),
    );
  return readerOf(s).pick(
    attachment,
    HEAD,
    all(eq(attachment.start, 0), lt(attachment.at, at), isLater),
    { orderBy: [asc(attachment.at), asc(attachment.sha256)], limit },
  );
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
/** Returns the submissions of answers to a task that were not applied: parked, or not judged. */
const pendingOps = (s: Source, taskId: string): Promise<{ id: string; device: string }[]> => {
  const { op } = s.t;
  return readerOf(s).pick(
    op,
    ['id', 'device'],
    all(
      eq(op.taskId, taskId),
      ne(op.result, 'applied'),
      inArray(op.kind, ['task.answers', 'blank.answers']),
    ),
  );
};
/** Checks whether anything may still need a task's attachments: a draft, or an op not applied. */
export async function isTaskPending(s: Source, taskId: string): Promise<boolean> {
  const { draft } = s.t;
  return (
    (await readerOf(s).count(draft, eq(draft.taskId, taskId))) > 0 ||
    (await pendingOps(s, taskId)).length > 0
  );
}
/**
 * Returns the devices whose submissions to a task were not applied: what is inside is sealed, and
 * may name any attachment of that device.
 */
export const pendingDevices = async (s: Source, taskId: string): Promise<Set<string>> =>
  new Set((await pendingOps(s, taskId)).map((one) => one.device));

/** Answers that may name attachments: with a person, or in the tray. */
type AnswersPlace = { answersId: string } | { unmatchedId: string };
async function placeInTray(s: Source, id: string): Promise<AnswersPlace | undefined> {
  const { answers, unmatched } = s.t,
    read = readerOf(s);
  const [filed] = await read.pick(answers, ['id'], eq(answers.unmatchedId, id));
  if (filed) return { answersId: filed.id };
  const [waiting] = await read.pick(unmatched, ['id'], eq(unmatched.id, id));
  return waiting && { unmatchedId: waiting.id };
}
/** Returns the answers to a task, or to a blank form, that may name attachments. */
export async function answersOn(s: Source, taskId: string): Promise<AnswersPlace | undefined> {
  const { answers } = s.t;
  const [own] = await readerOf(s).pick(answers, ['id'], eq(answers.taskId, taskId));
  return own ? { answersId: own.id } : placeInTray(s, taskId);
}
/** Returns the answers of a task's parked submissions that staff assigned to a person. */
export async function assignedOn(s: Source, taskId: string): Promise<AnswersPlace[]> {
  const places: AnswersPlace[] = [];
  for (const { id } of await pendingOps(s, taskId)) {
    const place = await placeInTray(s, id);
    if (place) places.push(place);
  }
  return places;
}
/** Returns the task under which the attachments of a parked submission arrive. */
export const taskOfParked = async (s: Source, opId: string): Promise<string | undefined> =>
  (await readerOf(s).one(s.t.op, { id: opId }))?.taskId;
/** Checks whether a tablet has a task now. */
export const hasTask = async (s: Source, tabletId: string, taskId: string): Promise<boolean> =>
  (await readerOf(s).one(s.t.feed, { tabletId, taskId }))?.op === 'put';
