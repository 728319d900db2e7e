// Answers as staff reads them: a person's list, one set with its form, and who looked is noted.

import { AppError } from '../../shared/errors.ts';
import type { Questionnaire } from '../../shared/questionnaire.ts';
import type { Look } from '../work.ts';
import type { FormLibrary } from './library.ts';
import { answersOf, findAnswers, type AnswersRow } from './store.ts';

const PAGE = 50;

export interface AnswersEntry { id: string; patid: string; taskId: string | null; form: string; title: string; language: string; answeredAt: number; receivedAt: number; recordedBy: string | null; addsTo: string | null; problems: number }
export const entryOf = (row: AnswersRow): AnswersEntry => ({
  id: row.id, patid: row.patid, taskId: row.taskId, form: row.form, title: row.title, language: row.language, answeredAt: row.answeredAt, receivedAt: row.receivedAt,
  recordedBy: row.recordedBy, addsTo: row.addsTo, problems: row.problems.length,
});

/** What a person answered, newest first. */
export async function listAnswers(look: Look, { patid, cursor }: { patid: string; cursor?: string | undefined }): Promise<{ items: AnswersEntry[]; cursor: string | null }> {
  const from = cursor === undefined ? undefined : await findAnswers(look, cursor);
  const rows = await answersOf(look, patid, PAGE + 1, from);
  return { items: rows.slice(0, PAGE).map(entryOf), cursor: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null };
}

/** One set with the form it answers, and what the same person had answered to that form before. @throws AppError not_found */
export async function readAnswers(look: Look, library: FormLibrary, id: string): Promise<{ row: AnswersRow; questionnaire: Questionnaire | null; before: AnswersRow | null }> {
  const row = await findAnswers(look, id);
  if (!row) throw new AppError('not_found');
  const form = await library.find(row.form);
  const older = (await answersOf(look, row.patid, PAGE, row)).find((one) => one.form.split('@')[0] === row.form.split('@')[0]);
  return { row, questionnaire: form ? await form.inLanguages([row.language]) : null, before: older ?? null };
}
