// [sync F1][sync F24] Tests of the machine against the reference: random events, crashes and
// withdrawals, compared after each.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  begin,
  beginBlank,
  drafted,
  end,
  firstStage,
  fresh,
  goHome,
  goOn,
  inbox,
  isActive,
  leave,
  open,
  revoke,
  tell,
  type Place,
  type Reference,
} from './reference.testing.ts';
import {
  endedBy,
  expectWayOut,
  KINDS,
  newTask,
  REGISTER,
  send,
  soon,
  type Walk,
} from './model.testing.ts';
import { readSavedRun, savedRunOf } from './restore.ts';
import { isInVisit } from './screen.ts';
import { keyOf } from './session.setup.ts';
import type { SavedRun, SessionEvent, TaskRef } from './session.types.ts';
import { RULES, tablet, type WalkOptions } from './walk.testing.ts';

const RUNS = 150,
  LONG = 60;
interface Real {
  walk: Walk;
  fails: boolean;
  /** Endings and leavings of crashed tablets. */
  before: string[];
}

const boot = (real: { fails: boolean }, options: WalkOptions = {}): Walk =>
  tablet({
    ...options,
    finalize: () => (real.fails ? Promise.reject(new Error('disk')) : Promise.resolve()),
    opened: (t) => ({ stage: drafted(t), page: 1, signer: 0 }),
  });

const SCREEN: Record<Exclude<Place, 'page'>, string> = {
  waiting: 'waiting',
  assigned: 'assigned',
  person: 'person',
  blocked: 'personHelp',
  troubled: 'storageTrouble',
  unsaved: 'unsaved',
  noted: 'noted',
  thanks: 'thanks',
  aborted: 'aborted',
  revoked: 'revoked',
  leaseOver: 'leaseExpired',
};
const AT_REST: readonly Place[] = ['waiting', 'assigned', 'revoked', 'leaseOver'];

/**
 * No patient outside of a visit, no task where none may be (S5); the same screen and the same
 * position in it; every task ended once, and the same way.
 */
function compare(m: Reference, r: Real): void {
  const c = r.walk.context(),
    { run } = m;
  expect(r.walk.screen()).toBe(
    m.at === 'page'
      ? run?.stage
      : m.at === 'assigned' && m.trouble
        ? 'storageTrouble'
        : SCREEN[m.at],
  );
  if (AT_REST.includes(m.at))
    expect([c.task, c.mappeId, c.isPersonKnown, c.done, c.endings, c.ending]).toEqual([
      null,
      null,
      false,
      [],
      [],
      null,
    ]);
  expect(c.queue.map(keyOf)).toEqual(m.queue.map(keyOf));
  if (m.at === 'waiting')
    expect(c.comfort).toEqual({
      language: RULES.language,
      textScale: 100,
      isCalm: false,
      isPlain: false,
    });
  if (run && isActive(m)) {
    expect({
      key: c.task && keyOf(c.task),
      stage: c.stage,
      page: c.page,
      signer: c.signer,
      done: c.done,
      isKnown: c.isPersonKnown,
      mappeId: c.mappeId,
    }).toEqual({
      key: keyOf(run.task),
      stage: run.stage,
      page: run.page,
      signer: run.signer,
      done: run.done,
      isKnown: run.isKnown,
      mappeId: run.mappeId,
    });
  }
  expect([...r.before, ...endedBy(r.walk)].sort()).toEqual(
    [...m.ended].map(([key, how]) => `${key} ${how}`).sort(),
  );
}

/** Where a patient's touch has an effect; elsewhere it would only pad the runs. */
const isTouched = (m: Reference): boolean => !['waiting', 'revoked', 'leaseOver'].includes(m.at);
type Step = fc.AsyncCommand<Reference, Real>;
/**
 * @param then what the rules say;
 * @param act what happens to the tablet, after the reference decided what it is told
 */
