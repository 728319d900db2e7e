// The effects of a running tablet's machine; loaded with the first of them, so that the first screen
// needs none.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { SessionEffects } from '../../session/session.actors.ts';
import { createEffects } from '../effects/effects.ts';
import { rulesOf, type Running } from './running.ts';

/** Creates the effects. @param wantLoops starts the loops, once the tablet is registered */
export const effectsOfRun = (run: Running, wantLoops: () => void): SessionEffects => {
  const { parts, view } = run;
  return createEffects({
    parts,
    refresh: run.refresh,
    onQueued: run.onQueued,
    clockOffset: () => run.offset,
    bodyOf: (taskId, taskRev) =>
      run.bodies.find((b) => b.taskId === taskId && b.taskRev === taskRev),
    onRegistering: run.updater.register,
    onRegistered: async () => {
      await parts.inbox.extendLease(parts.clock.now() + DAY_MS, parts.clock.now());
      const given = await parts.inbox.config();
      view.show({ config: given });
      // Posture, language and idle time of this practice apply at once, not from the next start on.
      run.actor.send({ type: 'RULES', rules: rulesOf(given, parts.device.get()) });
      wantLoops();
    },
    onReady: () => {
      run.loops?.receiver.wake();
      run.loops?.blanks.wake();
    },
  });
};
