// Emergency accesses that no owner reviewed within a week: all owners get a mail, again each week, and
// the vendor's staff see the practice marked.

import { berlinDay, germanDay } from '../../../shared/base/dates.ts';
import { isReviewOverdue, REVIEW_MS } from '../../../shared/vendor/grants.ts';
import type { Job } from '../../platform/jobs/store.ts';
import type { SupportDeps } from './links.ts';
import { findGrant, grantsToReview, type GrantRow } from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'tell-unreviewed': true;
  }
}

const endOf = ({ endedAt, expiresAt }: GrantRow): number =>
  Math.min(endedAt ?? Infinity, expiresAt ?? Infinity);

/** Queues a notice for each overdue review, once a week. */
export async function queueReviews({
  store,
  workshop,
  now,
}: Pick<SupportDeps, 'store' | 'workshop' | 'now'>): Promise<void> {
  for (const grant of await grantsToReview(store)) {
    const { cid, id } = grant;
    if (!isReviewOverdue(grant, now())) continue;
    const week = Math.floor((now() - endOf(grant)) / REVIEW_MS);
    await workshop.write(cid, { kind: 'system', cid }, (w) =>
      w.job('tell-unreviewed', `tell-unreviewed:${id}:${week}`, { grantId: id }),
    );
  }
}

/** Mails the owners about one; may run twice, and does nothing once it was reviewed. */
export async function tellUnreviewed(
  { workshop, tellReview }: Pick<SupportDeps, 'workshop' | 'tellReview'>,
  { cid, id, payload }: Job,
): Promise<void> {
  await workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const grant = await findGrant(w, String(payload.grantId));
    if (!grant || !isReviewOverdue(grant, w.now)) return;
    await w.audit('grant.unreviewed', { grantId: grant.id });
    await tellReview(w, {
      key: `grant-review:${id}`,
      name: grant.name,
      day: germanDay(berlinDay(grant.approvedAt ?? grant.askedAt)),
    });
  });
}
