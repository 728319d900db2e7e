// R4: the patient chooses a new access code for one share, through a link created by staff that is
// valid for half an hour and once; opening it changes nothing.

import { berlinDay, germanDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  codeProblem,
  plainCode,
  RESET_MS,
  RESET_PATH,
  SHARE_ID,
} from '../../../shared/exchange/share.ts';
import type { PortalReset, ResetLink } from '../../../shared/exchange/share.schema.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import type { Work } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { isOpenShare } from './log-in.ts';
import { newShareSecret } from './secrets.ts';
import {
  changeShare,
  findShare,
  findShareByHash,
  forgetSentCode,
  noteEvent,
  removeSessionsOf,
} from './store.ts';

/**
 * Creates a link to a new access code; an earlier one expires. Used attempts stay used.
 * @throws AppError not_found, state_conflict (over, or needs no code)
 */
export async function makeResetLink(w: Work, deps: PortalDeps, id: string): Promise<ResetLink> {
  const share = await findShare(w, id);
  if (!share) throw new AppError('not_found');
  if (!isOpenShare(share, w.now) || share.secondStep === 'none')
    throw new AppError('state_conflict');
  const secret = newShareSecret(),
    until = w.now + RESET_MS,
    path = `${RESET_PATH}/${deps.secrets.idOf(w.cid, id)}/${secret}`;
  await changeShare(w, id, { resetHash: deps.secrets.hashOf(secret), resetUntil: until });
  await w.audit('share.reset.made', { share: id }, share.patid);
  return { path, url: deps.publicUrl === undefined ? null : deps.publicUrl + path, until };
}

/** Years and days that represent a birth date, in any spelling. */
const isBirth = (code: string, birth: string | undefined): boolean =>
  birth !== undefined &&
  [germanDay(birth), birth].some((day) => code.replace(/\D/g, '') === day.replace(/\D/g, ''));

/**
 * Sets the new code; all open sessions must log in again with it.
 * @returns false, whatever is wrong with the link
 * @throws AppError validation (fields.code: short, long, easy)
 */
export async function resetCode(
  w: Work,
  deps: PortalDeps,
  { shareId, secret, code }: PortalReset,
): Promise<boolean> {
  const share = SHARE_ID.test(shareId)
    ? await findShareByHash(w, deps.secrets.hashOf(shareId))
    : undefined;
  const isGood =
    isSameSecret(share?.resetHash, deps.secrets.hashOf(secret)) &&
    share !== undefined &&
    isOpenShare(share, w.now) &&
    (share.resetUntil ?? 0) > w.now;
  if (!isGood) return false;
  const problem =
    codeProblem(code) ??
    (isBirth(plainCode(code), (await deps.record(w, share.patid))?.geburtsdatum)
      ? 'easy'
      : undefined);
  if (problem !== undefined) throw new AppError('validation', { fields: { code: problem } });
  await changeShare(w, share.id, {
    codeHash: deps.secrets.hashCode(w.cid, share.id, code),
    resetHash: null,
    resetUntil: null,
  });
  await removeSessionsOf(w, share.id);
  await forgetSentCode(w, share.id);
  await noteEvent(w, share.id, 'reset');
  await w.audit('share.reset.done', { share: share.id, day: berlinDay(w.now) }, share.patid);
  return true;
}
