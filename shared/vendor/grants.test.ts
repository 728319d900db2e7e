/** Tests of the scope of a grant, and of its duration. */
import { describe, expect, it } from 'vitest';
import {
  grantState,
  isReviewOverdue,
  needsReview,
  opens,
  REVIEW_MS,
  type GrantKind,
  type GrantReach,
} from './grants.ts';

describe('[sec 2] grants', () => {
  const read = (kind: GrantKind) =>
    (['plain', 'masked', 'patients'] as GrantReach[])
      .filter((reach) => opens({ kind, mayWrite: false }, reach, false))
      .join(' ');
  it('each kind reads within its scope, and nothing that no policy names', () => {
    expect([read('impersonation'), read('spoken'), read('break_glass')]).toEqual([
      'plain',
      'plain masked',
      'plain patients',
    ]);
    expect(opens({ kind: 'break_glass', mayWrite: true }, undefined, false)).toBe(false);
  });
  it('writing needs a grant that allows it, and never reaches patients', () => {
    const writes = (mayWrite: boolean, reach: GrantReach) =>
      (['impersonation', 'spoken', 'break_glass'] as GrantKind[]).some((kind) =>
        opens({ kind, mayWrite }, reach, true),
      );
    expect([
      writes(false, 'plain'),
      writes(true, 'plain'),
      writes(true, 'masked'),
      writes(true, 'patients'),
    ]).toEqual([false, true, false, false]);
  });
  it('a grant ends by timeout, by hand or by refusal, and a break-glass one needs a review', () => {
    const times = { askedAt: 0, approvedAt: null, expiresAt: null, endedAt: null };
    expect(grantState(times, 5)).toBe('asked');
    expect(grantState({ ...times, endedAt: 3 }, 5)).toBe('refused');
    const active = { ...times, approvedAt: 1, expiresAt: 10 };
    expect([
      grantState(active, 9),
      grantState(active, 10),
      grantState({ ...active, endedAt: 4 }, 5),
    ]).toEqual(['active', 'over', 'over']);
    expect([
      needsReview({ ...active, kind: 'break_glass', reviewedAt: null }, 10),
      needsReview({ ...active, kind: 'impersonation', reviewedAt: null }, 10),
    ]).toEqual([true, false]);
  });
  it('a review is overdue a week after the end, by hand or by timeout, until it is made', () => {
    const grant = {
      kind: 'break_glass' as const,
      askedAt: 0,
      approvedAt: 1,
      expiresAt: 10,
      endedAt: null,
      reviewedAt: null,
    };
    const late = 10 + REVIEW_MS + 1;
    expect([
      isReviewOverdue(grant, late - 1),
      isReviewOverdue(grant, late),
      isReviewOverdue({ ...grant, endedAt: 5 }, late - 5),
      isReviewOverdue({ ...grant, reviewedAt: 20 }, late),
      isReviewOverdue({ ...grant, approvedAt: null, endedAt: 5 }, late),
    ]).toEqual([false, true, true, false, false]);
  });
});
