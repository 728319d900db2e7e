// Implements the machine's effects on a real tablet: answers, outbox, drafts, registration and the
// two interactive calls.

import { checkPinHere } from '../../outbox/pin.ts';
import { checkPin, ringHelp } from '../../sync/desk.ts';
import type { SessionEffects } from '../../session/session.actors.ts';
import { keyOf } from '../../session/session.setup.ts';
import type { EffectDeps } from './effect-deps.ts';
import { finishTask, forgetPhotos, leaveTasks } from './end-tasks.ts';
import { createMemorySender } from './from-memory.ts';
import { copyWishOf } from './payloads.ts';
import { registerTablet } from './register-tablet.ts';
import { watchGate } from './watch-gate.ts';

/** Creates the machine's effects. */
export function createEffects(deps: EffectDeps): SessionEffects {
  const { parts } = deps;
  const { clock, drafts, answers, api } = parts;
  const started = new Set<string>();
  const memory = createMemorySender(deps);

  return {
    register: (code, send) => registerTablet(deps, code, send),
    watchGate: (send) => watchGate(deps, send),

    async checkPerson(task, day, misses) {
      const body = deps.bodyOf(task.taskId, task.taskRev);
      if (!body) throw new Error('The task is gone.');
      // In a Mappe of several people the adult who holds the tablet may state their own.
      const ok = (body.family?.days ?? [body.patient.geburtsdatum]).includes(day);
      if (!body.blank)
        parts.note({
          kind: 'person.checked',
          taskId: task.taskId,
          taskRev: task.taskRev,
          payload: { taskId: task.taskId, misses: misses + (ok ? 0 : 1), ok, at: clock.now() },
        });
      return ok;
    },

    async openTask(task, comfort) {
      const body = deps.bodyOf(task.taskId, task.taskRev);
      if (!body) throw new Error('The task is gone.');
      try {
        return await answers.open(body, task, comfort);
      } catch (error) {
        parts.note({
          kind: 'log',
          taskId: task.taskId,
          taskRev: task.taskRev,
          payload: {
            code: 'task_unopened',
            at: clock.now(),
            detail: error instanceof Error ? error.name : 'unknown',
          },
        });
        throw error;
      }
    },

    finalize: (o) => finishTask(deps, memory, o),
    abandon: (o) => leaveTasks(deps, memory, o),

    async dropTask(taskId) {
      answers.restart();
      await drafts.shred(taskId);
      await forgetPhotos(parts, [{ taskId }]);
    },

    async sealOff(isRevoked) {
      answers.clear();
      await parts.activeTask.clear();
      await drafts.shredAll();
      await parts.inbox.dropLease();
      if (isRevoked) {
        parts.auth.set({ authToken: null });
        await parts.device.change({ isRevoked: true, isReady: false });
      }
      // Decrypted inbox data leaves memory too.
      await deps.refresh().catch(() => undefined);
    },

    callHelp: (taskId) => ringHelp(api.call, taskId),
    async checkPin(pin) {
      const answer = await checkPin(api.call, pin),
        check = (await parts.inbox.config())?.pinCheck;
      // The server decides while it is reachable; offline the tablet does, as long as its lease is
      // valid.
      return answer === 'offline' && check && (await parts.inbox.leaseLeft()) > 0
        ? checkPinHere(parts.db, check, pin, clock.now())
        : answer;
    },

    noteStart(task, language) {
      // The server does not know a blank form before its answers.
      if (started.has(keyOf(task)) || task.isBlank) return;
      started.add(keyOf(task));
      parts.note({
        kind: 'task.start',
        taskId: task.taskId,
        taskRev: task.taskRev,
        payload: { taskId: task.taskId, at: clock.now(), language },
      });
    },
    noteCopyWish(taskIds, isWished) {
      const op = copyWishOf(taskIds, isWished, clock.now());
      if (op) parts.note(op);
    },
    forget() {
      answers.clear();
      started.clear();
      parts.activeTask.clear().catch(() => undefined);
    },
  };
}
