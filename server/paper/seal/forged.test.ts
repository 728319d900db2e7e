// Tests of files forged from a sealed one without its key: none passes as the sealed file, and
// harmless changes are distinguished.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealTime } from '../../../shared/papers/verify.ts';
import {
  anatomy,
  appendUpdate,
  changed,
  content,
  plantSignatures,
  plantToken,
  sealValue,
} from './attack.fixture.ts';
import { createPracticeAuthority } from './authority.ts';
import type { PracticeAuthority } from './authority.ts';
import { PRACTICE, SIGNED_AT, sealSample, testRenderer } from './sample.fixture.ts';
import type { Sample } from './sample.fixture.ts';
import { upgradeToBT } from './seal-pdf.ts';
import { createLocalTsa } from './tsa.ts';
import type { LocalTsa } from './tsa.ts';
import { verifyPdf } from './verify-pdf.ts';
import type { Trust } from './judge-seal.ts';

const zeros = (length: number): string => '00'.repeat(length);
const OF_NO_PASSWORD = createHash('sha256').update(Buffer.alloc(8)).digest('hex');
/** Opens without a password, whatever its key. */
const ENCRYPT =
  `/Encrypt<</Filter/Standard/V 5/R 5/P 0/O<${zeros(48)}>/OE<${zeros(32)}>/UE<${zeros(32)}>` +
  `/U<${OF_NO_PASSWORD}${zeros(16)}>/CF<</A<</CFM/None>>>>/StmF/A/StrF/A>>`;
const IN_1999 = Date.UTC(1999, 0, 1);
const SEALED_AT = SIGNED_AT + 2_000;
let keys: PracticeAuthority,
  ours: LocalTsa,
  selfMade: LocalTsa,
  trust: Trust,
  sample: Sample,
  sealed: Uint8Array;

beforeAll(async () => {
  keys = await createPracticeAuthority(PRACTICE, SIGNED_AT - 86_400_000);
  ours = await createLocalTsa(() => SIGNED_AT + 3_000);
  selfMade = await createLocalTsa(() => IN_1999);
  trust = { authorities: [keys.authority.certificate], tsaRoots: [ours.root] };
  sample = await sealSample(testRenderer(), keys);
  sealed = sample.sealed.bytes;
});

async function read(bytes: Uint8Array, with_ = trust) {
  const found = await verifyPdf(bytes, with_);
  if (!found.isReadable) throw new Error(found.reason);
  return found;
}

describe('a time stamp in the unsigned part of a seal', () => {
  it('counts when its service is trusted and it matches', async () => {
    const found = await read(await upgradeToBT(sealed, ours.stamp));
    expect([found.verdict, found.seal?.level, sealTime(found)]).toEqual([
      'unchanged',
      'B-T',
      { at: SIGNED_AT + 3_000, isProven: true },
    ]);
  });

  it('from a self-made service changes neither the time nor the level', async () => {
    const forged = plantToken(sealed, await selfMade.stamp(sealValue(sealed)));
    const found = await read(forged);
    expect([found.seal?.level, sealTime(found)]).toEqual([
      'B-B',
      { at: SEALED_AT, isProven: false },
    ]);
    expect(found.timestamp).toMatchObject({ at: IN_1999, isIntact: true, isTrusted: false });
  });

  it('from a trusted service over other content changes neither', async () => {
    const forged = plantToken(sealed, await ours.stamp(new Uint8Array([1, 2, 3])));
    const found = await read(forged);
    expect([found.seal?.level, sealTime(found), found.timestamp?.isIntact]).toEqual([
      'B-B',
      { at: SEALED_AT, isProven: false },
      false,
    ]);
  });

  it('that is not a token, or one of two, makes the seal not ours', async () => {
    const noToken = await read(plantToken(sealed, Buffer.from('3003020101', 'hex')));
    expect([noToken.seal?.level, sealTime(noToken)?.at]).toEqual(['B-B', SEALED_AT]);
  });
});

