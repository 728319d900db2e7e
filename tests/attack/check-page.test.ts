/** Files made to hurt, dropped on the check page over the wire (B43, B47, B48, B51–B53): an answer with a reason, nothing stored, server alive. */
import { readdirSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Answer, type TestApp } from '../support/in-process.ts';
import { addPraxis, type Praxis } from '../support/praxis.ts';
import { snapshot } from '../support/snapshot.ts';

let t: TestApp, p: Praxis;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPraxis(t, 'nord');
  await t.deps.keys(p.cid);
});
afterAll(() => t.drop());
const check = (body: Uint8Array | string, type = 'application/pdf'): Promise<Answer> => p.call('/documents/check', { as: p.users.staff, method: 'POST', body, type });
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A small PDF of numbered objects with a right cross-reference table. */
function makePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [latin1('%PDF-1.7\n')], rows: string[] = [];
  let length = 9;
  for (const [i, object] of objects.entries()) {
    rows.push(`${String(length).padStart(10, '0')} 00000 n \n`);
    const bytes = Buffer.concat([latin1(`${i + 1} 0 obj\n`), typeof object === 'string' ? latin1(object) : object, latin1('\nendobj\n')]);
    parts.push(bytes);
    length += bytes.length;
  }
  return Buffer.concat([...parts, latin1(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`)]);
}
/** A file whose catalog lies in an object stream that unpacks to 200 MiB. */
function bombPdf(): Buffer {
  const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024)), head = latin1('%PDF-1.7\n');
  const stream = (dict: string, data: Buffer): Buffer => Buffer.concat([latin1(`<<${dict}/Length ${data.length}>>\nstream\n`), data, latin1('\nendstream')]);
  const object = Buffer.concat([latin1('2 0 obj\n'), stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', bomb), latin1('\nendobj\n')]);
  const rows = Buffer.alloc(20);
  rows.set([2, 0, 0, 2, 0], 5);
  rows.set([1, 0, 0, head.length, 0], 10);
  return Buffer.concat([head, object, latin1('3 0 obj\n'), stream('/Type/XRef/Size 3/W[1 3 1]/Root 1 0 R', rows), latin1(`\nendobj\nstartxref\n${head.length + object.length}\n%%EOF\n`)]);
}
const PAGES = '<</Type/Pages/Count 1/Kids[3 0 R]>>', PAGE = '<</Type/Page/Parent 2 0 R>>';
const withCatalog = (catalog: string, ...more: (string | Buffer)[]): Buffer => makePdf([catalog, PAGES, PAGE, ...more]);
const fields = (a: Answer): string | undefined => (a.json as { error?: { fields?: { file?: string } } }).error?.fields?.file;

describe('the check page', () => {
  it('answers for an ordinary file, and names what is active in it', async () => {
    const plain = await check(withCatalog('<</Type/Catalog/Pages 2 0 R>>'));
    expect([plain.status, plain.json]).toMatchObject([200, { verdict: 'unsigned', pages: 1, active: [], isStored: false }]);
    const active = await check(withCatalog('<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>'));
    expect([active.status, JSON.stringify((active.json as { active: unknown }).active)]).toEqual([200, expect.stringMatching(/open_action|javascript/)]);
  });

  it('[sec B47] nothing is 400, [sec B43] another format is 415, [sec B48] more than 20 MiB is 413, [sec B51] what is encrypted or broken is 422', async () => {
    const before = await snapshot(t), files = (): string[] => readdirSync(t.blobsFolder, { recursive: true, encoding: 'utf8' });
    const stored = (() => { try { return files(); } catch { return []; } })();
    const cases: [string, Answer, number, string?][] = [
      ['nothing', await check(new Uint8Array()), 400, 'empty'],
      ['page', await check('<!doctype html><script>alert(1)</script>'), 415, 'not_a_pdf'],
      ['picture with a page inside', await check(Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), latin1('<html><script>alert(1)</script>')])), 415, 'not_a_pdf'],
      ['called a picture', await check(withCatalog('<</Type/Catalog/Pages 2 0 R>>'), 'image/png'), 415],
      ['called nothing', await check('%PDF-1.7', 'application/octet-stream'), 415],
      ['20 MiB and one', await check(new Uint8Array(20 * 1024 * 1024 + 1)), 413],
      ['encrypted', await check(makePdf(['<</Type/Catalog/Pages 2 0 R>>', PAGES, PAGE, '<</Filter/Standard/V 2>>'], '/Encrypt 4 0 R')), 422, 'encrypted'],
      ['torn', await check(withCatalog('<</Type/Catalog/Pages 2 0 R>>').subarray(0, 60)), 422, 'broken'],
      ['noise', await check(Buffer.concat([latin1('%PDF-1.7\n'), Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 251))])), 422, 'broken'],
      ['packed', await check(gzipSync(withCatalog('<</Type/Catalog/Pages 2 0 R>>'))), 415, 'not_a_pdf'],
    ];
    for (const [name, answer, status, file] of cases) expect([name, answer.status, file === undefined ? undefined : fields(answer)]).toEqual([name, status, file]);
    expect(await snapshot(t)).toEqual(before);
    expect((() => { try { return files(); } catch { return []; } })()).toEqual(stored);
  });

  it('[sec B52][sec B53] endless pages and unpacked bombs are stopped in time, while the server goes on answering', async () => {
    const bombs: [string, Buffer][] = [
      ['ten thousand pages', makePdf(['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Count 10000/Kids[${Array.from({ length: 10_000 }, (_, i) => `${i + 3} 0 R`).join(' ')}]>>`, ...Array.from({ length: 10_000 }, () => PAGE)])],
      ['an object stream of 200 MiB', bombPdf()],
      ['a stream that says 1 GiB', makePdf(['<</Type/Catalog/Pages 2 0 R/AF[5 0 R]>>', PAGES, PAGE, '<</Type/EmbeddedFile/Length 1073741824>>\nstream\nx\nendstream', '<</Type/Filespec/UF(evidence.json)/EF<</F 4 0 R>>>>'])],
      ['pages that contain themselves', makePdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[2 0 R]>>'])],
      ['brackets without end', Buffer.concat([latin1('%PDF-1.7\n1 0 obj\n'), Buffer.alloc(2_000_000, '['), latin1('\nendobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF')])],
    ];
    for (const [name, bytes] of bombs) {
      const started = performance.now();
      let late = 0;
      const watch = setInterval(() => { const at = performance.now(); void t.call('/livez').then(() => { late = Math.max(late, performance.now() - at); }); }, 50);
      const answer = await check(bytes);
      clearInterval(watch);
      expect([name, [200, 422].includes(answer.status)]).toEqual([name, true]);
      if (name.startsWith('ten') || name.startsWith('an object')) expect([name, answer.status]).toEqual([name, 422]);
      expect([name, performance.now() - started < 15_000, late < 2000]).toEqual([name, true, true]);
    }
  }, 60_000);

  it('says nothing of a file in log or error', async () => {
    await check(latin1('%PDF-1.7 Vogelsang Kanarius'));
    expect(t.lines.join('')).not.toMatch(/Vogelsang|Kanarius/);
  });
});