const step = (
  name: string,
  then: (m: Reference) => void,
  act: (r: Real, m: Reference) => Promise<void> | void,
  check: (m: Reference) => boolean = isTouched,
): Step => ({
  check,
  run: async (m, r) => {
    then(m);
    await act(r, m);
    await soon();
    compare(m, r);
  },
  toString: () => name,
});
const sending =
  (...events: SessionEvent[]) =>
  (r: Real): Promise<void> =>
    send(r.walk, ...events);
const tells = async (r: Real, m: Reference): Promise<void> => {
  r.walk.actor.send({ type: 'INBOX', queue: inbox(m) });
  await soon();
};

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

const endings = { question: 'question', declined: 'declined' } as const;
function read(m: Reference, choice: 'none' | 'question' | 'declined'): void {
  const { run } = m;
  if (m.at !== 'page' || !run || (run.stage !== 'reading' && run.stage !== 'declarations')) return;
  if (choice === 'declined') run.stage = 'declining';
  else if (choice === 'question') end(m, run, endings[choice]);
  else if (run.stage === 'declarations') return;
  else if (run.task.kind === 'notice') end(m, run, 'shown');
  else if (run.task.isPaper) run.stage = 'paper';
  else if (run.task.talk === 'open') end(m, run, 'talk_pending');
  else run.stage = run.task.declarations > 0 ? 'declarations' : 'summary';
}
function next(m: Reference): void {
  const { run } = m;
  if (m.at === 'thanks' || m.at === 'aborted') {
    goHome(m);
    return;
  }
  if (m.at === 'noted' && run) {
    goOn(m, run);
    return;
  }
  if (m.at !== 'page' || !run || run.stage === 'reading' || run.stage === 'signing') return;
  if (run.stage === 'summary' && m.trouble) {
    m.at = 'troubled';
    return;
  }
  if (run.stage === 'declining') end(m, run, 'declined');
  else if (run.stage === 'paper') end(m, run, 'paper');
  else
    run.stage = ({ comfort: 'reading', declarations: 'summary', summary: 'signing' } as const)[
      run.stage
    ];
}
function back(m: Reference): void {
  const { run } = m;
  if (m.at === 'troubled') {
    m.at = 'page';
    if (run?.task.kind === 'questionnaire') run.stage = 'reading';
  } else if (m.at !== 'page' || !run) return;
  else if (run.stage === 'signing' && run.signer > 0) run.signer--;
  else if (run.stage === 'signing') run.stage = 'summary';
  else if (run.stage === 'summary' && run.task.declarations > 0) run.stage = 'declarations';
  else if (run.stage !== 'comfort') run.stage = 'reading';
}
function sign(m: Reference): void {
  const { run } = m;
  if (m.at !== 'page' || run?.stage !== 'signing') return;
  if (run.signer + 1 < run.task.signers) run.signer++;
  else end(m, run, 'submit');
}
function answer(m: Reference): void {
  const { run } = m;
  if (m.at !== 'page' || run?.stage !== 'reading' || run.task.kind !== 'questionnaire') return;
  if (m.trouble) m.at = 'troubled';
  else end(m, run, 'submit');
}
function enter(m: Reference, isRight: boolean): void {
  const { run } = m;
  if (m.at !== 'person' || !run) return;
  if (isRight) {
    Object.assign(run, { isKnown: true, misses: 0 });
    open(m, run);
  } else if (++run.misses > 2) m.at = 'blocked';
}
/** The tablet stays untouched as long as this state allows. */
const PATIENCE: Partial<Record<Place, number>> = {
  person: 900_000,
  page: 900_000,
  troubled: 900_000,
  blocked: 60_000,
  noted: 30_000,
  thanks: 60_000,
  aborted: 15_000,
};
function wait(m: Reference): void {
  if (m.at === 'blocked' && m.run) Object.assign(m, { at: 'person', run: { ...m.run, misses: 0 } });
  else if (isActive(m)) leave(m, 'idle');
  else next(m);
}
function beginFirst(m: Reference): void {
  const [first] = m.queue;
  if (first && !m.trouble) begin(m, first);
}
function retry(m: Reference): void {
  if (m.at === 'unsaved' && m.run?.ending) end(m, m.run, m.run.ending);
}
const restart = (m: Reference): void => {
  const { run } = m;
  if (!run?.isKnown || !isActive(m)) return;
  Object.assign(run, {
    page: 1,
    signer: 0,
    stage: run.task.resumeAt === 'sign' ? firstStage(run.task, run.done) : 'reading',
  });
  open(m, run);
};
/** The browser is killed and restarted: the inbox as stored, the run as last saved. */
function crash(m: Reference, fit: 'same' | 'locked' | 'left'): void {
  Object.assign(m, { trouble: false, isRevokedLater: false });
  if (m.at === 'revoked') return;
  const { run } = m,
    isVisit = isActive(m) || m.at === 'unsaved' || m.at === 'noted';
  m.queue = m.isLeaseOver ? [] : inbox(m);
  if (!run || !isVisit || !m.queue.some((t) => keyOf(t) === keyOf(run.task))) {
    goHome(m);
    return;
  }
  Object.assign(run, { misses: 0, ending: null, isKnown: run.isKnown && fit === 'same' });
  if (fit === 'left') leave(m, 'battery');
  else open(m, run);
}
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
function expectRestored(w: Walk, saved: SavedRun): void {
  const { mappeId, page, signer, comfort, done, task: t, isPersonKnown } = w.context();
  expect({
    mappeId,
    page,
    signer,
    comfort,
    done,
    key: t && keyOf(t),
    isLocked: !isPersonKnown,
  }).toEqual({
    mappeId: saved.mappeId,
    page: saved.page,
    signer: saved.signer,
    comfort: saved.comfort,
    done: saved.done,
    key: keyOf(saved),
    isLocked: saved.isLocked,
  });
}

