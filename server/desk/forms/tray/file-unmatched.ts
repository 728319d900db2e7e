// Files answers that came without a task with a patient: from then on they are like any other
// answers, with their origin recorded.

import type { AnswersRow } from '../answers/store.ts';
import type { Look, Work } from '../../../platform/work.ts';
import { hasPhotos } from '../answers/clean-photos.job.ts';
import { insertAnswers } from '../answers/store.ts';
import { withMarks, type Mark, type Marked } from '../answers/tell-record.ts';
import { changeUnmatched, type UnmatchedRow } from './unmatched-store.ts';

/** An active record with the fields that answers are matched by. */
export interface MatchedRecord {
  patid: string;
  firstName: string;
  lastName: string;
  geburtsdatum: string;
  city: string;
  herkunft: 'demo' | 'hand' | 'pvs' | 'gdt';
}
export interface FilingDeps {
  /** Reads the active record behind a number (server/desk/patient). */
  record(s: Look | Work, patid: string): Promise<MatchedRecord | undefined>;
  /**
   * [V2] [V3] [V4] [V5] [V6] Doubts about a set of answers for staff to check, with the record to
   * compare as soon as it is known.
   */
  marks(w: Work, answers: Marked): Promise<Mark[]>;
  /** Called in the same transaction, so that changed master data becomes proposals. */
  filed?(
    w: Work,
    answers: Pick<AnswersRow, 'id' | 'patid' | 'form' | 'response' | 'answeredAt' | 'recordedBy'>,
  ): Promise<void>;
  /** Reverts the changes derived from the answers. @returns false when staff has acted on them */
  returned?(w: Work, answersId: string): Promise<boolean>;
}

/**
 * Files answers with a person.
 * @param how `isFitted` when name and birth date of an invitation match, else a member of staff
 * decided
 * @returns the id of the answers, or undefined when the row was decided on meanwhile
 */
export async function fileUnmatched(
  w: Work,
  deps: FilingDeps,
  row: UnmatchedRow,
  patid: string,
  how: { by: string; isFitted: boolean; confirmed: boolean },
): Promise<string | undefined> {
  const { response } = row;
  if (!response) return undefined;
  // A new id each time: answers that were filed wrongly and reverted are never found under the
  // right one.
  const answersId = w.newId();
  if (
    !(await changeUnmatched(w, row.id, 'open', {
      state: 'filed',
      patid,
      answersId,
      response: null,
      decidedAt: w.now,
      decidedBy: how.by,
      reason: null,
    }))
  )
    return undefined;
  const problems = withMarks(
    row.problems,
    await deps.marks(w, { patid, form: row.form, response }),
  );
  await insertAnswers(w, {
    id: answersId,
    patid,
    taskId: null,
    form: row.form,
    formSha256: row.formSha256,
    title: row.title,
    language: row.language,
    response,
    answeredAt: row.answeredAt,
    receivedAt: row.receivedAt,
    tabletId: row.tabletId,
    recordedBy: row.recordedBy,
    addsTo: null,
    problems,
    origin: row.origin,
    unmatchedId: row.id,
  });
  await w.audit(
    'unmatched.filed',
    {
      unmatchedId: row.id,
      answersId,
      form: row.form,
      origin: row.origin,
      fitted: how.isFitted,
      confirmed: how.confirmed,
    },
    patid,
  );
  // A picture that was not re-encoded while it waited is re-encoded here.
  if (hasPhotos(response)) await w.job('clean-photos', `photos:${answersId}`, { answersId });
  await deps.filed?.(w, {
    id: answersId,
    patid,
    form: row.form,
    response,
    answeredAt: row.answeredAt,
    recordedBy: row.recordedBy,
  });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return answersId;
}
