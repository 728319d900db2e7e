// The scanner's folder: complete files only, into their papers or the tray, once, despite a crash;
// an empty mount point and another program's files are ignored.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_DOCTOSYNC } from '../../../shared/records/transfer.ts';
import type { TrayOfScans } from '../../../shared/papers/scan.schema.ts';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe, tasksOf } from '../../../tests/support/mappe.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { sheet } from '../../../tests/support/stories/sheet.ts';
import { claimedOf, DONE_FOLDER, FAILED_FOLDER, OWN_FOLDER } from '../../platform/folders.ts';
import { paperCodes } from '../../platform/keys/paper-mac.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe('scanner folder', () => {
  let t: TestApp,
    p: Practice,
    other: Practice,
    root: string,
    folder: string,
    version = 0,
    n = 0;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer });
    [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());
  const save = (scanFolder: string | null, more: object = {}, of = p): Promise<Answer> =>
    of.call('/doctosync/settings', {
      as: of.users.owner,
      method: 'PUT',
      json: { version: of === p ? version : 0, settings: { ...NO_DOCTOSYNC, scanFolder, ...more } },
    });
  beforeEach(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'molar-scans-'));
    folder = path.join(root, 'scans');
    mkdirSync(folder);
    const answer = await save(folder, { afterRead: 'move' });
    expect(answer.status).toBe(200);
    version++;
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });
  /** Twice, as a file must not grow between two scans. */
  const look = async (): Promise<void> => {
    await t.app.scanWatcher.look();
    t.clock.now += 5_000;
    await t.app.scanWatcher.look();
  };
  const page = (code?: string): Promise<Buffer> =>
    sheet({
      ...(code !== undefined && { code }),
      isA6: true,
      dpi: code === undefined ? 30 : 100,
      words: `Ordner ${++n}`,
    });
  const tray = async (): Promise<TrayOfScans> =>
    (await p.call('/papers/scans', { as: p.users.reception })).json as TrayOfScans;
  const put = (name: string, bytes: Uint8Array): void => {
    writeFileSync(path.join(folder, name), bytes);
  };
  const lying = (...where: string[]): string[] =>
    readdirSync(path.join(folder, ...where)).filter(
      (one) => one !== OWN_FOLDER && one !== DONE_FOLDER && one !== FAILED_FOLDER,
    );

  it('files a scan by its code into its paper and names the folder as the source', async () => {
    const {
        mappeId,
        taskIds: [taskId],
      } = await sendMappe(p, { templates: ['mehrkosten@1'] }),
      codes = paperCodes((await t.deps.keys(p.cid)).blobKey, p.cid);
    put('scan 1.jpg', await page(codes.write({ taskId: taskId!, page: 1, of: 1 })));
    await look();
    await t.runJobs();
    expect([(await tasksOf(p, mappeId))[0]?.state, lying(), lying(DONE_FOLDER)]).toEqual([
      'filed',
      [],
      ['scan 1.jpg'],
    ]);
    const file = t.deps.workshop.look(p.cid, p.system);
    expect((await file.db.find(file.t.task)).find((one) => one.taskId === taskId)?.filedBy).toBe(
      'system',
    );
  });

  it('skips a growing file and never touches one of another program', async () => {
    const bytes = await page(),
      before = (await tray()).count;
    put('halb.jpg', bytes.subarray(0, 2000));
    put('rechnung.docx', Buffer.from('x'));
    await t.app.scanWatcher.look();
    expect(t.app.scanWatcher.stateOf(p.cid)).toEqual({ isThere: true, waiting: 1 });
    t.clock.now += 5_000;
    put('halb.jpg', bytes);
    await t.app.scanWatcher.look();
    expect([(await tray()).count, lying()]).toEqual([before, ['halb.jpg', 'rechnung.docx']]);
    await look();
    expect([(await tray()).count, lying()]).toEqual([before + 1, ['rechnung.docx']]);
  });

  it('moves an unreadable file aside and lists it in the tray with the reason until settled', async () => {
    put('kaputt.pdf', Buffer.from('%PDF-1.4 nothing'));
    await look();
    const one = (await tray()).tray.find((row) => row.hint === 'unread');
    expect([one?.form, lying(FAILED_FOLDER)]).toEqual(['broken', ['kaputt.pdf']]);
    put('kaputt.pdf', Buffer.from('%PDF-1.4 nothing'));
    await look();
    expect([
      (await tray()).tray.filter((row) => row.hint === 'unread').length,
      lying(FAILED_FOLDER),
    ]).toEqual([1, ['2-kaputt.pdf', 'kaputt.pdf']]);
    expect(
      (
        await p.post('/papers/scans/file', p.users.reception, {
          fileId: t.deps.newId(),
          pages: [{ pageId: one!.pageId, turn: 0 }],
          patid: '1001',
          taskId: null,
          title: 'x',
        })
      ).code,
    ).toBe('state_conflict');
    expect(
      (
        await p.post('/papers/scans/discard', p.users.reception, {
          pageIds: [one!.pageId],
          reason: 'neu gescannt',
        })
      ).status,
    ).toBe(204);
    expect((await tray()).tray.some((row) => row.hint === 'unread')).toBe(false);
    put('kaputt.pdf', Buffer.from('%PDF-1.4 nothing'));
    await look();
    expect((await tray()).tray.filter((row) => row.hint === 'unread').length).toBe(1);
  });

  it('reads files claimed before a crash first; a file read twice counts once', async () => {
    const bytes = await page(),
      before = (await tray()).count;
    writeFileSync(path.join(claimedOf(folder), 'geholt.jpg'), bytes);
    await t.app.scanWatcher.look();
    writeFileSync(path.join(claimedOf(folder), 'geholt.jpg'), bytes);
    await t.app.scanWatcher.look();
    expect([(await tray()).count, lying(DONE_FOLDER)]).toEqual([
      before + 1,
      ['2-geholt.jpg', 'geholt.jpg'],
    ]);
  });

  it('an empty mount point is not the folder', async () => {
    rmSync(path.join(folder, OWN_FOLDER), { recursive: true });
    put('fremd.jpg', await page());
    await look();
    expect([t.app.scanWatcher.stateOf(p.cid), lying(), (await tray()).folder]).toEqual([
      { isThere: false, waiting: 0 },
      ['fremd.jpg'],
      { isThere: false, waiting: 0 },
    ]);
  });

  it("the folder must differ from the practice software's, other practices' and our data folder", async () => {
    const problem = async (answer: Promise<Answer>): Promise<string | undefined> =>
      ((await answer).json as { error?: { fields?: { scanFolder?: string } } }).error?.fields
        ?.scanFolder;
    expect(await problem(save(folder, { inFolder: folder }))).toBe('own_needed');
    expect(await problem(save(folder, {}, other))).toBe('shared');
    expect(await problem(save(path.dirname(t.blobsFolder)))).toBe('inside_data');
    expect(await problem(save('scans'))).toBe('not_absolute');
    expect(t.app.scanWatcher.stateOf(other.cid)).toBeNull();
  });
});
