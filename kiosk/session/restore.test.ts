// Tests of the state restored after a restart of the tablet (E1).

import { describe, expect, it } from 'vitest';
import type { SavedRun } from './session.types.ts';
import { fitOf, readSavedRun, savedRunOf } from './restore.ts';
import { isInVisit } from './screen.ts';
import { RULES, settle, tablet, task } from './walk.testing.ts';

describe('restart of the tablet', () => {
  const run = async (): Promise<SavedRun> => {
    const t = tablet({ queue: [task()] });
    await t.toSign();
    return savedRunOf(t.context(), isInVisit(t.actor.getSnapshot()), 1_000_000)!;
  };

  it('[E1] resumes at the same page, asks again after a gap, and discards old runs', async () => {
    const saved = await run();
    expect(fitOf(saved, RULES, 1_010_000)).toBe('same');
    expect(fitOf(saved, RULES, 1_040_000)).toBe('locked');
    expect(fitOf(saved, RULES, 990_000)).toBe('locked');
    expect(fitOf(saved, RULES, 1_121_000)).toBe('left');
    const same = tablet({ queue: [task()], saved, fit: 'same' });
    await settle();
    expect(same.screen()).toBe('signing');
    const locked = tablet({ queue: [task()], saved, fit: 'locked' });
    await settle();
    expect(locked.screen()).toBe('person');
    expect(await locked.send({ type: 'PERSON_ENTERED', day: '1958-03-12' })).toBe('signing');
    const left = tablet({ queue: [task()], saved, fit: 'left' });
    await settle();
    expect(left.screen()).toBe('aborted');
    expect(left.leavings).toMatchObject([{ reason: 'battery' }]);
  });

  it('[R7] a private phone in the background asks for the birth date for an hour, then leaves', async () => {
    const saved = await run(),
      rules = { ...RULES, isGuest: true };
    expect(
      [1_010_000, 1_040_000, 1_000_000 + 59 * 60_000, 1_000_000 + 61 * 60_000].map((at) =>
        fitOf(saved, rules, at),
      ),
    ).toEqual(['same', 'locked', 'locked', 'left']);
  });

  it("[E1] an unreadable run, another version's or one of a missing task leads to waiting", async () => {
    const saved = await run();
    expect(readSavedRun(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
    for (const bad of [
      null,
      'x',
      {},
      { ...saved, machine: 0 },
      { ...saved, stage: 'gone' },
      { ...saved, done: [1] },
    ])
      expect(readSavedRun(bad)).toBeNull();
    const gone = tablet({ queue: [task({ taskRev: 9 })], saved, fit: 'same' });
    expect(gone.screen()).toBe('assigned');
  });
});
