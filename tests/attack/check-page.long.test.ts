/**
 * Malicious files on the check page over the wire (B43, B47, B48, B51–B53): a response with a
 * reason, nothing stored, server alive.
 */
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bombPdf,
  CATALOG,
  endlessPdf,
  latin1,
  makePdf,
  PAGE,
  PAGES,
  withCatalog,
} from '../support/hostile-pdf.ts';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { snapshot } from '../support/snapshot.ts';

let t: TestApp, p: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  await t.deps.keys(p.cid);
});
afterAll(() => t.drop());
const check = (body: Uint8Array | string, type = 'application/pdf'): Promise<Answer> =>
  p.call('/documents/check', { as: p.users.staff, method: 'POST', body, type });
const fields = (a: Answer): string | undefined =>
  (a.json as { error?: { fields?: { file?: string } } }).error?.fields?.file;

describe('the check page', () => {
  it('reports on an ordinary file, and names its active content', async () => {
    const plain = await check(withCatalog(CATALOG));
    expect([plain.status, plain.json]).toMatchObject([
      200,
      { verdict: 'unsigned', pages: 1, active: [], kept: 'no', standing: null },
    ]);
    const active = await check(
      withCatalog('<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>'),
    );
    expect([active.status, JSON.stringify((active.json as { active: unknown }).active)]).toEqual([
      200,
      expect.stringMatching(/open_action|javascript/),
    ]);
  });

  it('[sec B47] empty: 400, [sec B43] other format: 415, [sec B48] over 20 MiB: 413, [sec B51] broken: 422', async () => {
    const before = await snapshot(t),
      files = (): string[] => readdirSync(t.blobsFolder, { recursive: true, encoding: 'utf8' });
    const stored = (() => {
      try {
        return files();
      } catch {
        return [];
      }
    })();
    const cases: [string, Answer, number, string?][] = [
      ['nothing', await check(new Uint8Array()), 400, 'empty'],
      ['page', await check('<!doctype html><script>alert(1)</script>'), 415, 'not_a_pdf'],
      [
        'picture with a page inside',
        await check(
          Buffer.concat([
            Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
            latin1('<html><script>alert(1)</script>'),
          ]),
        ),
        415,
        'not_a_pdf',
      ],
      ['called a picture', await check(withCatalog(CATALOG), 'image/png'), 415],
      ['called nothing', await check('%PDF-1.7', 'application/octet-stream'), 415],
      ['20 MiB and one', await check(new Uint8Array(20 * 1024 * 1024 + 1)), 413],
      [
        'encrypted',
        await check(makePdf([CATALOG, PAGES, PAGE, '<</Filter/Standard/V 2>>'], '/Encrypt 4 0 R')),
        422,
        'encrypted',
      ],
      ['torn', await check(withCatalog(CATALOG).subarray(0, 60)), 422, 'broken'],
      [
        'noise',
        await check(
          Buffer.concat([
            latin1('%PDF-1.7\n'),
            Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 251)),
          ]),
        ),
        422,
        'broken',
      ],
      ['packed', await check(gzipSync(withCatalog(CATALOG))), 415, 'not_a_pdf'],
    ];
    for (const [name, answer, status, file] of cases)
      expect([name, answer.status, file === undefined ? undefined : fields(answer)]).toEqual([
        name,
        status,
        file,
      ]);
    expect(await snapshot(t)).toEqual(before);
    expect(
      (() => {
        try {
          return files();
        } catch {
          return [];
        }
      })(),
    ).toEqual(stored);
  });

  it('[sec B52][sec B53] stops endless pages and decompression bombs while the server keeps responding', async () => {
    const bombs: [string, Buffer][] = [
      ['ten thousand pages', endlessPdf()],
      ['an object stream of 200 MiB', bombPdf()],
      [
        'a stream that declares 1 GiB',
        makePdf([
          '<</Type/Catalog/Pages 2 0 R/AF[5 0 R]>>',
          PAGES,
          PAGE,
          '<</Type/EmbeddedFile/Length 1073741824>>\nstream\nx\nendstream',
          '<</Type/Filespec/UF(evidence.json)/EF<</F 4 0 R>>>>',
        ]),
      ],
      ['pages that contain themselves', makePdf([CATALOG, '<</Type/Pages/Count 1/Kids[2 0 R]>>'])],
      [
        'brackets without end',
        Buffer.concat([
          latin1('%PDF-1.7\n1 0 obj\n'),
          Buffer.alloc(2_000_000, '['),
          latin1('\nendobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF'),
        ]),
      ],
    ];
    for (const [name, bytes] of bombs) {
      const started = performance.now();
      let late = 0;
      const watch = setInterval(() => {
        const at = performance.now();
        void t.call('/livez').then(() => {
          late = Math.max(late, performance.now() - at);
        });
      }, 50);
      const answer = await check(bytes);
      clearInterval(watch);
      expect([name, [200, 422].includes(answer.status)]).toEqual([name, true]);
      if (name.startsWith('ten') || name.startsWith('an object'))
        expect([name, answer.status]).toEqual([name, 422]);
      expect([name, performance.now() - started < 15_000, late < 2000]).toEqual([name, true, true]);
    }
  }, 60_000);

  it('logs and errors contain nothing of a file', async () => {
    await check(latin1('%PDF-1.7 Vogelsang Kanarius'));
    expect(t.lines.join('')).not.toMatch(/Vogelsang|Kanarius/);
  });
});
