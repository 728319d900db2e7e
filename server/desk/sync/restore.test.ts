// Tests of the time after a restore: results that a patient finished restore their task, however
// old the backup is.

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SENT_FROM_MEMORY_LOST, type TaskBody } from '../../../shared/exchange/sync.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { confirmTalk } from '../task/change-task.ts';
import { findTablet } from '../tablet/store.ts';
import { moveMappe } from '../task/place-mappe.ts';
import { findMappe, findTask } from '../task/store.ts';
import { tabletSide } from './feed.ts';
import { openWorld, START, submission, type Device, type World } from './testing.ts';

/** Deletes a Mappe with all dependent rows, like a backup from before it. */
async function forget(world: World, mappeId: string, alsoPatient = false): Promise<void> {
  await world.write(async (w) => {
    await w.tx.remove(w.t.task, { mappeId });
    await w.tx.remove(w.t.mappe, { id: mappeId });
    if (alsoPatient) await w.tx.remove(w.t.patient, { patid: '1' });
  });
}
/**
 * Saves the placement of a Mappe; restoring it removes every later move from the database, like an
 * older backup.
 */
async function keepPlaces(world: World, mappeId: string): Promise<() => Promise<void>> {
  const look = world.look(),
    { mappe, task, feed } = look.t;
  const bare = <T extends { cid: string }>({ cid: _cid, ...row }: T): Omit<T, 'cid'> => row;
  const [here] = await look.db.find(mappe, eq(mappe.id, mappeId)),
    tasks = await look.db.find(task, eq(task.mappeId, mappeId)),
    told = await look.db.find(feed, eq(feed.mappeId, mappeId));
  return () =>
    world.write(async (w) => {
      await w.tx.update(mappe, bare(here!), { id: mappeId });
      for (const row of tasks) await w.tx.update(task, bare(row), { taskId: row.taskId });
      await w.tx.remove(feed, { mappeId });
      for (const row of told) await w.tx.insert(feed, bare(row));
    });
}
/** Submits a body as the tablet does, with its origin. */
async function handIn(
  world: World,
  device: Device,
  body: TaskBody,
  origin = body.origin,
): Promise<void> {
  await device.push(
    await device.op('task.submit', body, {
      ...submission(body),
      ...(origin !== undefined && { origin }),
    }),
  );
  await world.core.judged();
}

