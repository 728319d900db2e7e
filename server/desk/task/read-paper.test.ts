// Tests of paper-only documents on a tablet, on both databases: read there or not, they stay paper,
// and never block a tablet.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { nextState, TASK_STATES } from '../../../shared/desk/task.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { berlinInstant } from '../../../shared/base/dates.ts';
import { findDraft } from '../sync/store.ts';
import { openWorld, READING, START, submission, type Device, type World } from '../sync/testing.ts';
import { confirmTalk, filePaper, undoMappe, withdrawMappe } from './change-task.ts';
import { closeMappe } from './close-mappe.ts';
import { listBoardMappen } from './list-mappen.ts';
import { moveMappe, releaseTablet, restartMappe } from './place-mappe.ts';
import { findTask } from './store.ts';

const code = (p: Promise<unknown>): Promise<unknown> =>
  p.then(
    () => 'ok',
    (e: unknown) => (e instanceof AppError ? (e.extra?.reason ?? e.code) : String(e)),
  );
const PLAN = ['mehrkosten@1'];

it('[inv paper] no event leads a paper to a signature', () => {
  expect(nextState('paper', 'submit')).toBeUndefined();
  expect(nextState('paper', 'prepared')).toBeUndefined();
  expect(TASK_STATES.filter((s) => nextState('paper', 'reassign') === s)).toEqual(['paper']);
});

