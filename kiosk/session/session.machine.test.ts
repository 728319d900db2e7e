// Tests of the tablet machine's rules: states, person check, requirements of a task, cancelling and
// failures.

import { describe, expect, it } from 'vitest';
import { activityOf, mayReload, routeOf } from './screen.ts';
import { tablet, task } from './walk.testing.ts';

describe('states of a tablet', () => {
  it('[T1] goes unregistered → registered → waiting → task → completed → waiting', async () => {
    const t = tablet({ isRegistered: false });
    expect(t.screen()).toBe('welcome');
    expect(await t.send({ type: 'CODE_ENTERED', code: 'GOOD' })).toBe('registering');
    expect(t.context().registration.number).toBe('4712');
    expect(await t.send({ type: 'CONFIRMED' })).toBe('gate');
    const gate = {
      secure: 'ok',
      storage: 'ok',
      offline: 'ok',
      push: 'ok',
      lock: 'unknown',
    } as const;
    expect(await t.send({ type: 'GATE', gate, open: ['lock'] })).toBe('gate');
    expect(await t.send({ type: 'GATE', gate, open: [] })).toBe('waiting');
    expect(await t.send({ type: 'INBOX', queue: [task()] })).toBe('assigned');
    expect(await t.toSign()).toBe('signing');
    expect(await t.send({ type: 'PATIENT_SIGNED' })).toBe('thanks');
    expect(t.endings.map((e) => e.ending)).toEqual(['submit']);
    t.pass(20_000);
    expect(t.screen()).toBe('waiting');
    expect(t.seen.forgets).toBeGreaterThan(0);
  });

  it('[X5] a wrong code leads back with its reason', async () => {
    const t = tablet({ isRegistered: false });
    expect(await t.send({ type: 'CODE_ENTERED', code: 'BAD' })).toBe('welcome');
    expect(t.context().registration.problem).toBe('invalid');
  });

  it('[T5] starting leads to /task, done to /done', async () => {
    const t = tablet({ queue: [task()] });
    expect(routeOf(t.actor.getSnapshot())).toBe('/');
    await t.toSign();
    expect(routeOf(t.actor.getSnapshot())).toBe('/task');
    await t.send({ type: 'PATIENT_SIGNED' });
    expect(routeOf(t.actor.getSnapshot())).toBe('/done');
  });

  it('[U4] allows a reload while waiting and never between the start and the thank-you page', async () => {
    const t = tablet({ queue: [] });
    expect(mayReload(t.actor.getSnapshot())).toBe(true);
    await t.send({ type: 'INBOX', queue: [task()] });
    expect(mayReload(t.actor.getSnapshot())).toBe(false);
    await t.toSign();
    expect(mayReload(t.actor.getSnapshot())).toBe(false);
    await t.send({ type: 'PATIENT_SIGNED' });
    expect(mayReload(t.actor.getSnapshot())).toBe(false);
    t.pass(20_000);
    expect(mayReload(t.actor.getSnapshot())).toBe(true);
  });

  it("[U6] uses the language of the Mappe and resets to the practice's afterwards", async () => {
    const t = tablet({ queue: [task()] });
    expect(t.context().comfort).toEqual({
      language: 'tr',
      textScale: 125,
      isCalm: false,
      isPlain: false,
    });
    await t.toTask();
    await t.send(
      {
        type: 'COMFORT_CHOSEN',
        comfort: { language: 'en', textScale: 200, isCalm: true, isPlain: false },
      },
      { type: 'PAUSE' },
      { type: 'NEXT' },
    );
    expect(t.screen()).toBe('waiting');
    expect(t.context().comfort).toEqual({
      language: 'de',
      textScale: 100,
      isCalm: false,
      isPlain: false,
    });
    await t.send({ type: 'INBOX', queue: [] }, { type: 'LANGUAGE_CHOSEN', language: 'en' });
    expect(t.context().comfort.language).toBe('en');
    t.pass(120_000);
    expect(t.context().comfort.language).toBe('de');
  });
});

it('[U6] keeps a language chosen while waiting over the one set by reception', async () => {
  const t = tablet();
  await t.send({ type: 'LANGUAGE_CHOSEN', language: 'en' }, { type: 'INBOX', queue: [task()] });
  expect(t.screen()).toBe('assigned');
  expect(t.context().comfort).toEqual({
    language: 'en',
    textScale: 125,
    isCalm: false,
    isPlain: false,
  });
});

