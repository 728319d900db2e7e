/** Small hand-made PDFs, valid and malicious ones. */
import { deflateSync } from 'node:zlib';

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
export const CATALOG = '<</Type/Catalog/Pages 2 0 R>>',
  PAGES = '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  PAGE = '<</Type/Page/Parent 2 0 R>>';

/** Returns a small PDF of numbered objects with a valid cross-reference table. */
export function makePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [latin1('%PDF-1.7\n')],
    rows: string[] = [];
  let length = 9;
  for (const [i, object] of objects.entries()) {
    rows.push(`${String(length).padStart(10, '0')} 00000 n \n`);
    const bytes = Buffer.concat([
      latin1(`${i + 1} 0 obj\n`),
      typeof object === 'string' ? latin1(object) : object,
      latin1('\nendobj\n'),
    ]);
    parts.push(bytes);
    length += bytes.length;
  }
  return Buffer.concat([
    ...parts,
    latin1(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  ]);
}
/** Returns a PDF of one page under a custom catalog. */
export const withCatalog = (catalog: string, ...more: (string | Buffer)[]): Buffer =>
  makePdf([catalog, PAGES, PAGE, ...more]);
export const streamOf = (dict: string, data: Buffer): Buffer =>
  Buffer.concat([
    latin1(`<<${dict}/Length ${data.length}>>\nstream\n`),
    data,
    latin1('\nendstream'),
  ]);

/** Returns a file whose catalog is in an object stream that decompresses to 200 MiB. */
export function bombPdf(): Buffer {
  const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024)),
    head = latin1('%PDF-1.7\n');
  const object = Buffer.concat([
    latin1('2 0 obj\n'),
    streamOf('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', bomb),
    latin1('\nendobj\n'),
  ]);
  const rows = Buffer.alloc(20);
  rows.set([2, 0, 0, 2, 0], 5);
  rows.set([1, 0, 0, head.length, 0], 10);
  return Buffer.concat([
    head,
    object,
    latin1('3 0 obj\n'),
    streamOf('/Type/XRef/Size 3/W[1 3 1]/Root 1 0 R', rows),
    latin1(`\nendobj\nstartxref\n${head.length + object.length}\n%%EOF\n`),
  ]);
}
/** Returns a PDF with ten thousand references to the same page. */
export const endlessPdf = (): Buffer =>
  makePdf([
    CATALOG,
    `<</Type/Pages/Count 10000/Kids[${Array.from({ length: 10_000 }, (_, i) => `${i + 3} 0 R`).join(' ')}]>>`,
    ...Array.from({ length: 10_000 }, () => PAGE),
  ]);
