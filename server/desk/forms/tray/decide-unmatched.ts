// Decisions of staff about answers without a record: assign to a patient, discard, or undo.

import { isCommentShortEnough } from '../../../../shared/base/comment.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { NewPatient } from '../../../../shared/desk/patient.schema.ts';
import { mergeDoubts } from '../../../../shared/desk/patient.ts';
import { actorWord, type Work } from '../../../platform/work.ts';
import { fileUnmatched, type FilingDeps } from './file-unmatched.ts';
import { countNotesTo, findAnswers, removeAnswers } from '../answers/store.ts';
import { withMarks } from '../answers/tell-record.ts';
import { changeUnmatched, findUnmatched, type UnmatchedRow } from './unmatched-store.ts';

export interface DecideDeps extends FilingDeps {
  /**
   * Creates a record by hand (server/desk/patient).
   * @throws AppError birthdate_invalid, confirm_needed
   */
  createRecord(w: Work, input: NewPatient): Promise<{ patid: string }>;
}

async function waiting(w: Work, id: string): Promise<UnmatchedRow> {
  const row = await findUnmatched(w, id);
  if (!row) throw new AppError('not_found');
  return row;
}
async function file(
  w: Work,
  deps: FilingDeps,
  row: UnmatchedRow,
  patid: string,
  confirmed: boolean,
): Promise<{ patid: string; answersId: string }> {
  const answersId = await fileUnmatched(w, deps, row, patid, {
    by: actorWord(w.actor),
    isFitted: false,
    confirmed,
  });
  if (answersId === undefined) throw new AppError('state_conflict');
  return { patid, answersId };
}

/**
 * Files the answers with a patient; repeating the same decision changes nothing.
 * @throws AppError not_found, state_conflict (decided otherwise), confirm_needed (V2, V3: name or
 * birth date differ from the record; `extra.doubts`)
 */
export async function assignUnmatched(
  w: Work,
  deps: FilingDeps,
  id: string,
  input: { patid: string; confirmed?: boolean | undefined },
): Promise<{ patid: string; answersId: string }> {
  const row = await waiting(w, id),
    record = await deps.record(w, input.patid);
  if (!record) throw new AppError('not_found');
  if (
    row.state === 'filed' &&
    row.answersId !== null &&
    row.patid !== null &&
    (await deps.record(w, row.patid))?.patid === record.patid
  )
    return { patid: record.patid, answersId: row.answersId };
  if (row.state !== 'open') throw new AppError('state_conflict');
  // A submission that was put aside may have no name: then there is nothing to compare.
  const doubts = row.lastName === '' ? [] : mergeDoubts(row, record);
  if (doubts.length > 0 && input.confirmed !== true)
    throw new AppError('confirm_needed', { extra: { doubts } });
  return file(w, deps, row, record.patid, doubts.length > 0);
}

/**
 * Creates a temporary record from the patient's own data (staff may correct it first) and files the
 * answers with it.
 * @throws AppError not_found, state_conflict, birthdate_invalid (V6), confirm_needed (V4, same
 * person)
 */
export async function recordUnmatched(
  w: Work,
  deps: DecideDeps,
  id: string,
  input: NewPatient,
): Promise<{ patid: string; answersId: string }> {
  const row = await waiting(w, id);
  if (row.state !== 'open') throw new AppError('state_conflict');
  const { patid } = await deps.createRecord(w, input);
  return file(w, deps, row, patid, input.confirmed === true);
}

/**
 * Discards answers with a reason; they are kept [V1].
 * @throws AppError not_found, state_conflict, comment_too_long, validation (no reason)
 */
export async function discardUnmatched(w: Work, id: string, typed: string): Promise<void> {
  const row = await waiting(w, id),
    reason = typed.trim();
  if (!isCommentShortEnough(reason))
    throw new AppError('comment_too_long', { fields: { reason: 'too_long' } });
  if (reason === '') throw new AppError('validation', { fields: { reason: 'missing' } });
  if (row.state === 'discarded' && row.reason === reason) return;
  if (
    !(await changeUnmatched(w, id, 'open', {
      state: 'discarded',
      reason,
      decidedAt: w.now,
      decidedBy: actorWord(w.actor),
    }))
  )
    throw new AppError('state_conflict');
  await w.audit('unmatched.discarded', { unmatchedId: id });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Checks whether a decision can be undone: nothing was added to the filed answers. */
export const isReversible = async (
  s: Parameters<typeof countNotesTo>[0],
  row: Pick<UnmatchedRow, 'state' | 'answersId'>,
): Promise<boolean> =>
  row.state === 'discarded' ||
  (row.state === 'filed' && row.answersId !== null && (await countNotesTo(s, row.answersId)) === 0);

/**
 * Undoes a decision: the answers wait in the tray again, unchanged. Repeating it changes nothing.
 * @throws AppError not_found, state_conflict (later data depends on it)
 */
export async function reopenUnmatched(w: Work, deps: FilingDeps, id: string): Promise<void> {
  const row = await waiting(w, id);
  if (row.state === 'open') return;
  if (!(await isReversible(w, row))) throw new AppError('state_conflict');
  const back = {
    state: 'open' as const,
    patid: null,
    answersId: null,
    reason: null,
    decidedAt: null,
    decidedBy: null,
  };
  if (row.state === 'filed') {
    const answers = row.answersId === null ? undefined : await findAnswers(w, row.answersId);
    if (!answers || (deps.returned && !(await deps.returned(w, answers.id))))
      throw new AppError('state_conflict');
    const problems = withMarks(
      answers.problems,
      await deps.marks(w, { patid: null, form: row.form, response: answers.response }),
    );
    if (
      !(await changeUnmatched(w, id, 'filed', { ...back, response: answers.response, problems })) ||
      !(await removeAnswers(w, answers.id))
    )
      throw new AppError('state_conflict');
    await w.audit('unmatched.returned', { unmatchedId: id, answersId: answers.id }, answers.patid);
  } else {
    if (!(await changeUnmatched(w, id, 'discarded', back))) throw new AppError('state_conflict');
    await w.audit('unmatched.returned', { unmatchedId: id });
  }
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
