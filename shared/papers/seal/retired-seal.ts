// Seal keys that a practice retired, and seals made with them.

export const RETIRE_REASONS = ['stolen', 'lost', 'other'] as const;
export type RetireReason = (typeof RETIRE_REASONS)[number];

/**
 * A seal by a retired key: `proven` before the key was lost, by a time stamp; `claimed` before, by
 * its own words only, which a thief can write; `after`.
 */
export const RETIRED_SEALS = ['proven', 'claimed', 'after'] as const;
export type RetiredSeal = {
  readonly from: number;
  readonly reason: RetireReason;
  readonly made: (typeof RETIRED_SEALS)[number];
};
