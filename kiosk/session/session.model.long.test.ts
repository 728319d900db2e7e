// [sync F1][sync F24] Tests of the machine against the reference: random events, crashes and
// withdrawals, compared after each.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginBlank,
  fresh,
  goHome,
  inbox,
  isActive,
  leave,
  revoke,
  tell,
  type Reference,
} from './reference.testing.ts';
import { expectWayOut, KINDS, newTask, send, soon, endedBy, REGISTER } from './model.testing.ts';
import { readSavedRun, savedRunOf } from './restore.ts';
import { isInVisit } from './screen.ts';
import { keyOf } from './session.setup.ts';
import type { TaskRef } from './session.types.ts';
import {
  answer,
  back,
  beginFirst,
  crash,
  enter,
  next,
  PATIENCE,
  read,
  restart,
  retry,
  RULE,
  sign,
  wait,
  willing,
} from './reference.rules.testing.ts';
import {
  boot,
  compare,
  expectRestored,
  type Real,
  sending,
  type Step,
  step,
  tells,
  waitHere,
} from './model.steps.testing.ts';

const RUNS = 150,
  LONG = 60;

const put = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.array(fc.nat(KINDS.length - 1), { minLength: 1, maxLength: 2 }),
  )
  .map(([mappe, kinds]): Step =>
    step(
      `put m${mappe} ${kinds.join(',')}`,
      (m) => {
        for (const kind of kinds) m.rows.push(newTask(mappe, kind));
        tell(m);
      },
      tells,
      (m) => m.rows.length < 40,
    ),
  );
/**
 * Staff opens the menu and starts a form without a task; only that starts this way, and only while
 * no task is open.
 */
const blank = fc.boolean().map((isOurs): Step => {
  let made: TaskRef;
  return step(
    `blank form${isOurs ? '' : ', not ours'}`,
    (m) => {
      made = {
        ...newTask(9, 0),
        mappeId: `blank${m.rows.length}`,
        kind: 'questionnaire',
        ...(isOurs && { isBlank: true as const }),
      };
      m.rows.unshift(made);
      tell(m);
      if (isOurs && !m.trouble && (m.at === 'waiting' || m.at === 'assigned')) beginBlank(m, made);
    },
    async (r, m) => {
      await tells(r, m);
      await send(
        r.walk,
        { type: 'STAFF_OPENED' },
        { type: 'PIN_ENTERED', pin: '123456' },
        { type: 'BLANK_BEGUN', taskId: made.taskId },
        { type: 'STAFF_CLOSED' },
      );
    },
    (m) =>
      ['waiting', 'assigned', 'leaseOver', 'page', 'thanks'].includes(m.at) && m.rows.length < 40,
  );
});
const withdraw = fc.nat(5).map((i): Step =>
  step(
    `withdraw ${i}`,
    (m) => {
      m.rows.splice(i, 1);
      tell(m);
    },
    tells,
    (m) => i < m.rows.length,
  ),
);
const putAgain = fc.nat(5).map((i): Step =>
  step(
    `put again ${i}`,
    (m) => {
      m.rows = m.rows.map((t, k) =>
        k === i ? { ...t, taskRev: t.taskRev + 1, talk: t.talk === 'open' ? 'done' : t.talk } : t,
      );
      tell(m);
    },
    tells,
    (m) => i < m.rows.length,
  ),
);

async function reboot(
  r: Real,
  m: Reference,
  fit: 'same' | 'locked' | 'left',
  queue: TaskRef[],
  wasRevoked: boolean,
): Promise<void> {
  const old = r.walk,
    written = savedRunOf(old.context(), isInVisit(old.actor.getSnapshot()), 1);
  const saved = readSavedRun(JSON.parse(JSON.stringify(written)));
  expect(saved).toEqual(written);
  old.actor.stop();
  r.before.push(...endedBy(old));
  const isLive = saved !== null && queue.some((t) => keyOf(t) === keyOf(saved));
  r.walk = boot(r, {
    queue,
    isRevoked: wasRevoked,
    isLeaseOver: m.isLeaseOver,
    ...(isLive && { saved, fit }),
  });
  await soon();
  if (isLive && fit === 'same') expectRestored(r.walk, saved);
}

const goesOn: Step = {
  check: (m) => willing(m) !== undefined,
  toString: () => 'goes on',
  run: async (m, r) => {
    const event = willing(m);
    if (!event) return;
    RULE[event.type]?.(m);
    await send(r.walk, event);
    compare(m, r);
  },
};

