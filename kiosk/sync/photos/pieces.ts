// Uploads bytes in pieces: small ones on a slow line, larger ones on a quick line. Each piece has
// its own timeout, so a slow upload is not aborted while bytes arrive.

import { PIECE_BYTES } from '../../../shared/exchange/attachment.ts';
import { CallError } from '../../../shared/base/client.ts';
import type { Clock } from '../../../shared/base/ports.ts';

/** A piece that does not arrive in this time is sent again in halves (ms). */
export const PIECE_MS = 20_000;
/** A piece this quick is followed by a larger one (ms). */
const QUICK_MS = 4_000;
const FIRST_BYTES = 64_000,
  LEAST_BYTES = 4_000;
/** The server throws away bytes that do not match their name; more attempts change nothing. */
const MOST_STARTS = 3;

/** Excludes errors that time, sign-in or load may resolve. */
export const isRefused = (e: unknown): boolean =>
  e instanceof CallError &&
  e.status >= 400 &&
  e.status < 500 &&
  e.status !== 401 &&
  e.status !== 408 &&
  e.status !== 429;

/** A captive portal responds 200 too. */
export const hasCount = (v: unknown): v is { have: number } =>
  typeof v === 'object' &&
  v !== null &&
  'have' in v &&
  Number.isInteger(v.have) &&
  Number(v.have) >= 0;

export interface Pieces {
  /**
   * Sends the bytes that the server lacks.
   * @param put sends a piece; the response says where the next one begins
   * @returns the last response; `stopped`, or `mismatch` when the bytes never fit their name
   * @throws CallError
   */
  send<A extends { have: number }>(
    bytes: Uint8Array,
    put: (from: number, piece: Uint8Array) => Promise<A>,
    isStopped: () => boolean,
  ): Promise<A | 'stopped' | 'mismatch'>;
  /** Makes the next piece smaller after a timeout or a torn line. */
  failed(error: unknown): void;
}

/** Creates the pace of one line: each upload goes on with the size that the last one found. */
export function createPieces(clock: Pick<Clock, 'mono'>): Pieces {
  let most = FIRST_BYTES;
  return {
    async send(bytes, put, isStopped) {
      let from = 0,
        starts = 0;
      while (!isStopped()) {
        const started = clock.mono(),
          answer = await put(from, bytes.slice(from, from + most));
        if (clock.mono() - started < QUICK_MS) most = Math.min(PIECE_BYTES, most * 2);
        if (answer.have >= bytes.length) return answer;
        // Nothing of it counted: other bytes arrived than the ones of its name.
        if (answer.have <= from && ++starts > MOST_STARTS) return 'mismatch';
        from = answer.have;
      }
      return 'stopped';
    },
    failed(error) {
      if (error instanceof CallError && error.status === 0)
        most = Math.max(LEAST_BYTES, Math.floor(most / 2));
    },
  };
}
