// Sends photos in pieces: the pieces are small on a slow line, and an upload goes on where the
// server ends, after any pause (sync A2).

import { PIECE_BYTES, type AttachmentAnswer } from '../../shared/exchange/attachment.ts';
import { CallError, type Call } from '../../shared/base/client.ts';
import { backoff, type Clock, type Random } from '../../shared/base/ports.ts';
import { createLoop } from './loop.ts';

export interface HeldAttachment {
  sha256: string;
  taskId: string;
  size: number;
}
export interface AttachmentSenderDeps {
  call: Call;
  clock: Clock;
  random: Random;
  store: {
    unsent(): Promise<HeldAttachment[]>;
    sealed(sha256: string): Promise<Uint8Array | undefined>;
    sent(sha256: string, epoch: string): Promise<void>;
    tidy(): Promise<void>;
  };
}
export interface AttachmentSender {
  wake(): void;
  stop(): void;
}

/** A piece that does not arrive in this time is sent again in halves (ms). */
const PIECE_MS = 20_000;
/** A piece this quick is followed by a larger one (ms). */
const QUICK_MS = 4_000;
const FIRST_BYTES = 64_000,
  LEAST_BYTES = 4_000;
/** A refused photo is tried again after this time. */
const HELD_MS = 600_000;
const TIDY_MS = 3_600_000;
/** The server throws away bytes that do not match their name; more attempts change nothing. */
const MOST_STARTS = 3;

const isAnswer = (v: unknown): v is AttachmentAnswer =>
  typeof v === 'object' &&
  v !== null &&
  'have' in v &&
  Number.isInteger(v.have) &&
  Number(v.have) >= 0 &&
  'epoch' in v &&
  typeof v.epoch === 'string';
/** Excludes errors that time, sign-in or load may resolve. */
const isRefused = (e: unknown): boolean =>
  e instanceof CallError &&
  e.status >= 400 &&
  e.status < 500 &&
  e.status !== 401 &&
  e.status !== 408 &&
  e.status !== 429;

async function putPiece(
  call: Call,
  { sha256, taskId, size }: HeldAttachment,
  from: number,
  bytes: Uint8Array,
): Promise<AttachmentAnswer> {
  const answer = await call<unknown>(
    `/tablet/attachments/${sha256}?taskId=${taskId}&size=${size}&from=${from}`,
    { method: 'PUT', bytes, isR4c: true, timeout: PIECE_MS, taskId },
  );
  // A captive portal responds 200 too.
  if (!isAnswer(answer)) throw new CallError(0, 'network', 'The answer is not ours.');
  return answer;
}

/** Creates the sender of photos. */
export function createAttachmentSender({
  call,
  clock,
  random,
  store,
}: AttachmentSenderDeps): AttachmentSender {
  let failures = 0,
    piece = FIRST_BYTES,
    tidyAt = 0;
  const held = new Map<string, number>();

  const put = async (one: HeldAttachment, sealed: Uint8Array, from: number) => {
    const started = clock.mono(),
      answer = await putPiece(call, one, from, sealed.slice(from, from + piece));
    failures = 0;
    if (clock.mono() - started < QUICK_MS) piece = Math.min(PIECE_BYTES, piece * 2);
    return answer;
  };
  const send = async (one: HeldAttachment): Promise<void> => {
    const sealed = await store.sealed(one.sha256);
    if (!sealed) return;
    let from = 0,
      starts = 0;
    while (!loop.isStopped()) {
      const { have, epoch } = await put(one, sealed, from);
      if (have >= one.size) {
        await store.sent(one.sha256, epoch);
        return;
      }
      // Nothing of it counted: other bytes arrived than the ones of its name.
      if (have <= from && ++starts > MOST_STARTS) {
        held.set(one.sha256, clock.mono() + HELD_MS);
        return;
      }
      from = have;
    }
  };
  const sendAll = async (): Promise<void> => {
    for (const one of await store.unsent()) {
      if (loop.isStopped() || (held.get(one.sha256) ?? 0) > clock.mono()) continue;
      try {
        await send(one);
      } catch (error) {
        if (!isRefused(error)) throw error;
        held.set(one.sha256, clock.mono() + HELD_MS);
      }
    }
    if (clock.mono() < tidyAt) return;
    tidyAt = clock.mono() + TIDY_MS;
    await store.tidy();
  };
  const loop = createLoop(clock, () =>
    sendAll().then(
      () => (held.size > 0 ? HELD_MS : 0),
      (error: unknown) => {
        // Slow or torn: the next piece is smaller.
        if (error instanceof CallError && error.status === 0)
          piece = Math.max(LEAST_BYTES, Math.floor(piece / 2));
        return 500 + backoff(++failures, random);
      },
    ),
  );
  return loop;
}
