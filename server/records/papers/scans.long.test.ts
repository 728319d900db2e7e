// Scanned paper over HTTP on both databases: filed by its code, in any order, once; foreign and
// guessed codes file nothing; the tray, its decisions and their reversal.
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agreements } from '../../../shared/papers/agreement.schema.ts';
import type { OpenPapers } from '../../../shared/papers/scan.schema.ts';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { paperCodes } from '../../platform/keys/paper-mac.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { createVerifier } from '../../paper/seal/verifier.ts';
import { verifyWorker } from '../../../tests/support/setup/workers.ts';
import { scansOf } from './scans.testing.ts';
import { page } from './scans.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('scans on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());
  const { as, upload, scan, tray, codeOf, paperOf, stateOf, documents, rows } = scansOf(() => ({
    t,
    p,
  }));

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

  describe('[§ 2 GOZ] an agreement', () => {
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
    const own = async (of = p): Promise<Agreements['items'][number] | undefined> =>
      (
        (await of.call('/papers/agreements', { as: of.users.reception })).json as Agreements
      ).items.find((one) => one.agreementId === id);
    const cents = (points: number, factor: number): number => Math.round(points * 5.62421 * factor);

    it('is printed and filed by its code once', async () => {
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
    });

    it('loses a wrong scan, is filed by hand, and is invalidated', async () => {
      const fileId = (await own())?.fileId;
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
});
