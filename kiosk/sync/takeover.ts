// Requests of a takeover (R7): a code is created, closed, redeemed; the phone returns the Mappe, or
// ends.

import { CallError, type Call } from '../../shared/base/client.ts';
import { sleep, type Clock } from '../../shared/base/ports.ts';
import type { TakeoverAccepted, TakeoverSender } from '../../shared/exchange/takeover.schema.ts';
import { done, ours } from './ours.ts';

export interface Offered {
  url: string;
  expiresAt: number;
  serverTime: number;
}
export interface Host {
  r4chost: string;
  r4cUuid: string;
  baseUrl: string;
}
export type TakeoverKeys = { signKey: JsonWebKey; sealKey: JsonWebKey };

const CALL_MS = 10_000;
/** The last ops of the previous device are processed within a second or two. */
const TRIES = 10,
  WAIT_MS = 1_000;

export const offerTakeover = async (call: Call, taskId: string): Promise<Offered> =>
  ours(
    await call<Offered>('/tablet/takeover', {
      json: { taskId },
      isR4c: true,
      timeout: CALL_MS,
      taskId,
    }),
    ['url'],
    ['expiresAt', 'serverTime'],
  );
const say = (call: Call, what: 'cancel' | 'return' | 'end'): Promise<void> =>
  done(call(`/tablet/takeover/${what}`, { method: 'POST', isR4c: true, timeout: CALL_MS }));
export const closeOffer = (call: Call): Promise<void> => say(call, 'cancel');
export const giveBack = (call: Call, clock: Clock): Promise<void> =>
  patiently(clock, () => say(call, 'return'));
export const endGuest = (call: Call): Promise<void> => say(call, 'end');
/**
 * Checks for further rows: false once the server itself reports that nothing is left for this
 * device.
 */
export async function hasMore(call: Call, cursor: number): Promise<boolean> {
  const { items } = ours(
    await call<{ epoch: string; items?: unknown }>(
      `/tablet/sync/v1/pull?cursor=${cursor}&limit=1`,
      { isR4c: true, timeout: CALL_MS },
    ),
    ['epoch'],
  );
  return !Array.isArray(items) || items.length > 0;
}

/**
 * Finds the host of a code, in the directory's own table only; no request ever goes to an address
 * from the code.
 * @throws CallError `not_found` for a word that is none of ours
 */
export const findHost = async (call: Call, r4chost: string): Promise<Host> =>
  ours(await call<Host>('/dispatcher/resolve', { json: { r4chost }, timeout: CALL_MS }), [
    'r4chost',
    'r4cUuid',
    'baseUrl',
  ]);

/**
 * Asks which practice shows a code, and for which language; nothing is consumed.
 * @throws CallError
 */
export const askSender = async (
  call: Call,
  { r4cUuid }: Host,
  takeoverSecret: string,
): Promise<TakeoverSender> =>
  ours(
    await call<TakeoverSender>(`/r4c/${encodeURIComponent(r4cUuid)}/tablet/takeover/sender`, {
      json: { takeoverSecret },
      timeout: CALL_MS,
    }),
    ['name', 'phone'],
  );

/**
 * Accepts a takeover.
 * @param keys of a new phone; a known device omits them.
 * @throws CallError
 */
export const acceptTakeover = (
  call: Call,
  clock: Clock,
  input: { takeoverSecret: string; userAgent: string; keys?: TakeoverKeys },
): Promise<TakeoverAccepted> =>
  patiently(clock, async () =>
    ours(
      await call<TakeoverAccepted>('/tablet/takeover/accept', {
        json: input,
        isR4c: true,
        timeout: CALL_MS,
      }),
      ['tabletId', 'cid', 'r4cUuid'],
      ['leaseUntil', 'serverTime'],
    ),
  );

async function patiently<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !(error instanceof CallError) || error.code !== 'unavailable') throw error;
    }
    await sleep(clock, WAIT_MS);
  }
}
