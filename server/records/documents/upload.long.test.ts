/**
 * Uploads to a patient: judged by content, pictures re-encoded, no active or hidden content stored,
 * each filed once with its uploader.
 */
import { readdirSync } from 'node:fs';
import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bombPdf,
  CATALOG,
  endlessPdf,
  latin1,
  makePdf,
  PAGE,
  PAGES,
  streamOf,
  withCatalog,
} from '../../../tests/support/hostile-pdf.ts';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type TestApp,
} from '../../../tests/support/in-process.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import { addPractice, person, stepUp, type Practice } from '../../../tests/support/practice.ts';
import { promising } from '../../../tests/support/promising-png.ts';
import { cookieHere, makeShare } from '../../../tests/support/stories/share.ts';
import { SimTablet, submissionOf } from '../../../tests/support/sim-tablet.ts';
import { STORES, type StoreKind } from '../../../tests/support/stores.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { addPatients } from '../../desk/patient/add-records.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});
const SCRIPT = '<script>alert(1)</script>';
const plainPdf = withCatalog(CATALOG);
/** Repeats 64 MiB of zeros in compressed form without allocating them. */
function folded(times: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(64 * 1024 * 1024), {
    level: 1,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  return Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...Array.from({ length: times }, () => part),
    Buffer.from([3, 0, 0, 0, 0, 1]),
  ]);
}
const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#0B626A' } });

interface Options {
  as?: Bearer;
  fileId?: string;
  patid?: string;
  what?: string;
  type?: string;
}
/** A server with two practices, and helpers of the tests. */
function stage(kind: StoreKind) {
  let t!: TestApp, p!: Practice, other!: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());
  const send = (
    body: Uint8Array,
    {
      as = p.users.reception,
      fileId = t.deps.newId(),
      patid = '1001',
      what = 'letter',
      type = 'application/pdf',
    }: Options = {},
  ): Promise<Answer> =>
    p.call(`/documents/upload?fileId=${fileId}&patid=${patid}&kind=${what}`, {
      as,
      method: 'POST',
      body,
      type,
    });
  const list = async (query = ''): Promise<DocumentRow[]> =>
    (
      (await p.call(`/documents/list?limit=500${query}`, { as: p.users.staff })).json as {
        items: DocumentRow[];
      }
    ).items;
  const open = (fileId: string, as: Bearer = p.users.staff) =>
    p.call(`/documents/file/${fileId}`, { as });
  const stored = (): string[] => {
    try {
      return readdirSync(`${t.blobsFolder}/${p.cid}`, { recursive: true, encoding: 'utf8' })
        .filter((f) => /[0-9a-f]{64}/.test(f))
        .sort();
    } catch {
      return [];
    }
  };
  return {
    get t() {
      return t;
    },
    get p() {
      return p;
    },
    get other() {
      return other;
    },
    send,
    list,
    open,
    stored,
  };
}
const attachment = (name: string): Buffer =>
  withCatalog(
    '<</Type/Catalog/Pages 2 0 R/AF[5 0 R]>>',
    streamOf('/Type/EmbeddedFile', latin1('{}')),
    `<</Type/Filespec/UF(${name})/EF<</F 4 0 R>>>>`,
  );
const action = (dict: string): Buffer =>
  withCatalog(`<</Type/Catalog/Pages 2 0 R/OpenAction ${dict}>>`);

