// Timeout of an upload: large ones get the time that a slow line needs.

/** Base timeout for the response alone (ms). */
const ANSWER_MS = 20_000;
/** Bytes per second of a slow line: 200 kbit/s, for example when several tablets share one. */
const SLOW_LINE = 25_000;
/** After so many timeouts the limit is not raised further. */
const MOST_LATE = 3;

/**
 * Returns the timeout (ms) of an upload.
 * @param late number of earlier timeouts: each doubles the limit, so that a slower line succeeds
 * too
 */
export const uploadMs = (bytes: number, late = 0): number =>
  (ANSWER_MS + Math.ceil((bytes * 1000) / SLOW_LINE)) * 2 ** Math.min(late, MOST_LATE);