describe('a page changed after the seal', () => {
  const page = (
    bytes: Uint8Array,
    over: Readonly<Record<string, string>>,
    more: Record<number, string> = {},
  ): Uint8Array => {
    const { pages, dictOf } = anatomy(bytes);
    return appendUpdate(bytes, { [pages[0] ?? 0]: changed(dictOf(pages[0] ?? 0), over), ...more });
  };
  const kinds: readonly (readonly [string, (bytes: Uint8Array) => Uint8Array])[] = [
    [
      'another stream in its place',
      (bytes) => {
        const { size } = anatomy(bytes);
        return page(bytes, { Contents: `${size} 0 R` }, { [size]: content('BT (Other) Tj ET') });
      },
    ],
    [
      'its own stream overwritten',
      (bytes) => {
        const { pdf, pages, dictOf, numberOf } = anatomy(bytes);
        const found = new Map(dictOf(pages[0] ?? 0)).get('Contents'),
          [first] = pdf.list(found) ?? [found];
        return appendUpdate(bytes, { [numberOf(first)]: content('BT (Other) Tj ET') });
      },
    ],
    [
      'pages swapped',
      (bytes) => {
        const { tree, pages, dictOf } = anatomy(bytes);
        return appendUpdate(bytes, {
          [tree]: changed(dictOf(tree), {
            Kids: `[${[...pages]
              .reverse()
              .map((one) => `${one} 0 R`)
              .join(' ')}]`,
          }),
        });
      },
    ],
    [
      'a page removed',
      (bytes) => {
        const { tree, pages, dictOf } = anatomy(bytes);
        return appendUpdate(bytes, {
          [tree]: changed(dictOf(tree), { Kids: `[${pages[0]} 0 R]`, Count: '1' }),
        });
      },
    ],
    [
      'a page added',
      (bytes) => {
        const { tree, pages, size, dictOf } = anatomy(bytes);
        return appendUpdate(bytes, {
          [tree]: changed(dictOf(tree), {
            Kids: `[${[...pages, size].map((one) => `${one} 0 R`).join(' ')}]`,
            Count: String(pages.length + 1),
          }),
          [size]: `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 9 9]>>`,
        });
      },
    ],
    [
      'a note laid over it',
      (bytes) => {
        const { pages, pdf, size, dictOf } = anatomy(bytes);
        const annots = pdf.list(new Map(dictOf(pages[0] ?? 0)).get('Annots')) ?? [];
        return page(
          bytes,
          {
            Annots: `[${annots.map((one) => `${(one as { number: number }).number} 0 R`).join(' ')} ${size} 0 R]`,
          },
          { [size]: '<</Type/Annot/Subtype/FreeText/Contents(x)/Rect[0 0 500 500]>>' },
        );
      },
    ],
    [
      'a field that is drawn over it',
      (bytes) => {
        const { catalog, dictOf, pdf, size } = anatomy(bytes);
        const fields = pdf.list(pdf.dict(pdf.catalog.get('AcroForm'))?.get('Fields')) ?? [],
          numbers = [...fields.map((one) => (one as { number: number }).number), size];
        return appendUpdate(bytes, {
          [catalog]: changed(dictOf(catalog), {
            AcroForm: `<</Fields[${numbers.map((one) => `${one} 0 R`).join(' ')}]/SigFlags 3>>`,
          }),
          [size]: '<</Type/Annot/Subtype/Widget/FT/Tx/T(x)/V(x)/Rect[0 0 500 500]>>',
        });
      },
    ],
    [
      'a new catalog with other pages',
      (bytes) => {
        const { catalog, size, dictOf } = anatomy(bytes);
        return appendUpdate(bytes, {
          [catalog]: changed(dictOf(catalog), { Pages: `${size} 0 R` }),
          [size]: `<</Type/Pages/Count 1/Kids[${size + 1} 0 R]>>`,
          [size + 1]: `<</Type/Page/Parent ${size} 0 R/MediaBox[0 0 9 9]>>`,
        });
      },
    ],
    [
      'another appearance of the seal',
      (bytes) => {
        const { pdf, numberOf, dictOf, size } = anatomy(bytes);
        const [field] = pdf.list(pdf.dict(pdf.catalog.get('AcroForm'))?.get('Fields')) ?? [];
        const number = numberOf(field);
        return appendUpdate(bytes, {
          [number]: changed(dictOf(number), { AP: `<</N ${size} 0 R>>` }),
          [size]: '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0>>\nstream\n\nendstream',
        });
      },
    ],
    [
      'an encryption that begins after it',
      (bytes) => {
        const update = Buffer.from(appendUpdate(bytes, {})).toString('latin1'),
          trailer = update.lastIndexOf('trailer\n<<') + 'trailer\n<<'.length;
        return new Uint8Array(
          Buffer.from(update.slice(0, trailer) + ENCRYPT + update.slice(trailer), 'latin1'),
        );
      },
    ],
    [
      'additional content after the end',
      (bytes) => new Uint8Array(Buffer.concat([bytes, Buffer.from('\n1 0 obj\n<<>>\nendobj\n')])),
    ],
  ];

  it.each(kinds)('[DocMDP] is "changed": %s', async (_name, forge) => {
    const found = await read(forge(sealed));
    expect([found.verdict, found.later?.kinds.includes('content')]).toEqual(['changed', true]);
  });
});

