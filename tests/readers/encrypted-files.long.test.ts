/**
 * PDFs that qpdf encrypts so that everyone may open them: the check page reads their text, names
 * and signatures as those of the plain file. A file with a password is refused.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anatomy, appendUpdate, changed, content } from '../../server/paper/seal/attack.fixture.ts';
import { shownText } from '../../server/paper/seal/active-content.ts';
import { foreignTrustOf } from '../../server/paper/seal/foreign/trust-list.ts';
import { isStream, isText } from '../../server/paper/seal/reader/pdf-objects.ts';
import { READ_LIMITS, openPdf } from '../../server/paper/seal/reader/pdf-reader.ts';
import { verifyPdf } from '../../server/paper/seal/verify-pdf.ts';
import { latin1, makePdf, PAGES, streamOf } from '../support/hostile-pdf.ts';
import { run } from './programs.ts';

let folder = '';
const at = (name: string): string => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-encrypted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = 'BT (Brief an die Praxis) Tj ET';
const plain = makePdf([
  '<</Type/Catalog/Pages 2 0 R/Lang(de-DE)/Metadata 5 0 R/AF[6 0 R]/AcroForm<</Fields[]>>' +
    '/Names<</JavaScript<</Names[(a)8 0 R]>>>>>>',
  PAGES,
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
  streamOf('', latin1(TEXT)),
  streamOf('/Type/Metadata/Subtype/XML', latin1('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')),
  '<</Type/Filespec/F(rechnung.exe)/EF<</F 7 0 R>>>>',
  streamOf('/Type/EmbeddedFile', latin1('MZ')),
  '<</S/JavaScript/JS(app.alert\\(1\\))>>',
]);

async function qpdf(input: Buffer, ...flags: readonly string[]): Promise<Buffer> {
  writeFileSync(at('in.pdf'), input);
  const made = await run('qpdf', ['--allow-weak-crypto', ...flags, at('in.pdf'), at('out.pdf')]);
  expect(made.code, made.text).toBe(0);
  return readFileSync(at('out.pdf'));
}
const encrypt = (input: Buffer, ...how: readonly string[]): Promise<Buffer> =>
  qpdf(input, '--encrypt', '', 'owner', ...how, '--');
const nobody = { authorities: [], tsaRoots: [] };

/** Standard security handler, by version and revision. */
const KINDS: readonly (readonly [string, readonly string[]])[] = [
  ['RC4, 40 bits (R2)', ['40']],
  ['RC4, 128 bits (R3)', ['128', '--use-aes=n']],
  ['RC4, 128 bits by a crypt filter (R4)', ['128', '--use-aes=n', '--force-V4']],
  ['AES, 128 bits (R4)', ['128', '--use-aes=y']],
  ['AES, 128 bits, its metadata in clear', ['128', '--use-aes=y', '--cleartext-metadata']],
  ['AES, 256 bits (R5)', ['256', '--force-R5']],
  ['AES, 256 bits (R6)', ['256']],
  ['AES, 256 bits, its metadata in clear', ['256', '--cleartext-metadata']],
  ['AES, 256 bits, nothing allowed', ['256', '--print=none', '--modify=none', '--extract=n']],
];

/** The text of its page, its language and its metadata. */
function contentsOf(bytes: Uint8Array) {
  const pdf = openPdf(bytes);
  const [page] = pdf.list(pdf.dict(pdf.catalog.get('Pages'))?.get('Kids')) ?? [];
  const textOf = (value: Parameters<typeof pdf.resolve>[0]): string => {
    const found = pdf.resolve(value);
    return isStream(found) ? Buffer.from(pdf.data(found) ?? '').toString('latin1') : '';
  };
  const language = pdf.resolve(pdf.catalog.get('Lang'));
  return {
    page: textOf(pdf.dict(page)?.get('Contents')),
    metadata: textOf(pdf.catalog.get('Metadata')),
    language: !isStream(language) && isText(language) ? shownText(language) : '',
  };
}

