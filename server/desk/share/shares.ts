// Shares for staff: hands over, mails, unlocks and ends them.

import { berlinDay, germanDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { SHARE_TRIES } from '../../../shared/exchange/share.ts';
import type { Share, ShareLink } from '../../../shared/exchange/share.schema.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import {
  changeShare,
  endShare,
  findShare,
  forgetSentCode,
  noteEvent,
  removeSessionsOf,
  type ShareRow,
} from './store.ts';
import { type Place, stateOf, shownOne, linkOf } from './read-shares.ts';

/** Returns a share. @throws AppError not_found */
export async function requireShare(s: Look | Work, id: string): Promise<ShareRow> {
  const row = await findShare(s, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Returns link and code of an open share again; the view is audited.
 * @throws AppError not_found, state_conflict (over)
 */
export async function showShare(
  w: Work,
  deps: PortalDeps,
  place: Place,
  id: string,
): Promise<ShareLink> {
  const row = await requireShare(w, id),
    state = stateOf(row, w.now);
  if (state !== 'open' && state !== 'locked') throw new AppError('state_conflict');
  await w.audit('share.shown', { share: id }, row.patid);
  return linkOf(w, deps, place, row);
}

/**
 * Ends a share with its sessions and sent codes.
 * @returns false when it had ended before
 */
export async function closeShare(
  w: Work,
  row: ShareRow,
  renewedBy: string | null,
): Promise<boolean> {
  if (!(await endShare(w, row.id, actorWord(w.actor), renewedBy))) return false;
  await removeSessionsOf(w, row.id);
  await forgetSentCode(w, row.id);
  await noteEvent(w, row.id, renewedBy === null ? 'ended' : 'renewed');
  return true;
}
/** Ends a share at once, including open sessions; idempotent. @throws AppError not_found */
export async function stopShare(w: Work, id: string): Promise<void> {
  const row = await requireShare(w, id);
  if (await closeShare(w, row, null)) await w.audit('share.ended', { share: id }, row.patid);
}

/**
 * Ends a link again after a restore of an older backup.
 * @returns whether it was open until then
 */
export async function endAgain(w: Work, id: string): Promise<boolean> {
  const row = await findShare(w, id);
  if (!row || !(await closeShare(w, row, null))) return false;
  await w.audit('share.ended', { share: id, isAgain: true }, row.patid);
  return true;
}

/**
 * Resets the attempts of a locked share; the link stays.
 * @throws AppError not_found, state_conflict
 */
export async function unlockShare(w: Work, deps: PortalDeps, id: string): Promise<Share> {
  const row = await requireShare(w, id);
  if (stateOf(row, w.now) !== 'locked') throw new AppError('state_conflict');
  const free = await changeShare(w, id, { triesLeft: SHARE_TRIES });
  await noteEvent(w, id, 'unlocked');
  await w.audit('share.unlocked', { share: id }, row.patid);
  return shownOne(w, deps, free ?? row);
}

/**
 * Queues a mail with the link for the practice; never the code.
 * @throws AppError not_found, state_conflict (over), inactive_recipient (X1)
 */
export async function mailShare(
  w: Work,
  deps: PortalDeps,
  place: Place,
  id: string,
  input: { id: string; to: string; language: 'de' | 'en' },
): Promise<void> {
  const row = await requireShare(w, id);
  if (stateOf(row, w.now) !== 'open') throw new AppError('state_conflict');
  const until = berlinDay(row.expiresAt - 1),
    { path } = await linkOf(w, deps, place, row);
  await deps.mail(w, {
    key: `share:${input.id}`,
    to: input.to,
    template: row.kind === 'disclose' ? 'share' : 'shareForm',
    language: input.language,
    data: { link: path, until: input.language === 'en' ? until : germanDay(until) },
    expiresAt: row.expiresAt,
  });
  await changeShare(w, id, { mailedAt: w.now });
  await noteEvent(w, id, 'mailed');
  await w.audit('share.mailed', { share: id }, row.patid);
}