describe('help', () => {
  const isOpen = (t: ReturnType<typeof tablet>): boolean =>
    !t.actor.getSnapshot().matches({ help: 'closed' });
  it('a call from the thank-you page is not shown to the next patient', async () => {
    const t = tablet({ queue: [task()] });
    await t.toSign();
    await t.send({ type: 'PATIENT_SIGNED' }, { type: 'HELP' });
    expect([t.screen(), isOpen(t)]).toEqual(['thanks', true]);
    t.pass(20_000);
    expect([t.screen(), isOpen(t)]).toEqual(['waiting', false]);
  });
  it('a call at rest ends when tasks arrive, and automatically after a minute', async () => {
    const t = tablet({ queue: [] });
    await t.send({ type: 'HELP' });
    expect(isOpen(t)).toBe(true);
    await t.send({ type: 'INBOX', queue: [task()] });
    expect([t.screen(), isOpen(t)]).toEqual(['assigned', false]);
    await t.send({ type: 'HELP' });
    t.pass(60_000);
    expect(isOpen(t)).toBe(false);
  });
  it('a call ends with an aborted run; within a document it stays until closed', async () => {
    const t = tablet({ queue: [task()] });
    await t.toTask();
    await t.send({ type: 'HELP' });
    t.pass(60_000);
    expect(isOpen(t)).toBe(true);
    await t.send({ type: 'INBOX', queue: [] });
    expect([t.screen(), isOpen(t)]).toEqual(['aborted', true]);
    t.pass(15_000);
    expect([t.screen(), isOpen(t)]).toEqual(['waiting', false]);
  });
});

describe('person check', () => {
  it('precedes the task; three misses ring and close the fields', async () => {
    const t = tablet({ queue: [task()] });
    expect(await t.send({ type: 'BEGIN' })).toBe('person');
    for (let i = 0; i < 2; i++)
      expect(await t.send({ type: 'PERSON_ENTERED', day: '1999-01-01' })).toBe('person');
    expect(await t.send({ type: 'PERSON_ENTERED', day: '1999-01-01' })).toBe('personHelp');
    expect([t.seen.helps, t.context().help]).toEqual([1, 'called']);
    expect(await t.send({ type: 'PERSON_ENTERED', day: '1958-03-12' })).toBe('personHelp');
    expect(await t.send({ type: 'STAFF_OPENED' }, { type: 'PIN_ENTERED', pin: '123456' })).toBe(
      'person',
    );
    expect(await t.send({ type: 'PERSON_ENTERED', day: '1958-03-12' })).toBe('comfort');
  });

  it('„Ich bin hier nicht richtig“ returns every unfinished task', async () => {
    const t = tablet({
      queue: [task(), task({ taskId: 't2', position: 1 }), task({ taskId: 'x', mappeId: 'm2' })],
    });
    expect(await t.send({ type: 'BEGIN' }, { type: 'PERSON_WRONG' })).toBe('aborted');
    expect(t.leavings[0]).toMatchObject({ reason: 'wrong_person' });
    expect(t.leavings[0]!.tasks.map((x) => x.taskId)).toEqual(['t1', 't2']);
    await t.send({ type: 'NEXT' });
    expect(t.screen()).toBe('assigned');
    expect(t.context().queue.map((x) => x.taskId)).toEqual(['x']);
  });

  it('[T3] a tablet hidden for long locks to the check and returns to the same page', async () => {
    const t = tablet({ queue: [task()] });
    await t.toSign();
    expect(await t.send({ type: 'HIDDEN_TOO_LONG' })).toBe('person');
    expect(await t.send({ type: 'PERSON_ENTERED', day: '1958-03-12' })).toBe('signing');
    expect(t.leavings).toEqual([]);
  });
});

