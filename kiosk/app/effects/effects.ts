// Implements the machine's effects on a real tablet: answers, outbox, drafts, registration and the
// two interactive calls.

import { StorageFailure } from '../../outbox/db.ts';
import { ensureDeviceKeys, publicJwks } from '../../outbox/device-keys.ts';
import { checkPinHere } from '../../outbox/pin.ts';
import { headerOf, sealOp, type OpOrder, type SealedOp } from '../../outbox/seal-op.ts';
import type { StoppedWhy } from '../../../shared/forms/answers/stopped.ts';
import type { CancelReason } from '../../../shared/desk/task.ts';
import type { CancelPayload } from '../../../shared/papers/signature.ts';
import { DRAFT_UNREADABLE, type TaskBody } from '../../../shared/exchange/sync.ts';
import { openChecks, type Gate } from '../../../shared/desk/tablet.ts';
import { checkPin, ringHelp } from '../../sync/desk.ts';
import type { Send, SessionEffects } from '../../session/session.actors.ts';
import { keyOf, type EndingOrder } from '../../session/session.setup.ts';
import type { TaskRef } from '../../session/session.types.ts';
import { documentOf } from '../body.ts';
import { readGate } from '../gate.ts';
import type { Parts } from '../parts.ts';
import {
  answersOf,
  blankOf,
  copyWishOf,
  outcomeOf,
  submitOf,
  type DeviceFacts,
} from './payloads.ts';

export interface EffectDeps {
  parts: Parts;
  bodyOf: (taskId: string, taskRev: number) => TaskBody | undefined;
  clockOffset: () => number;
  /** The inbox was changed by this tablet. */
  refresh: () => Promise<void>;
  /** Something was written that must be sent to the server. */
  onQueued: () => void;
  /** A code was typed: the worker is needed from here on. */
  onRegistering: () => void;
  onRegistered: () => Promise<void>;
  onReady: () => void;
}

const GATE_LOOK_MS = 2_000;