describe.each(KINDS)('encrypted with %s', (_name, how) => {
  it.each([
    ['as objects', []],
    ['in object streams', ['--object-streams=generate']],
  ])('is read %s, with the active content it has', async (_form, flags) => {
    const bytes = await qpdf(plain, ...flags, '--encrypt', '', 'owner', ...how, '--');
    expect((await run('qpdf', ['--is-encrypted', at('out.pdf')])).code).toBe(0);
    expect(contentsOf(bytes)).toEqual(contentsOf(plain));
    const report = await verifyPdf(bytes, nobody, READ_LIMITS, true);
    expect(report).toMatchObject({ isReadable: true, verdict: 'unsigned', pages: 1 });
    expect(
      report.isReadable && report.active.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    ).toEqual([
      { kind: 'embedded_file', detail: 'rechnung.exe' },
      { kind: 'javascript', detail: '' },
    ]);
  });
});

it('a file that its owner locked with no password of its own opens as well', async () => {
  const bytes = await qpdf(plain, '--encrypt', 'user', '', '256', '--allow-insecure', '--');
  expect(contentsOf(bytes)).toEqual(contentsOf(plain));
});

it.each([['40'], ['128'], ['256']])(
  'with a password, %s bits: refused as encrypted',
  async (bits) => {
    const bytes = await qpdf(plain, '--encrypt', 'user', 'owner', bits, '--');
    expect(await verifyPdf(bytes, nobody)).toMatchObject({
      isReadable: false,
      reason: 'encrypted',
    });
  },
);

describe('a signature in an encrypted file', () => {
  const ROOM = 6_000;
  async function openssl(...args: string[]): Promise<void> {
    const { code, text } = await run('openssl', args);
    if (code !== 0) throw new Error(text);
  }

  beforeAll(async () => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const files = ['-keyout', at('own.key'), '-out', at('own.pem')];
    await openssl('req', '-x509', ...key, '-days', '30', '-subj', '/CN=Labor', ...files);
  });

  /** Signs an encrypted file: its value stands in clear, as the standard says. */
  async function signed(base: Uint8Array): Promise<Buffer> {
    const { size, catalog, dictOf } = anatomy(base);
    const bytes = Buffer.from(
      appendUpdate(base, {
        [catalog]: changed(dictOf(catalog), { AcroForm: `<</Fields[${size} 0 R]/SigFlags 3>>` }),
        [size]: `<</FT/Sig/V ${size + 1} 0 R/Rect[0 0 0 0]>>`,
        [size + 1]:
          '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached' +
          `/ByteRange[0 0000000000 0000000000 0000000000]/Contents<${'0'.repeat(ROOM * 2)}>>>`,
      }),
    );
    const from = bytes.indexOf('/Contents<0', base.length) + '/Contents'.length,
      to = from + ROOM * 2 + 2;
    const range = [from, to, bytes.length - to].map((one) => String(one).padStart(10, '0'));
    bytes.write(range.join(' '), bytes.indexOf('/ByteRange[0 ') + 13, 'latin1');
    writeFileSync(at('content'), Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]));
    const files = ['-in', at('content'), '-out', at('cms.der'), '-outform', 'DER'];
    const signer = ['-signer', at('own.pem'), '-inkey', at('own.key')];
    await openssl('cms', '-sign', '-binary', '-cades', '-md', 'sha256', ...files, ...signer);
    bytes.write(readFileSync(at('cms.der')).toString('hex'), from + 1, 'latin1');
    return bytes;
  }

  it.each(KINDS)('%s: intact as pdfsig says, and changed by an update', async (_name, how) => {
    const bytes = await signed(await encrypt(plain, ...how));
    writeFileSync(at('signed.pdf'), bytes);
    expect((await run('pdfsig', ['-nocert', at('signed.pdf')])).text).toContain(
      'Signature Validation: Signature is Valid.',
    );
    const root = new Uint8Array(new X509Certificate(readFileSync(at('own.pem'))).raw);
    const trust = { ...nobody, anchors: foreignTrustOf([root], []).anchors };
    const judged = async (file: Uint8Array) => {
      const found = await verifyPdf(file, trust);
      return found.isReadable ? found.foreign[0] : found.reason;
    };
    expect(await judged(bytes)).toMatchObject({
      state: 'intact',
      after: 'nothing',
      signer: { name: 'Labor' },
    });
    const { pages, dictOf, size } = anatomy(bytes);
    const page = pages[0] ?? 0;
    const other = appendUpdate(bytes, {
      [page]: changed(dictOf(page), { Contents: `${size} 0 R` }),
      [size]: content('BT (Rechnung) Tj ET'),
    });
    expect(await judged(other)).toMatchObject({ state: 'intact', after: 'changed' });
  });
});
