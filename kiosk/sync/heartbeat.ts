// The heartbeat: a separate timer outside the sync loop, so that a stalled loop is detected (sync
// 6.7, L2).

import { CallError, type Call } from '../../shared/base/client.ts';
import type { Clock } from '../../shared/base/ports.ts';
import { HEARTBEAT_MS, type Heartbeat, type HeartbeatAnswer } from '../../shared/desk/tablet.ts';

export interface HeartbeatDeps {
  call: Call;
  clock: Clock;
  /** `undefined` while the tablet is not registered. */
  collect: () => Promise<Heartbeat | undefined>;
  onAnswer: (answer: HeartbeatAnswer, offsetMs: number) => void;
  /** The server did not respond. */
  onSilence: () => void;
  onRevoked: () => void;
}
export interface HeartbeatTimer {
  start(): void;
  stop(): void;
  /** The activity changed: send at once. */
  beat(): void;
}

const TIMEOUT_MS = 10_000;

export function createHeartbeat(deps: HeartbeatDeps): HeartbeatTimer {
  const { call, clock } = deps;
  let cancel: (() => void) | null = null;
  let isRunning = false,
    isBeating = false,
    isWanted = false;
  /** The start time only identifies the run: a clock set back changes nothing (H3). */
  let run = clock.now(),
    n = 0;

  const once = async (): Promise<void> => {
    const said = await deps.collect();
    if (!said) return;
    const beat: Heartbeat = { ...said, beat: { run, n: ++n } };
    const [sentAt, sentWall] = [clock.mono(), clock.now()];
    try {
      const answer = await call<HeartbeatAnswer>('/tablet/heartbeat', {
        json: beat,
        isR4c: true,
        timeout: TIMEOUT_MS,
      });
      if (typeof answer.serverTime !== 'number' || typeof answer.leaseUntil !== 'number')
        throw new CallError(0, 'network', 'The answer is not ours.');
      // Another window of this tablet sent meanwhile: this one starts a new run, and is accepted
      // again.
      if (answer.isOld) {
        [run, n] = [clock.now(), 0];
        isWanted = true;
      }
      // Half of the round trip is before the server's clock was read.
      deps.onAnswer(
        answer,
        Math.round(answer.serverTime - (sentWall + (clock.mono() - sentAt) / 2)),
      );
    } catch (error) {
      if (error instanceof CallError && error.code === 'tablet_revoked') deps.onRevoked();
      else deps.onSilence();
    }
  };
  const beat = (): void => {
    if (!isRunning) return;
    if (isBeating) {
      isWanted = true;
      return;
    }
    cancel?.();
    isBeating = true;
    once()
      .catch(deps.onSilence)
      .finally(() => {
        isBeating = false;
        if (!isRunning) return;
        cancel = clock.after(isWanted ? 250 : HEARTBEAT_MS, beat);
        isWanted = false;
      });
  };
  return {
    start() {
      if (!isRunning) {
        isRunning = true;
        beat();
      }
    },
    stop() {
      isRunning = false;
      cancel?.();
    },
    beat,
  };
}
