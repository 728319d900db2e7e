// Signatures from a tablet or a private phone, judged once: complete, or one part of a paper while
// others are missing; and the signature of answers, whose document comes from the device.

import { createHash } from 'node:crypto';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import {
  areAnswersSigned,
  type FormData,
  type FormRef,
} from '../../../shared/forms/task/form-task.ts';
import { answersDocumentSchema } from '../../../shared/papers/signature.schema.ts';
import {
  expectedDocument,
  statesAnswers,
  submissionOf,
  type AnswersDocument,
  type AnswersSubmission,
  type SignedAnswers,
} from '../../../shared/papers/signed-answers.ts';
import { canonicalJson } from '../../paper/seal/canonical.ts';
import { canBeParted, leftToSign } from '../../../shared/papers/signers.ts';
import type { SubmitPayload } from '../../../shared/papers/signature.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import { partsOf } from '../task/part-store.ts';
import { OPEN_FOR_PART, signersIn, takePart } from '../task/parts.ts';
import type { TaskRow } from '../task/store.ts';
import { markAnswersSigned, markSubmitted, noteReadIn } from '../task/take-result.ts';
import type { Work } from '../../platform/work.ts';
import type { AcceptSubmission } from './submission.ts';
import { tabletSide } from './feed.ts';

/** A task that is open on a tablet, or was when the network failed. */
const OPEN: readonly TaskState[] = ['assigned', 'started', 'interrupted'];
export const isOpenOnTablet = (task: Pick<TaskRow, 'state'>): boolean => OPEN.includes(task.state);

export interface Signature {
  opId: string;
  task: TaskRow;
  payload: SubmitPayload;
  /** Not from the tablet that has the paper. */
  isElsewhere: boolean;
}

/** Takes a signature. @returns why it does not count; undefined when it does */
export async function takeSignature(
  w: Work,
  accept: AcceptSubmission,
  { opId, task, payload, isElsewhere }: Signature,
): Promise<string | undefined> {
  // Answers are signed with their document only: the task alone holds nothing but the declaration.
  if (task.kind !== 'document') return 'state_conflict';
  const signers = signersIn(task),
    parts = canBeParted(signers) ? await partsOf(w, task.taskId) : [];
  const roles = payload.signers.map((one) => one.role);
  const isWhole = parts.length === 0 && leftToSign(signers, roles).length === 0;
  if (
    !(isWhole || !canBeParted(signers) ? isOpenOnTablet(task) : OPEN_FOR_PART.includes(task.state))
  )
    return 'state_conflict';
  const refused = await accept(w, { opId, task, payload, signed: parts.map((one) => one.role) });
  if (refused !== undefined) return refused;
  const { wantsPaperCopy } = payload;
  await noteReadIn(w, task, { ...payload, at: payload.signedAt });
  return isWhole
    ? markSubmitted(w, tabletSide, task, wantsPaperCopy)
    : takePart(w, tabletSide, task, { opId, roles, isElsewhere, wantsPaperCopy });
}

/** Reads a form with the texts of the languages that its task was sent in. */
export type FindForm = (w: Work, form: FormRef) => Promise<Questionnaire | undefined>;

/** Code: the signed sheet and the stored answers state different things. */
export const SIGNED_DIFFERS = 'signed_differs';

/**
 * Checks whether the signed sheet of a task states other words, modes, languages or answers than
 * the response that came with it. A document that is not the task's is judged elsewhere; a form
 * that is gone cannot be compared.
 */
export async function statesOtherAnswers(
  w: Work,
  find: FindForm,
  task: Pick<TaskRow, 'data'>,
  { signed, response, language }: AnswersSubmission,
): Promise<boolean> {
  const text = signed && signedText(task, signed);
  if (text === undefined) return false;
  const own = JSON.parse(task.data) as FormData,
    questionnaire = await find(w, own.form);
  return (
    questionnaire !== undefined &&
    !statesAnswers(JSON.parse(text) as AnswersDocument, {
      own,
      model: modelOf(questionnaire),
      response,
      language,
    })
  );
}

/** Returns the canonical text that the device signed; undefined if it is not of this task. */
function signedText(task: Pick<TaskRow, 'data'>, signed: SignedAnswers): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(signed.data);
  } catch {
    return undefined;
  }
  const given = answersDocumentSchema.safeParse(value),
    own = JSON.parse(task.data) as FormData;
  const expected = given.success ? expectedDocument(given.data, own) : undefined;
  if (!expected || !areAnswersSigned(own)) return undefined;
  const text = canonicalJson(expected);
  return text === signed.data &&
    createHash('sha256').update(text).digest('hex') === signed.dataSha256
    ? text
    : undefined;
}

/**
 * Takes the signature of answers that are stored already.
 * @returns why it does not count; undefined when it does
 */
export async function takeSignedAnswers(
  w: Work,
  accept: AcceptSubmission,
  input: {
    readonly opId: string;
    readonly task: TaskRow;
    readonly payload: AnswersSubmission;
    readonly signed: SignedAnswers;
  },
): Promise<string | undefined> {
  const { opId, task, payload, signed } = input,
    data = signedText(task, signed);
  if (data === undefined) return 'hash_mismatch';
  const { dataSha256 } = signed,
    made = { data, dataSha256, presentedPdfSha256: dataSha256 };
  const refused = await accept(w, {
    opId,
    task: { ...task, ...made },
    payload: submissionOf(payload, signed),
    signed: [],
  });
  return refused ?? markAnswersSigned(w, tabletSide, task, made);
}
