/** Tests of the tray of scanned pages: viewed, rotated, filed, discarded, restored. */
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenPapers } from '../../../shared/papers/scan.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { forgetScans, KEPT_MS } from './tray.ts';
import { scansOf } from './scans.testing.ts';
import { page } from './scans.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('the tray of scans on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());
  const { as, scan, tray, paperOf, stateOf, documents, rows } = scansOf(() => ({
    t,
    p,
  }));

  it('tray pages are viewed, rotated and filed into a paper; this can be undone within seconds', async () => {
    const { taskId, mappeId } = await paperOf('1001'),
      {
        pages: [one],
      } = await scan(await page()),
      {
        pages: [two],
      } = await scan(await page()),
      fileId = uuidv7();
    const picture = await p.call(`/papers/scans/pages/${one!.pageId}`, { as: as() });
    expect([
      picture.status,
      picture.headers.get('content-type'),
      picture.headers.get('content-security-policy'),
    ]).toEqual([200, 'image/jpeg', "default-src 'none'; sandbox"]);
    expect(
      ((await p.call('/papers/scans/papers/1001', { as: as() })).json as OpenPapers).items.map(
        (item) => item.taskId,
      ),
    ).toContain(taskId);
    const body = {
      fileId,
      pages: [
        { pageId: two!.pageId, turn: 90 },
        { pageId: one!.pageId, turn: 0 },
      ],
      patid: '1001',
      taskId,
      title: 'Mehrkosten',
    };
    expect((await p.post('/papers/scans/file', as(), body)).status).toBe(200);
    expect((await p.post('/papers/scans/file', as(), body)).status).toBe(200);
    expect((await p.post('/papers/scans/reopen', as(), { pageIds: [one!.pageId] })).status).toBe(
      204,
    );
    t.clock.now += 20_000;
    await t.runJobs();
    expect([
      await stateOf(mappeId),
      (await tray()).tray.filter((row) => row.pageId === one!.pageId || row.pageId === two!.pageId)
        .length,
    ]).toEqual(['paper', 2]);
    const again = { ...body, fileId: uuidv7() };
    expect((await p.post('/papers/scans/file', as(), again)).status).toBe(200);
    t.clock.now += 20_000;
    expect((await p.post('/papers/scans/reopen', as(), { pageIds: [one!.pageId] })).code).toBe(
      'state_conflict',
    );
    await t.runJobs();
    expect(await stateOf(mappeId)).toBe('filed');
    expect((await documents('1001'))[0]).toMatchObject({ fileId: again.fileId, taskId });
    expect((await p.call(`/papers/scans/pages/${one!.pageId}`, { as: as() })).status).toBe(404);
  });

  it("tray pages are filed separately, but not into another patient's or an already scanned paper", async () => {
    const {
        pages: [one],
      } = await scan(await page()),
      { taskId } = await paperOf('1002'),
      body = {
        fileId: uuidv7(),
        pages: [{ pageId: one!.pageId, turn: 0 }],
        patid: '1001',
        taskId: null as string | null,
        title: 'Brief der Kasse',
      };
    expect((await p.post('/papers/scans/file', as(), { ...body, taskId })).code).toBe('not_found');
    expect((await p.post('/papers/scans/file', as(), { ...body, patid: '9999' })).code).toBe(
      'not_found',
    );
    const scanned = (await documents('1001')).find((row) => row.taskId !== null)!.taskId;
    expect((await p.post('/papers/scans/file', as(), { ...body, taskId: scanned })).code).toBe(
      'state_conflict',
    );
    expect((await p.post('/papers/scans/file', as(), body)).status).toBe(200);
    expect(
      (await p.post('/papers/scans/file', p.users.staff, { ...body, fileId: uuidv7() })).code,
    ).toBe('state_conflict');
    t.clock.now += 20_000;
    await t.runJobs();
    expect((await documents('1001'))[0]).toMatchObject({
      fileId: body.fileId,
      taskId: null,
      title: 'Scan vom 20.11.2026: Brief der Kasse',
    });
  });

  it('pages are put aside with a reason, restorable for a week, and then lose their picture', async () => {
    const {
        pages: [one],
      } = await scan(await page()),
      ids = { pageIds: [one!.pageId] };
    expect((await p.post('/papers/scans/discard', as(), { ...ids, reason: ' ' })).code).toBe(
      'validation',
    );
    expect(
      (await p.post('/papers/scans/discard', as(), { ...ids, reason: 'x'.repeat(251) })).code,
    ).toBe('validation');
    expect(
      (await p.post('/papers/scans/discard', as(), { ...ids, reason: 'Werbung' })).status,
    ).toBe(204);
    expect((await tray()).discarded).toMatchObject([{ pageId: one!.pageId, reason: 'Werbung' }]);
    expect((await p.post('/papers/scans/reopen', as(), ids)).status).toBe(204);
    expect((await tray()).tray.find((row) => row.pageId === one!.pageId)).toMatchObject({
      hint: 'released',
    });
    await p.post('/papers/scans/discard', as(), { ...ids, reason: 'Werbung' });
    const now = t.clock.now,
      { sha256 } = (await rows()).find((row) => row.id === one!.pageId)!;
    t.clock.now += KEPT_MS + 1000;
    await forgetScans(t.deps, p.cid);
    t.clock.now = now;
    const look = t.deps.workshop.look(p.cid, p.system);
    expect([
      (await rows()).find((row) => row.id === one!.pageId)?.sha256,
      (await look.db.find(look.t.blob)).some((row) => row.sha256 === sha256),
    ]).toEqual(['', false]);
    expect((await p.post('/papers/scans/reopen', as(), ids)).code).toBe('state_conflict');
  });

  it('pages of another practice are neither visible nor movable', async () => {
    const {
        pages: [one],
      } = await scan(await page()),
      ids = { pageIds: [one!.pageId] },
      them = other.users.owner;
    expect((await other.call(`/papers/scans/pages/${one!.pageId}`, { as: them })).status).toBe(404);
    expect((await other.post('/papers/scans/discard', them, { ...ids, reason: 'x' })).code).toBe(
      'not_found',
    );
    expect((await other.post('/papers/scans/reopen', them, ids)).code).toBe('not_found');
    expect(
      (
        await other.post('/papers/scans/file', them, {
          fileId: uuidv7(),
          pages: [{ pageId: one!.pageId, turn: 0 }],
          patid: '1001',
          taskId: null,
          title: 'x',
        })
      ).code,
    ).toBe('not_found');
    expect((await tray()).tray.some((row) => row.pageId === one!.pageId)).toBe(true);
  });
});
