// Permissions of vendor employees to act for a practice: kinds, durations, and what each allows.

import { DAY_MS } from '../base/day-math.ts';

/**
 * `impersonation` begins at once with a reason, opens nothing with a patient's name · `spoken` by a
 * code that the practice reads out on the telephone, shows screens without identities ·
 * `break_glass` after approval, for the listed patients only.
 */
export type GrantKind = 'impersonation' | 'spoken' | 'break_glass';
/**
 * Scope of a policy for grants: no patient data, pages that can hide identities, or listed
 * patients.
 */
export type GrantReach = 'plain' | 'masked' | 'patients';
export type GrantState = 'asked' | 'active' | 'refused' | 'over';

export const GRANT_MINUTES = {
  impersonation: 60,
  spoken: 30,
  break_glass: 30,
} as const satisfies Record<GrantKind, number>;
/** A spoken code is valid for the duration of one telephone call. */
export const SPOKEN_CODE_MS = 10 * 60_000;

export interface GrantTimes {
  askedAt: number;
  approvedAt: number | null;
  expiresAt: number | null;
  endedAt: number | null;
}
/** Returns the state of a grant. @param now ms */
export function grantState(
  { approvedAt, expiresAt, endedAt }: GrantTimes,
  now: number,
): GrantState {
  if (approvedAt === null) return endedAt === null ? 'asked' : 'refused';
  return endedAt === null && now < (expiresAt ?? 0) ? 'active' : 'over';
}

/**
 * Checks whether an active grant allows a call. Writing needs a grant that allows it, and never
 * reaches patients.
 */
export function opens(
  grant: { kind: GrantKind; mayWrite: boolean },
  reach: GrantReach | undefined,
  isUnsafe: boolean,
): boolean {
  if (reach === undefined) return false;
  if (isUnsafe) return reach === 'plain' && grant.mayWrite;
  return reach === 'plain' || grant.kind === (reach === 'masked' ? 'spoken' : 'break_glass');
}

/** An owner reviews what an emergency access opened within this time. */
export const REVIEW_MS = 7 * DAY_MS;

/** Checks whether an action needs a review afterwards: only actions on patient data do. */
export const needsReview = (
  grant: GrantTimes & { kind: GrantKind; reviewedAt: number | null },
  now: number,
): boolean =>
  grant.kind === 'break_glass' && grant.reviewedAt === null && grantState(grant, now) === 'over';

/** Checks whether a review is due for longer than a week. */
export const isReviewOverdue = (grant: Parameters<typeof needsReview>[0], now: number): boolean =>
  needsReview(grant, now) &&
  now - Math.min(grant.endedAt ?? Infinity, grant.expiresAt ?? Infinity) > REVIEW_MS;
