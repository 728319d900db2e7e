// Codes of the second step: handed over by the desk or a letter, chosen by the patient (R4), or six
// digits that were sent.

import { plainCode } from '../../../shared/exchange/share.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import type { Look } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { findSentCode, type ShareRow } from './store.ts';

/**
 * Checks whether a typed code is the share's: the practice's or the patient's own, or the newest
 * sent one while it is valid.
 */
export async function isRightCode(
  { secrets }: Pick<PortalDeps, 'secrets'>,
  look: Look,
  share: ShareRow,
  typed: string,
): Promise<boolean> {
  const given = secrets.hashCode(share.cid, share.id, typed),
    sent = await findSentCode(look, share.id);
  const kept =
    share.codeHash ?? secrets.hashCode(share.cid, share.id, secrets.codeOf(share.cid, share.id));
  const isKept = isSameSecret(kept, given),
    isSent =
      isSameSecret(sent?.hash, given) &&
      (sent?.expiresAt ?? 0) > look.now &&
      /^\d{6}$/.test(plainCode(typed));
  return isKept || isSent;
}
