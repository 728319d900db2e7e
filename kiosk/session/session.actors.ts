// Binds the machine's effects by name; the composition passes the implementations, so that the
// machine stays pure.

import { createActor, fromCallback, fromPromise, type Actor } from 'xstate';
import { sessionMachine } from './session.machine.ts';
import type { EndingOrder, LeavingOrder, Opened } from './session.setup.ts';
import type { Comfort, SessionEvent, TabletRules, TaskRef } from './session.types.ts';

export type Send = (event: SessionEvent) => void;
export type PinAnswer = 'right' | 'wrong' | 'offline' | 'locked';

/**
 * Effects of a tablet's machine. None of them may wait for the network but `callHelp`, `checkPin`
 * and the registration.
 */
export interface SessionEffects {
  /** Both return a cleanup function. */
  register(code: string, send: Send): () => void;
  watchGate(send: Send): () => void;
  checkPerson(task: TaskRef, day: string, misses: number): Promise<boolean>;
  openTask(task: TaskRef, comfort: Comfort): Promise<Opened>;
  finalize(order: EndingOrder): Promise<void>;
  abandon(order: LeavingOrder): Promise<void>;
  dropTask(taskId: string): Promise<void>;
  sealOff(isRevoked: boolean): Promise<void>;
  callHelp(taskId: string | null): Promise<boolean>;
  checkPin(pin: string): Promise<PinAnswer>;
  noteStart(task: TaskRef, language: string): void;
  noteCopyWish(taskIds: readonly string[], isWished: boolean): void;
  forget(): void;
}

const bindSession = (e: SessionEffects) =>
  sessionMachine.provide({
    actors: {
      registerTablet: fromCallback<SessionEvent, { code: string }>(({ sendBack, input }) =>
        e.register(input.code, sendBack),
      ),
      watchGate: fromCallback<SessionEvent>(({ sendBack }) => e.watchGate(sendBack)),
      checkPerson: fromPromise<boolean, { task: TaskRef; day: string; misses: number }>(
        ({ input }) => e.checkPerson(input.task, input.day, input.misses),
      ),
      openTask: fromPromise<Opened, { task: TaskRef; comfort: Comfort }>(({ input }) =>
        e.openTask(input.task, input.comfort),
      ),
      finalize: fromPromise<void, EndingOrder>(({ input }) => e.finalize(input)),
      abandon: fromPromise<void, LeavingOrder>(({ input }) => e.abandon(input)),
      dropTask: fromPromise<void, { taskId: string }>(({ input }) => e.dropTask(input.taskId)),
      sealOff: fromPromise<void, { isRevoked: boolean }>(({ input }) => e.sealOff(input.isRevoked)),
      callHelp: fromPromise<boolean, { taskId: string | null }>(({ input }) =>
        e.callHelp(input.taskId),
      ),
      checkPin: fromPromise<PinAnswer, { pin: string }>(({ input }) => e.checkPin(input.pin)),
    },
    actions: {
      noteStart: (_args, params) => e.noteStart(params.task, params.language),
      noteCopyWish: (_args, params) => e.noteCopyWish(params.taskIds, params.isWished),
      forget: () => e.forget(),
    },
  });

export type Session = Actor<ReturnType<typeof bindSession>>;

/** Creates the machine with its effects, not started yet; its clock is the browser's. */
export const createSession = (effects: SessionEffects, rules: TabletRules): Session =>
  createActor(bindSession(effects), { input: { rules } });
