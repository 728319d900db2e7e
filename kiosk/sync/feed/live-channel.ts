// The live channel: triggers pulls; a dead stream that looks open is cut (F21).

import { backoff, sleep } from '../../../shared/base/ports.ts';
import { readEvents } from '../events.ts';
import { inlineOf, type Poke } from './pull-feed.ts';
import type { ReceiverDeps } from './receiver.types.ts';

export const WATCHDOG_MS = 40_000;

interface LiveEvents {
  /** The public point that the channel seals with. */
  expect: (data: string) => Promise<void>;
  /** A signal of new rows, with them or empty. */
  pull: (brought: Poke | undefined) => Promise<void>;
}
interface LiveChannel {
  /** Keeps the channel open until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Opens a new stream at once: the old one may be dead. */
  hurry(): void;
  /** Ends the pause before the next attempt. */
  nudge(): void;
}

/** Creates the live channel. */
export function createLiveChannel(
  deps: Pick<
    ReceiverDeps,
    'clock' | 'random' | 'stream' | 'device' | 'onConnected' | 'onHelpAnswered'
  >,
  on: LiveEvents,
): LiveChannel {
  const { clock, random } = deps;
  let nudge = new AbortController();
  let cutStream: (() => void) | null = null;
  let isHurried = false;

  /**
   * Reads the live channel until it ends, fails or stays silent for 40 s (a dead stream looks open,
   * F21).
   */
  const listen = async (signal: AbortSignal): Promise<void> => {
    const own = new AbortController();
    const cut = (): void => own.abort();
    cutStream = cut;
    signal.addEventListener('abort', cut);
    let cancelDog = clock.after(WATCHDOG_MS, cut);
    try {
      const body = await deps.stream('/tablet/sync/v1/live', own.signal);
      deps.onConnected(true);
      await readEvents(body, own.signal, {
        onBytes: () => {
          cancelDog();
          cancelDog = clock.after(WATCHDOG_MS, cut);
        },
        onEvent: (name, data) => {
          if (name === 'help') deps.onHelpAnswered();
          else if (name === 'seal') on.expect(data).catch(() => undefined);
          else on.pull(inlineOf(data)).catch(() => undefined);
        },
      });
    } finally {
      cancelDog();
      cutStream = null;
      signal.removeEventListener('abort', cut);
      deps.onConnected(false);
    }
  };

  const liveLoop = async (signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; !signal.aborted;) {
      const began = clock.mono();
      try {
        if (await deps.device()) await listen(signal);
      } catch {
        /* handled below: a short lifetime increases the delay */
      }
      if (signal.aborted) return;
      attempt = clock.mono() - began > WATCHDOG_MS ? 0 : attempt + 1;
      nudge = new AbortController();
      if (isHurried) isHurried = false;
      else await sleep(clock, Math.max(250, backoff(attempt, random)), nudge.signal);
    }
  };

  return {
    run: liveLoop,
    hurry() {
      isHurried = cutStream !== null;
      cutStream?.();
      nudge.abort();
    },
    nudge: () => nudge.abort(),
  };
}
