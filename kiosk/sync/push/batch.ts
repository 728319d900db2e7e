// One batch of the outbox: which rows fit, their buffer, and reading the next ones ahead.

import { MAX_BATCH_BYTES } from '../../../shared/exchange/sync.ts';
import type { HeldOp, SenderMeta, SenderStore } from './sender.types.ts';

/** Buffer for a full batch and its header; a larger single op gets its own. */
const FRAME_BYTES = MAX_BATCH_BYTES + 65_536;
/** An op above this size (bytes) is sent alone: earlier ops do not wait for it on a slow line. */
const LARGE_BYTES = 200_000;

/**
 * Returns the rows that fit into one request, up to the first missing number, and up to a large
 * one, which is sent alone.
 */
export function batchOf(
  rows: readonly HeldOp[],
  maxOps: number,
  maxBytes: number = MAX_BATCH_BYTES,
): HeldOp[] {
  const batch: HeldOp[] = [];
  let bytes = 0;
  for (const row of rows) {
    const before = batch[batch.length - 1];
    if (
      before &&
      (batch.length >= maxOps ||
        bytes + row.sealed.length > maxBytes ||
        row.n !== before.n + 1 ||
        Math.max(before.sealed.length, row.sealed.length) > LARGE_BYTES)
    )
      break;
    batch.push(row);
    bytes += row.sealed.length;
  }
  return batch;
}

/** Returns a buffer for a frame of this many bytes. */
type FrameMemory = (bytes: number) => Uint8Array;

/**
 * Creates the buffer of the frames. One frame after the other in the same one: `fetch` has copied
 * it before it returns, and the next one is packed after its response.
 */
export function createFrameMemory(): FrameMemory {
  let frame = new Uint8Array();
  return (bytes) => {
    if (bytes > FRAME_BYTES) return new Uint8Array(bytes);
    if (frame.length < bytes)
      frame = new Uint8Array(Math.min(FRAME_BYTES, Math.max(bytes, 2 * frame.length)));
    return frame.subarray(0, bytes);
  };
}

interface ReadAhead {
  /** Returns the rows above the acknowledged ones, up to one batch. */
  read(meta: SenderMeta, maxOps: number): Promise<HeldOp[]>;
  /**
   * Reads the rows from `from` on, to be returned by the next `read`.
   * @param left rows read that did not fit into the last request, refilled to one batch
   */
  prefetch(meta: SenderMeta, left: HeldOp[], from: number, maxOps: number): void;
}

/** Creates the reader of the outbox, which prefetches while a request is in flight. */
export function createReadAhead(store: SenderStore): ReadAhead {
  /** A row never changes; another database has another `inc`. */
  let ahead: { inc: string; from: number; rows: Promise<HeldOp[]> } | null = null;
  const readOn = async (
    left: HeldOp[],
    from: number,
    to: number,
    maxOps: number,
  ): Promise<HeldOp[]> => {
    const next = (left[left.length - 1]?.n ?? from - 1) + 1,
      room = Math.min(maxOps - left.length, to - next + 1);
    return room > 0 ? [...left, ...(await store.readFrom(next, room))] : left;
  };
  return {
    read(meta, maxOps) {
      const own = ahead,
        from = meta.ackN + 1;
      ahead = null;
      return own?.inc === meta.inc && own.from === from
        ? own.rows
        : readOn([], from, meta.n, maxOps);
    },
    prefetch(meta, left, from, maxOps) {
      ahead = { inc: meta.inc, from, rows: readOn(left, from, meta.n, maxOps) };
      // Failures are reported to the awaiting caller; there may be none.
      ahead.rows.catch(() => undefined);
    },
  };
}
