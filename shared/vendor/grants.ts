// Leave of the vendor's people to act for a practice: which kinds there are, how long they last, and what each opens.

/**
 * `impersonation` begins at once with a reason, opens nothing with a patient's name · `spoken` by a code that the practice
 * says on the telephone, shows screens without identities · `break_glass` after approval, for the listed patients only.
 */
export type GrantKind = 'impersonation' | 'spoken' | 'break_glass';
/** What a policy lets a grant reach: nothing with a patient in it, pages that can hide identities, or listed patients. */
export type GrantReach = 'plain' | 'masked' | 'patients';
export type GrantState = 'asked' | 'active' | 'refused' | 'over';

export const GRANT_MINUTES = {
  impersonation: 60,
  spoken: 30,
  break_glass: 30,
} as const satisfies Record<GrantKind, number>;
/** A spoken code is good for the call in which it is said. */
export const SPOKEN_CODE_MS = 10 * 60_000;

export interface GrantTimes {
  askedAt: number;
  approvedAt: number | null;
  expiresAt: number | null;
  endedAt: number | null;
}
/** @param now ms */
export function grantState(
  { approvedAt, expiresAt, endedAt }: GrantTimes,
  now: number,
): GrantState {
  if (approvedAt === null) return endedAt === null ? 'asked' : 'refused';
  return endedAt === null && now < (expiresAt ?? 0) ? 'active' : 'over';
}

/** Whether an active grant opens a call. Writing needs a grant that says so, and never reaches patients. */
export function opens(
  grant: { kind: GrantKind; mayWrite: boolean },
  reach: GrantReach | undefined,
  isUnsafe: boolean,
): boolean {
  if (reach === undefined) return false;
  if (isUnsafe) return reach === 'plain' && grant.mayWrite;
  return reach === 'plain' || grant.kind === (reach === 'masked' ? 'spoken' : 'break_glass');
}

/** Only what was done near patients has to be looked at afterwards. */
export const needsReview = (
  grant: GrantTimes & { kind: GrantKind; reviewedAt: number | null },
  now: number,
): boolean =>
  grant.kind === 'break_glass' && grant.reviewedAt === null && grantState(grant, now) === 'over';
