// Tests of the machine's idle clock, and its race with the signature (T3, F23).

import { describe, expect, it } from 'vitest';
import { keyOf } from './session.setup.ts';
import { RULES, settle, tablet, task } from './walk.testing.ts';

describe('idle [T3]', () => {
  it('warns after the limit of the screen and aborts 30 s later [X8]', async () => {
    const t = tablet({ queue: [task()] });
    await t.toTask();
    expect(t.screen()).toBe('comfort');
    t.pass(119_000);
    expect(t.actor.getSnapshot().matches({ presence: 'watching' })).toBe(true);
    t.pass(1_000);
    expect(t.actor.getSnapshot().matches({ presence: 'warning' })).toBe(true);
    t.pass(30_000);
    await settle();
    expect(t.screen()).toBe('aborted');
    expect(t.leavings).toMatchObject([{ reason: 'idle', current: 't1' }]);
  });

  it('[R7] on a private phone no timer cancels; it locks, and the right birth date leads back', async () => {
    const t = tablet({ queue: [task()] });
    await t.send({ type: 'RULES', rules: { ...RULES, isGuest: true } });
    await t.toTask();
    t.pass(3 * 3_600_000);
    await settle();
    expect([t.screen(), t.actor.getSnapshot().matches({ presence: 'off' }), t.leavings]).toEqual([
      'comfort',
      true,
      [],
    ]);
    expect(await t.send({ type: 'HIDDEN_TOO_LONG' })).toBe('person');
    expect(await t.send({ type: 'PERSON_ENTERED', day: '1958-03-12' })).toBe('comfort');
  });

  it('allows time for text: 120 s, or the characters of the page divided by eight', async () => {
    const t = tablet({ queue: [task({ characters: 800 })] });
    await t.toTask();
    await t.send({ type: 'NEXT' });
    t.pass(219_000);
    expect(t.actor.getSnapshot().matches({ presence: 'watching' })).toBe(true);
    t.pass(1_000);
    expect(t.actor.getSnapshot().matches({ presence: 'warning' })).toBe(true);
  });

  it('any activity restarts the clock; the warning can be answered any number of times', async () => {
    const t = tablet({ queue: [task()] });
    await t.toTask();
    for (let i = 0; i < 5; i++) {
      t.pass(100_000);
      await t.send({ type: 'ACTIVITY' });
    }
    for (let i = 0; i < 4; i++) {
      t.pass(120_000);
      expect(t.actor.getSnapshot().matches({ presence: 'warning' })).toBe(true);
      t.pass(29_000);
      await t.send({ type: 'STILL_HERE' });
    }
    expect(t.screen()).toBe('comfort');
  });

  it('help stops the clock and rings', async () => {
    const t = tablet({ queue: [task()] });
    await t.toTask();
    await t.send({ type: 'HELP' });
    expect(t.context().help).toBe('called');
    t.pass(3_600_000);
    expect(t.screen()).toBe('comfort');
    await t.send({ type: 'HELP_CLOSED' });
    t.pass(150_000);
    await settle();
    expect(t.screen()).toBe('aborted');
  });

  it('idle during the signature returns the whole Mappe, never half a signature', async () => {
    const t = tablet({ queue: [task(), task({ taskId: 't2', position: 1 })] });
    await t.toSign();
    t.pass(150_000);
    await settle();
    expect(t.screen()).toBe('aborted');
    expect(t.endings).toEqual([]);
    expect(t.leavings[0]!.tasks.map(keyOf)).toEqual(['t1:1', 't2:1']);
  });

  it('[sync F23] of simultaneous idle and signature exactly one wins', async () => {
    const first = tablet({ queue: [task()] });
    await first.toSign();
    first.pass(149_999);
    first.actor.send({ type: 'PATIENT_SIGNED' });
    first.pass(1);
    await settle();
    expect([first.endings.length, first.leavings.length, first.screen()]).toEqual([1, 0, 'thanks']);
    const second = tablet({ queue: [task()] });
    await second.toSign();
    second.pass(150_000);
    second.actor.send({ type: 'PATIENT_SIGNED' });
    second.actor.send({ type: 'CANCEL' });
    second.actor.send({ type: 'CANCEL_CONFIRMED' });
    await settle();
    expect([second.endings.length, second.leavings.length, second.screen()]).toEqual([
      0,
      1,
      'aborted',
    ]);
  });

  it('[sync F23] while saving nothing else has an effect, however long it takes', async () => {
    let finish = (): void => undefined;
    const t = tablet({
      queue: [task()],
      finalize: () =>
        new Promise((done) => {
          finish = done;
        }),
    });
    await t.toSign();
    await t.send(
      { type: 'PATIENT_SIGNED' },
      { type: 'PATIENT_SIGNED' },
      { type: 'HIDDEN_TOO_LONG' },
      { type: 'IDLE_OVER' },
      { type: 'CANCEL' },
      { type: 'CANCEL_CONFIRMED' },
      { type: 'INBOX', queue: [] },
      { type: 'REVOKED' },
    );
    t.pass(3_600_000);
    expect(t.screen()).toBe('saving');
    finish();
    await settle();
    expect(t.endings.length).toBe(1);
    expect(t.screen()).toBe('revoked');
  });
});