describe('cancel, restart, withdrawal', () => {
  it('[X9] asks first, and only a yes cancels', async () => {
    const t = tablet({ queue: [task()] });
    await t.toTask();
    expect(await t.send({ type: 'CANCEL_CONFIRMED' })).toBe('comfort');
    expect(await t.send({ type: 'CANCEL' }, { type: 'CANCEL_DISMISSED' })).toBe('comfort');
    expect(await t.send({ type: 'CANCEL' }, { type: 'CANCEL_CONFIRMED' })).toBe('aborted');
    expect(t.leavings).toMatchObject([{ reason: 'patient' }]);
  });

  it('[T2] restart drops the draft and begins the task again', async () => {
    const t = tablet({ queue: [task()] });
    await t.toSign();
    expect(await t.send({ type: 'RESTART' })).toBe('reading');
    expect(t.seen.dropped).toEqual(['t1']);
    expect(t.leavings).toEqual([]);
  });

  it('a withdrawn task ends the run, a newer one starts again', async () => {
    const t = tablet({ queue: [task()] });
    await t.toSign();
    expect(await t.send({ type: 'INBOX', queue: [task({ taskRev: 2 })] })).toBe('comfort');
    expect(t.context().task!.taskRev).toBe(2);
    expect(await t.send({ type: 'INBOX', queue: [] })).toBe('aborted');
    expect(t.context().reason).toBe('staff');
  });

  it('a revoked tablet locks itself; a new code registers it again', async () => {
    const t = tablet({ queue: [task()] });
    await t.toSign();
    expect(await t.send({ type: 'REVOKED' })).toBe('revoked');
    expect(t.seen.sealedOff).toBe(1);
    expect(await t.send({ type: 'INBOX', queue: [task()] })).toBe('revoked');
    expect(await t.send({ type: 'CODE_ENTERED', code: 'GOOD' })).toBe('registering');
  });

  it('[sync F8] a server that does not know the tablet ends the run; nothing is destroyed', async () => {
    const t = tablet({ queue: [task(), task({ taskId: 'x', mappeId: 'm2' })] });
    await t.toSign();
    expect(await t.send({ type: 'KNOWN', isKnown: false })).toBe('signing');
    expect(await t.send({ type: 'PATIENT_SIGNED' }, { type: 'NEXT' })).toBe('unknown');
    expect([t.seen.sealedOff, mayReload(t.actor.getSnapshot())]).toEqual([0, true]);
    expect(await t.send({ type: 'KNOWN', isKnown: true })).toBe('assigned');
    expect(await t.send({ type: 'KNOWN', isKnown: false })).toBe('unknown');
    // After 24 hours without a server that knows it, the tablet deletes its patient data in any
    // case.
    expect(await t.send({ type: 'LEASE_OVER' })).toBe('unknown');
    expect(t.seen.sealedOff).toBe(1);
    expect(await t.send({ type: 'LEASE_OVER' })).toBe('unknown');
    expect(t.seen.sealedOff).toBe(1);
    expect(await t.send({ type: 'CODE_ENTERED', code: 'GOOD' }, { type: 'CONFIRMED' })).toBe(
      'gate',
    );
    expect(await t.send({ type: 'KNOWN', isKnown: false })).toBe('unknown');
  });

  it('an expired lease takes no new task, but lets the running one end', async () => {
    const t = tablet({ queue: [task(), task({ taskId: 'x', mappeId: 'm2' })] });
    await t.toSign();
    await t.send({ type: 'LEASE_OVER' });
    expect(await t.send({ type: 'PATIENT_SIGNED' })).toBe('thanks');
    expect(await t.send({ type: 'NEXT' })).toBe('leaseExpired');
    expect(await t.send({ type: 'LEASE_BACK' })).toBe('waiting');
  });
});

describe('failures', () => {
  it('[X2] a failed save keeps the run and can be retried', async () => {
    let fails = 1;
    const t = tablet({
      queue: [task()],
      finalize: async () => {
        if (fails-- > 0) throw new Error('disk');
      },
    });
    await t.toSign();
    expect(await t.send({ type: 'PATIENT_SIGNED' })).toBe('unsaved');
    t.pass(3_600_000);
    expect(t.screen()).toBe('unsaved');
    expect(await t.send({ type: 'RETRY' })).toBe('thanks');
    expect(t.endings.length).toBe(1);
  });

  it('[sync F13] reports storage trouble before the start and before the signature', async () => {
    const t = tablet({ queue: [task()] });
    expect(await t.send({ type: 'STORAGE', trouble: 'quota' }, { type: 'BEGIN' })).toBe(
      'storageTrouble',
    );
    expect(await t.send({ type: 'STORAGE', trouble: null })).toBe('assigned');
    await t.toTask();
    await t.send(
      { type: 'NEXT' },
      { type: 'READ', choice: 'none' },
      { type: 'NEXT' },
      { type: 'STORAGE', trouble: 'broken' },
    );
    expect(await t.send({ type: 'NEXT' })).toBe('storageTrouble');
    expect(await t.send({ type: 'STORAGE', trouble: null })).toBe('signing');
  });
});

