// Tests of the check page with malicious files: every one gets an answer with a reason, in bounded
// time and memory.
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lockedPdf, strongPdf, weakPdf } from '../../../tests/support/encrypted-pdf.ts';
import { shownText } from './active-content.ts';
import { createBudget, createParser } from './reader/pdf-objects.ts';
import { verifyPdf } from './verify-pdf.ts';

const nobody = { authorities: [], tsaRoots: [] };
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** A small PDF from numbered objects (1 is the catalog) with a correct cross-reference table. */
function makePdf(objects: readonly (string | Uint8Array)[], trailer = ''): Uint8Array {
  const parts: Uint8Array[] = [latin1('%PDF-1.7\n')];
  let length = parts[0]!.length;
  const rows = objects.map((object, i) => {
    const offset = length;
    const bytes = Buffer.concat([
      latin1(`${i + 1} 0 obj\n`),
      typeof object === 'string' ? latin1(object) : object,
      latin1('\nendobj\n'),
    ]);
    parts.push(bytes);
    length += bytes.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  parts.push(
    latin1(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const PAGES = '<</Type/Pages/Count 1/Kids[3 0 R]>>';
const PAGE = '<</Type/Page/Parent 2 0 R>>';
const small = (catalog = CATALOG, ...more: (string | Uint8Array)[]): Uint8Array =>
  makePdf([catalog, PAGES, PAGE, ...more]);

async function answer(bytes: Uint8Array): Promise<string> {
  // CPU time, since other programs may keep the machine busy.
  const started = process.cpuUsage(),
    found = await verifyPdf(bytes, nobody),
    { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(5_000);
  return found.isReadable ? found.verdict : found.reason;
}

function stream(dict: string, data: Uint8Array): Uint8Array {
  return Buffer.concat([latin1(`<<${dict}>>\nstream\n`), data, latin1('\nendstream')]);
}

describe('verifyPdf against hostile files', () => {
  it('reads an ordinary file', async () => {
    expect(await verifyPdf(small(), nobody)).toMatchObject({
      isReadable: true,
      verdict: 'unsigned',
      pages: 1,
      active: [],
    });
  });

  it('[sec B47] answers an empty file, [sec B43] another format, and noise', async () => {
    expect(await answer(new Uint8Array())).toBe('empty');
    expect(await answer(latin1('<html><script>alert(1)</script>'))).toBe('not_a_pdf');
    expect(await answer(Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 251))).toBe(
      'not_a_pdf',
    );
    expect(
      await answer(
        Buffer.concat([
          latin1('%PDF-1.7\n'),
          Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 251),
        ]),
      ),
    ).toBe('broken');
  });

  it('[sec B51] reads encrypted files that open without a password, and no others', async () => {
    expect([await answer(weakPdf), await answer(strongPdf)]).toEqual(['unsigned', 'unsigned']);
    expect(await answer(lockedPdf)).toBe('encrypted');
    // Any word of the encryption may be wrong.
    for (const file of [weakPdf, strongPdf])
      for (const [from, to] of [
        ['/Filter /Standard', '/Filter /Wrong   '],
        ['/V ', '/V -'],
        ['/R ', '/R 9'],
        ['/P -', '/P +'],
        ['/O <', '/O ('],
        ['/U <', '/X <'],
        ['/Encrypt', '/Encrypt 1 0 R/X'],
        ['/ID [', '/ID ['.repeat(3)],
        ['/StdCF', '/Other'],
        ['/AESV3', '/AESV2'],
      ] as const)
        expect(['encrypted', 'broken', 'unsigned'], from).toContain(
          await answer(latin1(file.toString('latin1').replace(from, to))),
        );
  });

  it('[sec B51] answers encrypted and broken files', async () => {
    expect(
      await answer(makePdf([CATALOG, PAGES, PAGE, '<</Filter/Standard>>'], '/Encrypt 4 0 R')),
    ).toBe('encrypted');
    const text = Buffer.from(small()).toString('latin1');
    for (const [from, to] of [
      ['startxref\n', 'startxref\n9'],
      ['%%EOF', ''],
      ['/Root 1 0 R', '/Root 9 0 R'],
      ['/Root 1 0 R', '/Root 1 0 R/Prev 9999999'],
      ['xref\n0 4', 'xref\n0 99999999'],
      ['00000 n', '0000x z'],
      ['1 0 obj', '7 0 obj'],
      ['/Kids[3 0 R]', '/Kids[2 0 R]'],
    ] as const) {
      expect(['broken', 'unsigned', 'too_large'], from).toContain(
        await answer(latin1(text.replace(from, to))),
      );
    }
    expect(await answer(latin1(text.replace('/Kids[3 0 R]', '/Kids[2 0 R]')))).toBe('broken');
    const at = text.lastIndexOf('xref\n0');
    expect(await answer(latin1(text.replace('/Root 1 0 R', `/Root 1 0 R/Prev ${at}`)))).toBe(
      'broken',
    );
  });

  it('[sec B52] stops at 10 000 pages and at a stream that declares 1 GiB', async () => {
    const many = makePdf([
      CATALOG,
      `<</Type/Pages/Count 10000/Kids[${Array.from({ length: 10_000 }, (_, i) => `${i + 3} 0 R`).join(' ')}]>>`,
      ...Array.from({ length: 10_000 }, () => PAGE),
    ]);
    expect(await answer(many)).toBe('too_many_pages');
    const nested = makePdf([
      CATALOG,
      ...Array.from({ length: 5_000 }, (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R ${i + 3} 0 R]>>`),
      PAGE,
    ]);
    expect(await answer(nested)).toBe('too_many_pages');
    const huge = small(
      '<</Type/Catalog/Pages 2 0 R/AF[4 0 R]>>',
      '<</Type/Filespec/UF(evidence.json)/EF<</F 5 0 R>>>>',
      stream('/Length 1073741824', latin1('x')),
    );
    expect(await answer(huge)).toBe('unsigned');
  });

  it('[sec B53] never inflates a bomb', async () => {
    const bomb = deflateSync(new Uint8Array(200 * 1024 * 1024), { level: 9 });
    const packed = stream(
      `/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bomb.length}`,
      bomb,
    );
    const rows = Buffer.alloc(4 * 5);
    const head = latin1('%PDF-1.7\n');
    const object = Buffer.concat([latin1('2 0 obj\n'), packed, latin1('\nendobj\n')]);
    // Object 1, the catalog, is inside the bomb.
    rows.set([2, 0, 0, 2, 0], 5);
    rows.set([1, 0, 0, head.length, 0], 10);
    const xref = head.length + object.length;
    const table = stream(`/Type/XRef/Size 3/W[1 3 1]/Root 1 0 R/Length ${rows.length}`, rows);
    const before = process.memoryUsage().arrayBuffers;
    expect(
      await answer(
        new Uint8Array(
          Buffer.concat([
            head,
            object,
            latin1('3 0 obj\n'),
            table,
            latin1(`\nendobj\nstartxref\n${xref}\n%%EOF\n`),
          ]),
        ),
      ),
    ).toBe('too_large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('aborts deep nesting, endless lists and reference loops', async () => {
    expect(await answer(small(`<</Type/Catalog/Pages 2 0 R/X ${'['.repeat(100_000)}>>`))).toBe(
      'broken',
    );
    expect(await answer(small(`<</Type/Catalog/Pages 2 0 R/X[${'1 '.repeat(5_000_000)}]>>`))).toBe(
      'too_large',
    );
    expect(await answer(small('<</Type/Catalog/Pages 4 0 R>>', '5 0 R', '4 0 R'))).toMatch(
      /broken|unsigned/,
    );
    expect(await answer(small(`<</Type/Catalog/Pages 2 0 R/X(${'('.repeat(100_000)}>>`))).toBe(
      'broken',
    );
  });

  it('[sec B50] names active content and foreign attachments', async () => {
    const found = await verifyPdf(
      small(
        '<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R/AcroForm<</XFA(x)>>/AA<</WC 5 0 R>>>>',
        '<</S/JavaScript/JS(app.alert\\(1\\))>>',
        '<</S/Launch/F(calc.exe)>>',
        '<</Type/Filespec/UF(\u00fe\u00ff\u0000b\u0000\u00f6\u0000s\u0000e\u0020\u002e\u0000.\u0000e\u0000x\u0000e)/EF<</F 7 0 R>>>>',
        '<</Type/Filespec/F(data.json)/EF<</F 7 0 R>>>>',
      ),
      nobody,
    );
    expect(found).toMatchObject({ isReadable: true, verdict: 'unsigned' });
    const kinds = found.isReadable
      ? found.active.map((one) => `${one.kind} ${one.detail}`.trim()).sort()
      : [];
    expect(kinds).toEqual([
      'additional_action',
      'embedded_file böse.exe',
      'javascript',
      'launch',
      'open_action',
      'xfa',
    ]);
  });

  it('shows foreign names without deceptive characters', () => {
    const parser = createParser(
      latin1('(a\u0000b\u0007\\\r\nc\\101\\n)'),
      0,
      createBudget({ steps: 1_000, inflateBytes: 0, ms: 1_000, now: Date.now }),
    );
    const value = parser.value();
    expect(shownText(value as Parameters<typeof shownText>[0])).toBe('abcA');
  });

  it('rejects a signature whose gap is larger than its value', async () => {
    const field = '<</FT/Sig/V 5 0 R>>';
    const hole =
      '<</Type/Sig/SubFilter/ETSI.CAdES.detached/ByteRange[0 10 400 20]/Contents<3000>>>';
    expect(
      await answer(small('<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>', field, hole)),
    ).toBe('foreign_seal');
  });
});
