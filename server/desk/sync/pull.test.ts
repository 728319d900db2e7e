// Tests of pull and drafts on both databases: fresh sealed bodies, supersession, reset, and drafts
// that move to the next tablet.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { unpackPayload } from '../../../shared/exchange/payload.ts';
import { fromBase64 } from '../../../shared/exchange/sealing.ts';
import {
  DRAFT_REFUSED,
  DRAFT_UNREADABLE,
  MAX_DRAFT_BYTES,
  MAX_OP_BYTES,
  type ConfigBody,
} from '../../../shared/exchange/sync.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { renameTablet } from '../tablet/manage-tablet.ts';
import { confirmTalk, withdrawMappe } from '../task/change-task.ts';
import { closeMappe } from '../task/close-mappe.ts';
import { interruptMappe, moveMappe, restartMappe } from '../task/place-mappe.ts';
import { findTask } from '../task/store.ts';
import { appendFeed, tabletSide } from './feed.ts';
import { findDraft } from './store.ts';
import { openWorld, READING, START, submission, type Device, type World } from './testing.ts';

const DRAFT = {
  page: 3,
  declarations: [],
  reading: READING,
  ink: { width: 1, height: 1, clears: 0, undos: 0, strokes: [] },
  language: 'de',
  textScale: 100,
  isCalm: false,
};

