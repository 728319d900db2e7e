// Tests of assigning parked answers on both databases: staff names the patient, the content comes
// from the op, and the decision can be repeated and undone.

import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../../tests/support/stores.ts';
import { codeOf } from '../../../../tests/support/workshop.ts';
import type { Store } from '../../../platform/db/store.ts';
import { findAnswers } from '../../forms/answers/store.ts';
import { reopenUnmatched } from '../../forms/tray/decide-unmatched.ts';
import { findUnmatched } from '../../forms/tray/unmatched-store.ts';
import { restartMappe } from '../../task/place-mappe.ts';
import { findTask } from '../../task/store.ts';
import { answersInside, assignParked } from './assign-parked.ts';
import { listParked, settleParked } from './settle-parked.ts';
import { findOp } from '../store.ts';
import { answersTo, openWorld, sendForm, type Device, type World } from '../testing.ts';

describe.each(STORES)('parked answers on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
    await world.addPatient('2', 'Jonas', 'Beck', '1990-06-02');
  });

  const RESPONSE = {
    resourceType: 'QuestionnaireResponse' as const,
    status: 'completed' as const,
    item: [{ linkId: 'ort', answer: [{ valueString: 'unten links' }] }],
  };
  /** Answers that came after their task was restarted for another tablet. */
  const late = async () => {
    const body = await sendForm(world, tablet, 'schmerz@1'),
      task = (await findTask(world.look(), body.taskId))!;
    await world.write((w) => restartMappe(w, world.links, task.mappeId));
    const op = await tablet.op('task.answers', body, answersTo(body, RESPONSE));
    expect((await tablet.push(op)).verdicts).toMatchObject([{ s: 'parked', code: 'stale_rev' }]);
    return { taskId: body.taskId, opId: op.h.id };
  };
  /** Answers to a task that this server does not know. */
  const unknown = async (): Promise<string> => {
    const body = await sendForm(world, tablet, 'schmerz@1'),
      taskId = v7();
    const op = await tablet.op(
      'task.answers',
      { taskId, taskRev: 1 },
      { ...answersTo(body, RESPONSE), taskId },
    );
    expect((await tablet.push(op)).verdicts).toMatchObject([{ s: 'parked', code: 'unknown_task' }]);
    return op.h.id;
  };
  const assign = async (opId: string, patid: string, confirmed?: boolean) => {
    const opened = await world.core.openParked(world.look(), opId);
    return world.write((w) => assignParked(w, world.fileParked, opened, { patid, confirmed }));
  };
  const audited = () => {
    const { db, t } = world.look();
    return db.find(t.audit, eq(t.audit.type, 'op.assigned'));
  };

  it('staff assigns late answers to their patient: they stand in the record as put aside', async () => {
    const { taskId, opId } = await late();
    const opened = await world.core.openParked(world.look(), opId);
    expect(await answersInside(world.look(), opened)).toMatchObject({
      form: { key: 'schmerz@1' },
      isSigned: false,
      person: { firstName: 'Anna', lastName: 'Weber', geburtsdatum: '1958-03-12' },
    });
    const { patid, answersId } = await assign(opId, '1');
    expect(patid).toBe('1');
    expect(await findAnswers(world.look(), answersId)).toMatchObject({
      patid: '1',
      taskId: null,
      form: 'schmerz@1',
      origin: 'parked',
      unmatchedId: opId,
      tabletId: tablet.id,
      response: RESPONSE,
    });
    expect(await findUnmatched(world.look(), opId)).toMatchObject({
      state: 'filed',
      decidedBy: 'user:u-desk',
    });
    expect(await listParked(world.look())).toEqual([]);
    expect(await findOp(world.look(), opId)).toMatchObject({
      result: 'parked',
      settledBy: 'user:u-desk',
    });
    expect((await findTask(world.look(), taskId))?.attention).toBeNull();
  });

  it('repeating the same decision changes nothing, another one is a conflict', async () => {
    const { opId } = await late(),
      first = await assign(opId, '1');
    expect(await assign(opId, '1')).toEqual(first);
    expect(await codeOf(assign(opId, '2', true))).toBe('state_conflict');
    expect((await findAnswers(world.look(), first.answersId))?.patid).toBe('1');
  });

  it('[V2] [V3] another person than the submission names is asked first, and nothing is filed', async () => {
    const { opId } = await late();
    expect(await codeOf(assign(opId, '2'))).toBe('confirm_needed');
    expect(await findUnmatched(world.look(), opId)).toBeUndefined();
    expect(await listParked(world.look())).toHaveLength(1);
    expect((await assign(opId, '2', true)).patid).toBe('2');
  });

  it('answers without a name go to the person whom staff chooses', async () => {
    const opId = await unknown(),
      opened = await world.core.openParked(world.look(), opId);
    expect((await answersInside(world.look(), opened))?.person).toBeUndefined();
    expect((await assign(opId, '2')).patid).toBe('2');
  });

  it('an undone assignment waits in the tray and can be assigned again', async () => {
    const { opId } = await late();
    const { answersId } = await assign(opId, '2', true);
    await world.write((w) => reopenUnmatched(w, world.tray, opId));
    expect(await findAnswers(world.look(), answersId)).toBeUndefined();
    expect(await findUnmatched(world.look(), opId)).toMatchObject({ state: 'open' });
    expect((await assign(opId, '1')).patid).toBe('1');
  });

  it('an unknown id, another practice, an unknown patient and a settled one are refused', async () => {
    const { opId } = await late();
    expect(await codeOf(assign(v7(), '1'))).toBe('not_found');
    expect(await codeOf(assign(opId, '999'))).toBe('not_found');
    const other = await openWorld(store);
    expect(await codeOf(other.core.openParked(other.look(), opId))).toBe('not_found');
    const opened = await world.core.openParked(world.look(), opId);
    expect(
      await codeOf(other.write((w) => assignParked(w, other.fileParked, opened, { patid: '1' }))),
    ).toBe('not_found');
    await world.write((w) => settleParked(w, opId));
    expect(await codeOf(assign(opId, '1'))).toBe('state_conflict');
  });

  it('a submission without readable answers is refused with its own code', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const torn = await tablet.op(
      'task.answers',
      { taskId: taskId!, taskRev: 1 },
      {},
      { bytes: new Uint8Array(200) },
    );
    await tablet.push(torn);
    expect(await codeOf(assign(torn.h.id, '1'))).toBe('unreadable_file');
    const signature = await tablet.op('task.submit', { taskId: taskId!, taskRev: 1 }, { a: 1 });
    await tablet.push(signature);
    expect(await codeOf(assign(signature.h.id, '1'))).toBe('unreadable_file');
  });

  it('the audit names the submission and the patient', async () => {
    const { opId } = await late();
    await assign(opId, '1');
    await assign(opId, '1');
    const rows = await audited();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actor: 'user:u-desk', person: expect.any(String) as string });
    expect(JSON.stringify(rows[0]?.data)).toContain(opId);
  });
});
