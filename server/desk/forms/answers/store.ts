// Queries of questionnaires' answers; the only writer of the table.

import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { NewRow, Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { isOfRightPerson } from '../../../platform/db/query/wrong-person.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type AnswersRow = Row<Schema['answers']>;
const HEAD = [
  'id',
  'patid',
  'taskId',
  'form',
  'title',
  'language',
  'answeredAt',
  'receivedAt',
  'tabletId',
  'recordedBy',
  'addsTo',
  'problems',
  'origin',
  'unmatchedId',
] as const;
/** Answers without their content: photos make a set large, and lists need none. */
export type AnswersHead = Pick<AnswersRow, (typeof HEAD)[number]>;
/** Fields of the answered task that are read. */
export type AnsweredTask = Pick<
  Row<Schema['task']>,
  'taskId' | 'kind' | 'template' | 'title' | 'patid' | 'dataSha256'
>;
type Source = Look | Work;
const all = (first: SQL, ...rest: (SQL | undefined)[]): SQL => and(first, ...rest) ?? first;

/** Inserts answers. @returns false when they already exist */
export async function insertAnswers(w: Work, row: NewRow<Schema['answers']>): Promise<boolean> {
  return (await w.tx.insert(w.t.answers, row, { ifAbsent: true })).length > 0;
}
/**
 * Changes answers; only for derived versions of the same answers: re-encoded photos.
 * @returns false when the answers do not exist
 */
export async function changeAnswers(
  w: Work,
  id: string,
  set: Pick<AnswersRow, 'response' | 'problems'>,
): Promise<boolean> {
  return (await w.tx.update(w.t.answers, set, { id })).length > 0;
}
/** Removes answers; only those that return to the tray, where they are kept. */
export async function removeAnswers(w: Work, id: string): Promise<boolean> {
  return (await w.tx.remove(w.t.answers, { id })) > 0;
}
export const countNotesTo = (s: Source, id: string): Promise<number> =>
  readerOf(s).count(s.t.answers, eq(s.t.answers.addsTo, id));
export const findAnswers = (s: Source, id: string): Promise<AnswersRow | undefined> =>
  readerOf(s).one(s.t.answers, { id });
export const answersOfTask = (s: Source, taskId: string): Promise<AnswersRow | undefined> =>
  readerOf(s).one(s.t.answers, { taskId });
export const findAllAnswers = (s: Source, ids: readonly string[]): Promise<AnswersRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.answers, inArray(s.t.answers.id, [...ids]));

/**
 * Returns the answers of one person, newest first.
 * @param patids every number of the person
 * @param which Nachträge add to earlier answers and do not answer a form themselves; originals
 * signed by the wrong person are left out
 * @param before only older than these
 */
export const answersOf = (
  s: Source,
  patids: readonly string[],
  limit: number,
  which: 'all' | 'originals' | 'additions',
  before?: Pick<AnswersRow, 'answeredAt' | 'id'>,
): Promise<AnswersHead[]> => {
  const { answers } = s.t;
  const older =
    before &&
    or(
      lt(answers.answeredAt, before.answeredAt),
      and(eq(answers.answeredAt, before.answeredAt), lt(answers.id, before.id)),
    );
  const kind =
    which === 'all'
      ? undefined
      : which === 'originals'
        ? and(isNull(answers.addsTo), isOfRightPerson(s.t))
        : isNotNull(answers.addsTo);
  return readerOf(s).pick(answers, HEAD, all(inArray(answers.patid, [...patids]), older, kind), {
    orderBy: [desc(answers.answeredAt), desc(answers.id)],
    limit,
  });
};

/** Returns which of these tasks were signed by the wrong person. */
export async function wrongPersonIn(
  s: Source,
  taskIds: readonly (string | null)[],
): Promise<Set<string>> {
  const { envelope } = s.t,
    known = taskIds.filter((one) => one !== null);
  if (known.length === 0) return new Set();
  const rows = await readerOf(s).pick(
    envelope,
    ['taskId'],
    all(inArray(envelope.taskId, known), eq(envelope.voidReason, 'wrong_person')),
  );
  return new Set(rows.map((one) => one.taskId));
}

/** Returns a person's papers since a time (ms) that were not read in German alone. */
export const papersReadIn = (
  s: Source,
  patids: readonly string[],
  since: number,
): Promise<Pick<Row<Schema['task']>, 'title' | 'readIn'>[]> => {
  const { task } = s.t;
  return readerOf(s).pick(
    task,
    ['title', 'readIn'],
    all(inArray(task.patid, [...patids]), isNotNull(task.readIn), gte(task.stateAt, since)),
    { orderBy: [desc(task.stateAt)], limit: 20 },
  );
};
