// Accepts the answers of a questionnaire inside the transaction that judges them: valid answers are
// stored as they came, violations of the form's rules are listed for staff and never lost.

import type { AnswersPayload } from '../../../../shared/forms/task/form-task.ts';
import { judge } from '../../../../shared/forms/answers/judge.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import { type QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { stoppedIn } from '../../../../shared/forms/answers/stopped.ts';
import type { Work } from '../../../platform/work.ts';
import { hasPhotos } from './clean-photos.job.ts';
import type { FormLibrary } from './library.ts';
import { insertAnswers, type AnsweredTask } from './store.ts';
import { marksIn, tellRecord, type RecordSide } from './tell-record.ts';

/** Reasons why answers are parked for staff; the op itself is already stored. */
export type AnswersPark = 'hash_mismatch' | 'state_conflict' | 'already_answered';

/** Maximum number of violated rules that are listed; a form with more is broken altogether. */
export const MOST_PROBLEMS = 200;

/**
 * Returns what the answers record about themselves: abandoned half-way, and formulas that were
 * stopped, by path.
 */
const saidOf = (response: QuestionnaireResponse): { key: string; code: string }[] => [
  ...(response.status === 'stopped' ? [{ key: '', code: 'stopped' }] : []),
  ...stoppedIn(response).map((key) => ({ key, code: 'formula_stopped' })),
];

/** Answers to a form with formulas, until a job has judged them. */
export const NOT_JUDGED = 'not_judged';

/**
 * Validates a response against the form: what its page would not have let through. Formulas run in
 * a process of their own, after the answers are stored: until then the answers say so.
 */
export async function problemsIn(
  library: FormLibrary,
  payload: Pick<AnswersPayload, 'form' | 'response'>,
): Promise<{ key: string; code: string }[]> {
  const form = await library.find(payload.form.key);
  if (!form) return [...saidOf(payload.response), { key: '', code: 'form_unknown' }];
  const model = modelOf(await form.inLanguages([]));
  return [
    ...saidOf(payload.response),
    ...(model.usesFhirPath ? [{ key: '', code: NOT_JUDGED }] : judge(model, payload.response)),
  ].slice(0, MOST_PROBLEMS);
}
/** Enqueues the judgement of answers to a form with formulas. */
export async function judgeLater(
  w: Work,
  problems: readonly { code: string }[],
  id: string,
  where: { answersId: string } | { unmatchedId: string },
): Promise<void> {
  if (problems.some((one) => one.code === NOT_JUDGED))
    await w.job('judge-answers', `judge:${id}`, where);
}

/**
 * Stores a submitted set of answers.
 * @returns the code under which the op is parked, or undefined when the answers are stored
 */
export async function acceptAnswers(
  w: Work,
  library: FormLibrary,
  side: RecordSide,
  input: {
    opId: string;
    tabletId: string;
    task: AnsweredTask;
    payload: AnswersPayload;
    /** Doubts about the submission that the caller found. */
    doubts?: readonly { key: string; code: string }[];
  },
): Promise<AnswersPark | undefined> {
  const { opId, task, payload, tabletId, doubts = [] } = input;
  if (task.kind !== 'questionnaire') return 'state_conflict';
  if (payload.dataSha256 !== task.dataSha256 || payload.form.key !== task.template)
    return 'hash_mismatch';
  const told = {
    id: opId,
    patid: task.patid,
    form: payload.form.key,
    response: payload.response,
    answeredAt: payload.at,
    recordedBy: null,
  };
  const problems = [
    ...doubts,
    ...(await problemsIn(library, payload)),
    ...(await marksIn(w, library, side, told)),
  ].slice(0, MOST_PROBLEMS);
  const isNew = await insertAnswers(w, {
    ...told,
    taskId: task.taskId,
    formSha256: payload.form.sha256,
    title: task.title,
    language: payload.language,
    receivedAt: w.now,
    tabletId,
    addsTo: null,
    problems,
  });
  if (!isNew) return 'already_answered';
  await w.audit(
    'answers.taken',
    { answersId: opId, taskId: task.taskId, form: payload.form.key, problems: problems.length },
    task.patid,
  );
  await tellRecord(w, library, side, told);
  await judgeLater(w, problems, opId, { answersId: opId });
  if (hasPhotos(payload.response))
    await w.job('clean-photos', `photos:${opId}`, { answersId: opId });
  return undefined;
}
