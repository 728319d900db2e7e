// Queries of questionnaires' answers; the one writer of both tables.

import { and, desc, eq, lt, or, type SQL } from 'drizzle-orm';
import type { NewRow, Row } from '../db/scope.ts';
import type { Schema } from '../db/schema.ts';
import { readerOf, type Look, type Work } from '../work.ts';

export type AnswersRow = Row<Schema['answers']>;
/** What is looked at of the task that is answered. */
export type AnsweredTask = Pick<Row<Schema['task']>, 'taskId' | 'kind' | 'template' | 'title' | 'patid' | 'dataSha256'>;
type Source = Look | Work;
const all = (first: SQL, ...rest: (SQL | undefined)[]): SQL => and(first, ...rest) ?? first;

/** @returns false when they lie there already */
export async function insertAnswers(w: Work, row: NewRow<Schema['answers']>): Promise<boolean> {
  return (await w.tx.insert(w.t.answers, row, { ifAbsent: true })).length > 0;
}
export const findAnswers = (s: Source, id: string): Promise<AnswersRow | undefined> => readerOf(s).one(s.t.answers, eq(s.t.answers.id, id));
export const answersOfTask = (s: Source, taskId: string): Promise<AnswersRow | undefined> => readerOf(s).one(s.t.answers, eq(s.t.answers.taskId, taskId));
/** Of one person, newest first; `before`: older than these. */
export const answersOf = (s: Source, patid: string, limit: number, before?: Pick<AnswersRow, 'answeredAt' | 'id'>): Promise<AnswersRow[]> => {
  const { answers } = s.t;
  const older = before && or(lt(answers.answeredAt, before.answeredAt), and(eq(answers.answeredAt, before.answeredAt), lt(answers.id, before.id)));
  return readerOf(s).find(answers, all(eq(answers.patid, patid), older), { orderBy: [desc(answers.answeredAt), desc(answers.id)], limit });
};
