// Judges stored answers to a form with formulas like its page, in a process with a budget, and
// marks contradictions for staff.

import { berlinDay } from '../../../../shared/base/dates.ts';
import {
  patientVariable,
  typedPatient,
  type PatientVariable,
} from '../../../../shared/forms/answers/patient-variable.ts';
import type { FormData } from '../../../../shared/forms/task/form-task.ts';
import type { Look, Work, Workshop } from '../../../platform/work.ts';
import type { FormChecker } from '../library/form-check.ts';
import { changeUnmatchedResponse, findUnmatched } from '../tray/unmatched-store.ts';
import { MOST_PROBLEMS, NOT_JUDGED } from './accept-answers.ts';
import type { PracticeLibrary } from './library.ts';
import { changeAnswers, findAnswers, type AnswersRow } from './store.ts';

export interface JudgeDeps {
  workshop: Workshop;
  forms: PracticeLibrary;
  checker: Pick<FormChecker, 'judge'>;
  /** What the page of a task was given (server/desk/task). */
  given(look: Look, taskId: string): Promise<Pick<FormData, 'patient' | 'patientRead'> | undefined>;
}

/**
 * Returns `%patient` as the page had it: of a task what it was given of the record, of a blank form
 * and of a page at home the typed name.
 */
async function patientOf(
  { given }: JudgeDeps,
  look: Look,
  row: Stored,
): Promise<PatientVariable | undefined> {
  if (row.taskId !== undefined && row.taskId !== null) {
    const data = await given(look, row.taskId);
    if (!data) return undefined;
    const { name, geburtsdatum, patid } = data.patient;
    return patientVariable(name, geburtsdatum, patid, data.patientRead);
  }
  const typed = await findUnmatched(look, row.unmatchedId ?? row.id);
  if (!typed) return undefined;
  const { firstName, lastName, geburtsdatum } = typed;
  return row.origin === 'tablet'
    ? patientVariable(`${firstName} ${lastName}`.trim(), geburtsdatum)
    : typedPatient(firstName, lastName, geburtsdatum);
}

type Stored = Pick<AnswersRow, 'form' | 'response' | 'answeredAt' | 'problems'> & {
  id: string;
  patid?: string | undefined;
  taskId?: string | null;
  origin: string | null;
  unmatchedId?: string | null;
  change(w: Work, set: Pick<AnswersRow, 'response' | 'problems'>): Promise<boolean>;
};

/** Returns the answers where they are now: in the tray, or with the person they were filed with. */
async function storedAt(
  s: Look | Work,
  payload: Record<string, unknown>,
): Promise<Stored | undefined> {
  let answersId = payload.answersId;
  if (typeof payload.unmatchedId === 'string') {
    const waiting = await findUnmatched(s, payload.unmatchedId);
    if (!waiting) return undefined;
    const { response } = waiting;
    if (response)
      return {
        ...waiting,
        patid: undefined,
        response,
        change: (w, set) => changeUnmatchedResponse(w, waiting.id, set),
      };
    answersId = waiting.answersId;
  }
  const row = await findAnswers(s, String(answersId));
  return row && { ...row, change: (w, set) => changeAnswers(w, row.id, set) };
}

/**
 * Judges a set of answers once. Idempotent: answers that are judged already stay as they are.
 */
export async function judgeAnswers(
  deps: JudgeDeps,
  job: { cid: string; payload: Record<string, unknown> },
): Promise<void> {
  const { workshop, forms, checker } = deps,
    system = { kind: 'system', cid: job.cid } as const,
    look = workshop.look(job.cid, system),
    stored = await storedAt(look, job.payload),
    isOpen = (row: Stored): boolean => row.problems.some((one) => one.code === NOT_JUDGED);
  if (!stored || !isOpen(stored)) return;
  const form = await forms(look).find(stored.form);
  if (!form) return;
  const found = await checker.judge({
    form: JSON.stringify(await form.inLanguages([])),
    response: JSON.stringify(stored.response),
    day: berlinDay(stored.answeredAt),
    at: stored.answeredAt,
    patient: await patientOf(deps, look, stored),
  });
  await workshop.write(job.cid, system, async (w) => {
    // Photos may have been taken in, and the answers filed, meanwhile.
    const row = await storedAt(w, job.payload);
    if (!row || !isOpen(row)) return;
    const problems = [
      ...row.problems.filter((one) => one.code !== NOT_JUDGED),
      ...found.filter(
        ({ key, code }) => !row.problems.some((one) => one.key === key && one.code === code),
      ),
    ].slice(0, MOST_PROBLEMS);
    if (!(await row.change(w, { response: row.response, problems }))) return;
    await w.audit('answers.judged', { answersId: row.id, problems: found.length }, row.patid);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}
