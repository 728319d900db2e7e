/** Tests of uploads with hostile or oversized content, and of the practice's quota. */
import { lockedPdf } from '../../../tests/support/encrypted-pdf.ts';
import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
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
import { promising } from '../../../tests/support/promising-png.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { SCRIPT, plainPdf, stage, attachment, action } from './upload.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

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

// Only the bytes matter, whatever the database.
describe('content limits of uploads', () => {
  const own = stage('sqlite', renderer),
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
      '[sec B50] a form that submits automatically',
      () => withCatalog('<</Type/Catalog/Pages 2 0 R/X<</S/SubmitForm/F(http://x)>>>>'),
      422,
      'active_content',
    ],
    [
      '[sec B50] an action of a page',
      () =>
        makePdf([CATALOG, PAGES, '<</Type/Page/Parent 2 0 R/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>>>']),
      422,
      'active_content',
    ],
    [
      '[sec B50] an XFA form',
      () => withCatalog('<</Type/Catalog/Pages 2 0 R/AcroForm<</XFA(x)>>>>'),
      422,
      'active_content',
    ],
    ['[sec B50] an attached file', () => attachment('rechnung.exe'), 422, 'active_content'],
    [
      '[sec B65] an attached file under the name of ours',
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
    ['[sec B51] encrypted with a password', () => lockedPdf, 422, 'unreadable_file'],
    ['[sec B51] torn', () => plainPdf.subarray(0, 60), 422, 'unreadable_file'],
    ['[sec B52] ten thousand pages', endlessPdf, 422, 'unreadable_file'],
    [
      '[sec B52] a stream that declares 1 GiB',
      () => withCatalog(CATALOG, '<</Length 1073741824>>\nstream\nx\nendstream'),
      422,
      'unreadable_file',
    ],
    [
      '[sec B52] a stream that inflates to 1 GiB',
      () => withCatalog(CATALOG, streamOf('/Filter/FlateDecode', folded(16))),
      422,
      'unreadable_file',
    ],
    [
      '[sec B52] a stream that is compressed twice',
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
