// Signs a tablet out for good.

import { createAttachments } from '../../outbox/attachments.ts';
import type { Tablet } from '../tablet.ts';

/** Erases the tablet's data and loads the page again. @returns false while anything is unsent */
export async function signOut({ parts, sealOff }: Tablet): Promise<boolean> {
  if (
    (await parts.outbox.health()).pending > 0 ||
    parts.carried.isBehind() ||
    (await createAttachments(parts).unsent()).length > 0
  )
    return false;
  await sealOff(true);
  await parts.db.delete({ disableAutoOpen: true });
  parts.auth.clear();
  location.reload();
  return true;
}
