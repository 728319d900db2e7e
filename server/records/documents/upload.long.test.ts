/**
 * Uploads to a patient: judged by content, pictures re-encoded, no active or hidden content stored,
 * each filed once with its uploader.
 */
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { strongPdf, weakPdf } from '../../../tests/support/encrypted-pdf.ts';
import { latin1 } from '../../../tests/support/hostile-pdf.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { SCRIPT, plainPdf, picture, stage, action } from './upload.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('uploaded documents (%s)', (kind) => {
  const s = stage(kind, renderer),
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

  it('stores a PDF that opens without a password as it is, encrypted', async () => {
    for (const bytes of [weakPdf, strongPdf]) {
      const fileId = s.t.deps.newId();
      expect((await send(bytes, { fileId })).status).toBe(200);
      expect(Buffer.from((await open(fileId)).bytes).equals(bytes)).toBe(true);
    }
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
    for (const [patid, code] of [
      ['9999', 'not_found'],
      ['..', 'validation'],
    ])
      expect((await send(plainPdf, { patid })).code, patid).toBe(code);
    expect((await send(plainPdf, { what: 'virus' })).code).toBe('validation');
  });

  it('logs and errors contain nothing of a file', async () => {
    await send(latin1('%PDF-1.7 Vogelsang Kanarius'));
    expect(s.t.lines.join('')).not.toMatch(/Vogelsang|Kanarius/);
  });
});
