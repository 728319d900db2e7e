// A grant as displayed to users.

import { grantState, isReviewOverdue, needsReview } from '../../../shared/vendor/grants.ts';
import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import type { ClientRow, GrantRow } from './store.ts';

export function viewOf(
  row: GrantRow,
  client: Pick<ClientRow, 'name' | 'r4chost' | 'r4cUuid'> | undefined,
  now: number,
  isOwn: boolean,
): GrantView {
  return {
    id: row.id,
    cid: row.cid,
    praxisName: client?.name ?? '',
    kind: row.kind,
    state: grantState(row, now),
    name: row.name,
    role: row.role === 'administrator' ? 'administrator' : 'support',
    reason: row.reason,
    ticket: row.ticket,
    mayWrite: row.mayWrite,
    patids: row.patids ?? [],
    askedAt: row.askedAt,
    approvedAt: row.approvedAt,
    approvedBy: row.approvedBy,
    expiresAt: row.expiresAt,
    endedAt: row.endedAt,
    isReviewDue: needsReview(row, now),
    isReviewOverdue: isReviewOverdue(row, now),
    r4c: isOwn && client ? { r4chost: client.r4chost, r4cUuid: client.r4cUuid } : null,
  };
}
