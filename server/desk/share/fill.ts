// Forms of a share, filled in at home: write-only, once, through the same code path as all answers
// from home.

import { AppError } from '../../../shared/base/errors.ts';
import type { HomeReceipt } from '../../../shared/forms/task/home.schema.ts';
import type { ShareAnswers } from '../../../shared/exchange/share.schema.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { heldItem } from './contents.ts';
import type { PortalDeps } from './links.ts';
import { findItem, finishItem, finishShare, noteEvent } from './store.ts';

/**
 * Submits a form of a share. Idempotent: the same id with the same answers gets the same receipt.
 * @throws AppError share_over, not_found, state_conflict (submitted with other answers), and the
 * errors of answers from home
 */
export async function fillShared(
  deps: PortalDeps,
  context: RequestContext,
  itemId: string,
  answers: ShareAnswers,
): Promise<HomeReceipt> {
  const {
    row,
    ref,
    who: { share },
  } = await heldItem(deps, context, itemId);
  if (row.kind !== 'questionnaire') throw new AppError('not_found');
  return context.write(async (w) => {
    const person = await deps.record(w, share.patid);
    if (!person) throw new AppError('not_found');
    // Two concurrent submissions: the first one counts, and its own repetition.
    const isFirst = await finishItem(w, itemId, answers.id);
    if (!isFirst && (await findItem(w, itemId))?.resultId !== answers.id)
      throw new AppError('state_conflict');
    const receipt = await deps.takeAnswers(w, { ...answers, formId: ref, person });
    if (!isFirst) return receipt;
    await noteEvent(w, share.id, 'filled', itemId);
    await w.audit('share.filled', { share: share.id, item: itemId }, share.patid);
    await finishShare(w, share);
    return receipt;
  });
}
