// Practices whose desk has repeated work, found by one small index each: rows name the time at which
// they are due, so a practice without such rows costs nothing.

import { and, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Store } from '../platform/db/store.ts';
import { BEGUN_MS } from './attachments/sweep-attachments.ts';
import { isOverCode, isOverSession } from './share/store.ts';
import { LATE_MS } from './signature/sweep-unsealed.ts';
import { LEFT_MS } from './sync/drafts/blank-drafts.ts';

/**
 * Lists practices with submissions that were not sealed, private phones, ended sessions and codes of
 * shares, attachments that were not taken in, or abandoned blank forms; some repeat. Conditions of
 * partial indexes are literals, or the indexes are not used.
 */
export async function listDueDesks({ read, t }: Store, now: number): Promise<string[]> {
  const { task, tablet, shareSession, shareCode, attachment, draft } = t;
  const asked = [
    read
      .selectDistinct({ cid: task.cid })
      .from(task)
      .where(and(sql`${task.state} = 'submitted'`, lt(task.stateAt, now - LATE_MS))),
    read
      .selectDistinct({ cid: tablet.cid })
      .from(tablet)
      .where(and(isNotNull(tablet.guestOf), isNull(tablet.revokedAt))),
    read
      .selectDistinct({ cid: shareSession.cid })
      .from(shareSession)
      // Only running sessions are kept, so that no index by their last use is needed.
      .where(isOverSession(t, now)),
    read.selectDistinct({ cid: shareCode.cid }).from(shareCode).where(isOverCode(t, now)),
    read
      .selectDistinct({ cid: attachment.cid })
      .from(attachment)
      .where(and(sql`${attachment.start} = 0`, lt(attachment.at, now - BEGUN_MS))),
    read
      .selectDistinct({ cid: draft.cid })
      .from(draft)
      .where(and(sql`${draft.taskRev} = 0`, lte(draft.at, now - LEFT_MS))),
  ];
  const found: string[] = [];
  for (const one of asked) found.push(...(await one).map(({ cid }) => cid));
  return found;
}
