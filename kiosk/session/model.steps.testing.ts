// One step of the random walk: the actions of the reference and of the tablet, and their
// comparison.

import type fc from 'fast-check';
import { expect } from 'vitest';
import { drafted, inbox, isActive, type Place, type Reference } from './reference.testing.ts';
import { endedBy, send, soon, type Walk } from './model.testing.ts';
import { keyOf } from './session.setup.ts';
import type { SavedRun, SessionEvent } from './session.types.ts';
import { RULES, tablet, type WalkOptions } from './walk.testing.ts';

export interface Real {
  walk: Walk;
  fails: boolean;
  /** Endings and leavings of crashed tablets. */
  before: string[];
}

export const boot = (real: { fails: boolean }, options: WalkOptions = {}): Walk =>
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
export function compare(m: Reference, r: Real): void {
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
export type Step = fc.AsyncCommand<Reference, Real>;
/**
 * Builds one step of the model test.
 * @param then updates the reference by the rules;
 * @param act performs the step on the tablet, after the reference decided which events it gets
 */
export const step = (
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
export const sending =
  (...events: SessionEvent[]) =>
  (r: Real): Promise<void> =>
    send(r.walk, ...events);
export const tells = async (r: Real, m: Reference): Promise<void> => {
  r.walk.actor.send({ type: 'INBOX', queue: inbox(m) });
  await soon();
};

export async function waitHere(r: Real): Promise<void> {
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

export function expectRestored(w: Walk, saved: SavedRun): void {
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
