/** Files that qpdf opens without an error are read by the check page, whatever program wrote them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '../../server/paper/seal/verify-pdf.ts';
import { CATALOG, latin1, makePdf, PAGE, PAGES, streamOf } from '../support/hostile-pdf.ts';
import { run } from './programs.ts';

let folder = '';
const at = (name: string): string => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-ordinary-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tagged = makePdf([
  '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R/Lang(de)>>',
  PAGES,
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/StructParents 0>>',
  streamOf('', latin1('/P <</MCID 0>> BDC EMC')),
  '<</Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[0[6 0 R]]>>>>',
  '<</Type/StructElem/S/P/P 5 0 R/Pg 3 0 R/K 0>>',
]);
const plain = makePdf([CATALOG, PAGES, PAGE]);
const text = (file: Buffer): string => file.toString('latin1');
const before = (file: Buffer, word: string, added: string): Buffer =>
  latin1(text(file).replace(word, `${added}${word}`));

/** Written by qpdf from the tagged file. */
const BY_QPDF: readonly (readonly [string, readonly string[]])[] = [
  ['object streams', ['--object-streams=generate']],
  ['object streams that are not compressed', ['--object-streams=generate', '--compress-streams=n']],
  ['a linearised file', ['--linearize']],
  ['PDF 1.3', ['--force-version=1.3', '--object-streams=disable']],
  ['uncompressed with comments', ['--qdf']],
  ['names in content streams', ['--normalize-content=y']],
  ['new lines before endstream', ['--newline-before-endstream']],
];
/** Not quite as the standard says; qpdf and poppler repair or accept them. */
const BY_HAND: readonly (readonly [string, Buffer])[] = [
  ['blanks before the table', before(plain, 'xref\n0', '  \n')],
  ['blanks after the end', Buffer.concat([plain, latin1('\n\n   \n')])],
  ['return and line feed', latin1(text(plain).replaceAll('%%EOF\n', '%%EOF\r\n'))],
];

async function expectRead(bytes: Uint8Array): Promise<void> {
  const report = await verifyPdf(bytes, { authorities: [], tsaRoots: [] });
  expect(report).toMatchObject({ isReadable: true, verdict: 'unsigned', pages: 1 });
}

describe('the check page reads', () => {
  it.each(BY_QPDF)('%s', async (_name, flags) => {
    writeFileSync(at('in.pdf'), tagged);
    const made = await run('qpdf', [...flags, at('in.pdf'), at('out.pdf')]);
    expect(made.code, made.text).toBe(0);
    await expectRead(readFileSync(at('out.pdf')));
  });

  it.each(BY_HAND)('%s', async (_name, bytes) => {
    await expectRead(bytes);
  });
});
