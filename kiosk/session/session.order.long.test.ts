// [sync F23] Tests of the machine with effects ending in any order, late or after the patient has
// left: one end per task, no patient data outside of a visit.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endedBy, KINDS, newTask, REGISTER, soon, turnHome, type Walk } from './model.testing.ts';
import { keyOf } from './session.setup.ts';
import type { SessionEvent, TaskRef } from './session.types.ts';
import { tablet, task } from './walk.testing.ts';

const RUNS = 90,
  LONG = 60;
interface Blind {
  walk: Walk;
  disk: { fails: boolean };
}
/**
 * Checks pending effects: one end per task and revision, and no patient data outside of a visit.
 */
function expectSound(w: Walk): void {
  const keys = endedBy(w).map((e) => e.split(' ')[0]),
    c = w.context();
  expect(new Set(keys).size).toBe(keys.length);
  if (
    [
      'waiting',
      'assigned',
      'revoked',
      'leaseExpired',
      'unknown',
      'registering',
      'welcome',
    ].includes(w.screen())
  )
    expect([c.task, c.mappeId, c.isPersonKnown, c.done]).toEqual([null, null, false, []]);
}
const event = (...events: SessionEvent[]): fc.AsyncCommand<{ rows: TaskRef[] }, Blind> => ({
  check: () => true,
  toString: () => events.map((e) => e.type).join(' '),
  run: async (_m, { walk }) => {
    for (const e of events) walk.actor.send(e);
    await soon();
    expectSound(walk);
  },
});
/** The inbox as reported: without tasks that ended here. */
const told = (
  change: (rows: TaskRef[]) => TaskRef[],
  name: string,
): fc.AsyncCommand<{ rows: TaskRef[] }, Blind> => ({
  check: () => true,
  toString: () => name,
  run: async (m, { walk }) => {
    m.rows = change(m.rows);
    const ended = endedBy(walk).map((e) => e.split(' ')[0]);
    walk.actor.send({ type: 'INBOX', queue: m.rows.filter((t) => !ended.includes(keyOf(t))) });
    await soon();
    expectSound(walk);
  },
});
/**
 * A willing and impatient patient: presses any offered button, and the signature again while it is
 * being saved.
 */
const PRESS: Readonly<Record<string, SessionEvent>> = {
  assigned: { type: 'BEGIN' },
  person: { type: 'PERSON_ENTERED', day: '1958-03-12' },
  reading: { type: 'READ', choice: 'none' },
  signing: { type: 'PATIENT_SIGNED' },
  saving: { type: 'PATIENT_SIGNED' },
  unsaved: { type: 'RETRY' },
};
const presses: fc.AsyncCommand<{ rows: TaskRef[] }, Blind> = {
  check: () => true,
  toString: () => 'presses on',
  run: async (_m, { walk }) => {
    walk.actor.send(PRESS[walk.screen()] ?? { type: 'NEXT' });
    await soon();
    expectSound(walk);
  },
};
const blind = [
  ...Array.from({ length: 60 }, () => fc.constant(presses)),
  fc
    .tuple(fc.integer({ min: 1, max: 2 }), fc.nat(KINDS.length - 1))
    .map(([mappe, kind]) =>
      told((rows) => [...rows, newTask(mappe, kind)], `put m${mappe} ${kind}`),
    ),
  fc.nat(3).map((i) => told((rows) => rows.filter((_, k) => k !== i), `withdraw ${i}`)),
  fc
    .nat(3)
    .map((i) =>
      told(
        (rows) => rows.map((t, k) => (k === i ? { ...t, taskRev: t.taskRev + 1 } : t)),
        `put again ${i}`,
      ),
    ),
  fc.boolean().map((fails): fc.AsyncCommand<{ rows: TaskRef[] }, Blind> => ({
    check: () => true,
    toString: () => `disk ${fails}`,
    run: (_m, r) => {
      r.disk.fails = fails;
      return Promise.resolve();
    },
  })),
  fc
    .constantFrom(1_000, 16_000, 61_000, 900_000)
    .map((ms): fc.AsyncCommand<{ rows: TaskRef[] }, Blind> => ({
      check: () => true,
      toString: () => `${ms} ms`,
      run: async (_m, { walk }) => {
        walk.pass(ms);
        await soon();
        expectSound(walk);
      },
    })),
  // The same moment: of idle and signature, of cancel and signature, exactly one wins.
  ...[
    event({ type: 'PAUSE' }, { type: 'PATIENT_SIGNED' }),
    event({ type: 'PATIENT_SIGNED' }, { type: 'PAUSE' }),
    event({ type: 'CANCEL' }, { type: 'CANCEL_CONFIRMED' }, { type: 'PATIENT_SIGNED' }),
  ].flatMap((one) => [fc.constant(one), fc.constant(one)]),
  ...[
    event({ type: 'BEGIN' }),
    event({ type: 'BEGIN' }, { type: 'PERSON_ENTERED', day: '1958-03-12' }),
    event({ type: 'PERSON_ENTERED', day: '1958-03-12' }),
    event({ type: 'PERSON_ENTERED', day: '1999-01-01' }),
    event({ type: 'PERSON_WRONG' }),
    event({ type: 'NEXT' }),
    event({ type: 'READ', choice: 'none' }),
    event({ type: 'READ', choice: 'question' }),
    event({ type: 'NEXT' }, { type: 'READ', choice: 'none' }, { type: 'NEXT' }, { type: 'NEXT' }),
    event({ type: 'PATIENT_SIGNED' }),
    event({ type: 'PATIENT_SIGNED' }, { type: 'PATIENT_SIGNED' }),
    event({ type: 'BACK' }),
    event({ type: 'RESTART' }),
    event({ type: 'HIDDEN_TOO_LONG' }),
    event({ type: 'PAUSE' }),
    event({ type: 'CANCEL' }, { type: 'CANCEL_CONFIRMED' }),
    event({ type: 'RETRY' }),
    event({ type: 'HELP' }),
    event({ type: 'HELP_CLOSED' }),
    event({ type: 'LEASE_OVER' }),
    event({ type: 'LEASE_BACK' }),
    event({ type: 'REVOKED' }),
    event(...REGISTER),
    event({ type: 'KNOWN', isKnown: false }),
    event({ type: 'KNOWN', isKnown: true }),
    event({ type: 'STORAGE', trouble: 'quota' }),
    event({ type: 'STORAGE', trouble: null }),
  ].map((one) => fc.constant(one)),
];
it('[sync F23] exactly one end wins, and the tablet returns to rest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.commands(blind, { maxCommands: LONG, size: 'max' }),
      async (scheduler, commands) => {
        const disk = { fails: false };
        const walk = tablet({
          hold: (effect) => scheduler.schedule(Promise.resolve(), effect),
          finalize: () => (disk.fails ? Promise.reject(new Error('disk')) : Promise.resolve()),
        });
        const run = fc.scheduledModelRun(
          scheduler,
          () => ({ model: { rows: [] }, real: { walk, disk } }),
          commands,
        );
        await scheduler.waitIdle();
        await run;
        expectSound(walk);
        disk.fails = false;
        for (let i = 0; i < 4; i++) {
          const out = turnHome(walk);
          await scheduler.waitIdle();
          await out;
        }
        walk.actor.send({ type: 'INBOX', queue: [task({ taskId: 'last', mappeId: 'last' })] });
        expect(walk.screen()).toBe('assigned');
        walk.actor.stop();
      },
    ),
    { numRuns: RUNS },
  );
}, 60_000);
