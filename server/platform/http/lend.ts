// Pool of buffers for large bodies: allocating megabytes for each request makes the collector walk
// the whole heap every few dozen of them.

/** A frame of a tablet: 1 MB of ops and their headers. */
const PLACE_BYTES = 1_100_000;
/** A body may start slightly after the start of its buffer (`readBytes`). */
export const ROOM_BYTES = 8;
/** Smaller bodies cost less than managing them. */
const LEAST_BYTES = 65_536;
/** Pool size; further concurrent bodies get separate memory. */
const KEPT = 16;

export interface Lent {
  bytes: Uint8Array;
  /** Releases the buffer, which must not be read afterwards. */
  end(): void;
}

/** Shared, so that the writer thread reads it without a copy (decision 021). */
const free: SharedArrayBuffer[] = [];

/**
 * Returns a buffer for a body of `length` bytes; undefined if a fresh allocation is as good.
 * Earlier content is not cleared: only received bytes may be read.
 */
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