describe('allowed updates after a seal', () => {
  const stampField = '<</Type/Annot/Subtype/Widget/FT/Sig/T(DocTimeStamp)/Rect[0 0 0 0]/F 132/V ';
  const withStamp = (bytes: Uint8Array, rect: string): Uint8Array => {
    const { catalog, dictOf, pdf, pages, size } = anatomy(bytes);
    const list = (value: readonly unknown[] | undefined): string =>
      (value ?? []).map((one) => `${(one as { number: number }).number} 0 R`).join(' ');
    const fields = list(pdf.list(pdf.dict(pdf.catalog.get('AcroForm'))?.get('Fields'))),
      annots = list(pdf.list(new Map(dictOf(pages[0] ?? 0)).get('Annots')));
    return appendUpdate(bytes, {
      [catalog]: changed(dictOf(catalog), {
        AcroForm: `<</Fields[${fields} ${size} 0 R]/SigFlags 3>>`,
      }),
      [pages[0] ?? 0]: changed(dictOf(pages[0] ?? 0), { Annots: `[${annots} ${size} 0 R]` }),
      [size]: `${stampField.replace('[0 0 0 0]', rect)}${size + 1} 0 R/P ${pages[0]} 0 R>>`,
      [size + 1]:
        '<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161/ByteRange[0 1 2 3]/Contents<00>>>',
    });
  };
  const withData = (bytes: Uint8Array): Uint8Array => {
    const { catalog, dictOf, size } = anatomy(bytes);
    return appendUpdate(bytes, {
      [catalog]: changed(dictOf(catalog), { DSS: `${size} 0 R` }),
      [size]: `<</Certs[${size + 1} 0 R]>>`,
      [size + 1]: content('x'),
    });
  };

  it.each([
    [
      'blanks and line ends',
      (bytes: Uint8Array) => new Uint8Array(Buffer.concat([bytes, Buffer.from('\r\n \n\0')])),
      ['blank'],
    ],
    ['validation data', withData, ['validation_data']],
    [
      'a document time stamp',
      (bytes: Uint8Array) => withStamp(bytes, '[0 0 0 0]'),
      ['document_timestamp'],
    ],
    [
      'both',
      (bytes: Uint8Array) => withStamp(withData(bytes), '[0 0 0 0]'),
      ['validation_data', 'document_timestamp'],
    ],
  ])('are named and harmless: %s', async (_name, grow, kinds) => {
    const found = await read(grow(sealed));
    expect([found.verdict, found.later?.kinds]).toEqual(['extended', kinds]);
    // An appended time stamp proves no time.
    expect(sealTime(found)).toEqual({ at: SEALED_AT, isProven: false });
  });

  it('do not include a visible document time stamp', async () => {
    expect((await read(withStamp(sealed, '[0 0 500 500]'))).verdict).toBe('changed');
  });
});

describe('our seal, broken', () => {
  it('is recognised as ours and broken after another program saved the file again', async () => {
    const { PDF } = await import('@libpdf/core');
    const pdf = await PDF.load(sealed);
    pdf.setTitle('Saved anew');
    const found = await read(await pdf.save());
    expect([found.verdict, found.seal?.isOurs, found.seal?.isIntact, found.facts]).toEqual([
      'changed',
      true,
      false,
      null,
    ]);
  });

  it('is recognised as ours and broken when a byte of the signature was flipped', async () => {
    const at = Buffer.from(sealed).indexOf('/Contents <30') + 12;
    for (const offset of [4, 60, 400, 900]) {
      const flipped = sealed.slice();
      flipped[at + offset] = flipped[at + offset] === 0x31 ? 0x32 : 0x31;
      const found = await read(flipped);
      expect([offset, found.verdict, found.facts]).toEqual([offset, 'changed', null]);
    }
  });

  it('is recognised behind any number of signatures that come first in the form', async () => {
    const flipped = sealed.slice();
    const at = Buffer.from(sealed).indexOf('/Contents <30') + 412;
    flipped[at] = flipped[at] === 0x31 ? 0x32 : 0x31;
    for (const count of [9, 10, 25, 600])
      for (const bytes of [flipped, sealed]) {
        const found = await read(plantSignatures(bytes, count));
        expect([count, found.verdict, found.seal?.isOurs]).toEqual([count, 'changed', true]);
        expect([count, found.foreign.length + found.leftOut]).toEqual([count, count]);
      }
  });

  it('reports no content of a file whose seal is broken', async () => {
    const forged = Buffer.from(sealed);
    forged.write('9', forged.indexOf('/M (D:') + 8, 'latin1');
    const found = await read(new Uint8Array(forged));
    expect([found.verdict, found.facts, sealTime(found)]).toEqual(['changed', null, undefined]);
  });
});
