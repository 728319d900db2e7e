// Sends the newest sealed draft of each task, page by page; deletes only what the server accepted
// (product 11, sync 6.6).

import { CallError, type Call } from '../../shared/base/client.ts';
import { backoff, type Clock, type Random } from '../../shared/base/ports.ts';
import { createLoop } from './loop.ts';
import { uploadMs } from './upload-time.ts';

export interface SealedDraft {
  taskId: string;
  taskRev: number;
  draftRev: number;
  page: number;
  of: number;
  sealed: Uint8Array;
  /** Of a form without a task. */
  blank?: 'begun' | 'withdrawn' | undefined;
}
export interface DraftSenderDeps {
  call: Call;
  clock: Clock;
  random: Random;
  unsent: () => Promise<SealedDraft[]>;
  sent: (taskId: string, draftRev: number) => Promise<void>;
  /**
   * The server refuses this draft, for example for its size: it stays here, and staff must be
   * notified.
   */
  onRefused: (draft: SealedDraft, code: string) => void;
}
export interface DraftSender {
  wake(): void;
  stop(): void;
}

/** A refused draft is retried after this time, or as soon as there is a newer one. */
export const HELD_MS = 600_000;
/**
 * The server reports that the task is gone or belongs to another tablet: its draft is useless. A
 * proxy's page has none of our error codes.
 */
const isOver = (e: CallError): boolean => e.code === 'not_found';
/**
 * Refused, but stored nowhere else: a size, a shape, a proxy. Excludes errors that time, sign-in or
 * load may resolve.
 */
const isRefused = (e: CallError): boolean =>
  e.status >= 400 && e.status < 500 && e.status !== 401 && e.status !== 408 && e.status !== 429;

/** A captive portal responds 200 too: only a valid response of our server counts (F9). */
const isAnswer = (v: unknown): boolean =>
  typeof v === 'object' && v !== null && 'draftRev' in v && typeof v.draftRev === 'number';

export function createDraftSender({
  call,
  clock,
  random,
  unsent,
  sent,
  onRefused,
}: DraftSenderDeps): DraftSender {
  let failures = 0;

  /** Number of timeouts of a task's draft. */
  const late = new Map<string, number>();
  /** Refused drafts with the time (monotonic ms) of their next attempt. */
  const held = new Map<string, { draftRev: number; until: number }>();

  const isHeld = ({ taskId, draftRev }: SealedDraft): boolean => {
    const one = held.get(taskId);
    return one?.draftRev === draftRev && clock.mono() < one.until;
  };
  const send = async (d: SealedDraft): Promise<void> => {
    const { taskId, taskRev, draftRev, page, of, blank } = d,
      query = `taskRev=${taskRev}&draftRev=${draftRev}&page=${page}&of=${of}`,
      path = `/tablet/drafts/${encodeURIComponent(taskId)}?${query}`;
    const answer = await call<unknown>(blank ? `${path}&blank=${blank}` : path, {
      method: 'PUT',
      bytes: d.sealed,
      isR4c: true,
      timeout: uploadMs(d.sealed.length, late.get(taskId)),
      taskId,
    });
    if (!isAnswer(answer)) throw new CallError(0, 'network', 'The answer is not ours.');
  };
  /** Returns the ms until a refused draft is retried; 0 when nothing is left. */
  const sendAll = async (): Promise<number> => {
    let slow: CallError | undefined;
    // A large draft does not delay quick ones; one that timed out comes last.
    const weight = (d: SealedDraft): number => uploadMs(d.sealed.length, late.get(d.taskId));
    for (const d of [...(await unsent())].sort((a, b) => weight(a) - weight(b))) {
      if (isHeld(d)) continue;
      try {
        await send(d);
      } catch (error) {
        if (error instanceof CallError && error.code === 'timeout') {
          late.set(d.taskId, (late.get(d.taskId) ?? 0) + 1);
          slow = error;
          continue;
        }
        if (!(error instanceof CallError) || !isRefused(error)) throw error;
        if (!isOver(error)) {
          if (held.get(d.taskId)?.draftRev !== d.draftRev)
            onRefused(d, error.status === 413 ? 'too_large' : error.code);
          held.set(d.taskId, { draftRev: d.draftRev, until: clock.mono() + HELD_MS });
          continue;
        }
      }
      held.delete(d.taskId);
      late.delete(d.taskId);
      await sent(d.taskId, d.draftRev);
    }
    if (slow) throw slow;
    return held.size > 0 ? HELD_MS : 0;
  };
  return createLoop(clock, () =>
    sendAll().then(
      (wait) => {
        failures = 0;
        return wait;
      },
      () => 1000 + backoff(++failures, random),
    ),
  );
}