describe.each(STORES)('paper on a tablet, %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device, second: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
    second = await world.tablet('Tablet 2');
  });
  const state = async (taskId: string) => (await findTask(world.look(), taskId))?.state;
  const reading = async (mappeId: string) =>
    (await listBoardMappen(world.look()))
      .find((m) => m.mappeId === mappeId)
      ?.tasks.find((t) => t.state === 'paper')?.reading;
  const held = async (d: Device) => (await d.inbox()).map((b) => b.taskId);
  const start = (d: Device, b: { taskId: string; taskRev: number }) =>
    d.op('task.start', b, { taskId: b.taskId, at: START, language: 'de' });
  const cancel = (d: Device, b: { taskId: string; taskRev: number }, reason: string) =>
    d.op('task.cancel', b, { taskId: b.taskId, reason, page: 1, at: START });
  const outcome = (
    d: Device,
    b: { taskId: string; taskRev: number; dataSha256: string },
    word: string,
  ) =>
    d.op('task.outcome', b, {
      taskId: b.taskId,
      outcome: word,
      dataSha256: b.dataSha256,
      reading: READING,
      declarations: [],
      language: 'de',
      at: START,
    });
  const begun = async () => {
    const made = await world.mappe({ tabletId: tablet.id, templates: PLAN });
    const [body] = await tablet.inbox();
    expect((await tablet.push(await start(tablet, body!))).verdicts).toMatchObject([
      { s: 'applied' },
    ]);
    return { ...made, body: body!, taskId: made.taskIds[0]! };
  };

  it('[inv paper] is read and acknowledged without leaving its state, and the reading is stored', async () => {
    const { mappeId, taskId, body } = await begun();
    expect([await state(taskId), await reading(mappeId)]).toEqual(['paper', 'running']);
    expect(
      (
        await tablet.push(await start(tablet, body), await outcome(tablet, body, 'paper'))
      ).verdicts.map((r) => r.s),
    ).toEqual(['applied', 'applied']);
    expect(await findTask(world.look(), taskId)).toMatchObject({
      state: 'paper',
      read: { reading: READING, language: 'de' },
    });
    expect([await reading(mappeId), await held(tablet)]).toEqual(['done', []]);
    const types = (await world.look().db.find(world.look().t.audit)).map((r) => r.type);
    expect(types.filter((t) => t === 'task.start' || t === 'task.paper')).toEqual([
      'task.start',
      'task.paper',
    ]);
    expect(
      (await tablet.push(await tablet.op('task.submit', body, submission(body)))).verdicts[0],
    ).toMatchObject({ code: 'state_conflict' });
    expect(await state(taskId)).toBe('paper');
    await world.write((w) => filePaper(w, world.links, taskId));
    expect(await state(taskId)).toBe('filed');
  });

  it.each(['idle', 'wrong_person', 'patient', 'battery'])(
    'stays paper when the tablet ends it with %s, and continues on another one',
    async (reason) => {
      const { mappeId, taskId, body } = await begun();
      await tablet.putDraft(body, 1, { page: 2 }, 2);
      expect((await tablet.push(await cancel(tablet, body, reason))).verdicts).toMatchObject([
        { s: 'applied' },
      ]);
      expect([await state(taskId), await reading(mappeId), await held(tablet)]).toEqual([
        'paper',
        'none',
        [],
      ]);
      expect((await findDraft(world.look(), taskId)) === undefined).toBe(reason === 'patient');
      await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
      expect(await second.inbox()).toMatchObject([{ taskId, taskRev: 2 }]);
    },
  );

  it('moves along when its Mappe is moved, continued or restarted', async () => {
    const { mappeId, taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['foto@1', ...PLAN],
    });
    const [foto] = await tablet.inbox();
    await tablet.push(await start(tablet, foto!), await cancel(tablet, foto!, 'idle'));
    expect([await held(tablet), await Promise.all(taskIds.map(state))]).toEqual([
      [],
      ['interrupted', 'paper'],
    ]);
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    expect(await held(second)).toEqual(taskIds);
    await world.write((w) => restartMappe(w, world.links, mappeId));
    expect((await second.inbox()).map((b) => [b.taskId, b.taskRev])).toEqual(
      taskIds.map((id) => [id, 3]),
    );
    await world.write((w) => withdrawMappe(w, world.links, mappeId));
    expect([await held(second), await Promise.all(taskIds.map(state))]).toEqual([
      [],
      ['cancelled', 'cancelled'],
    ]);
  });

  it('a Mappe of paper alone is sent without a tablet, and assigned to one later', async () => {
    const { mappeId, taskIds } = await world.mappe({ templates: PLAN });
    expect(await held(tablet)).toEqual([]);
    await world.write((w) => moveMappe(w, world.links, mappeId, tablet.id));
    expect(await held(tablet)).toEqual(taskIds);
  });

  it('[inv S5] makes room for the next Mappe unless it is being read', async () => {
    const unread = await world.mappe({ tabletId: tablet.id, templates: PLAN });
    const next = await world.mappe({ tabletId: tablet.id });
    expect(await held(tablet)).toEqual(next.taskIds);
    // Started before the tablet learned of the end: too late, and no reason to occupy the tablet.
    expect(
      (await tablet.push(await start(tablet, { taskId: unread.taskIds[0]!, taskRev: 1 })))
        .verdicts[0],
    ).toMatchObject({ code: 'state_conflict' });
    await world.write((w) => undoMappe(w, world.links, next.mappeId));
    const { mappeId, taskId } = await begun();
    expect(await code(world.mappe({ tabletId: tablet.id }))).toBe('tablet_busy');
    expect(await code(world.write((w) => undoMappe(w, world.links, mappeId)))).toBe(
      'state_conflict',
    );
    await world.write((w) => filePaper(w, world.links, taskId));
    expect(await held(tablet)).toEqual([]);
    await world.mappe({ tabletId: tablet.id });
  });

  it('leaves the tablet at closing time or revocation, and stays to be signed', async () => {
    const a = await begun();
    world.clock.now = berlinInstant('2026-11-20', '22:00');
    await world.write((w) => closeMappe(w, world.links, a.mappeId));
    world.clock.now = START + 86_400_001;
    await world.write((w) => closeMappe(w, world.links, a.mappeId));
    expect([await state(a.taskId), await reading(a.mappeId), await held(tablet)]).toEqual([
      'paper',
      'none',
      [],
    ]);
    const b = await begun();
    await world.write((w) => releaseTablet(w, world.links, tablet.id));
    expect([await state(b.taskId), await reading(b.mappeId)]).toEqual(['paper', 'none']);
  });

  it('accepts questions and refusals; answered questions lead back to paper, never to a tablet', async () => {
    const { taskId, body } = await begun();
    expect(
      await code(world.write((w) => confirmTalk(w, world.links, taskId, undefined), world.dentist)),
    ).toBe('state_conflict');
    await tablet.push(await outcome(tablet, body, 'question'));
    expect(await state(taskId)).toBe('question');
    await world.write((w) => confirmTalk(w, world.links, taskId, second.id), world.dentist);
    expect([await state(taskId), await held(second), await held(tablet)]).toEqual([
      'paper',
      [],
      [],
    ]);
    const other = await begun();
    await tablet.push(await outcome(tablet, other.body, 'declined'));
    expect(await state(other.taskId)).toBe('declined');
  });

  it('keeps the reading of a tablet that reconnected after the paper was filed', async () => {
    const { taskId, body } = await begun();
    await world.write((w) => filePaper(w, world.links, taskId));
    expect((await tablet.push(await outcome(tablet, body, 'paper'))).verdicts).toMatchObject([
      { s: 'applied' },
    ]);
    expect(await findTask(world.look(), taskId)).toMatchObject({
      state: 'filed',
      attention: null,
      read: { reading: READING },
    });
  });
});
