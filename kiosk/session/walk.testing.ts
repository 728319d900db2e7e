// Test driver of the tablet machine: recording effects, and a manual clock.

import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { sessionMachine } from './session.machine.ts';
import type { EndingOrder, LeavingOrder, Opened } from './session.setup.ts';
import type { Comfort, SavedRun, SessionEvent, TaskRef } from './session.types.ts';
import { screenOf } from './screen.ts';

export const RULES = { idleSeconds: 120, posture: 'hand' as const, language: 'de' };
export const task = (o: Partial<TaskRef> = {}): TaskRef => ({
  taskId: 't1',
  taskRev: 1,
  mappeId: 'm1',
  position: 0,
  count: 1,
  kind: 'document',
  isPaper: false,
  talk: 'none',
  signers: 1,
  declarations: 2,
  characters: 800,
  resumeAt: 'start',
  language: 'tr',
  textScale: 125,
  ...o,
});
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 6; i++) await new Promise((done) => setTimeout(done, 0));
};

export interface WalkOptions {
  saved?: SavedRun;
  fit?: 'same' | 'locked' | 'left';
  queue?: TaskRef[];
  isRegistered?: boolean;
  isRevoked?: boolean;
  isLeaseOver?: boolean;
  finalize?: () => Promise<void>;
  /** Content of a task's draft. */
  opened?: (task: TaskRef) => Opened;
  /** When an effect ends; at once when absent. */
  hold?: (effect: string) => Promise<unknown>;
}

interface Records {
  endings: EndingOrder[];
  leavings: LeavingOrder[];
  seen: {
    forgets: number;
    helps: number;
    starts: number;
    wishes: string[][];
    sealedOff: number;
    dropped: string[];
  };
}
const newRecords = (): Records => ({
  endings: [],
  leavings: [],
  seen: { forgets: 0, helps: 0, starts: 0, wishes: [], sealedOff: 0, dropped: [] },
});

/** The machine with effects that record what they were asked. */
function recordingMachine(options: WalkOptions, { endings, leavings, seen }: Records) {
  const held = async (effect: string): Promise<void> => {
    await options.hold?.(effect);
  };
  return sessionMachine.provide({
    actors: {
      registerTablet: fromCallback<SessionEvent, { code: string }>(({ sendBack, input }) => {
        sendBack(
          input.code === 'GOOD'
            ? { type: 'NUMBER_SHOWN', number: '4712' }
            : { type: 'REGISTRATION_FAILED', problem: 'invalid' },
        );
      }),
      watchGate: fromCallback<SessionEvent>(() => undefined),
      checkPerson: fromPromise<boolean, { task: TaskRef; day: string; misses: number }>(
        async ({ input }) => {
          await held('checkPerson');
          return input.day === '1958-03-12';
        },
      ),
      openTask: fromPromise<Opened, { task: TaskRef; comfort: Comfort }>(async ({ input }) => {
        await held('openTask');
        return options.opened?.(input.task) ?? { stage: null, page: 1, signer: 0 };
      }),
      finalize: fromPromise<void, EndingOrder>(async ({ input }) => {
        await held('finalize');
        await options.finalize?.();
        endings.push(input);
      }),
      abandon: fromPromise<void, LeavingOrder>(async ({ input }) => {
        await held('abandon');
        leavings.push(input);
      }),
      dropTask: fromPromise<void, { taskId: string }>(async ({ input }) => {
        await held('dropTask');
        seen.dropped.push(input.taskId);
      }),
      sealOff: fromPromise<void, { isRevoked: boolean }>(async () => {
        await held('sealOff');
        seen.sealedOff++;
      }),
      callHelp: fromPromise<boolean, { taskId: string | null }>(async () => {
        seen.helps++;
        return true;
      }),
      checkPin: fromPromise<'right' | 'wrong' | 'offline' | 'locked', { pin: string }>(
        async ({ input }) => (input.pin === '123456' ? 'right' : 'offline'),
      ),
    },
    actions: {
      noteStart: () => {
        seen.starts++;
      },
      noteCopyWish: (_, p) => {
        seen.wishes.push(p.taskIds);
      },
      forget: () => {
        seen.forgets++;
      },
    },
  });
}

export function tablet(options: WalkOptions = {}) {
  const clock = new SimulatedClock();
  const records = newRecords();
  const actor = createActor(recordingMachine(options, records), { clock, input: { rules: RULES } });
  actor.start();
  actor.send({
    type: 'BOOTED',
    isRegistered: options.isRegistered ?? true,
    isRevoked: options.isRevoked ?? false,
    isLeaseOver: options.isLeaseOver ?? false,
    open: [],
    queue: options.queue ?? [],
    saved: options.saved ?? null,
    fit: options.fit ?? null,
  });
  /** Time passes second by second: a timer set by another one starts when that one fired. */
  const pass = (ms: number): void => {
    for (let left = ms; left > 0; left -= 1000) clock.increment(Math.min(1000, left));
  };
  const screen = (): string => screenOf(actor.getSnapshot());
  const send = async (...events: SessionEvent[]): Promise<string> => {
    for (const e of events) {
      actor.send(e);
      await settle();
    }
    return screen();
  };
  const toTask = (): Promise<string> =>
    send({ type: 'BEGIN' }, { type: 'PERSON_ENTERED', day: '1958-03-12' });
  const toSign = async (): Promise<string> => {
    await toTask();
    return send(
      { type: 'NEXT' },
      { type: 'READ', choice: 'none' },
      { type: 'NEXT' },
      { type: 'NEXT' },
    );
  };
  return {
    actor,
    pass,
    ...records,
    screen,
    send,
    toTask,
    toSign,
    context: () => actor.getSnapshot().context,
  };
}
