// The sender: pushes the outbox in order, one batch in flight, until the server itself acknowledges
// everything (sync 6.2, 6.4).

import { backoff, sleep } from '../../../shared/base/ports.ts';
import { judgePushError, newPushState, pushBatch } from './push-batch.ts';
import type { Sender, SenderDeps } from './sender.types.ts';

/** Creates the sender of one outbox. */
export function createSender(deps: SenderDeps): Sender {
  const { clock, random, store } = deps;
  const state = newPushState(store);
  let stopper: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let nudge: AbortController = new AbortController();

  const loop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      nudge = new AbortController();
      let wait: number;
      try {
        wait = await pushBatch(deps, state, signal);
      } catch (error) {
        state.head = null;
        // A rewind must not be overtaken by an earlier acknowledgement.
        await state.noting.catch(() => undefined);
        if (signal.aborted) return;
        try {
          wait = await judgePushError(deps, state, error);
        } catch {
          wait = backoff(++state.failures, random);
        }
      }
      if (wait > 0 && !signal.aborted) await sleep(clock, wait, nudge.signal);
    }
    state.head = null;
    await state.noting.catch(() => undefined);
  };

  return {
    start() {
      if (stopper) return;
      const own = new AbortController();
      stopper = own;
      own.signal.addEventListener('abort', () => nudge.abort());
      running = running.then(() => loop(own.signal));
    },
    async stop() {
      stopper?.abort();
      stopper = null;
      await running;
    },
    wake() {
      nudge.abort();
    },
  };
}
