// "Neuen Link anfordern": one neutral answer for every id; where there is a share its practice sees the wish in the list.

import { SHARE_ID } from '../../../shared/exchange/share.ts';
import type { Work } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { changeShare, findShareByHash, noteEvent } from './store.ts';

/** A wish counts once in so long. */
const AGAIN_MS = 10 * 60_000;

export async function wishNewLink(
  w: Work,
  { secrets }: PortalDeps,
  shareId: string,
): Promise<void> {
  const share = SHARE_ID.test(shareId)
    ? await findShareByHash(w, secrets.hashOf(shareId))
    : undefined;
  // What the practice ended on purpose, or replaced, is not asked for again by its old link.
  if (
    !share ||
    share.endedAt !== null ||
    (share.wishedAt !== null && w.now - share.wishedAt < AGAIN_MS)
  )
    return;
  await changeShare(w, share.id, { wishedAt: w.now });
  await noteEvent(w, share.id, 'wished');
  await w.audit('share.wished', { share: share.id }, share.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
