// Tests of photos next to ops and drafts, over HTTP on both databases: pieces in any order and
// repeated, late and lost ones, other tablets, limits, the sweep.

import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  attachmentAad,
  attachmentOf,
  attachmentUrl,
  PIECE_BYTES,
  type AttachmentAnswer,
} from '../../../shared/exchange/attachment.ts';
import { importSealPublic, sealTo, sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import { addPractice, renew, type Practice } from '../../../tests/support/practice.ts';
import { SimTablet } from '../../../tests/support/sim-tablet.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { painWith } from '../../../tests/support/stories/home.ts';
import { photoNames } from '../forms/answers/photos.ts';
import { answersOfTask } from '../forms/answers/store.ts';
import { answersTo } from '../sync/testing.ts';

interface Photo {
  taskId: string;
  sha256: string;
  sealed: Uint8Array;
}
const haveOf = (answer: Answer): number => (answer.json as AttachmentAnswer).have;

describe.each(STORES)('photos next to ops on %s', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet, jpeg: Buffer;
  let tablets = 0;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer: quickRenderer() });
    p = await addPractice(t, 'nord');
    jpeg = await sharp(randomBytes(640 * 480 * 3), {
      raw: { width: 640, height: 480, channels: 3 },
    })
      .jpeg({ quality: 90 })
      .toBuffer();
  });
  afterAll(() => t.drop());

  const look = () => t.deps.workshop.look(p.cid, p.system);
  /** A form on a fresh tablet: one tablet has one Mappe at a time. */
  async function task(): Promise<TaskBody> {
    await renew(p);
    tablet = await SimTablet.register(p, `Tablet ${++tablets}`);
    const { taskIds } = await sendMappe(p, {
      templates: ['schmerz@1'],
      tabletId: tablet.id,
      fields: {},
    });
    const body = (await tablet.inbox()).find((one) => taskIds.includes(one.taskId));
    if (!body) throw new Error('nothing arrived');
    return body;
  }
  async function seal(taskId: string, from = tablet, bytes: Uint8Array = jpeg): Promise<Photo> {
    const sealed = await sealTo(
      await importSealPublic(from.config.serverKey),
      bytes,
      attachmentAad(from.id, taskId),
    );
    return { taskId, sha256: await sha256Hex(sealed), sealed };
  }
  const put = (
    { taskId, sha256, sealed }: Photo,
    from: number,
    to = sealed.length,
    by: SimTablet = tablet,
  ): Promise<Answer> =>
    by.call(`/tablet/attachments/${sha256}?taskId=${taskId}&size=${sealed.length}&from=${from}`, {
      method: 'PUT',
      body: sealed.slice(from, to),
      type: 'application/octet-stream',
    });
  const named = ({ sha256 }: Photo) => ({
    valueAttachment: { contentType: 'image/jpeg', url: attachmentUrl(sha256), size: jpeg.length },
  });
  const answer = async (body: TaskBody, photos: readonly Photo[]) => {
    const { verdicts } = await tablet.push(
      await tablet.op('task.answers', body, answersTo(body, painWith(photos.map(named)))),
    );
    expect(verdicts).toMatchObject([{ s: 'applied' }]);
  };
  const kept = async (taskId: string) => {
    await t.runJobs();
    const row = await answersOfTask(look(), taskId),
      text = JSON.stringify(row?.response);
    return {
      photos: [...text.matchAll(/"data":"([^"]+)"/g)].length,
      waiting: [...photoNames(row!.response)].filter((name) => attachmentOf(name)).length,
      problems: row?.problems,
      rest: (await look().db.find(look().t.attachment)).filter((one) => one.taskId === taskId)
        .length,
    };
  };

  it('arrive in pieces, again and out of order, and are part of the answers', async () => {
    const body = await task(),
      one = await seal(body.taskId),
      half = Math.floor(one.sealed.length / 2);
    expect(one.sealed.length).toBeGreaterThan(200_000);
    expect(haveOf(await put(one, 0, half))).toBe(half);
    expect(haveOf(await put(one, 0, half))).toBe(half);
    expect(haveOf(await put(one, half + 10))).toBe(half);
    expect(haveOf(await put(one, half))).toBe(one.sealed.length);
    expect(haveOf(await put(one, 0, 1_000))).toBe(one.sealed.length);
    await answer(body, [one]);
    expect(await kept(body.taskId)).toEqual({ photos: 1, waiting: 0, problems: [], rest: 0 });
  });

  it('may come after the answers, one by one; what the answers do not name is removed', async () => {
    const body = await task(),
      [one, two, other] = [
        await seal(body.taskId),
        await seal(body.taskId),
        await seal(body.taskId),
      ];
    await put(other, 0);
    await answer(body, [one, two]);
    expect(await kept(body.taskId)).toMatchObject({ photos: 0, waiting: 2, rest: 0 });
    await put(two, 0);
    expect(await kept(body.taskId)).toMatchObject({ photos: 1, waiting: 1, rest: 0 });
    await put(one, 0, 100);
    expect(await kept(body.taskId)).toMatchObject({ photos: 1, waiting: 1, rest: 1 });
    await put(one, 100);
    expect(await kept(body.taskId)).toEqual({ photos: 2, waiting: 0, problems: [], rest: 0 });
  });

  it('count by their hash: other bytes are sent again from the start', async () => {
    const body = await task(),
      one = await seal(body.taskId),
      torn = { ...one, sealed: one.sealed.slice().fill(0, 500, 600) };
    expect(haveOf(await put(torn, 0))).toBe(0);
    expect(haveOf(await put(one, 0))).toBe(one.sealed.length);
    const stranger = { ...one, taskId: v7() };
    expect((await put(stranger, 0)).code).toBe('validation');
  });

  it('of earlier answers are named in the next task, not sent along, and carried on from there', async () => {
    const first = await task(),
      one = await seal(first.taskId);
    await put(one, 0);
    await answer(first, [one]);
    await kept(first.taskId);
    t.clock.now += 60_000;
    const next = await task();
    expect(next.data).toContain(attachmentUrl(one.sha256));
    expect(next.data.length + (next.origin ?? '').length).toBeLessThan(100_000);
    await answer(next, [one]);
    expect(await kept(next.taskId)).toMatchObject({ photos: 1, problems: [] });
  });

  it('that cannot be opened are named as a problem of the answers', async () => {
    const body = await task(),
      foreign = await seal(v7());
    await put({ ...foreign, taskId: body.taskId }, 0);
    await answer(body, [foreign]);
    expect(await kept(body.taskId)).toEqual({
      photos: 0,
      waiting: 0,
      problems: [{ key: 'medikamente.plan', code: 'photo_unreadable' }],
      rest: 0,
    });
  });

  it('are shown in a parked submission, and stay as long as it does', async () => {
    const body = await task(),
      one = await seal(body.taskId);
    await put(one, 0);
    const late = await tablet.op(
      'task.answers',
      { taskId: body.taskId, taskRev: 0 },
      answersTo(body, painWith([named(one)])),
    );
    await tablet.push(late);
    const { content } = (await p.post(`/tablet/parked/${late.h.id}/open`, p.users.reception))
      .json as { content: string };
    expect(content).toContain(jpeg.toString('base64').slice(0, 200));
    t.clock.now += 40 * DAY_MS;
    await t.app.sweep();
    expect(await look().db.count(look().t.attachment)).toBeGreaterThan(0);
  });

  it('of a parked submission are added after it was assigned, and once more after it was undone', async () => {
    const body = await task(),
      [one, two] = [await seal(body.taskId), await seal(body.taskId)];
    const late = await tablet.op(
      'task.answers',
      { taskId: body.taskId, taskRev: 0 },
      answersTo(body, painWith([named(one), named(two)])),
    );
    await tablet.push(late);
    const photosNow = async () => {
      await t.runJobs();
      const { answers, unmatched } = look().t,
        filed = (await look().db.find(answers)).find((row) => row.unmatchedId === late.h.id),
        waiting = (await look().db.find(unmatched)).find((row) => row.id === late.h.id);
      return [...JSON.stringify(filed?.response ?? waiting?.response).matchAll(/"data":"/g)].length;
    };
    const assigned = await p.post(`/tablet/parked/${late.h.id}/assign`, p.users.reception, {
      patid: '1001',
    });
    expect([assigned.status, await photosNow()]).toEqual([200, 0]);
    await put(one, 0);
    expect(await photosNow()).toBe(1);
    await p.post(`/anamnese/unmatched/${late.h.id}/reopen`, p.users.reception);
    await put(two, 0);
    expect(await photosNow()).toBe(2);
    // The submission itself is still opened with its photos.
    const { content } = (await p.post(`/tablet/parked/${late.h.id}/open`, p.users.reception))
      .json as { content: string };
    expect(content.split('"data"')).toHaveLength(3);
  });
  it('of a parked submission stay when other answers to its task are stored', async () => {
    const body = await task(),
      [parked, own] = [await seal(body.taskId), await seal(body.taskId)];
    await put(parked, 0);
    await put(own, 0);
    const late = await tablet.op(
      'task.answers',
      { taskId: body.taskId, taskRev: 0 },
      answersTo(body, painWith([named(parked)])),
    );
    await tablet.push(late);
    await answer(body, [own]);
    expect((await kept(body.taskId)).photos).toBe(1);
    t.clock.now += 2 * DAY_MS;
    await t.app.sweep();
    await t.runJobs();
    await renew(p);
    const { content } = (await p.post(`/tablet/parked/${late.h.id}/open`, p.users.reception))
      .json as { content: string };
    expect(content).toContain(jpeg.toString('base64').slice(0, 200));
  });
  it('of a draft are shown on the next tablet, sealed to it, and to no other one', async () => {
    const body = await task(),
      one = await seal(body.taskId),
      get = (by: SimTablet) => by.call(`/tablet/attachments/${one.sha256}?taskId=${body.taskId}`);
    expect((await get(tablet)).code).toBe('not_found');
    await put(one, 0);
    const other = await SimTablet.register(p, 'Other');
    expect((await get(other)).code).toBe('not_found');
    const answer = await get(tablet);
    expect(answer.status).toBe(200);
    expect(
      Buffer.from(await tablet.unseal(answer.bytes, attachmentAad(tablet.id, body.taskId))).equals(
        jpeg,
      ),
    ).toBe(true);
  });

  it('have limits: a piece, a photo, all photos of a task', async () => {
    const body = await task(),
      big = await seal(body.taskId, tablet, Buffer.alloc(1_045_000, 7)),
      all: string[] = [];
    expect((await put({ ...big, sealed: big.sealed.slice(0, PIECE_BYTES + 1) }, 0)).code).toBe(
      'too_large',
    );
    expect((await put({ ...big, sealed: new Uint8Array(1_100_000) }, 0, 10)).code).toBe(
      'validation',
    );
    for (let i = 0; i < 12; i++)
      all.push(
        (await put({ ...big, sha256: await sha256Hex(`${body.taskId}|${i}`) }, 0, 10)).code ?? 'ok',
      );
    expect(all).toEqual([...Array<string>(11).fill('ok'), 'too_large']);
  });

  it('without task, draft and answers are removed after a day, those of a draft stay', async () => {
    const loose = await seal(v7()),
      body = await task(),
      drafted = await seal(body.taskId);
    await put(loose, 0, 100);
    await put(drafted, 0);
    await tablet.putDraft(body, 1, { page: 1, photo: attachmentUrl(drafted.sha256) });
    const there = async (photo: Photo) =>
      (await look().db.find(look().t.attachment)).some((row) => row.sha256 === photo.sha256);
    t.clock.now += DAY_MS / 2;
    await t.app.sweep();
    expect([await there(loose), await there(drafted)]).toEqual([true, true]);
    t.clock.now += DAY_MS;
    await t.app.sweep();
    expect([await there(loose), await there(drafted)]).toEqual([false, true]);
  });
});
