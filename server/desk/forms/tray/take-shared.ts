// Answers that arrive through a share: the patient is known, everything else works as for
// questionnaires at home.

import { AppError } from '../../../../shared/base/errors.ts';
import type { ShareAnswers } from '../../../../shared/exchange/share.schema.ts';
import type { Work } from '../../../platform/work.ts';
import { hasForeignFile, MOST_WAITING } from '../home/home-public.ts';
import { takeUnmatched, type UnmatchedDeps } from './take-unmatched.ts';
import { countUnmatched, findUnmatched } from './unmatched-store.ts';

/**
 * Accepts and files them with their patient; the same id with the same answers returns the same
 * receipt.
 * @throws AppError validation (form.key, response), conflict (the id came with other answers),
 * rate_limited
 */
export async function takeShared(
  w: Work,
  deps: UnmatchedDeps,
  input: ShareAnswers & {
    formId: string;
    person: { patid: string; firstName: string; lastName: string; geburtsdatum: string };
  },
): Promise<{ id: string; receivedAt: number }> {
  const isKnown = (await findUnmatched(w, input.id)) !== undefined;
  if (!isKnown) {
    const form =
      input.form.key.split('@')[0] === input.formId
        ? await deps.forms(w).find(input.form.key)
        : undefined;
    if (!form) throw new AppError('validation', { fields: { 'form.key': 'unknown' } });
    if (hasForeignFile(input.response.item))
      throw new AppError('validation', { fields: { response: 'attachment' } });
    if ((await countUnmatched(w)) >= MOST_WAITING)
      throw new AppError('rate_limited', { retryAfter: 3600 });
  }
  const { patid, firstName, lastName, geburtsdatum } = input.person;
  const taken = await takeUnmatched(w, deps, {
    id: input.id,
    origin: 'home',
    person: { firstName, lastName, geburtsdatum },
    form: input.form,
    language: input.language,
    response: input.response,
    at: input.at,
    invitedPatid: patid,
  });
  if (taken === 'conflict') throw new AppError('conflict');
  return { id: input.id, receivedAt: taken.receivedAt };
}