describe.each(STORES)('uploaded documents (%s)', (kind) => {
  const s = stage(kind),
    { send, list, open, stored } = s;

  it('stores a PDF byte by byte with its uploader and returns it as a PDF only', async () => {
    const fileId = s.t.deps.newId(),
      made = await send(plainPdf, { fileId });
    expect([made.status, made.json]).toEqual([
      200,
      { fileId, mime: 'application/pdf', size: plainPdf.length },
    ]);
    expect((await list('&kind=upload'))[0]).toMatchObject({
      fileId,
      patid: '1001',
      kind: 'upload',
      uploadKind: 'letter',
      uploadedBy: 'Özlem Yıldız-reception',
      title: 'Brief',
      mime: 'application/pdf',
      level: 'none',
      taskId: null,
    });
    const answer = await open(fileId);
    expect([
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
      answer.headers.get('x-content-type-options'),
    ]).toEqual(['application/pdf', `inline; filename="${fileId}.pdf"`, 'nosniff']);
    expect(Buffer.from(answer.bytes).equals(plainPdf)).toBe(true);
    const { audit } = s.t.deps.store.t,
      rows = (await s.t.deps.workshop.look(s.p.cid, s.p.system).db.find(audit)).filter(
        (row) => row.data.fileId === fileId,
      );
    expect(rows.map((row) => [row.type, row.actor])).toEqual([
      ['document.uploaded', `user:${s.p.users.reception.userId}`],
      ['document.viewed', `user:${s.p.users.staff.userId}`],
    ]);
    expect(rows.map((row) => row.person)).toEqual([expect.any(String), expect.any(String)]);
    expect(rows[0]?.data).toMatchObject({ kind: 'letter', mime: 'application/pdf' });
  });

  it.each(['png', 'jpeg', 'webp'] as const)(
    're-encodes a picture from %s, whatever its declared type',
    async (format) => {
      const fileId = s.t.deps.newId(),
        made = await send(await picture().toFormat(format).toBuffer(), {
          fileId,
          type: 'application/octet-stream',
          what: 'photo',
        });
      expect([made.status, (made.json as { mime: string }).mime]).toEqual([200, 'image/webp']);
      const answer = await open(fileId);
      expect([
        answer.headers.get('content-type'),
        answer.headers.get('content-security-policy'),
        answer.headers.get('content-disposition'),
      ]).toEqual([
        'image/webp',
        "default-src 'none'; sandbox",
        `inline; filename="${fileId}.webp"`,
      ]);
      expect(await sharp(answer.bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 600,
        height: 400,
      });
    },
  );

  it('rotates a picture upright and keeps an A4 sheet readable', async () => {
    const [lying, large] = [s.t.deps.newId(), s.t.deps.newId()];
    await send(await picture(600, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer(), {
      fileId: lying,
      what: 'photo',
    });
    await send(await picture(5000, 3000).jpeg().toBuffer(), { fileId: large, what: 'xray' });
    const of = async (fileId: string) => {
      const { width, height, orientation } = await sharp((await open(fileId)).bytes).metadata();
      return { width, height, orientation };
    };
    expect([await of(lying), await of(large)]).toEqual([
      { width: 400, height: 600, orientation: undefined },
      { width: 3600, height: 2160, orientation: undefined },
    ]);
  });

  it('[sec B45] [sec B49] removes hidden data: location and appended scripts', async () => {
    const jpeg = await picture()
        .withExif({
          IFD0: { Copyright: 'GEHEIM' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
        })
        .jpeg()
        .toBuffer(),
      fileId = s.t.deps.newId();
    await send(Buffer.concat([jpeg, latin1(SCRIPT)]), { fileId, what: 'photo' });
    const bytes = Buffer.from((await open(fileId)).bytes);
    expect(jpeg.includes('GEHEIM')).toBe(true);
    expect([
      bytes.includes('GEHEIM'),
      bytes.includes('script'),
      (await sharp(bytes).metadata()).exif,
    ]).toEqual([false, false, undefined]);
  });

  it('[sec B43] [sec B50] stores nothing of a refused upload', async () => {
    const before = [await list(), stored()];
    expect([
      (await send(latin1(SCRIPT))).status,
      (await send(action('<</S/JavaScript/JS(app.alert\\(1\\))>>'))).status,
    ]).toEqual([415, 422]);
    expect([await list(), stored()]).toEqual(before);
  });

  it('[sec B65] accepts a paper sealed by this practice, rejects changed and foreign ones', async () => {
    const tablet = await SimTablet.register(s.p),
      { taskIds } = await sendMappe(s.p, { patid: '1001', name: 'Anna Groß', tabletId: tablet.id }),
      body = (await tablet.inbox()).find((one) => one.taskId === taskIds[0])!;
    await tablet.push(await tablet.op('task.submit', body, submissionOf(body, s.t.clock.now)));
    await s.t.runJobs();
    const [sealed] = await list('&kind=document'),
      bytes = (await open(sealed!.fileId)).bytes;
    expect(Buffer.from(bytes).includes('evidence.json')).toBe(true);
    expect((await send(bytes)).status).toBe(200);
    const torn = Buffer.from(bytes),
      at = torn.lastIndexOf('/ByteRange');
    torn[at + 13] = torn[at + 13] === 0x31 ? 0x32 : 0x31;
    expect([
      (await send(torn)).status,
      (
        await s.other.call(`/documents/upload?fileId=${s.t.deps.newId()}&patid=1001&kind=letter`, {
          as: s.other.users.reception,
          method: 'POST',
          body: bytes,
          type: 'application/pdf',
        })
      ).code,
    ]).toEqual([422, 'active_content']);
  });

  it('files repeated and concurrent uploads once, and never another one under the same id', async () => {
    const fileId = s.t.deps.newId(),
      before = (await list()).length,
      all = await Promise.all(Array.from({ length: 4 }, () => send(plainPdf, { fileId })));
    expect(all.map((one) => [one.status, one.text])).toEqual(
      Array.from({ length: 4 }, () => [
        200,
        JSON.stringify({ fileId, mime: 'application/pdf', size: plainPdf.length }),
      ]),
    );
    expect((await list()).length).toBe(before + 1);
    for (const one of [{ patid: '1002' }, { what: 'bill' }, { as: s.p.users.staff }])
      expect([one, (await send(plainPdf, { fileId, ...one })).code]).toEqual([one, 'conflict']);
    expect(
      (
        await s.other.call(`/documents/upload?fileId=${fileId}&patid=1001&kind=letter`, {
          as: s.other.users.reception,
          method: 'POST',
          body: plainPdf,
          type: 'application/pdf',
        })
      ).code,
    ).toBe('conflict');
    const { audit } = s.t.deps.store.t;
    expect(
      (await s.t.deps.workshop.look(s.p.cid, s.p.system).db.find(audit)).filter(
        (row) => row.type === 'document.uploaded' && row.data.fileId === fileId,
      ),
    ).toHaveLength(1);
  });

  it('[sec B54] [sec B56] [sec B57] no name reaches a path or header; others cannot find it', async () => {
    const fileId = s.t.deps.newId();
    await send(plainPdf, { fileId });
    for (const name of ['..%2F..%2Fx', 'a%0d%0aSet-Cookie:x', 'CON', 'x'.repeat(4096)])
      expect(
        (
          await s.p.call(
            `/documents/upload?fileId=${s.t.deps.newId()}&patid=1001&kind=letter&name=${name}`,
            { as: s.p.users.staff, method: 'POST', body: plainPdf, type: 'application/pdf' },
          )
        ).status,
        name,
      ).toBe(400);
    expect(
      (await s.other.call(`/documents/file/${fileId}`, { as: s.other.users.owner })).status,
    ).toBe(404);
    expect((await s.p.call(`/documents/file/${fileId}`)).status).toBe(401);
    for (const bad of ['../x', '..%2Fx', `${fileId}.pdf`])
      expect((await s.p.call(`/documents/file/${bad}`, { as: s.p.users.owner })).status, bad).toBe(
        404,
      );
    for (const one of [{ patid: '9999' }, { patid: '..' }])
      expect((await send(plainPdf, one)).code).toBe('not_found');
    expect((await send(plainPdf, { what: 'virus' })).code).toBe('validation');
  });

  it('moves to the surviving record after a merge', async () => {
    await s.t.deps.workshop.write(s.p.cid, s.p.system, (w) =>
      addPatients(w, 'hand', [person('N7', 'Emil', 'Özkan', '1990-07-11')]).then(() => undefined),
    );
    expect(
      (
        await s.p.post('/patient/merge', s.p.users.reception, {
          fromPatid: 'N7',
          intoPatid: '1002',
          confirmed: true,
        })
      ).status,
    ).toBe(200);
    const fileId = s.t.deps.newId();
    await send(plainPdf, { fileId, patid: 'N7' });
    expect((await list('&patid=1002')).map((row) => [row.fileId, row.patid])).toEqual([
      [fileId, '1002'],
    ]);
  });

  it("keeps a document whose picture is also a user's own picture", async () => {
    const as = s.p.users.staff,
      square = await sharp({
        create: { width: 256, height: 256, channels: 3, background: '#ff8800' },
      })
        .png()
        .toBuffer(),
      fileId = s.t.deps.newId();
    const own = (
      await s.t.call('/imageUploads/upload?purpose=avatar', {
        as,
        method: 'POST',
        body: square,
        type: 'image/png',
      })
    ).json as { id: string };
    await send(square, { fileId, what: 'photo' });
    const { document, image } = s.t.deps.store.t,
      look = s.t.deps.workshop.look(s.p.cid, s.p.system);
    expect((await look.db.find(document)).find((row) => row.fileId === fileId)?.sha256).toBe(
      (await look.db.find(image)).find((row) => row.id === own.id)?.sha256,
    );
    expect((await s.t.call(`/imageUploads/image/${own.id}`, { as, method: 'DELETE' })).status).toBe(
      204,
    );
    expect((await open(fileId)).status).toBe(200);
  });

  it('only the uploader may revert an upload with its file, and only for a short time', async () => {
    const undo = (fileId: string, as: Bearer = s.p.users.reception) =>
      s.p.call(`/documents/file/${fileId}`, { as, method: 'DELETE' });
    const put = async (bytes: Buffer): Promise<string> => {
      const fileId = s.t.deps.newId();
      expect((await send(bytes, { fileId })).status).toBe(200);
      return fileId;
    };
    const only = withCatalog(CATALOG, '<</Only(once)>>'),
      before = [await list(), stored()],
      [first, twin] = [await put(only), await put(only)];
    expect(
      (await list()).filter((row) => row.fileId === first).map((row) => row.undoUntil),
    ).toEqual([null]);
    expect(
      (
        (await s.p.call('/documents/list', { as: s.p.users.reception })).json as {
          items: DocumentRow[];
        }
      ).items.find((row) => row.fileId === first)?.undoUntil,
    ).toBe(s.t.clock.now + 600_000);
    expect([
      (await undo(first, s.p.users.owner)).code,
      (await undo(first)).status,
      (await undo(first)).status,
    ]).toEqual(['state_conflict', 204, 204]);
    // The same bytes are stored in the record a second time.
    expect([(await open(first)).status, (await open(twin)).status]).toEqual([404, 200]);
    const { shareItem } = s.t.deps.store.t,
      given = s.t.deps.newId();
    await s.t.deps.workshop.write(s.p.cid, s.p.system, async (w) => {
      await w.tx.insert(w.t.shareItem, {
        id: given,
        share: given,
        n: 1,
        kind: 'document',
        ref: twin,
        role: null,
        title: 'Brief',
        doneAt: null,
        resultId: null,
      });
    });
    expect((await undo(twin)).code).toBe('state_conflict');
    await s.t.deps.store.write(async (db) => {
      await db.delete(shareItem).where(eq(shareItem.id, given));
    });
    s.t.clock.now += 600_001;
    expect((await undo(twin)).code).toBe('state_conflict');
    s.t.clock.now -= 600_001;
    expect((await undo(twin)).status).toBe(204);
    expect([await list(), stored()]).toEqual(before);
    const { audit } = s.t.deps.store.t;
    expect(
      (await s.t.deps.workshop.look(s.p.cid, s.p.system).db.find(audit))
        .filter((row) => row.type === 'document.upload_undone')
        .map((row) => row.data.fileId),
    ).toEqual([first, twin]);
    const sealed = (await list('&kind=document'))[0]!;
    expect([
      (await undo(sealed.fileId)).code,
      (
        await s.other.call(`/documents/file/${sealed.fileId}`, {
          as: s.other.users.owner,
          method: 'DELETE',
        })
      ).status,
      (await open(sealed.fileId)).status,
    ]).toEqual(['state_conflict', 204, 200]);
  });

  it("leaves the wrong patient's views with reason and author, and moves to the right one", async () => {
    const put = async (bytes: Buffer): Promise<string> => {
      const fileId = s.t.deps.newId();
      expect((await send(bytes, { fileId, what: 'findings' })).status).toBe(200);
      return fileId;
    };
    const strip = (fileId: string, order: object, as: Bearer = s.p.users.reception) =>
      s.p.post(`/documents/file/${fileId}/void`, as, order);
    const wrong = await put(withCatalog(CATALOG, '<</Only(wrong)>>')),
      before = await list('&patid=1001'),
      share = await makeShare(s.p, { patid: '1001', items: [{ kind: 'document', fileId: wrong }] }),
      cookie = await cookieHere(s.p, share),
      to = { fileId: s.t.deps.newId(), patid: '1002' };
    const given = async (): Promise<unknown[]> =>
      ((await s.p.call('/ssf/list', { headers: { Cookie: cookie } })).json as { items: unknown[] })
        .items;
    expect([
      (await given()).length,
      (await strip(wrong, { note: 'gehört zu Emil', to })).code,
    ]).toEqual([1, 'step_up']);
    await stepUp(s.t, s.p.users.reception);
    s.t.clock.now += 1000;
    const sealed = (await list('&kind=document'))[0]!;
    expect([
      (await strip(wrong, { note: 'x', to: null })).code,
      (await strip(wrong, { note: 'dieselbe', to: { ...to, patid: '1001' } })).code,
      (await strip(wrong, { note: 'niemand', to: { ...to, patid: '9999' } })).code,
      (await strip(sealed.fileId, { note: 'gesiegelt', to: null })).code,
    ]).toEqual(['validation', 'validation', 'not_found', 'state_conflict']);
    const order = { note: 'gehört zu Emil', to };
    expect([
      (await strip(wrong, order)).json,
      (await strip(wrong, order)).json,
      (await strip(wrong, { note: 'anders', to: null })).code,
    ]).toEqual([{ wasGivenHome: true }, { wasGivenHome: true }, 'state_conflict']);
    expect([(await list('&patid=1001')).map((row) => row.fileId), await given()]).toEqual([
      before.map((row) => row.fileId).filter((one) => one !== wrong),
      [],
    ]);
    expect(
      (await list('&patid=1001&state=voided')).find((row) => row.fileId === wrong),
    ).toMatchObject({
      voidedAt: s.t.clock.now,
      voided: {
        note: 'gehört zu Emil',
        byName: 'Özlem Yıldız-reception',
        movedTo: { fileId: to.fileId, patid: '1002', patientName: 'Özkan, Emil' },
      },
    });
    expect([
      (await open(wrong)).status,
      (await open(wrong, s.p.users.owner)).status,
      (await list('&patid=1002'))[0],
    ]).toEqual([
      404,
      200,
      expect.objectContaining({ fileId: to.fileId, uploadKind: 'findings', voidedAt: null }),
    ]);
    expect(
      (await s.p.call(`/documents/file/${wrong}`, { as: s.p.users.reception, method: 'DELETE' }))
        .code,
    ).toBe('state_conflict');
    const { audit } = s.t.deps.store.t;
    expect(
      (await s.t.deps.workshop.look(s.p.cid, s.p.system).db.find(audit))
        .filter((row) => row.type === 'document.upload_voided' || row.type === 'document.refiled')
        .map((row) => row.type)
        .sort(),
    ).toEqual(['document.refiled', 'document.upload_voided']);
  });

  it('filters by kind, state, seal and days in Berlin', async () => {
    const all = await list(),
      count = async (query: string): Promise<number> => (await list(query)).length;
    expect([
      await count('&kind=document'),
      await count('&sealed=yes'),
      await count('&kind=receipt'),
      await count('&kind=notice'),
    ]).toEqual([1, 1, 0, 0]);
    expect(await count('&kind=upload')).toBe(all.length - 1);
    expect(await count('&sealed=no')).toBe(all.length - 1);
    const sealed = all.find((row) => row.kind === 'document')!;
    expect(
      (
        await s.p.post(`/consents/tasks/${sealed.taskId}/void`, s.p.users.reception, {
          reason: 'wrong_person',
        })
      ).status,
    ).toBeLessThan(300);
    expect([
      (await list('&state=voided&kind=document')).map((row) => row.fileId),
      await count('&state=filed'),
    ]).toEqual([[sealed.fileId], all.length - 1]);
    const scanned = s.t.deps.newId(),
      receipt = s.t.deps.newId(),
      at = s.t.clock.now;
    await s.t.deps.workshop.write(s.p.cid, s.p.system, async (w) => {
      for (const fileId of [scanned, receipt])
        await w.tx.insert(w.t.document, {
          fileId,
          patid: '1001',
          taskId: null,
          sha256: 'b'.repeat(64),
          title: 'Blatt',
          mime: 'application/pdf',
          at,
          uploadKind: null,
          uploadedBy: null,
        });
      await w.tx.insert(w.t.scanPage, {
        id: scanned,
        fileSha256: 'c'.repeat(64),
        number: 1,
        sha256: '',
        width: 1,
        height: 1,
        turn: 0,
        source: 'upload',
        by: 'x',
        byName: '',
        at,
        taskId: null,
        page: null,
        of: null,
        state: 'filed',
        stateAt: at,
        hint: null,
        form: null,
        patid: '1001',
        fileId: scanned,
        undoUntil: null,
        decidedBy: null,
        decidedByName: null,
        reason: null,
      });
    });
    expect(
      [await list('&kind=scan'), await list('&kind=receipt')].map((rows) =>
        rows.map((row) => [row.fileId, row.kind, row.level]),
      ),
    ).toEqual([[[scanned, 'scan', 'sealed']], [[receipt, 'receipt', 'sealed']]]);
    expect([await count('&sealed=yes'), await count('&kind=document')]).toEqual([3, 1]);
    // Ten minutes before and after midnight in Berlin.
    const late = Date.parse('2026-12-01T22:50:00Z'),
      [before, after] = [s.t.deps.newId(), s.t.deps.newId()];
    for (const [fileId, at] of [
      [before, late],
      [after, late + 20 * 60_000],
    ] as const)
      await s.t.deps.workshop.write(s.p.cid, s.p.system, async (w) => {
        await w.tx.insert(w.t.document, {
          fileId,
          patid: '1001',
          taskId: null,
          sha256: 'a'.repeat(64),
          title: 'Brief',
          mime: 'application/pdf',
          at,
          uploadKind: 'letter',
          uploadedBy: null,
        });
      });
    expect([
      (await list('&from=2026-12-01&to=2026-12-01')).map((row) => row.fileId),
      (await list('&from=2026-12-02')).map((row) => row.fileId),
    ]).toEqual([[before], [after]]);
    for (const query of [
      'from=2026-12-02&to=2026-12-01',
      'from=1900-01-01',
      'to=3000-01-01',
      'kind=all',
      'sealed=1',
      'state=x',
      'from=2026-02-30',
      'sort=name',
    ])
      expect([
        query,
        (await s.p.call(`/documents/list?${query}`, { as: s.p.users.staff })).status,
      ]).toEqual([query, 400]);
  });

  it('logs and errors contain nothing of a file', async () => {
    await send(latin1('%PDF-1.7 Vogelsang Kanarius'));
    expect(s.t.lines.join('')).not.toMatch(/Vogelsang|Kanarius/);
  });
});

// Only the bytes matter, whatever the database.
describe('content limits of uploads', () => {
  const own = stage('sqlite'),
    { send, list, stored } = own;

  it.each([
    [
      '[sec B43] HTML that calls itself PNG',
      () => latin1(`<!doctype html>${SCRIPT}`),
      415,
      'unsupported_media',
    ],
    [
      '[sec B43] HTML behind a PNG signature',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), latin1(SCRIPT)]),
      422,
      'unreadable_file',
    ],
    [
      '[sec B44] SVG with a script',
      () => latin1(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
      415,
      'unsupported_media',
    ],
    ['GIF', () => latin1('GIF89a\x01\x00\x01\x00\x00\x00\x00;'), 415, 'unsupported_media'],
    [
      '[sec B46] 50 000 times 50 000 pixels',
      () => promising(50_000, 50_000),
      422,
      'unreadable_file',
    ],
    ['[sec B47] nothing', () => Buffer.alloc(0), 400, 'bad_request'],
    ['[sec B48] 20 MiB and one byte', () => Buffer.alloc(20 * 1024 * 1024 + 1), 413, 'too_large'],
    [
      '[sec B50] a script',
      () => action('<</S/JavaScript/JS(app.alert\\(1\\))>>'),
      422,
      'active_content',
    ],
    [
      '[sec B50] a script that pretends to be a part of the text',
      () => withCatalog('<</Type/Catalog/Pages 2 0 R/X<</S/JavaScript/K 1>>>>'),
      422,
      'active_content',
    ],
    ['[sec B50] an act when opened', () => action('<</S/Named/N/Print>>'), 422, 'active_content'],
    [
      '[sec B50] a second act behind a place',
      () => action('<</S/GoTo/D[3 0 R/Fit]/Next<</S/Launch/F(cmd.exe)>>>>'),
      422,
      'active_content',
    ],
    [
      '[sec B50] the start of a program',
      () => withCatalog('<</Type/Catalog/Pages 2 0 R/X<</S/Launch/F(cmd.exe)>>>>'),
      422,
      'active_content',
    ],
    [
      '[sec B50] a form that sends itself',
      () => withCatalog('<</Type/Catalog/Pages 2 0 R/X<</S/SubmitForm/F(http://x)>>>>'),
      422,
      'active_content',
    ],
    [
      '[sec B50] an act of a page',
      () =>
        makePdf([CATALOG, PAGES, '<</Type/Page/Parent 2 0 R/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>>>']),
      422,
      'active_content',
    ],
    [
      '[sec B50] a form of its own',
      () => withCatalog('<</Type/Catalog/Pages 2 0 R/AcroForm<</XFA(x)>>>>'),
      422,
      'active_content',
    ],
    ['[sec B50] an attached file', () => attachment('rechnung.exe'), 422, 'active_content'],
    [
      '[sec B65] an attached file that calls itself ours',
      () => attachment('evidence.json'),
      422,
      'active_content',
    ],
    [
      '[sec B51] encrypted',
      () => makePdf([CATALOG, PAGES, PAGE, '<</Filter/Standard/V 2>>'], '/Encrypt 4 0 R'),
      422,
      'unreadable_file',
    ],
    ['[sec B51] torn', () => plainPdf.subarray(0, 60), 422, 'unreadable_file'],
    ['[sec B52] ten thousand pages', endlessPdf, 422, 'unreadable_file'],
    [
      '[sec B52] a stream that says 1 GiB',
      () => withCatalog(CATALOG, '<</Length 1073741824>>\nstream\nx\nendstream'),
      422,
      'unreadable_file',
    ],
    [
      '[sec B52] a stream that unfolds to 1 GiB',
      () => withCatalog(CATALOG, streamOf('/Filter/FlateDecode', folded(16))),
      422,
      'unreadable_file',
    ],
    [
      '[sec B52] a stream folded twice',
      () =>
        withCatalog(CATALOG, streamOf('/Filter[/FlateDecode/FlateDecode]', deflateSync(folded(5)))),
      422,
      'unreadable_file',
    ],
    [
      '[sec B52] a picture of 20 000 times 20 000 inside',
      () =>
        withCatalog(
          CATALOG,
          streamOf('/Subtype/Image/Width 20000/Height 20000/Filter/DCTDecode', latin1('x')),
        ),
      422,
      'unreadable_file',
    ],
    ['[sec B53] an object stream of 200 MiB', bombPdf, 422, 'unreadable_file'],
    ['[sec B53] packed', () => gzipSync(plainPdf), 415, 'unsupported_media'],
    [
      '[sec B55] an address with HTML inside',
      () => latin1('data:text/html;base64,PGI+'),
      415,
      'unsupported_media',
    ],
  ] as const)(
    '%s is refused in time and stores nothing',
    async (_what, make, status, code) => {
      const bytes = make(),
        before = [await list(), stored()],
        started = performance.now(),
        answer = await send(bytes);
      expect([answer.status, answer.code, performance.now() - started < 10_000]).toEqual([
        status,
        code,
        true,
      ]);
      expect([await list(), stored()]).toEqual(before);
    },
    30_000,
  );

  it("refuses an upload beyond the practice's quota and stores nothing of it", async () => {
    const { blob, praxis } = own.t.deps.store.t,
      { cid } = own.p,
      sha256 = 'f'.repeat(64);
    await own.t.deps.store.write(async (db) => {
      const [row] = await db.select().from(praxis).where(eq(praxis.cid, cid));
      await db
        .update(praxis)
        .set({ settings: { ...row!.settings, storageGb: 1 } })
        .where(eq(praxis.cid, cid));
      await db
        .insert(blob)
        .values({ cid, sha256, size: 999_999_000, mime: 'application/pdf', keyId: 'k', at: 0 });
    });
    const bytes = withCatalog(CATALOG, streamOf('', Buffer.alloc(40_000, 0x41))),
      before = [await list(), stored()],
      answer = await send(bytes);
    expect([answer.status, answer.code]).toEqual([409, 'storage_full']);
    expect([await list(), stored()]).toEqual(before);
    expect(
      (
        (await own.p.call('/admin/bucket/list', { as: own.p.users.owner })).json as {
          limit: number;
        }
      ).limit,
    ).toBe(1e9);
    await own.t.deps.store.write(async (db) => {
      await db.delete(blob).where(eq(blob.sha256, sha256));
    });
    expect((await send(bytes)).status).toBe(200);
  });

  it('accepts common content of letters: an opening position, links, compressed pages', async () => {
    for (const bytes of [
      action('[3 0 R/XYZ null null 0]'),
      action('<</S/GoTo/D[3 0 R/Fit]>>'),
      makePdf([
        CATALOG,
        PAGES,
        '<</Type/Page/Parent 2 0 R/Annots[<</Subtype/Link/A<</S/URI/URI(https://www.example.org)>>>>]>>',
      ]),
      withCatalog(
        CATALOG,
        streamOf('/Filter/FlateDecode', deflateSync(Buffer.alloc(40 * 1024 * 1024), { level: 1 })),
      ),
    ])
      expect((await send(bytes)).status).toBe(200);
  });
});
