// Starts the loops of a running tablet, and passes what they report to machine and screens.

import type { HeartbeatAnswer } from '../../../shared/desk/tablet.ts';
import { activityOf } from '../../session/screen.ts';
import { applyComfort } from '../../ui/comfort.ts';
import { isHidden } from '../life.ts';
import type { Running } from '../running/running.ts';
import type { LoopEvents } from './loop-events.ts';
import { holdScreen } from './hold-screen.ts';
import { startLoops, type RunningLoops } from './loops.ts';

const look = async ({ actor, parts }: Running): Promise<void> => {
  if ((await parts.inbox.leaseLeft()) <= 0 && parts.device.get()?.isReady)
    actor.send({ type: 'LEASE_OVER' });
};

const onBeat = (run: Running, answer: HeartbeatAnswer, offsetMs: number): void => {
  const { actor, parts, view, onTrouble } = run;
  run.offset = offsetMs;
  view.show({ isOnline: true, lastContactAt: parts.clock.now(), leaseUntil: answer.leaseUntil });
  parts.inbox
    .extendLease(answer.leaseUntil, answer.serverTime)
    .then(() => {
      if (actor.getSnapshot().context.isLeaseOver) {
        actor.send({ type: 'LEASE_BACK' });
        run.loops?.receiver.wake();
      }
    })
    .catch(onTrouble);
  if (answer.helpAnswered) actor.send({ type: 'HELP_ANSWERED' });
  parts.outbox
    .sweep()
    .then(() => look(run))
    .catch(onTrouble);
};

const count = async ({ parts, view }: Running): Promise<void> => {
  const health = await parts.outbox.health();
  view.show({ unsent: health.pending, oldestMs: health.oldestPendingMs });
};

const eventsOf = (run: Running): LoopEvents => {
  const { actor, life, parts, view, onTrouble, onRevoked } = run;
  return {
    onRevoked,
    onBeat: (answer, offsetMs) => onBeat(run, answer, offsetMs),
    activity: () => activityOf(actor.getSnapshot(), life.silentMs()),
    offset: () => run.offset,
    isHidden,
    onHealth: (health, isPersisted) =>
      view.show({ unsent: health.pending, oldestMs: health.oldestPendingMs, isPersisted }),
    onRows: () => {
      run.refresh().catch(onTrouble);
    },
    // The channel also ends when the server restarts: the next heartbeat decides whether the
    // network is up.
    onConnected: (isConnected) => {
      if (isConnected) view.show({ isOnline: true });
      else run.loops?.heartbeat.beat();
    },
    onHelpAnswered: () => actor.send({ type: 'HELP_ANSWERED' }),
    onQueue: () => {
      count(run).catch(onTrouble);
    },
    onServerTime: (serverTime) => {
      run.offset = Math.round(serverTime - parts.clock.now());
      view.show({ lastContactAt: parts.clock.now() });
    },
    onSilence: () => {
      view.show({ isOnline: false });
      look(run).catch(onTrouble);
    },
  };
};

/** Starts the loops of a running tablet. */
export function runLoops(run: Running): RunningLoops {
  const loops = startLoops(run.parts, eventsOf(run)),
    screen = holdScreen(run.actor),
    // The practice's accent; applied here because the first load has no room for it.
    dress = (): void => applyComfort({ accent: run.view.get().config?.accent ?? null }),
    undress = run.view.subscribe(dress);
  dress();
  return {
    ...loops,
    sealBlank: async (task) => (await import('../effects/blank-draft.ts')).sealRunning(run, task),
    stop() {
      undress();
      screen.stop();
      loops.stop();
    },
  };
}