/** Actions of a willing patient: leads deep into a Mappe. */
function willing(m: Reference): SessionEvent | undefined {
  const { at, run } = m;
  if (at === 'assigned') return m.trouble ? undefined : { type: 'BEGIN' };
  if (at === 'person') return { type: 'PERSON_ENTERED', day: '1958-03-12' };
  if (at === 'unsaved') return { type: 'RETRY' };
  if (at !== 'page')
    return at === 'waiting' ||
      at === 'revoked' ||
      at === 'leaseOver' ||
      at === 'blocked' ||
      at === 'troubled'
      ? undefined
      : { type: 'NEXT' };
  return run?.stage === 'reading'
    ? run.task.kind === 'questionnaire'
      ? { type: 'ANSWERED' }
      : { type: 'READ', choice: 'none' }
    : run?.stage === 'signing'
      ? { type: 'PATIENT_SIGNED' }
      : { type: 'NEXT' };
}
const RULE: Partial<Record<SessionEvent['type'], (m: Reference) => void>> = {
  BEGIN: beginFirst,
  PERSON_ENTERED: (m) => enter(m, true),
  RETRY: retry,
  NEXT: next,
  READ: (m) => read(m, 'none'),
  ANSWERED: answer,
  PATIENT_SIGNED: sign,
};
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
async function waitHere(r: Real): Promise<void> {
  const screen = r.walk.screen();
  const ms =
    screen === 'personHelp'
      ? 60_000
      : screen === 'noted'
        ? 30_000
        : screen === 'thanks'
          ? 60_000
          : screen === 'aborted'
            ? 15_000
            : screen === 'unsaved' ||
                screen === 'waiting' ||
                screen === 'revoked' ||
                screen === 'leaseExpired' ||
                screen === 'assigned'
              ? 3_600_000
              : 900_000;
  // A person who was just there: the clock starts here.
  r.walk.actor.send({ type: 'ACTIVITY' });
  r.walk.pass(ms);
  await soon();
}

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