describe('a blank form', () => {
  const blank = task({
    taskId: 'b1',
    mappeId: 'bm',
    kind: 'questionnaire',
    isBlank: true,
    language: 'uk',
    textScale: 100,
  });
  it('starts only behind the PIN, before waiting tasks, asking for no birth date until locked', async () => {
    const t = tablet({ queue: [blank, task()] });
    expect(await t.send({ type: 'BLANK_BEGUN', taskId: 'b1' })).toBe('assigned');
    await t.send(
      { type: 'STAFF_OPENED' },
      { type: 'PIN_ENTERED', pin: '123456' },
      { type: 'BLANK_BEGUN', taskId: 't1' },
    );
    expect(t.screen()).toBe('assigned');
    expect(await t.send({ type: 'BLANK_BEGUN', taskId: 'b1' })).toBe('comfort');
    expect([t.context().comfort, t.actor.getSnapshot().matches({ staff: 'closed' })]).toEqual([
      { language: 'uk', textScale: 100, isCalm: false, isPlain: false },
      true,
    ]);
    expect(await t.send({ type: 'NEXT' }, { type: 'HIDDEN_TOO_LONG' })).toBe('person');
    expect(await t.send({ type: 'PERSON_ENTERED', day: '1958-03-12' }, { type: 'ANSWERED' })).toBe(
      'thanks',
    );
    expect(t.endings.map((e) => e.task.taskId)).toEqual(['b1']);
  });
  it('the board sees that it is a blank form, by page alone; not so for a task of the practice', async () => {
    const t = tablet({ queue: [blank, task()] });
    await t.send(
      { type: 'STAFF_OPENED' },
      { type: 'PIN_ENTERED', pin: '123456' },
      { type: 'BLANK_BEGUN', taskId: 'b1' },
      { type: 'NEXT' },
    );
    expect(activityOf(t.actor.getSnapshot(), 0)).toEqual({
      taskId: 'b1',
      taskRev: 1,
      screen: 'filling',
      page: 1,
      of: 1,
      silentMs: 0,
      isReading: false,
      isBlank: true,
    });
    const own = tablet({ queue: [task()] });
    await own.toTask();
    expect(activityOf(own.actor.getSnapshot(), 0)).not.toHaveProperty('isBlank');
  });
  it('does not start with a full disk or after the lease', async () => {
    const full = tablet({ queue: [blank] });
    expect(
      await full.send(
        { type: 'STORAGE', trouble: 'quota' },
        { type: 'STAFF_OPENED' },
        { type: 'PIN_ENTERED', pin: '123456' },
        { type: 'BLANK_BEGUN', taskId: 'b1' },
      ),
    ).toBe('storageTrouble');
    const late = tablet({ queue: [], isLeaseOver: true });
    expect(
      await late.send(
        { type: 'STAFF_OPENED' },
        { type: 'PIN_ENTERED', pin: '123456' },
        { type: 'BLANK_BEGUN', taskId: 'b1' },
      ),
    ).toBe('leaseExpired');
  });
  it('the menu stays open while staff type in it', async () => {
    const t = tablet();
    await t.send({ type: 'STAFF_OPENED' }, { type: 'PIN_ENTERED', pin: '123456' });
    t.pass(100_000);
    await t.send({ type: 'ACTIVITY' });
    t.pass(100_000);
    expect(t.actor.getSnapshot().matches({ staff: 'open' })).toBe(true);
    t.pass(30_000);
    expect(t.actor.getSnapshot().matches({ staff: 'closed' })).toBe(true);
  });
});

describe('assisted filling', () => {
  it("the PIN asks for the writer's name in a questionnaire, never in a document; the page stays", async () => {
    const open = async (kind: 'questionnaire' | 'document') => {
      const t = tablet({ queue: [task({ kind })] });
      await t.toTask();
      await t.send(
        { type: 'NEXT' },
        { type: 'STAFF_OPENED' },
        { type: 'PIN_ENTERED', pin: '123456' },
      );
      return { screen: t.screen(), staff: t.actor.getSnapshot().value.staff, t };
    };
    const form = await open('questionnaire');
    expect([form.screen, form.staff]).toEqual(['reading', 'naming']);
    await form.t.send({ type: 'STAFF_CLOSED' });
    expect(form.t.actor.getSnapshot().value.staff).toBe('closed');
    expect(await open('document')).toMatchObject({ screen: 'reading', staff: 'closed' });
  });
});
