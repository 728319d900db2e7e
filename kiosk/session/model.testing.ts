// Shared parts of both random walks of the machine: kinds of tasks, settling of effects, and return
// to rest.

import { expect } from 'vitest';
import { keyOf } from './session.setup.ts';
import type { SessionEvent, TaskRef } from './session.types.ts';
import { task, type tablet } from './walk.testing.ts';

export type Walk = ReturnType<typeof tablet>;
export const KINDS: Partial<TaskRef>[] = [
  {},
  { signers: 2 },
  { declarations: 0 },
  { kind: 'notice', declarations: 0, signers: 0 },
  { isPaper: true },
  { talk: 'open' },
  { talk: 'done', resumeAt: 'sign' },
  { resumeAt: 'draft' },
];
let made = 0;
/** A task with a unique id. */
export const newTask = (mappe: number, kind: number): TaskRef =>
  task({ taskId: `t${++made}`, mappeId: `m${mappe}`, ...KINDS[kind] });
/** Effects end in microtasks; nothing in the machine waits longer. */
export const soon = async (): Promise<void> => {
  for (let i = 0; i < 40; i++) await Promise.resolve();
};
export async function send(w: Walk, ...events: SessionEvent[]): Promise<void> {
  for (const e of events) {
    w.actor.send(e);
    await soon();
  }
}
/** `taskId:taskRev how` of everything that ended here. */
export const endedBy = (w: Walk): string[] => [
  ...w.endings.map((e) => `${keyOf(e.task)} ${e.ending}`),
  ...w.leavings.flatMap((l) => l.tasks.map((t) => `${keyOf(t)} ${l.reason}`)),
];
export const REGISTER: SessionEvent[] = [
  { type: 'CODE_ENTERED', code: 'GOOD' },
  { type: 'CONFIRMED' },
  {
    type: 'GATE',
    gate: { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' },
    open: [],
  },
];

/** One step towards the next patient. */
export async function turnHome(w: Walk): Promise<void> {
  await send(
    w,
    { type: 'STORAGE', trouble: null },
    { type: 'RETRY' },
    { type: 'LEASE_BACK' },
    { type: 'KNOWN', isKnown: true },
    { type: 'INBOX', queue: [] },
  );
  if (w.screen() === 'revoked' || w.screen() === 'registering') await send(w, ...REGISTER);
  w.pass(900_000);
  await soon();
}

/**
 * From any state, time, a working disk and a responding server lead to a tablet ready for the next
 * patient.
 */
export async function expectWayOut(w: Walk): Promise<void> {
  for (let i = 0; i < 4; i++) await turnHome(w);
  w.actor.send({ type: 'INBOX', queue: [task({ taskId: 'last', mappeId: 'last' })] });
  await soon();
  expect(w.screen()).toBe('assigned');
}
