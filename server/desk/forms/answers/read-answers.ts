// Answers as read by staff: a person's list, one set with its form and the earlier answers, and
// later additions.

import { AppError } from '../../../../shared/base/errors.ts';
import type { UnmatchedOrigin } from '../../../../shared/forms/answers/unmatched-origin.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { brokenCells, withStandIns } from '../../../platform/db/cells/cells.ts';
import { knownDamage } from '../../../platform/db/cells/known-damage.ts';
import type { Look } from '../../../platform/work.ts';
import { notesOf, type Note } from './add-note.ts';
import { familyOf, underNamesOf } from '../library/form-family.ts';
import type { FormLibrary } from './library.ts';
import {
  answersOf,
  findAnswers,
  wrongPersonIn,
  type AnswersHead,
  type AnswersRow,
} from './store.ts';

const PAGE = 50;
/** Limit of older sets that are searched. */
const LOOKED_AT = 200;

export interface AnswersEntry {
  id: string;
  patid: string;
  taskId: string | null;
  form: string;
  title: string;
  language: string;
  answeredAt: number;
  receivedAt: number;
  recordedBy: string | null;
  addsTo: string | null;
  problems: number;
  origin: UnmatchedOrigin | null;
  unmatchedId: string | null;
  isWrongPerson: boolean;
  /** Stored values of it were changed outside of the program and cannot be read. */
  isDamaged?: true;
}
export function entryOf(
  head: AnswersHead,
  wrong: ReadonlySet<string>,
  damaged: ReadonlySet<string> = new Set(),
): AnswersEntry {
  const { row, isDamaged } = withStandIns(head, { problems: [] });
  return {
    id: row.id,
    patid: row.patid,
    taskId: row.taskId,
    form: row.form,
    title: row.title,
    language: row.language,
    answeredAt: row.answeredAt,
    receivedAt: row.receivedAt,
    recordedBy: row.recordedBy,
    addsTo: row.addsTo,
    problems: row.problems.length,
    origin: row.origin,
    unmatchedId: row.unmatchedId,
    isWrongPerson: row.taskId !== null && wrong.has(row.taskId),
    ...((isDamaged || damaged.has(row.id)) && { isDamaged: true }),
  };
}
export const formIdOf = ({ form }: { form: string }): string => form.split('@')[0] ?? form;

/** Returns a person's answers, newest first. @param patids every number of the person */
export async function listAnswers(
  look: Look,
  patids: readonly string[],
  cursor?: string,
): Promise<{ items: AnswersEntry[]; cursor: string | null }> {
  const from = cursor === undefined ? undefined : await findAnswers(look, cursor);
  const rows = await answersOf(look, patids, PAGE + 1, 'all', from);
  const wrong = await wrongPersonIn(
      look,
      rows.map((one) => one.taskId),
    ),
    damaged = await knownDamage(look, look.t.answers);
  return {
    items: rows.slice(0, PAGE).map((one) => entryOf(one, wrong, damaged)),
    cursor: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null,
  };
}

export interface ReadAnswers {
  row: AnswersRow;
  questionnaire: Questionnaire | null;
  before: AnswersRow | null;
  notes: Note[];
}
/**
 * Returns one set with its form, the same person's earlier answers to that form (or an ancestor of
 * it), and its Nachträge.
 * @throws AppError not_found
 */
export async function readAnswers(
  look: Look,
  library: FormLibrary,
  numbersOf: (look: Look, patid: string) => Promise<string[]>,
  id: string,
): Promise<ReadAnswers> {
  const row = await findAnswers(look, id);
  if (!row) throw new AppError('not_found');
  const form = await library.find(row.form),
    patids = await numbersOf(look, row.patid);
  const family = await familyOf(library, row.form),
    older = (await answersOf(look, patids, LOOKED_AT, 'originals', row)).find((one) =>
      family.includes(formIdOf(one)),
    ),
    found = older && (await findAnswers(look, older.id)),
    before = found && !brokenCells(found).includes('response') ? found : undefined;
  return {
    row,
    questionnaire: form ? await form.inLanguages([row.language]) : null,
    before: before ? { ...before, response: await underNamesOf(library, row.form, before) } : null,
    notes: row.addsTo === null ? await notesOf(look, patids, [row.id]) : [],
  };
}