describe.each(STORES)('pull on %s', (kind) => {
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

  it('[sync L1][sync L2] seals bodies to the tablet, page by page, and pokes it', async () => {
    const { taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['foto@1', 'datenschutz@1', 'mehrkosten@1'],
    });
    const first = await tablet.pull(0, 2);
    expect(first).toMatchObject({ cursor: 2, more: true, epoch: world.installation.epoch });
    const rest = await tablet.pull(first.cursor, 2);
    expect(rest).toMatchObject({ cursor: 4, more: false });
    expect(await tablet.pull(4)).toMatchObject({ items: [], cursor: 4, more: false });
    expect((await tablet.open(first.items[0]!)) as ConfigBody).toMatchObject({
      tabletName: 'Tablet 1',
      posture: 'hand',
      idleSeconds: 120,
    });
    const bodies = await tablet.inbox();
    // The plan to be signed on paper is included for reading.
    expect(bodies.map((b) => [b.taskId, b.position, b.count, b.kind])).toEqual([
      [taskIds[0], 0, 3, 'document'],
      [taskIds[1], 1, 3, 'notice'],
      [taskIds[2], 2, 3, 'document'],
    ]);
    expect(bodies[0]?.patient).toEqual({
      patid: '1',
      name: 'Anna Weber',
      geburtsdatum: '1958-03-12',
    });
    expect((await findTask(world.look(), taskIds[2]!))?.state).toBe('paper');
    await expect(second.open(first.items[1]!)).rejects.toThrow();
    expect(world.events.filter((e) => e.to === 'tablet' && e.tabletId === tablet.id)).toHaveLength(
      4,
    );
  });

  it('[sync L1] supersedes: a name changed twice is one row, a moved Mappe is released', async () => {
    const { mappeId } = await world.mappe({ tabletId: tablet.id });
    for (const name of ['Eins', 'Zwei'])
      await world.write((w) => renameTablet(w, { feed: appendFeed }, tablet.id, { name }));
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    const { items, cursor } = await tablet.pull();
    expect(items.map((i) => i.op)).toEqual(['config', 'revoke']);
    expect(cursor).toBe(5);
    expect(await tablet.open(items[1]!)).toMatchObject({ taskRev: 2, reason: 'moved' });
    expect(await second.inbox()).toHaveLength(1);
  });

  it("[sync L3] resets when the tablet's cursor is ahead of the database", async () => {
    await world.mappe({ tabletId: tablet.id });
    expect(await tablet.pull(77)).toMatchObject({
      reset: true,
      cursor: 2,
      more: false,
      items: [{ op: 'config' }, { op: 'put' }],
    });
  });

  it('[sync D1][sync L4] moves the newest draft to another tablet; older ones change nothing', async () => {
    const {
      mappeId,
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox();
    expect(await tablet.putDraft(body!, 4, DRAFT, 3)).toEqual({ draftRev: 4 });
    expect(await tablet.putDraft(body!, 2, DRAFT, 1)).toEqual({ draftRev: 4 });
    expect(await findTask(world.look(), taskId!)).toMatchObject({ page: 3, of: 9 });
    await world.write((w) => interruptMappe(w, world.links, mappeId));
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    const [moved] = await second.inbox();
    expect(moved).toMatchObject({ taskRev: 2, resume: { stage: 'draft', draftRev: 4, page: 3 } });
    expect(unpackPayload(fromBase64(moved!.resume!.draft!))).toEqual(DRAFT);
    // The old tablet is fenced.
    expect(await tablet.putDraft(body!, 9, DRAFT)).toEqual({ draftRev: 4 });
    expect(await second.putDraft(moved!, 1, DRAFT)).toEqual({ draftRev: 1 });
    await expect(second.putDraft({ taskId: v7(), taskRev: 1 }, 1, DRAFT)).rejects.toThrow(
      'not_found',
    );
  });

  it('[sync D1] carries a draft that is as large as an op may be', async () => {
    const { mappeId } = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox(),
      large = { ...DRAFT, photos: 'x'.repeat(MAX_DRAFT_BYTES - 10_000) };
    expect(MAX_DRAFT_BYTES).toBe(MAX_OP_BYTES);
    expect(await tablet.putDraft(body!, 1, large)).toEqual({ draftRev: 1 });
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    const [moved] = await second.inbox();
    expect(unpackPayload(fromBase64(moved!.resume!.draft!))).toEqual(large);
  });

  it('reports a draft that exists on the tablet only, until a newer one arrives', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox(),
      attention = async () => (await findTask(world.look(), taskId!))?.attention;
    const say = (device: Device, code: string) =>
      device.op('log', { taskId: taskId!, taskRev: body!.taskRev }, { code, at: START });
    await second.push(await say(second, DRAFT_REFUSED));
    expect(await attention()).toBeNull();
    await tablet.push(await say(tablet, DRAFT_REFUSED));
    expect(await attention()).toBe(DRAFT_REFUSED);
    await tablet.putDraft(body!, 1, DRAFT);
    expect(await attention()).toBeNull();
    await tablet.push(await say(tablet, DRAFT_UNREADABLE));
    expect(await attention()).toBe(DRAFT_UNREADABLE);
  });

  it('[sync L4][sync F2] never treats an unreadable draft as an empty one', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    await world.core.putDraft(tablet.actor, {
      taskId: taskId!,
      taskRev: 1,
      draftRev: 1,
      page: 1,
      of: 2,
      bytes: new Uint8Array(200).fill(1),
    });
    const [body] = await tablet.inbox();
    expect(body?.resume).toBeUndefined();
    expect((await findTask(world.look(), taskId!))?.attention).toBe('draft_unreadable');
  });

  it('[sync D2] a draft survives idle end and late page; X9, restart, withdrawal, closing delete it', async () => {
    const {
      mappeId,
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox();
    const cancel = (reason: string, task: { taskRev: number }) =>
      tablet.op(
        'task.cancel',
        { taskId: taskId!, taskRev: task.taskRev },
        { taskId, reason, page: 4, at: START },
      );
    const draft = () => findDraft(world.look(), taskId!);
    await tablet.putDraft(body!, 1, DRAFT, 3);
    expect((await tablet.push(await cancel('idle', body!))).verdicts[0]?.s).toBe('applied');
    expect(await findTask(world.look(), taskId!)).toMatchObject({ state: 'interrupted', page: 4 });
    expect(await tablet.putDraft(body!, 2, DRAFT, 4)).toEqual({ draftRev: 2 });
    expect(await tablet.inbox()).toEqual([]);

    await world.write((w) => restartMappe(w, world.links, mappeId));
    expect(await draft()).toBeUndefined();
    const [again] = await tablet.inbox();
    await tablet.putDraft(again!, 1, DRAFT);
    expect((await tablet.push(await cancel('patient', again!))).verdicts[0]?.s).toBe('applied');
    expect(await draft()).toBeUndefined();
    expect((await findTask(world.look(), taskId!))?.state).toBe('cancelled');

    for (const end of ['withdraw', 'close'] as const) {
      const made = await world.mappe({ tabletId: tablet.id });
      const given = (await tablet.inbox()).find((b) => b.taskId === made.taskIds[0])!;
      await tablet.putDraft(given, 1, DRAFT);
      if (end === 'withdraw') await world.write((w) => withdrawMappe(w, world.links, made.mappeId));
      else {
        await world.write((w) => interruptMappe(w, world.links, made.mappeId));
        world.clock.now += 12 * 3_600_000;
        await world.write((w) => closeMappe(w, tabletSide, made.mappeId));
      }
      expect(await findDraft(world.look(), given.taskId)).toBeUndefined();
      expect((await findTask(world.look(), given.taskId))?.state).toBe(
        end === 'withdraw' ? 'cancelled' : 'expired',
      );
    }
  });

  it('opens the signature after the talk with the pages already read, on any tablet', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id, templates: ['extraktion@1'] });
    const [body] = await tablet.inbox();
    await tablet.push(
      await tablet.op('task.outcome', body!, {
        taskId,
        outcome: 'talk_pending',
        dataSha256: body!.dataSha256,
        reading: READING,
        declarations: [],
        language: 'de',
        at: START,
      }),
    );
    expect(await tablet.inbox()).toEqual([]);
    await expect(
      world.write((w) => confirmTalk(w, world.links, taskId!, second.id)),
    ).rejects.toThrow('forbidden');
    await world.write((w) => confirmTalk(w, world.links, taskId!, second.id), world.dentist);
    const [ready] = await second.inbox();
    expect(ready).toMatchObject({
      taskRev: 2,
      talk: { needed: true, doneBy: 'Dr. Beck', doneAt: START },
      resume: { stage: 'sign' },
    });
    expect(unpackPayload(fromBase64(ready!.resume!.draft!))).toMatchObject({
      reading: READING,
      ink: null,
    });
    expect(
      (await second.push(await second.op('task.submit', ready!, submission(ready!)))).verdicts,
    ).toEqual([{ n: 1, s: 'applied' }]);
  });
});
