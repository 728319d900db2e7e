// Bounds of stored times: a row that a wrong clock wrote must not live longer than a right one.

/** Tolerated difference between two readings of a clock. */
export const SKEW_MS = 2 * 60_000;

/** Checks whether a stored moment lies in the future, so that a clock was ahead when it was written. */
export const isFromFuture = (at: number | null | undefined, now: number): boolean =>
  at != null && at > now + SKEW_MS;

/**
 * Checks an end that is set at most `longest` ms ahead. One that lies further ahead was set while
 * the clock was, and counts as over.
 */
export const isBefore = (now: number, end: number, longest: number): boolean =>
  now < end && end <= now + longest + SKEW_MS;
