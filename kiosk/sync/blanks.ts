// Keeps the practice's blank forms up to date: periodically polls their list while no task is open,
// fetches missing ones, accepts only texts that match their hash.

import { BLANK_CHARS, MOST_BLANKS, type BlankRef } from '../../shared/forms/task/blank.ts';
import type { Call } from '../../shared/base/client.ts';
import type { Clock } from '../../shared/base/ports.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';

interface BlankStore {
  missing(refs: readonly BlankRef[]): Promise<BlankRef[]>;
  put(textSha256: string, text: string): Promise<void>;
  keep(refs: readonly BlankRef[]): Promise<void>;
}
export interface BlankDeps {
  call: Call;
  clock: Clock;
  store: BlankStore;
  /** False while the tablet is not registered, or a task is open. */
  mayLook: () => Promise<boolean>;
}
export interface BlankLoop {
  start(): void;
  stop(): void;
  /** Called when the settings changed, or a task was closed. */
  wake(): void;
}

/**
 * Forms change a few times a year; settings that name others arrive by the feed and wake this loop.
 */
const LOOK_MS = 600_000;
const AGAIN_MS = 60_000;
const TIMEOUT_MS = 30_000;

const isRef = (v: unknown): v is BlankRef =>
  typeof v === 'object' &&
  v !== null &&
  'key' in v &&
  typeof v.key === 'string' &&
  'textSha256' in v &&
  typeof v.textSha256 === 'string' &&
  'sha256' in v &&
  typeof v.sha256 === 'string' &&
  'chars' in v &&
  typeof v.chars === 'number' &&
  'languages' in v &&
  Array.isArray(v.languages) &&
  'title' in v &&
  typeof v.title === 'object' &&
  v.title !== null;
/** As many as fit; an invalid list is ignored. */
function listOf(answer: unknown): BlankRef[] | undefined {
  if (
    typeof answer !== 'object' ||
    answer === null ||
    !('items' in answer) ||
    !Array.isArray(answer.items)
  )
    return undefined;
  let room = BLANK_CHARS;
  return answer.items
    .filter(isRef)
    .slice(0, MOST_BLANKS)
    .filter((one) => {
      room -= one.chars;
      return room >= 0;
    });
}

export function createBlankLoop({ call, clock, store, mayLook }: BlankDeps): BlankLoop {
  let cancel: (() => void) | null = null,
    isRunning = false,
    isLooking = false,
    isWanted = false;

  /** @returns ms until the next check */
  const look = async (): Promise<number> => {
    if (!(await mayLook())) return AGAIN_MS;
    const refs = listOf(
      await call<unknown>('/tablet/blanks', { isR4c: true, timeout: TIMEOUT_MS }),
    );
    if (!refs) return AGAIN_MS;
    for (const ref of await store.missing(refs)) {
      const { text } = await call<{ text?: unknown }>(
        `/tablet/blanks/${encodeURIComponent(ref.key)}`,
        { isR4c: true, timeout: TIMEOUT_MS },
      );
      // A captive portal responds too.
      if (typeof text !== 'string' || (await sha256Hex(text)) !== ref.textSha256) return AGAIN_MS;
      await store.put(ref.textSha256, text);
    }
    // Last: the old ones are used until the new ones are complete.
    await store.keep(refs);
    return LOOK_MS;
  };
  const run = (): void => {
    if (!isRunning) return;
    if (isLooking) {
      isWanted = true;
      return;
    }
    cancel?.();
    isLooking = true;
    look()
      .catch(() => AGAIN_MS)
      .then((wait) => {
        isLooking = false;
        if (!isRunning) return;
        cancel = clock.after(isWanted ? 0 : wait, run);
        isWanted = false;
      })
      .catch(() => undefined);
  };
  return {
    start() {
      if (!isRunning) {
        isRunning = true;
        run();
      }
    },
    stop() {
      isRunning = false;
      cancel?.();
    },
    wake: run,
  };
}