describe.each(STORES)('[sync F7] a restored database on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, device: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    device = await world.tablet();
  });
  const task = (taskId: string | undefined) => findTask(world.look(), taskId ?? '');
  const ops = () => world.look().db.find(world.look().t.op);
  const first = async (): Promise<TaskBody> => {
    const [body] = await device.inbox();
    if (!body) throw new Error('no task on the tablet');
    return body;
  };

  it.each([false, true])(
    'accepts the submission of an unknown task as if nothing had happened (patient unknown too: %s)',
    async (alsoPatient) => {
      const { mappeId, taskIds } = await world.mappe({ tabletId: device.id });
      const body = await first();
      await forget(world, mappeId, alsoPatient);
      await handIn(world, device, body);
      expect(await task(taskIds[0])).toMatchObject({
        state: 'submitted',
        mappeId,
        attention: null,
        presentedPdfSha256: 'b'.repeat(64),
      });
      expect(await findMappe(world.look(), mappeId)).toMatchObject({
        tabletId: device.id,
        patids: ['1'],
      });
      const { patient } = world.look().t;
      expect(await world.look().db.one(patient, { patid: '1' })).toMatchObject({
        lastName: 'Weber',
      });
    },
  );

  it('parks it when the origin is not from this server, or belongs to another task', async () => {
    const { mappeId, taskIds } = await world.mappe({
      templates: ['foto@1', 'foto@1'],
      tabletId: device.id,
    });
    const [body, other] = await device.inbox();
    await forget(world, mappeId);
    for (const origin of [Buffer.from('not ours').toString('base64'), other?.origin])
      await handIn(world, device, body!, origin);
    expect(await task(taskIds[0])).toBeUndefined();
    expect(await ops()).toMatchObject([
      { result: 'parked', code: 'unknown_task' },
      { result: 'parked', code: 'unknown_task' },
    ]);
  });

  it('does not file a document with another person who got the number since', async () => {
    const { mappeId } = await world.mappe({ tabletId: device.id });
    const body = await first();
    await forget(world, mappeId, true);
    await world.addPatient('1', 'Otto', 'Fremd');
    await handIn(world, device, body);
    expect(await ops()).toMatchObject([{ result: 'parked', code: 'unknown_task' }]);
  });

  it('catches up with a talk missing in the backup; a withdrawn task stays withdrawn', async () => {
    const { taskIds } = await world.mappe({ templates: ['extraktion@1'], tabletId: device.id });
    const early = await first(),
      { reading, declarations } = submission(early);
    await device.push(
      await device.op('task.outcome', early, {
        taskId: early.taskId,
        outcome: 'talk_pending',
        dataSha256: early.dataSha256,
        reading,
        declarations,
        language: 'de',
        at: START,
      }),
    );
    await world.core.judged();
    const { cid: _cid, ...before } = (await task(taskIds[0]))!;
    await world.write((w) => confirmTalk(w, tabletSide, early.taskId, undefined), world.dentist);
    const late = await first();
    const back = (state: 'talk_pending' | 'cancelled') =>
      world.write((w) => w.tx.update(w.t.task, { ...before, state }, { taskId: early.taskId }));
    await back('cancelled');
    await handIn(world, device, late);
    expect(await task(taskIds[0])).toMatchObject({
      state: 'cancelled',
      attention: 'state_conflict',
    });
    await back('talk_pending');
    await handIn(world, device, late);
    expect(await task(taskIds[0])).toMatchObject({
      state: 'submitted',
      taskRev: late.taskRev,
      talk: { doneByName: 'Dr. Beck' },
    });
  });

  it('follows a moved task: the rest of its Mappe follows, and the old tablet releases all of it', async () => {
    const {
        mappeId,
        taskIds: [done, open],
      } = await world.mappe({ templates: ['foto@1', 'foto@1'], tabletId: device.id }),
      second = await world.tablet('Tablet 2');
    const comeBack = await keepPlaces(world, mappeId);
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    const [moved] = await second.inbox();
    expect(moved).toMatchObject({ taskId: done, taskRev: 2 });
    await comeBack();
    expect(await findMappe(world.look(), mappeId)).toMatchObject({ tabletId: device.id });
    expect((await device.inbox()).map((b) => [b.taskId, b.taskRev])).toEqual([
      [done, 1],
      [open, 1],
    ]);
    const { cursor } = await device.pull();
    await handIn(world, second, moved!);
    expect(await task(done)).toMatchObject({ state: 'submitted', taskRev: 2, attention: null });
    expect(await findMappe(world.look(), mappeId)).toMatchObject({ tabletId: second.id });
    expect(await task(open)).toMatchObject({ state: 'assigned', taskRev: 2 });
    expect((await second.inbox()).map((b) => [b.taskId, b.taskRev])).toEqual([[open, 2]]);
    // From its old cursor: rows not sent again would never reach it.
    const { items } = await device.pull(cursor);
    expect(items.map((i) => [i.op, i.taskId])).toEqual([
      ['revoke', done],
      ['revoke', open],
    ]);
  });

  it('[sync P17] [inv S2] the card says that endings sent from memory may be missing', async () => {
    await device.push(
      await device.op(
        'log',
        { taskId: '', taskRev: 0 },
        { code: SENT_FROM_MEMORY_LOST, at: START },
      ),
    );
    await world.core.judged();
    expect(await findTablet(world.look(), device.id)).toMatchObject({
      lostSubmissions: 0,
      loss: { isExact: false, tasks: [], maybe: [] },
    });
  });

  it('[sync P17] accepts an op sent from memory again, with the same bytes, and once', async () => {
    const note = await device.op('log', { taskId: '', taskRev: 0 }, { code: 'x', at: START }),
      { op, opHead } = world.look().t;
    await device.push(note);
    await world.write(async (w) => {
      await w.tx.remove(op, { id: note.h.id });
      await w.tx.remove(opHead, eq(opHead.device, device.id));
    });
    for (const s of ['stored', 'dup'])
      expect(
        (await world.core.push(device.actor, device.frame([note], { epoch: '' }))).results.map(
          (r) => r.s,
        ),
      ).toEqual([s]);
    await world.core.judged();
    expect((await ops()).map((o) => [o.id, o.result, Buffer.compare(o.bytes, note.bytes)])).toEqual(
      [[note.h.id, 'applied', 0]],
    );
  });
});
