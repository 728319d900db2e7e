// Payloads of a finished task: built from the answers in memory, sealed right afterwards.

import { isFormData, type BlankPayload } from '../../../shared/forms/task/form-task.ts';
import { canonicalText } from '../../../shared/base/canonical-json.ts';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { AnswersSubmission, SignedAnswers } from '../../../shared/papers/signed-answers.ts';
import { withoutStale } from '../../../shared/papers/read-in.ts';
import type {
  DraftPayload,
  OutcomePayload,
  SubmitPayload,
} from '../../../shared/papers/signature.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import type { Ending } from '../../session/session.types.ts';
import type { OpenTask } from './answers.ts';

export interface DeviceFacts {
  clockOffsetMs: number;
  appVersion: string;
}

function deviceOf(facts: DeviceFacts): SubmitPayload['device'] {
  return {
    userAgent: navigator.userAgent.slice(0, 300),
    screen: `${screen.width}x${screen.height}@${devicePixelRatio}`,
    standalone: matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches,
    online: navigator.onLine,
    clockOffsetMs: facts.clockOffsetMs,
    appVersion: facts.appVersion,
  };
}

/**
 * Returned unchanged: by it the server recognises its own task, whatever happened to its database.
 */
const originOf = (body: TaskBody): { origin?: string } =>
  body.origin === undefined ? {} : { origin: body.origin };

/**
 * Builds the payload of a submission.
 * @throws Error when a signer has not signed: an incomplete signature is invalid
 */
export function submitOf(
  body: TaskBody,
  draft: DraftPayload,
  o: { language: string; at: number; device: DeviceFacts },
): SubmitPayload {
  const marks = draft.marks ?? [];
  if (marks.length === 0 || marks.length < body.signers.length)
    throw new Error('A signature is missing.');
  return {
    taskId: body.taskId,
    dataSha256: body.dataSha256,
    presentedPdfSha256: body.presentedPdfSha256,
    language: o.language,
    signedAt: o.at,
    // The thank-you page requests the copy with a separate op.
    signers: marks,
    declarations: draft.declarations,
    reading: withoutStale(draft.reading, o.language),
    wantsPaperCopy: false,
    device: deviceOf(o.device),
    ...originOf(body),
  };
}

/**
 * Builds the answers of a submission.
 * @throws Error when there is no response: a questionnaire cannot be submitted without one
 */
export function answersOf(
  open: Pick<OpenTask, 'body' | 'data' | 'response'>,
  o: { language: string; at: number; device: DeviceFacts },
  signed?: SignedAnswers,
): AnswersSubmission {
  const { body, data, response } = open;
  if (!response || !isFormData(data)) throw new Error('The answers are missing.');
  const { key, sha256 } = data.form;
  return {
    taskId: body.taskId,
    dataSha256: body.dataSha256,
    form: { key, sha256 },
    language: o.language,
    at: o.at,
    response,
    device: deviceOf(o.device),
    ...originOf(body),
    ...(signed && { signed }),
  };
}

/** Returns the signature of the answers; undefined where the person gave none. */
export async function signedOf(
  { signing, draft }: Pick<OpenTask, 'signing' | 'draft'>,
  o: { language: string; at: number },
): Promise<SignedAnswers | undefined> {
  const signers = draft.marks ?? [];
  if (!signing || signers.length === 0) return undefined;
  const data = canonicalText(signing);
  return {
    data,
    dataSha256: await sha256Hex(data),
    signedAt: o.at,
    signers,
    reading: withoutStale(draft.reading, o.language),
  };
}

/**
 * Returns the answers on a blank form that was begun here.
 * @throws Error when the task is no blank form, or nothing was submitted
 */
export function blankOf(
  open: Pick<OpenTask, 'body' | 'data' | 'response'>,
  o: { language: string; at: number; device: DeviceFacts },
): BlankPayload {
  const { blank } = open.body,
    { dataSha256: _data, origin: _origin, ...answers } = answersOf(open, o);
  if (!blank) throw new Error('This is a task of the practice.');
  // Time of submission, not of packing: a retry is identical.
  return {
    ...answers,
    at: Date.parse(answers.response.authored ?? '') || o.at,
    person: { ...blank },
  };
}

export function outcomeOf(
  body: TaskBody,
  draft: DraftPayload,
  ending: Exclude<Ending, 'submit'>,
  o: { language: string; at: number },
): OutcomePayload {
  return {
    taskId: body.taskId,
    outcome: ending,
    dataSha256: body.dataSha256,
    reading: withoutStale(draft.reading, o.language),
    declarations: draft.declarations,
    language: o.language,
    at: o.at,
    ...originOf(body),
  };
}

/**
 * Builds the request for a paper copy, or its withdrawal. It belongs to the Mappe, named by the
 * task finished last.
 */
export function copyWishOf(
  taskIds: readonly string[],
  isWished: boolean,
  at: number,
):
  | { kind: 'log'; taskId: string; taskRev: number; payload: { code: string; at: number } }
  | undefined {
  const taskId = taskIds[taskIds.length - 1];
  return taskId === undefined
    ? undefined
    : {
        kind: 'log',
        taskId,
        taskRev: 0,
        payload: { code: isWished ? 'copy_wished' : 'copy_not_wished', at },
      };
}
