/**
 * Origins of answers without a task: a private device, a blank form at a tablet, or a submission
 * that the server had put aside and a user assigned by hand.
 */
export const UNMATCHED_ORIGINS = ['home', 'tablet', 'parked'] as const;
export type UnmatchedOrigin = (typeof UNMATCHED_ORIGINS)[number];
