// "Neuen Link anfordern": one neutral answer for every id; if the share exists its practice sees
// the request in the list.

import { SHARE_ID } from '../../../shared/exchange/share.ts';
import type { Work } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { changeShare, findShareByHash, noteEvent } from './store.ts';

/** A request counts once in this interval. */
const AGAIN_MS = 10 * 60_000;

/**
 * Notes that a patient asked for a new link, once in ten minutes.
 * @returns false if no link can be asked for by this id
 */
export async function wishNewLink(
  w: Work,
  { secrets }: PortalDeps,
  shareId: string,
): Promise<boolean> {
  const share = SHARE_ID.test(shareId)
    ? await findShareByHash(w, secrets.hashOf(shareId))
    : undefined;
  // A share that the practice ended on purpose, or replaced, cannot be requested again by its old
  // link.
  if (!share || share.endedAt !== null) return false;
  if (share.wishedAt !== null && w.now - share.wishedAt < AGAIN_MS) return true;
  await changeShare(w, share.id, { wishedAt: w.now });
  await noteEvent(w, share.id, 'wished');
  await w.audit('share.wished', { share: share.id }, share.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return true;
}