export function createEffects(deps: EffectDeps): SessionEffects {
  const { parts } = deps;
  const { clock, random, outbox, drafts, answers, api } = parts;
  const started = new Set<string>();
  let unsure: Sent | null = null;

  const deviceFacts = (): DeviceFacts => ({
    clockOffsetMs: deps.clockOffset(),
    appVersion: `${__VERSION__}+${__BUILD__}`,
  });
  const orderOf = (o: EndingOrder): OpOrder => {
    const open = answers.get();
    if (!open || open.body.taskId !== o.task.taskId) throw new Error('The answers are missing.');
    const at = clock.now(),
      language = o.comfort.language;
    const { taskId, taskRev } = o.task,
      device = deviceFacts();
    if (o.ending !== 'submit')
      return {
        id: open.opId,
        kind: 'task.outcome',
        taskId,
        taskRev,
        payload: outcomeOf(open.body, open.draft, o.ending, { language, at }),
      };
    if (open.body.blank)
      return {
        id: open.opId,
        kind: 'blank.answers',
        taskId,
        taskRev,
        payload: blankOf(open, { language, at, device }),
      };
    if (open.body.kind === 'questionnaire')
      return {
        id: open.opId,
        kind: 'task.answers',
        taskId,
        taskRev,
        payload: answersOf(open, { language, at, device }),
      };
    return {
      id: open.opId,
      kind: 'task.submit',
      taskId,
      taskRev,
      payload: submitOf(open.body, open.draft, { language, at, device }),
    };
  };

  interface Sent {
    inc: string;
    op: SealedOp;
  }
  const push = async (device: string, { inc, op }: Sent): Promise<void> => {
    const { pushDirect } = await import('../../sync/direct.ts'),
      header = headerOf(op, 1);
    const epoch = await pushDirect(api.call, { device, inc, header, sealed: op.sealed });
    await parts.carried.add({
      inc,
      header,
      sealed: op.sealed,
      epoch,
      at: clock.now() + deps.clockOffset(),
    });
  };
  /**
   * The disk refuses: the same op is sent to the server as a new incarnation of this tablet, or the
   * caller gets an error.
   */
  const sendFromMemory = async (order: OpOrder): Promise<void> => {
    const who = await parts.identity();
    if (!who) throw new Error('not registered');
    const inc = random.hex128();
    unsure = { inc, op: await sealOp(order, { ...who, inc }, clock, random) };
    await push(who.device, unsure);
    unsure = null;
  };
  /**
   * Sent without a reply: the server may have it. Sealing it anew under its id would be a fork and
   * block the queue for ever, so the same bytes are retried; without a server it becomes a
   * competing submission of its own, on the disk.
   */
  const repeat = async (order: OpOrder, sent: Sent): Promise<boolean> => {
    const who = await parts.identity();
    try {
      if (!who) throw new Error('not registered');
      await push(who.device, sent);
    } catch {
      await outbox.finalize({ ...order, id: random.id() });
      unsure = null;
      return false;
    }
    unsure = null;
    return true;
  };
  /**
   * The server has it. The end is noted if the disk accepts writes again; deletions need no space
   * and are done anyway: no plaintext remains (S4), and after a restart the task is not offered
   * (F23).
   */
  const endFromMemory = async (task: TaskRef): Promise<void> => {
    parts.endedHere.add(keyOf(task));
    await outbox.cancel([], false, [task]).catch(() => undefined);
    const letGo = async (): Promise<void> => {
      await drafts.shred(task.taskId);
      await parts.inbox.forget(task);
    };
    await letGo()
      .catch(letGo)
      .catch(letGo)
      .catch(() => undefined);
  };

  /**
   * Leaving a blank form: the answers so far are submitted, unless the patient withdrew it. No
   * plaintext remains here.
   */
  const leaveBlank = async (task: TaskRef, reason: CancelReason): Promise<void> => {
    const order = reason === 'patient' ? undefined : await stoppedOrder(task, reason);
    answers.clear();
    parts.endedHere.add(keyOf(task));
    try {
      if (order) await outbox.finalize(order);
      else await outbox.cancel([], false, [task]);
    } catch (error) {
      if (!(error instanceof StorageFailure) || !order) throw error;
      await sendFromMemory(order);
      await endFromMemory(task);
    }
    await parts.activeTask.clear();
    deps.onQueued();
    await deps.refresh().catch(() => undefined);
  };
  const stoppedOrder = async (task: TaskRef, why: StoppedWhy): Promise<OpOrder | undefined> => {
    const { taskId, taskRev } = task,
      body = deps.bodyOf(taskId, taskRev),
      open = answers.get();
    if (!body) return undefined;
    const draft =
      open?.body.taskId === taskId ? open.draft : await drafts.load({ taskId, taskRev, of: 1 });
    if (draft === 'unreadable')
      parts.note({
        kind: 'log',
        taskId,
        taskRev,
        payload: { code: DRAFT_UNREADABLE, at: clock.now() },
      });
    if (draft === null || draft === 'unreadable') return undefined;
    const opId = open?.opId ?? random.id(),
      { stoppedResponse } = await import('./stopped.ts');
    const response = await stoppedResponse(body, draft, {
      opId,
      now: clock.now(),
      tabletId: parts.device.get()?.tabletId,
      why,
    });
    return (
      response && {
        id: opId,
        kind: 'blank.answers',
        taskId,
        taskRev,
        payload: blankOf(
          { body, data: documentOf(body), response },
          { language: draft.language, at: clock.now(), device: deviceFacts() },
        ),
      }
    );
  };

  return {
    register(code, send: Send) {
      const stop = new AbortController();
      let push: Gate['push'] = 'unknown';
      deps.onRegistering();
      const gate = async (): Promise<Gate> => {
        const now = await readGate(push);
        send({ type: 'GATE', gate: now, open: openChecks(now, []) });
        push = 'ok';
        return now;
      };
      const run = async (): Promise<void> => {
        const keys = await ensureDeviceKeys(parts.db);
        const { register } = await import('../../sync/registration.ts');
        const end = await register(
          code,
          {
            call: parts.bare,
            clock,
            setAuth: (change) => parts.auth.set(change),
            keys: () => publicJwks(keys),
            gate,
            userAgent: navigator.userAgent,
            onNumber: (number) => send({ type: 'NUMBER_SHOWN', number }),
          },
          stop.signal,
        );
        if (stop.signal.aborted) return;
        if (end.how !== 'confirmed') {
          send({ type: 'REGISTRATION_FAILED', problem: end.how });
          return;
        }
        const { tabletId, cid, tabletToken, config, exceptions } = end.answer;
        if (parts.device.get()?.tabletId !== tabletId) {
          // Data of an earlier registration cannot be decrypted under this one: drafts are deleted,
          // its sealed queue is kept aside.
          await drafts.shredAll();
          await outbox.rotate();
        }
        await parts.inbox.setConfig(config);
        await parts.device.save({
          tabletId,
          cid,
          tabletToken,
          exceptions,
          registeredAt: clock.now(),
          isReady: false,
          isRevoked: false,
        });
        await deps.onRegistered();
        send({ type: 'CONFIRMED' });
      };
      run().catch(() => {
        if (!stop.signal.aborted) send({ type: 'REGISTRATION_FAILED', problem: 'failed' });
      });
      return () => stop.abort();
    },

    watchGate(send) {
      let isOver = false;
      let cancel: () => void = () => undefined;
      parts.note({
        kind: 'log',
        taskId: '',
        taskRev: 0,
        payload: { code: 'gate_test', at: clock.now() },
      });
      const look = async (): Promise<void> => {
        // One acknowledged op of this tablet proves the round trip to the server.
        const { ackSeen } = await outbox.health();
        const gate = await readGate(ackSeen > 0 ? 'ok' : 'unknown');
        const open = openChecks(gate, parts.device.get()?.exceptions ?? []);
        if (isOver) return;
        if (open.length === 0) {
          await parts.device.change({ isReady: true });
          deps.onReady();
        }
        send({ type: 'GATE', gate, open });
      };
      const loop = (): void => {
        look()
          .catch(() => undefined)
          .finally(() => {
            if (!isOver) cancel = clock.after(GATE_LOOK_MS, loop);
          });
      };
      loop();
      return () => {
        isOver = true;
        cancel();
      };
    },

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

    async finalize(o) {
      const order = orderOf(o);
      if (unsure && unsure.op.id === order.id) {
        if (await repeat(order, unsure)) await endFromMemory(o.task);
      } else {
        try {
          await outbox.finalize(order);
        } catch (error) {
          if (!(error instanceof StorageFailure)) throw error;
          await sendFromMemory(order);
          await endFromMemory(o.task);
        }
      }
      answers.clear();
      deps.onQueued();
      await deps.refresh().catch(() => undefined);
    },

    async abandon(o) {
      const keepsDraft = o.reason !== 'patient',
        own = o.tasks.find((t) => t.isBlank);
      if (own) {
        await leaveBlank(own, o.reason);
        return;
      }
      answers.clear();
      if (o.current !== null && keepsDraft) await drafts.seal(o.current).catch(() => undefined);
      const at = clock.now();
      // An interruption ends the run of the whole Mappe at the server by one op; only the patient's
      // own cancel ends each task.
      const told = keepsDraft
        ? [o.tasks.find((t) => t.taskId === o.current) ?? o.tasks[0]].flatMap((t) => t ?? [])
        : o.tasks;
      // Left stays left, even if the disk cannot note it: nobody else on this page may open these
      // tasks.
      for (const t of o.tasks) parts.endedHere.add(keyOf(t));
      await outbox.cancel(
        told.map((t) => {
          const payload: CancelPayload = {
            taskId: t.taskId,
            reason: o.reason,
            page: t.taskId === o.current ? o.page : 1,
            at,
          };
          return { kind: 'task.cancel', taskId: t.taskId, taskRev: t.taskRev, payload };
        }),
        keepsDraft,
        o.tasks.filter((t) => !told.includes(t)),
      );
      await parts.activeTask.clear();
      deps.onQueued();
      await deps.refresh().catch(() => undefined);
    },

    async dropTask(taskId) {
      answers.restart();
      await drafts.shred(taskId);
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
