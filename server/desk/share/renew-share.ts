// Renews a share: a new link for its open items; the one before ends.

import { AppError } from '../../../shared/base/errors.ts';
import type { NewShare, ShareLink } from '../../../shared/exchange/share.schema.ts';
import type { Work } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { type ShareItemRow, findShare, itemsOf } from './store.ts';
import { type Place, linkOf } from './read-shares.ts';
import { type Wish, endOf, reasonOf, storeShare, titleOf } from './make-share.ts';
import { closeShare, requireShare } from './shares.ts';

const wishedAgain = ({ kind, ref, role }: ShareItemRow): NewShare['items'][number] =>
  kind === 'questionnaire'
    ? { kind, formId: ref }
    : kind === 'sign'
      ? { kind, taskId: ref, role: role ?? 'patient' }
      : { kind: 'document', fileId: ref };

/**
 * Renews a share: a new link and code with its open items that may still be shared, with a fresh
 * expiry; the old one ends. Idempotent by id.
 * @throws AppError not_found, state_conflict (ended, was renewed differently, no item left)
 */
export async function renewShare(
  w: Work,
  deps: PortalDeps,
  place: Place,
  id: string,
  newId: string,
): Promise<ShareLink> {
  const row = await requireShare(w, id),
    again = await findShare(w, newId);
  if (again) {
    if (row.renewedBy !== newId) throw new AppError('conflict');
    return linkOf(w, deps, place, again);
  }
  if (row.endedAt !== null) throw new AppError('state_conflict');
  const record = await deps.record(w, row.patid);
  if (!record) throw new AppError('state_conflict');
  const patids = await deps.numbersOf(w, record.patid),
    items: Wish['items'][number][] = [];
  // A paper with open questions, or a withdrawn one, is not shared again; the rest of the link is.
  for (const one of await itemsOf(w, [id])) {
    if (one.kind !== 'document' && one.doneAt !== null) continue;
    const item = wishedAgain(one),
      title = await titleOf(w, deps, item, patids);
    if (title !== undefined) items.push({ ...item, title });
  }
  if (items.length === 0) throw new AppError('state_conflict');
  const wish: NewShare = {
    id: newId,
    patid: record.patid,
    language: row.language,
    secondStep: row.secondStep,
    items,
    ...(row.stepReason !== null && { stepReason: row.stepReason }),
  };
  const stepReason = await reasonOf(
    w,
    deps,
    wish,
    items.some((one) => one.kind !== 'questionnaire'),
  );
  await closeShare(w, row, newId);
  await w.audit('share.renewed', { share: id, by: newId }, row.patid);
  const made = await storeShare(
    w,
    deps,
    { ...wish, stepReason, items },
    await endOf(w, patids, row.secondStep === 'none' && row.kind === 'disclose'),
  );
  if (!made) throw new AppError('conflict');
  return linkOf(w, deps, place, made);
}
