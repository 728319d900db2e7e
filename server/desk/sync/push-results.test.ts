/** Tests of pushes whose ops are judged: signatures, outcomes and copy requests take effect. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { markCopyGiven } from '../task/change-task.ts';
import { listBoardMappen } from '../task/list-mappen.ts';
import { interruptMappe, moveMappe, restartMappe } from '../task/place-mappe.ts';
import { findTask } from '../task/store.ts';
import { listParked, settleParked } from './parked/settle-parked.ts';
import { parkedOps } from './store.ts';
import { openWorld, READING, START, submission, type Device, type World } from './testing.ts';

describe.each(STORES)('results of a push on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });
  const state = async (taskId: string) => (await findTask(world.look(), taskId))?.state;

  it('[sync P3] submits once: state, envelope and sealing job exist, and the draft is deleted', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox();
    const task = { taskId: taskId!, taskRev: body!.taskRev };
    await tablet.push(await tablet.op('task.start', task, { taskId, at: START, language: 'de' }));
    expect(await state(taskId!)).toBe('started');
    expect(await tablet.putDraft(task, 1, { page: 2 }, 2)).toEqual({ draftRev: 1 });
    const signed = await tablet.op('task.submit', task, {
      ...submission(body!),
      wantsPaperCopy: true,
    });
    expect((await tablet.push(signed)).verdicts).toEqual([{ n: 2, s: 'applied' }]);
    expect((await tablet.push(signed)).verdicts).toEqual([{ n: 2, s: 'dup' }]);
    const look = world.look();
    expect(await state(taskId!)).toBe('submitted');
    expect((await look.db.find(look.t.envelope)).map((e) => e.opId)).toEqual([signed.h.id]);
    expect((await look.db.find(look.t.job)).filter((j) => j.kind === 'seal-document')).toHaveLength(
      1,
    );
    expect(await look.db.find(look.t.draft)).toEqual([]);
    expect((await look.db.find(look.t.mappe))[0]?.paperCopyWishedAt).toBe(START);
  });

  it('[sync F19] returns a task to the tablet that began it before the interruption, once', async () => {
    const {
        mappeId,
        taskIds: [taskId],
      } = await world.mappe({ tabletId: tablet.id }),
      [body] = await tablet.inbox();
    const begin = async () =>
      (
        await tablet.push(
          await tablet.op('task.start', body!, { taskId, at: START, language: 'de' }),
        )
      ).verdicts.map((v) => v.s);
    const read = await tablet.pull(0);
    await world.write((w) => interruptMappe(w, world.links, mappeId));
    const gone = await tablet.pull(read.cursor);
    expect([await state(taskId!), gone.items.map((i) => [i.op, i.taskId])]).toEqual([
      'interrupted',
      [['revoke', taskId]],
    ]);
    expect(await begin()).toEqual(['applied']);
    // From its old cursor: rows not sent again would never reach it.
    const back = await tablet.pull(gone.cursor);
    expect([await state(taskId!), back.items.map((i) => [i.op, i.taskId])]).toEqual([
      'started',
      [['put', taskId]],
    ]);
    expect(await tablet.open(back.items[0]!)).toMatchObject({ taskId, taskRev: body!.taskRev });
    // A repetition sends nothing new.
    expect(await begin()).toEqual(['applied']);
    expect((await tablet.pull(back.cursor)).items).toEqual([]);
  });

  it('[sync P6][sync F19] keeps a late signature as a competing one; the new tablet continues', async () => {
    const second = await world.tablet('Tablet 2');
    const {
      mappeId,
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const [old] = await tablet.inbox();
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    const [now] = await second.inbox();
    expect(now).toMatchObject({ taskId, taskRev: 2 });
    await second.push(await second.op('task.start', now!, { taskId, at: START, language: 'de' }));
    const late = await tablet.push(
      await tablet.op('task.start', old!, { taskId, at: START, language: 'de' }),
      await tablet.op('task.submit', old!, submission(old!)),
    );
    expect(late.verdicts).toEqual([
      { n: 1, s: 'parked', code: 'stale_rev' },
      { n: 2, s: 'parked', code: 'stale_rev' },
    ]);
    expect(await findTask(world.look(), taskId!)).toMatchObject({
      state: 'started',
      attention: 'stale_rev',
    });
    expect(
      (await second.push(await second.op('task.submit', now!, submission(now!)))).verdicts,
    ).toEqual([{ n: 2, s: 'applied' }]);
    // P12: the late start needs no action, the late signature does.
    const parked = await listParked(world.look());
    expect(parked).toMatchObject([{ kind: 'task.submit', code: 'stale_rev', tabletId: tablet.id }]);
    await world.write((w) => settleParked(w, parked[0]!.id));
    expect(await parkedOps(world.look(), 9)).toEqual([]);
    expect((await findTask(world.look(), taskId!))?.attention).toBeNull();
  });

  it('[sync P6][sync F26] an unreadable ending of a past turn does not stop the current tablet or a move', async () => {
    const second = await world.tablet('Tablet 2'),
      {
        mappeId,
        taskIds: [taskId],
      } = await world.mappe({ tabletId: tablet.id }),
      [old] = await tablet.inbox();
    await world.write((w) => restartMappe(w, world.links, mappeId));
    const [now] = await tablet.inbox(),
      torn = await tablet.op('task.outcome', old!, {}, { bytes: new Uint8Array(200) });
    expect((await tablet.push(torn)).verdicts).toEqual([{ n: 1, s: 'parked', code: 'unreadable' }]);
    expect(await findTask(world.look(), taskId!)).toMatchObject({
      state: 'assigned',
      taskRev: now!.taskRev,
      attention: 'unreadable',
    });
    expect(await listParked(world.look())).toMatchObject([
      { kind: 'task.outcome', code: 'unreadable' },
    ]);
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    expect([await tablet.inbox(), (await second.inbox()).map((one) => one.taskId)]).toEqual([
      [],
      [taskId],
    ]);
  });

  it('[sync P6][sync F26] an unreadable op that ends nothing stops nothing: the next signature counts', async () => {
    const {
        taskIds: [taskId],
      } = await world.mappe({ tabletId: tablet.id }),
      [body] = await tablet.inbox();
    for (const kind of ['task.start', 'person.checked', 'log'] as const) {
      expect(
        (await tablet.push(await tablet.op(kind, body!, {}, { bytes: new Uint8Array(200) })))
          .verdicts,
      ).toMatchObject([{ s: 'parked', code: 'unreadable' }]);
      expect(await findTask(world.look(), taskId!)).toMatchObject({
        state: 'assigned',
        attention: 'unreadable',
      });
    }
    expect(
      (await tablet.push(await tablet.op('task.submit', body!, submission(body!)))).verdicts,
    ).toMatchObject([{ s: 'applied' }]);
    // An unreadable ending of the current turn is different: its patient has left.
    const {
        taskIds: [other],
      } = await world.mappe({ tabletId: tablet.id, templates: ['foto@1'] }),
      next = (await tablet.inbox()).find((one) => one.taskId === other);
    await tablet.push(await tablet.op('task.submit', next!, {}, { bytes: new Uint8Array(200) }));
    expect(await findTask(world.look(), other!)).toMatchObject({
      state: 'needs_attention',
      attention: 'unreadable',
    });
  });

  it('[sync P6] accepts a revision lost in a restore, refuses ops of a tablet without the task', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const stranger = await world.tablet('Tablet 2');
    const [body] = await tablet.inbox();
    expect(
      (await stranger.push(await stranger.op('task.submit', body!, submission(body!)))).verdicts[0],
    ).toMatchObject({ code: 'other_tablet' });
    expect(
      (
        await tablet.push(
          await tablet.op('task.submit', { taskId: taskId!, taskRev: 5 }, submission(body!)),
        )
      ).verdicts[0],
    ).toEqual({ n: 1, s: 'applied' });
  });

  it('alerts staff when a signature does not match, and never seals a consent without its talk', async () => {
    const { taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['foto@1', 'extraktion@1'],
    });
    const bodies = await tablet.inbox();
    const [foto, consent] = taskIds.map((id) => bodies.find((b) => b.taskId === id)!);
    const answer = await tablet.push(
      await tablet.op('task.submit', foto!, { ...submission(foto!), dataSha256: 'c'.repeat(64) }),
      await tablet.op('task.submit', consent!, submission(consent!)),
    );
    expect(answer.verdicts.map((r) => r.code)).toEqual(['hash_mismatch', 'talk_missing']);
    expect([await state(taskIds[0]!), await state(taskIds[1]!)]).toEqual([
      'needs_attention',
      'needs_attention',
    ]);
  });

  it("accepts a copy request from the Mappe's tablet, its withdrawal, and a new one after a copy", async () => {
    const stranger = await world.tablet('Tablet 2');
    const {
      mappeId,
      taskIds: [taskId = ''],
    } = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox();
    const wish = (d: Device, word = 'copy_wished', id = taskId) =>
      d.op('log', { taskId: id, taskRev: 0 }, { code: word, at: START });
    const wanted = async () =>
      (await listBoardMappen(world.look())).find((m) => m.mappeId === mappeId)?.wantsPaperCopy;
    expect(
      (
        await stranger.push(await wish(stranger), await wish(stranger, 'copy_wished', v7()))
      ).verdicts.map((r) => r.code),
    ).toEqual(['other_tablet', 'unknown_task']);
    expect([await wanted(), await listParked(world.look())]).toEqual([false, []]);
    await tablet.push(await tablet.op('task.submit', body!, submission(body!)));
    expect(await wanted()).toBe(false);
    world.events.length = 0;
    expect((await tablet.push(await wish(tablet))).verdicts).toEqual([{ n: 2, s: 'applied' }]);
    expect(await wanted()).toBe(true);
    expect(world.events).toContainEqual({ to: 'staff', event: { kind: 'changed' } });
    await tablet.push(await wish(tablet, 'copy_not_wished'));
    expect(await wanted()).toBe(false);
    await tablet.push(await wish(tablet));
    await world.write((w) => markCopyGiven(w, mappeId));
    expect(await wanted()).toBe(false);
    await tablet.push(await wish(tablet));
    expect(await wanted()).toBe(true);
    const audits = (await world.look().db.find(world.look().t.audit))
      .sort((a, b) => a.seq - b.seq)
      .map((r) => r.type)
      .filter((type) => type.startsWith('mappe.copy'));
    expect(audits).toEqual([
      'mappe.copy_wished',
      'mappe.copy_not_wished',
      'mappe.copy_wished',
      'mappe.copy_given',
      'mappe.copy_wished',
    ]);
  });

  it('accepts outcomes as results: talk pending with pages read, declined, shown notices', async () => {
    const { taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['extraktion@1', 'foto@1', 'datenschutz@1'],
    });
    const bodies = await tablet.inbox();
    const outcome = (i: number, word: string) => {
      const b = bodies.find((x) => x.taskId === taskIds[i])!;
      return tablet.op('task.outcome', b, {
        taskId: b.taskId,
        outcome: word,
        dataSha256: b.dataSha256,
        reading: READING,
        declarations: [],
        language: 'de',
        at: START,
      });
    };
    const answer = await tablet.push(
      await outcome(0, 'talk_pending'),
      await outcome(1, 'declined'),
      await outcome(2, 'shown'),
    );
    expect(answer.verdicts.every((r) => r.s === 'applied')).toBe(true);
    expect(await Promise.all(taskIds.map(state))).toEqual(['talk_pending', 'declined', 'filed']);
    expect((await findTask(world.look(), taskIds[0]!))?.read?.reading).toEqual(READING);
  });

  it('[§ 630e BGB] shows staff a missing translation and how it was read, before talk and after signing', async () => {
    const instead = { wanted: 'ar', shown: 'de', by: 'interpreter' as const, at: START },
      reading = { ...READING, instead };
    const { taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['extraktion@1', 'foto@1', 'datenschutz@1'],
    });
    const [talk, photo, notice] = await Promise.all(
      taskIds.map(async (id) => (await tablet.inbox()).find((x) => x.taskId === id)!),
    );
    const told = { reading, declarations: [], language: 'ar', at: START };
    const answer = await tablet.push(
      await tablet.op('task.outcome', talk!, {
        taskId: talk!.taskId,
        outcome: 'talk_pending',
        dataSha256: talk!.dataSha256,
        ...told,
      }),
      await tablet.op('task.submit', photo!, { ...submission(photo!), language: 'ar', reading }),
      await tablet.op('task.outcome', notice!, {
        taskId: notice!.taskId,
        outcome: 'shown',
        dataSha256: notice!.dataSha256,
        ...told,
        reading: READING,
        language: 'de',
      }),
    );
    expect(answer.verdicts.map((r) => r.s)).toEqual(['applied', 'applied', 'applied']);
    const board = await listBoardMappen(world.look()),
      shown = taskIds.map((id) => board.flatMap((m) => m.tasks).find((one) => one.taskId === id));
    expect(shown.map((one) => [one?.state, one?.readIn])).toEqual([
      ['talk_pending', instead],
      ['submitted', instead],
      ['filed', undefined],
    ]);
  });
});
