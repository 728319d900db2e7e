// Reads a table of several pages for a file: reports how far it is, can be cancelled, and starts
// again if the data change meanwhile.

import { CallError } from '../../shared/base/client.ts';

/** One page of a table. */
export interface TablePage<R> {
  readonly zeilen: readonly R[];
  /** Number of all rows of the table. */
  readonly all: number;
  /** Identifies the state of the data: pages of different states do not belong together. */
  readonly state: unknown;
}
/** The way from a table to its file. */
export interface Taking {
  readonly signal: AbortSignal;
  /** Receives how many rows of how many are ready. */
  readonly onRows: (done: number, all: number) => void;
}
/** Thrown where the user cancelled. */
export class Cancelled extends Error {}

/**
 * Lets the browser show progress and react to a press.
 * @throws Cancelled
 */
export async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  if (signal.aborted) throw new Cancelled();
}

/** Maximum time to wait for a server that is busy (it loads the data after a delivery). */
const MOST_WAIT_MS = 60_000;
/**
 * Reads one page; waits where the server says after how many seconds to ask again.
 * @throws CallError of the last attempt; Cancelled
 */
async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waited = 0; ;) {
    try {
      return await read();
    } catch (error) {
      const seconds =
        error instanceof CallError && error.status === 503 ? error.retryAfter : undefined;
      if (seconds === undefined || waited >= MOST_WAIT_MS) throw error;
      const pause = Math.max(seconds, 1) * 1_000;
      waited += pause;
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
      if (signal.aborted) throw new Cancelled();
    }
  }
}

/** Maximum attempts to read a table that keeps changing. */
const TRIES = 3;
/**
 * Reads all rows of a table.
 * @param page reads the rows from an index on
 * @param idOf tells rows apart, so that none is missing and none occurs twice
 * @throws CallError `conflict` if the table keeps changing; Cancelled
 */
export async function fetchWhole<R>(
  page: (from: number) => Promise<TablePage<R>>,
  idOf: (row: R) => unknown,
  { signal, onRows }: Taking,
): Promise<R[]> {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const { zeilen, all, state } = await patiently(() => page(0), signal),
      rows = [...zeilen];
    let isSame = true;
    while (isSame && rows.length < all) {
      onRows(rows.length, all);
      await breathe(signal);
      const next = await patiently(() => page(rows.length), signal);
      isSame = next.state === state && next.all === all && next.zeilen.length > 0;
      for (const row of next.zeilen) rows.push(row);
    }
    onRows(rows.length, all);
    if (isSame && new Set(rows.map(idOf)).size === rows.length) return rows;
  }
  throw new CallError(409, 'conflict', 'the table changed while it was read');
}
