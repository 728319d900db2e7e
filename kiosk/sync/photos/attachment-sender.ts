// Sends photos in pieces: the pieces are small on a slow line, and an upload goes on where the
// server ends, after any pause (sync A2).

import type { AttachmentAnswer } from '../../../shared/exchange/attachment.ts';
import { CallError, type Call } from '../../../shared/base/client.ts';
import { backoff, type Clock, type Random } from '../../../shared/base/ports.ts';
import { createLoop } from '../loop.ts';
import { createPieces, hasCount, isRefused, PIECE_MS } from './pieces.ts';

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

/** A refused photo is tried again after this time. */
const HELD_MS = 600_000;
const TIDY_MS = 3_600_000;
const isAnswer = (v: unknown): v is AttachmentAnswer =>
  hasCount(v) && 'epoch' in v && typeof v.epoch === 'string';

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
    tidyAt = 0;
  const held = new Map<string, number>(),
    pieces = createPieces(clock);

  const send = async (one: HeldAttachment): Promise<void> => {
    const sealed = await store.sealed(one.sha256);
    if (!sealed) return;
    const put = async (from: number, bytes: Uint8Array): Promise<AttachmentAnswer> => {
      const answer = await putPiece(call, one, from, bytes);
      failures = 0;
      return answer;
    };
    const end = await pieces.send(sealed, put, loop.isStopped);
    if (end === 'mismatch') held.set(one.sha256, clock.mono() + HELD_MS);
    else if (end !== 'stopped') await store.sent(one.sha256, end.epoch);
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
        pieces.failed(error);
        return 500 + backoff(++failures, random);
      },
    ),
  );
  return loop;
}
