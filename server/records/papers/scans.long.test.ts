// Scanned paper over HTTP on both databases: filed by its code, in any order, once; foreign and
// guessed codes file nothing; the tray, its decisions and their reversal.
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agreements } from '../../../shared/papers/agreement.schema.ts';
import type { PaperCode } from '../../platform/keys/paper-code.ts';
import type { OpenPapers, Scanned, TrayOfScans } from '../../../shared/papers/scan.schema.ts';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe, tasksOf } from '../../../tests/support/mappe.ts';
import { addPractice, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { sheet } from '../../../tests/support/stories/sheet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { paperCodes } from '../../platform/keys/paper-mac.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { createVerifier } from '../../paper/seal/verifier.ts';
import { verifyWorker } from '../../../tests/support/setup/workers.ts';
import { forgetScans, KEPT_MS } from './tray.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});
let n = 0;
/**
 * A unique page of a small sheet; one without a code has a low resolution, since every part of it
 * is searched.
 */
const page = (code?: string): Promise<Buffer> =>
  sheet({
    ...(code !== undefined && { code }),
    isA6: true,
    dpi: code === undefined ? 30 : 100,
    words: `Blatt ${++n}`,
  });

describe.each(STORES)('scans on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());
  const as = () => p.users.reception;
  const upload = (body: Uint8Array, of = p, type = 'image/jpeg'): Promise<Answer> =>
    of.call('/papers/scans', { as: of.users.reception, method: 'POST', body, type });
  const scan = async (body: Uint8Array, of = p): Promise<Scanned> => {
    const answer = await upload(body, of);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return answer.json as Scanned;
  };
  const tray = async (of = p): Promise<TrayOfScans> =>
    (await of.call('/papers/scans', { as: of.users.reception })).json as TrayOfScans;
  const codeOf = async (code: PaperCode, of = p): Promise<string> =>
    paperCodes((await t.deps.keys(of.cid)).blobKey, of.cid).write(code);
  const paperOf = async (patid = '1002'): Promise<{ taskId: string; mappeId: string }> => {
    const {
      mappeId,
      taskIds: [taskId],
    } = await sendMappe(p, { templates: ['mehrkosten@1'], patid });
    return { taskId: taskId!, mappeId };
  };
  const stateOf = async (mappeId: string): Promise<string | undefined> =>
    (await tasksOf(p, mappeId))[0]?.state;
  const documents = async (
    patid: string,
  ): Promise<{ fileId: string; taskId: string | null; title: string }[]> =>
    (
      (await p.call(`/documents/list?patid=${patid}`, { as: as() })).json as {
        items: { fileId: string; taskId: string | null; title: string }[];
      }
    ).items;
  const rows = () => {
    const look = t.deps.workshop.look(p.cid, p.system);
    return look.db.find(look.t.scanPage);
  };

  it('pages arrive in any order, are reported missing, and file the paper once complete', async () => {
    const { taskId, mappeId } = await paperOf(),
      second = await page(await codeOf({ taskId, page: 2, of: 2 }));
    expect(await scan(second)).toMatchObject({
      pages: [{ state: 'waiting', hint: null, page: 2, of: 2 }],
      sheets: [{ taskId, have: [2], of: 2, state: 'waiting', name: 'Özkan, Emil' }],
      isKnown: false,
    });
    expect((await p.call('/papers/scans/count', { as: p.users.reception })).json).toEqual({
      tray: 0,
      waiting: 1,
    });
    expect([
      await stateOf(mappeId),
      (await tray()).waiting.map((one) => one.have.map((h) => h.page)),
    ]).toEqual(['paper', [[2]]]);
    expect(await scan(await page(await codeOf({ taskId, page: 1, of: 2 })))).toMatchObject({
      sheets: [{ taskId, have: [1, 2], state: 'filing' }],
    });
    await t.runJobs();
    expect([await stateOf(mappeId), (await tray()).waiting]).toEqual(['filed', []]);
    expect((await p.call('/papers/scans/count', { as: p.users.reception })).json).toEqual({
      tray: 0,
      waiting: 0,
    });
    const [file] = await documents('1002');
    expect(file).toMatchObject({
      taskId,
      title: 'Scan vom 20.11.2026: Vereinbarung über Mehrkosten bei einer Füllung',
    });
    const look = t.deps.workshop.look(p.cid, p.system),
      task = (await look.db.find(look.t.task)).find((one) => one.taskId === taskId);
    expect(task?.filedBy).toBe(`user:${as().userId}`);
  });

  it('the filed document is sealed by the practice, contains the pages, and is printed later on', async () => {
    const [file] = await documents('1002'),
      pdf = (await p.call(`/documents/file/${file!.fileId}`, { as: as() })).bytes,
      look = t.deps.workshop.look(p.cid, p.system);
    const verifier = createVerifier({ workerPath: await verifyWorker() }),
      authorities = (await look.db.find(look.t.practiceKey)).flatMap((k) =>
        k.purpose === 'authority' && k.certificate ? [k.certificate] : [],
      );
    const report = await verifier.verify(pdf, { authorities, tsaRoots: [] });
    expect(report).toMatchObject({
      isReadable: true,
      verdict: 'unchanged',
      pages: 3,
      seal: { isOurs: true, isIntact: true, coversAll: true },
      shown: { isSame: true },
      active: [],
    });
    expect((await p.call(`/tablet/tasks/${file!.taskId}/print`, { as: as() })).bytes).toEqual(pdf);
    // Its pictures are stored nowhere else.
    expect((await rows()).filter((one) => one.state === 'filed').map((one) => one.sha256)).toEqual([
      '',
      '',
    ]);
  });

  it('a repeated file yields the same pages; a repeated paper goes to the tray', async () => {
    const { taskId, mappeId } = await paperOf(),
      file = await page(await codeOf({ taskId, page: 1, of: 1 }));
    const [first, twin] = await Promise.all([scan(file), scan(file)]);
    await t.runJobs();
    expect([
      await stateOf(mappeId),
      new Set([first.pages[0]!.pageId, twin.pages[0]!.pageId]).size,
    ]).toEqual(['filed', 1]);
    const before = await documents('1002');
    expect(await scan(file)).toMatchObject({
      isKnown: true,
      pages: [{ pageId: first.pages[0]!.pageId, state: 'filed' }],
      sheets: [{ taskId, state: 'filed' }],
    });
    expect(await scan(await page(await codeOf({ taskId, page: 1, of: 1 })))).toMatchObject({
      pages: [{ state: 'tray', hint: 'already' }],
      sheets: [],
    });
    expect((await p.call('/papers/scans/count', { as: p.users.reception })).json).toMatchObject({
      tray: 1,
    });
    await t.runJobs();
    expect(await documents('1002')).toEqual(before);
  });

  it('a page repeated before completion replaces the first', async () => {
    const { taskId } = await paperOf(),
      code = await codeOf({ taskId, page: 1, of: 2 });
    const blurred = await scan(await page(code)),
      sharp = await scan(await page(code));
    expect((await tray()).waiting.find((one) => one.taskId === taskId)?.have).toEqual([
      { pageId: sharp.pages[0]!.pageId, page: 1 },
    ]);
    expect((await rows()).find((one) => one.id === blurred.pages[0]!.pageId)?.state).toBe(
      'replaced',
    );
  });

  it('a paper ticked off manually accepts its scan; a finished one does not', async () => {
    const { taskId, mappeId } = await paperOf('1001');
    expect((await p.post(`/tablet/tasks/${taskId}/paper-filed`, as(), {})).status).toBe(204);
    await scan(await page(await codeOf({ taskId, page: 1, of: 1 })));
    await t.runJobs();
    expect([
      await stateOf(mappeId),
      (await documents('1001')).filter((one) => one.taskId === taskId).length,
    ]).toEqual(['filed', 1]);
    const gone = await paperOf('1001');
    await p.post(`/tablet/tasks/${gone.taskId}/cancel`, as(), {});
    expect(
      await scan(await page(await codeOf({ taskId: gone.taskId, page: 1, of: 1 }))),
    ).toMatchObject({ pages: [{ state: 'tray', hint: 'not_paper' }] });
  });

  it('[§ 2 GOZ] an agreement is printed, filed by its code once, corrected and invalidated', async () => {
    const id = uuidv7(),
      order = {
        id,
        patid: '1001',
        payer: 'Anna Groß',
        lines: [
          { number: '2080', text: 'Füllung', factor: 4.5 },
          { number: '2200', text: 'Krone', factor: 3.51 },
        ],
      },
      make = (more: object, of = p): Promise<Answer> =>
        of.post('/papers/agreements', of.users.reception, { ...order, ...more });
    expect([
      (await make({})).status,
      (await make({})).status,
      (await make({ payer: 'Otto' })).code,
      (await make({}, other)).code,
      (await make({ id: uuidv7(), patid: '9999' })).code,
    ]).toEqual([204, 204, 'conflict', 'conflict', 'not_found']);
    for (const line of [
      { number: '2080', text: 'x', factor: 3.5 },
      { number: '2080', text: 'x', factor: 4.555 },
      { number: '0500', text: 'x', factor: 4 },
      { number: '0001', text: 'x', factor: 4 },
    ])
      expect((await make({ id: uuidv7(), lines: [line] })).code).toBe('validation');
    const own = async (of = p): Promise<Agreements['items'][number] | undefined> =>
      (
        (await of.call('/papers/agreements', { as: of.users.reception })).json as Agreements
      ).items.find((one) => one.agreementId === id);
    const cents = (points: number, factor: number): number => Math.round(points * 5.62421 * factor);
    expect(await own()).toMatchObject({
      state: 'out',
      patid: '1001',
      payer: 'Anna Groß',
      lines: [{ cents: cents(556, 4.5) }, { cents: cents(1322, 3.51) }],
      riskCents: cents(556, 4.5) - cents(556, 3.5) + cents(1322, 3.51) - cents(1322, 3.5),
    });
    expect(await own(other)).toBeUndefined();
    expect(
      (await p.call(`/papers/agreements/${id}/print`, { as: as() })).text.startsWith('%PDF-'),
    ).toBe(true);
    const file = await page(await codeOf({ taskId: id, page: 1, of: 1 })),
      first = await scan(file);
    expect(first).toMatchObject({
      sheets: [
        {
          taskId: id,
          state: 'filing',
          title: 'Vereinbarung nach § 2 Abs. 1 und 2 GOZ',
          patid: '1001',
        },
      ],
    });
    await t.runJobs();
    const { fileId } = (await own())!;
    expect([
      (await own())?.state,
      (await own())?.filedAt,
      (await documents('1001')).find((row) => row.fileId === fileId)?.title,
    ]).toEqual([
      'scanned',
      t.clock.now,
      'Scan vom 20.11.2026: Vereinbarung nach § 2 Abs. 1 und 2 GOZ',
    ]);
    expect([
      (await scan(file)).isKnown,
      (await scan(await page(await codeOf({ taskId: id, page: 1, of: 1 })))).pages[0]?.hint,
      (await p.post(`/papers/agreements/${id}/withdraw`, as(), { note: 'x' })).code,
    ]).toEqual([true, 'already', 'state_conflict']);

    const wrong = { note: 'falsches Blatt', isScanOnly: true };
    await stepUp(t, as());
    expect([
      (await p.post(`/papers/agreements/${id}/void`, as(), wrong)).status,
      (await p.post(`/papers/agreements/${id}/void`, as(), wrong)).code,
    ]).toEqual([204, 'state_conflict']);
    expect([
      (await own())?.state,
      (await documents('1001')).some((row) => row.fileId === fileId),
      (await p.call(`/documents/file/${fileId}`, { as: p.users.owner })).status,
    ]).toEqual(['out', false, 200]);
    // Manually this time, from the tray.
    const {
      pages: [blurred],
    } = await scan(await page());
    expect(
      ((await p.call('/papers/scans/papers/1001', { as: as() })).json as OpenPapers).items.find(
        (one) => one.taskId === id,
      ),
    ).toMatchObject({ state: 'paper', template: 'honorarvereinbarung' });
    expect(
      (
        await p.post('/papers/scans/file', as(), {
          fileId: uuidv7(),
          pages: [{ pageId: blurred!.pageId, turn: 0 }],
          patid: '1002',
          taskId: id,
          title: 'x',
        })
      ).code,
    ).toBe('not_found');
    expect(
      (
        await p.post('/papers/scans/file', as(), {
          fileId: uuidv7(),
          pages: [{ pageId: blurred!.pageId, turn: 0 }],
          patid: '1001',
          taskId: id,
          title: 'x',
        })
      ).status,
    ).toBe(200);
    t.clock.now += 20_000;
    await t.runJobs();
    expect((await own())?.state).toBe('scanned');
    expect(
      (
        await p.post(`/papers/agreements/${id}/void`, as(), {
          note: 'neu vereinbart',
          isScanOnly: false,
        })
      ).status,
    ).toBe(204);
    expect(await own()).toMatchObject({ state: 'void', voidNote: 'neu vereinbart' });
    expect([
      (await p.call(`/papers/agreements/${id}/print`, { as: as() })).code,
      (await scan(await page(await codeOf({ taskId: id, page: 1, of: 1 })))).pages[0]?.state,
    ]).toEqual(['state_conflict', 'tray']);
  });

  it('codes of other practices, guessed codes and codes of absent papers file nothing', async () => {
    const { taskId, mappeId } = await paperOf('1001'),
      own = await codeOf({ taskId, page: 1, of: 1 });
    const guessed = own.slice(0, -1) + (own.endsWith('0') ? '1' : '0');
    const blank = async (of: typeof p): Promise<string> =>
      paperCodes((await t.deps.keys(of.cid)).blobKey, of.cid).writeBlank({
        kind: 'form',
        key: 'anamnese-erwachsene@1',
        page: 3,
      })!;
    expect(await scan(await page(await blank(p)))).toMatchObject({
      pages: [{ state: 'tray', hint: 'blank_form', page: 3, of: null }],
    });
    expect((await tray(p)).tray.find((one) => one.page === 3)).toMatchObject({
      hint: 'blank_form',
      form: 'anamnese-erwachsene@1',
      paper: null,
    });
    // The parsing of a code does not depend on the database; one of each kind is tested there.
    const asked = [
      [await blank(other), 'unknown_code'],
      [await codeOf({ taskId, page: 1, of: 1 }, other), 'unknown_code'],
      [guessed, 'unknown_code'],
      [await codeOf({ taskId: uuidv7(), page: 1, of: 1 }), 'gone'],
      ['molar:blank:form:anamnese-erwachsene@1', 'blank_form'],
      [`molar:task:${taskId}`, 'no_code'],
      [undefined, 'no_code'],
    ] as const;
    for (const [code, hint] of kind === 'sqlite' ? asked : asked.slice(1, 4)) {
      expect(await scan(await page(code)), hint).toMatchObject({
        pages: [{ state: 'tray', hint, taskId: null }],
        sheets: [],
      });
    }
    // In the other practice, where its paper does not exist, the code matches nothing either.
    expect(await scan(await page(own), other)).toMatchObject({
      pages: [{ state: 'tray', hint: 'unknown_code' }],
      sheets: [],
    });
    await t.runJobs();
    expect(await stateOf(mappeId)).toBe('paper');
    expect((await tray(other)).count).toBe(1);
  });

  it('an unreadable file is refused with a plain error and stores nothing', async () => {
    const before = await rows();
    for (const [body, type, status, word] of [
      [Buffer.from('<html>'), 'image/jpeg', 415, 'not_a_scan'],
      [Buffer.from('%PDF-1.4 x'), 'application/pdf', 422, 'broken'],
      [Buffer.alloc(0), 'image/png', 400, 'empty'],
    ] as const) {
      const answer = await upload(body, p, type);
      expect([
        answer.status,
        (answer.json as { error: { fields?: unknown } }).error.fields,
      ]).toEqual([status, { file: word }]);
    }
    expect((await upload(Buffer.from('x'), p, 'text/html')).status).toBe(415);
    expect(await rows()).toEqual(before);
  });

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
