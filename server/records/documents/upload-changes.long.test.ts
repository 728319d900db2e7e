/** Tests of later changes of an upload: merged, reverted, moved to another patient, listed. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { CATALOG, withCatalog } from '../../../tests/support/hostile-pdf.ts';
import type { Bearer } from '../../../tests/support/in-process.ts';
import { sendMappe } from '../../../tests/support/mappe.ts';
import { person, stepUp } from '../../../tests/support/practice.ts';
import { cookieHere, makeShare } from '../../../tests/support/stories/share.ts';
import { SimTablet, submissionOf } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { addPatients } from '../../desk/patient/add-records.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { plainPdf, stage } from './upload.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('changes of uploaded documents (%s)', (kind) => {
  const s = stage(kind, renderer),
    { send, list, open, stored } = s;

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

  it('filters by kind, state and seal', async () => {
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
  });

  it('filters by days in Berlin, and refuses invalid filters', async () => {
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
});
