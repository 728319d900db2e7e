// Memory that large bodies are received into again and again: fresh megabytes for each request let the collector walk the whole heap every few dozen of them.

/** A frame of a tablet: 1 MB of ops and their headers. */
const PLACE_BYTES = 1_100_000;
/** A body may begin a little later than its memory (`readBytes`). */
export const ROOM_BYTES = 8;
/** Smaller bodies cost less than looking after them. */
const LEAST_BYTES = 65_536;
/** Kept for the next ones; more at the same time get memory of their own. */
const KEPT = 16;

export interface Lent {
  bytes: Uint8Array;
  /** Gives it back: nobody may read it any more. */ end(): void;
}

/** Shared, so that the writing thread reads it where it lies (decision 021). */
const free: SharedArrayBuffer[] = [];

/** Memory for a body of `length` bytes; undefined where a buffer of its own is as good. What lay there before is not cleared: only what was received may be read. */
export function lend(length: number): Lent | undefined {
  if (!(length >= LEAST_BYTES && length <= PLACE_BYTES)) return undefined;
  const memory = free.pop() ?? new SharedArrayBuffer(PLACE_BYTES + ROOM_BYTES);
  return {
    bytes: new Uint8Array(memory, 0, length),
    end: () => {
      if (free.length < KEPT) free.push(memory);
    },
  };
}
