// How long an upload may take: what is large gets the time that a slow line needs for it.

/** What a line may take for an answer alone (ms). */
const ANSWER_MS = 20_000;
/** Bytes a second of a slow line: 200 kbit/s, for example when several tablets share one. */
const SLOW_LINE = 25_000;
/** Whoever was late so often is not given more time. */
const MOST_LATE = 3;

/**
 * Time limit (ms) of an upload.
 * @param late how often the same was late before: each time doubles the limit, so that a slower line gets there too
 */
export const uploadMs = (bytes: number, late = 0): number =>
  (ANSWER_MS + Math.ceil((bytes * 1000) / SLOW_LINE)) * 2 ** Math.min(late, MOST_LATE);
