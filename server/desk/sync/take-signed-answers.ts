// Signed answers to a form: the document of the device must be the task's own but for the answers
// in it; it then takes the place of the task's data and is sealed like any paper.

import { createHash } from 'node:crypto';
import { areAnswersSigned, type FormData } from '../../../shared/forms/task/form-task.ts';
import { answersDocumentSchema } from '../../../shared/papers/signed-answers.schema.ts';
import {
  expectedDocument,
  submissionOf,
  type AnswersSubmission,
  type SignedAnswers,
} from '../../../shared/papers/signed-answers.ts';
import { canonicalJson } from '../../paper/seal/canonical.ts';
import type { Work } from '../../platform/work.ts';
import type { TaskRow } from '../task/store.ts';
import { markAnswersSigned } from '../task/take-result.ts';
import { tabletSide } from './feed.ts';
import type { AcceptSubmission } from './submission.ts';

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