const three = (one: Step): fc.Arbitrary<Step>[] => [
  fc.constant(one),
  fc.constant(one),
  fc.constant(one),
];
const steps: fc.Arbitrary<Step>[] = [
  put,
  put,
  put,
  put,
  put,
  blank,
  withdraw,
  putAgain,
  ...Array.from({ length: 18 }, () => fc.constant(goesOn)),
  ...(['none', 'question', 'declined'] as const).map((choice) =>
    fc.constant(step(`read ${choice}`, (m) => read(m, choice), sending({ type: 'READ', choice }))),
  ),
  fc.constant(step('next', next, sending({ type: 'NEXT' }))),
  fc.constant(step('sign', sign, sending({ type: 'PATIENT_SIGNED' }))),
  fc.constant(step('hand in', answer, sending({ type: 'ANSWERED' }))),
  fc.constant(step('begin', beginFirst, sending({ type: 'BEGIN' }), (m) => m.at === 'assigned')),
  fc.constant(
    step(
      'right birth date',
      (m) => enter(m, true),
      sending({ type: 'PERSON_ENTERED', day: '1958-03-12' }),
    ),
  ),
  fc.constant(
    step(
      'wrong birth date',
      (m) => enter(m, false),
      sending({ type: 'PERSON_ENTERED', day: '1999-01-01' }),
    ),
  ),
  fc.constant(
    step(
      'not me',
      (m) => {
        if (m.at === 'person' || m.at === 'blocked') leave(m, 'wrong_person');
      },
      sending({ type: 'PERSON_WRONG' }),
    ),
  ),
  fc.constant(step('back', back, sending({ type: 'BACK' }))),
  fc.integer({ min: 1, max: 9 }).map((page) =>
    step(
      `page ${page}`,
      (m) => {
        if (m.run && isActive(m)) m.run.page = page;
      },
      sending({ type: 'PAGE', page }),
    ),
  ),
  fc.constant(
    step(
      'comfort',
      () => undefined,
      sending({
        type: 'COMFORT_CHOSEN',
        comfort: { language: 'en', textScale: 200, isCalm: true, isPlain: true },
      }),
    ),
  ),
  fc.constant(
    step(
      'cancel',
      (m) => {
        if (isActive(m)) leave(m, 'patient');
      },
      sending({ type: 'CANCEL' }, { type: 'CANCEL_CONFIRMED' }),
    ),
  ),
  fc.constant(
    step(
      'cancel, no',
      () => undefined,
      sending({ type: 'CANCEL' }, { type: 'CANCEL_DISMISSED' }, { type: 'CANCEL_CONFIRMED' }),
    ),
  ),
  fc.constant(step('restart', restart, sending({ type: 'RESTART' }))),
  fc.constant(
    step(
      'hidden',
      (m) => {
        if (m.run?.isKnown && isActive(m))
          Object.assign(m, { at: 'person', run: { ...m.run, isKnown: false } });
      },
      sending({ type: 'HIDDEN_TOO_LONG' }),
    ),
  ),
  fc.constant(
    step(
      'pause',
      (m) => {
        if (isActive(m)) leave(m, 'idle');
      },
      sending({ type: 'PAUSE' }),
    ),
  ),
  fc.constant(
    step(
      'help',
      () => undefined,
      sending({ type: 'HELP' }, { type: 'HELP_ANSWERED' }, { type: 'HELP_CLOSED' }),
    ),
  ),
  fc.constant(
    step(
      'wait',
      (m) => {
        if (PATIENCE[m.at] !== undefined) wait(m);
      },
      (r) => waitHere(r),
    ),
  ),
  fc.constantFrom('quota' as const, null).map((trouble) =>
    step(
      `storage ${trouble}`,
      (m) => {
        m.trouble = trouble !== null;
        if (m.at === 'troubled' && m.run && trouble === null)
          Object.assign(m, {
            at: 'page',
            run: { ...m.run, stage: m.run.task.kind === 'questionnaire' ? 'reading' : 'signing' },
          });
      },
      sending({ type: 'STORAGE', trouble }),
      () => true,
    ),
  ),
  fc.boolean().map((fails) =>
    step(
      `disk ${fails ? 'fails' : 'works'}`,
      (m) => {
        m.fails = fails;
      },
      (r) => {
        r.fails = fails;
      },
      (m) => m.fails !== fails,
    ),
  ),
  fc.constant(step('retry', retry, sending({ type: 'RETRY' }))),
  fc.constant(
    step(
      'lease over',
      (m) => {
        m.isLeaseOver = true;
        if (m.at === 'waiting' || m.at === 'assigned') goHome(m);
      },
      sending({ type: 'LEASE_OVER' }),
      (m) => !m.isLeaseOver,
    ),
  ),
  ...three(
    step(
      'lease back',
      (m) => {
        m.isLeaseOver = false;
        if (m.at === 'leaseOver') goHome(m);
      },
      sending({ type: 'LEASE_BACK' }),
      (m) => m.isLeaseOver,
    ),
  ),
  fc.constant(
    step(
      'revoked',
      (m) => {
        if (m.at === 'unsaved') m.isRevokedLater = true;
        else revoke(m);
      },
      sending({ type: 'REVOKED' }),
    ),
  ),
  ...three(
    step(
      'registered anew',
      (m) => goHome(m),
      sending(...REGISTER),
      (m) => m.at === 'revoked',
    ),
  ),
  fc.constantFrom('same' as const, 'locked' as const, 'left' as const).map((fit): Step => ({
    check: () => true,
    toString: () => `crash, ${fit}`,
    run: async (m, r) => {
      const wasRevoked = m.at === 'revoked',
        queue = m.isLeaseOver ? [] : inbox(m);
      await reboot(r, m, fit, queue, wasRevoked);
      crash(m, fit);
      await soon();
      compare(m, r);
    },
  })),
];
describe('the machine against its reference', () => {
  it('matches after every event, ends every task once, and always returns to rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: LONG, size: 'max' }), async (commands) => {
        const disk = { fails: false };
        const real: Real = Object.assign(disk, { walk: boot(disk), before: [] });
        await fc.asyncModelRun(() => ({ model: fresh(), real }), commands);
        real.fails = false;
        await expectWayOut(real.walk);
        real.walk.actor.stop();
      }),
      { numRuns: RUNS },
    );
  }, 60_000);
});
