// The receiver: pulls the tablet's feed by cursor, decrypts it with the device key and passes rows
// and cursor on together; the live channel only triggers it (sync 6.3, 6.4).

import { sleep } from '../../../shared/base/ports.ts';
import { createLiveChannel } from './live-channel.ts';
import { createRowOpener } from './open-row.ts';
import { pullFeed, takePoke, type Poke } from './pull-feed.ts';
import type { Receiver, ReceiverDeps } from './receiver.types.ts';

export const SAFETY_PULL_MS = 60_000;

/** Creates the receiver of one tablet. */
export function createReceiver(deps: ReceiverDeps): Receiver {
  const { clock, random } = deps;
  let stopper: AbortController | null = null;
  let loops: Promise<unknown> = Promise.resolve();
  let pulling: Promise<void> | null = null;
  let wantsMore = false;
  const opener = createRowOpener(deps);

  /**
   * Pulls once, or applies a poke; a request made meanwhile is served by one more round, also when
   * this one fails: the caller may know of a network that is back.
   */
  const pull = (brought?: Poke): Promise<void> => {
    if (pulling) {
      wantsMore = true;
      return pulling;
    }
    pulling = (async () => {
      wantsMore = false;
      let isDue = !brought || !(await takePoke(deps, opener.openAll, brought).catch(() => false));
      while (isDue || wantsMore) {
        isDue = wantsMore = false;
        try {
          await pullFeed(deps, opener.openAll);
        } catch (error) {
          if (!wantsMore) throw error;
        }
      }
    })().finally(() => {
      pulling = null;
    });
    return pulling;
  };

  const safetyLoop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        await pull();
      } catch {
        /* retried by the next round, or when the network is back */
      }
      await sleep(clock, SAFETY_PULL_MS * (0.8 + 0.4 * random.unit()), signal);
    }
  };

  const live = createLiveChannel(deps, { expect: opener.expect, pull });

  return {
    start() {
      if (stopper) return;
      const own = new AbortController();
      stopper = own;
      own.signal.addEventListener('abort', () => live.nudge());
      loops = Promise.all([live.run(own.signal), safetyLoop(own.signal)]);
    },
    async stop() {
      stopper?.abort();
      stopper = null;
      await loops;
    },
    wake() {
      // After a pause the old stream may be dead although it looks open (sync 3, no. 23).
      live.hurry();
      pull().catch(() => undefined);
    },
    pull: () => pull(),
  };
}
