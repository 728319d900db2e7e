// Tests of parked ops on both databases: opened, audited, and judged again when only their size was
// the obstacle.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../../tests/support/stores.ts';
import type { Store } from '../../../platform/db/store.ts';
import { restartMappe } from '../../task/place-mappe.ts';
import { findTask } from '../../task/store.ts';
import { judgeAgain } from './open-parked.ts';
import { listParked, settleParked } from './settle-parked.ts';
import { findOp } from '../store.ts';
import { answersTo, openWorld, sendForm, type Device, type World } from '../testing.ts';
import { codeOf } from '../../../../tests/support/workshop.ts';

describe.each(STORES)('parked ops on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });

  const again = async (opId: string): Promise<void> => {
    world.core.judge(await world.write((w) => judgeAgain(w, opId)));
    await world.core.judged();
  };
  const photo = {
    valueAttachment: { contentType: 'image/jpeg', data: Buffer.alloc(900_000).toString('base64') },
  };
  const response = {
    resourceType: 'QuestionnaireResponse' as const,
    status: 'completed' as const,
    item: [{ linkId: 'foto', answer: Array.from({ length: 4 }, () => photo) }],
  };
  /** Answers with more photos than the server opens, as an older app sends them. */
  const large = async () => {
    const body = await sendForm(world, tablet, 'schmerz@1'),
      op = await tablet.op('task.answers', body, answersTo(body, response));
    await tablet.push(op);
    return { taskId: body.taskId, opId: op.h.id };
  };

  it("[sync P8][sync P12] shows owner, size and content, and takes the op over at staff's request", async () => {
    const { taskId, opId } = await large();
    expect(await listParked(world.look())).toMatchObject([
      {
        id: opId,
        code: 'too_large',
        canApply: true,
        tabletName: 'Tablet 1',
        patient: { patid: '1', name: 'Weber, Anna', geburtsdatum: '1958-03-12' },
      },
    ]);
    expect((await findTask(world.look(), taskId))?.state).toBe('needs_attention');
    const { content, patid } = await world.core.openParked(world.look(), opId);
    expect([patid, (JSON.parse(content ?? '') as { taskId: string }).taskId]).toEqual([
      '1',
      taskId,
    ]);
    await again(opId);
    expect(await findOp(world.look(), opId)).toMatchObject({ result: 'applied', code: null });
    expect(await findTask(world.look(), taskId)).toMatchObject({ state: 'filed', attention: null });
    expect(await listParked(world.look())).toEqual([]);
    expect(await codeOf(again(opId))).toBe('not_found');
  });

  it('[Art. 18] opens nothing of a record that is closed to the caller', async () => {
    const { opId } = await large(),
      look = world.look();
    const closedTo = (patid: string) => ({
      ...look,
      db: { ...look.db, closed: () => Promise.resolve([patid]) },
    });
    expect(await codeOf(world.core.openParked(closedTo('1'), opId))).toBe('not_found');
    expect(await codeOf(world.core.openParked(closedTo('2'), opId))).toBe('ok');
  });

  it('[sync P6] a task restarted meanwhile keeps the op parked, with the current reason', async () => {
    const { taskId, opId } = await large(),
      mappeId = (await findTask(world.look(), taskId))!.mappeId;
    await world.write((w) => restartMappe(w, world.links, mappeId));
    await again(opId);
    expect(await findOp(world.look(), opId)).toMatchObject({ result: 'parked', code: 'stale_rev' });
    expect((await findTask(world.look(), taskId))?.state).toBe('assigned');
    expect(await codeOf(again(opId))).toBe('state_conflict');
  });

  it('[sync P12] shows nothing of unreadable ops, and settled ones cannot be taken over', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const torn = await tablet.op(
      'task.submit',
      { taskId: taskId!, taskRev: 1 },
      {},
      { bytes: new Uint8Array(200) },
    );
    await tablet.push(torn);
    expect((await world.core.openParked(world.look(), torn.h.id)).content).toBeNull();
    expect(await codeOf(again(torn.h.id))).toBe('state_conflict');
    const { opId } = await large();
    await world.write((w) => settleParked(w, opId));
    expect(await codeOf(again(opId))).toBe('state_conflict');
    expect((await world.core.openParked(world.look(), opId)).content).not.toBeNull();
    const applied = await tablet.op(
      'log',
      { taskId: '', taskRev: 0 },
      { code: 'app.started', at: 1 },
    );
    await tablet.push(applied);
    expect(await codeOf(world.core.openParked(world.look(), applied.h.id))).toBe('not_found');
  });
});
