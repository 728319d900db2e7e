// Reading scans: codes at every resolution and rotation, every supported coding of scanners' PDFs,
// plain errors for the others, and no file that stops it.
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { codeText } from '../../platform/keys/paper-code.ts';
import { scannedPdf, sheet, type PdfImage } from '../../../tests/support/stories/sheet.ts';
import { readScan } from './read-scan.ts';
import { grey, bits, filtered, faxOf } from './pictures.testing.ts';

const CODE = codeText(
  { taskId: '0190a1b2-0000-7000-8000-000000000001', page: 1, of: 2 },
  '0123456789ABCDEF',
);
const codesOf = async (bytes: Uint8Array): Promise<(string | null)[]> => {
  const read = await readScan(bytes);
  if ('refused' in read) throw new Error(read.refused);
  return read.pages.map((one) => one.code);
};

describe('a page of a scanner or a phone', () => {
  it.each([
    [150, 90],
    [200, 180],
    [300, 270],
    [200, -7],
  ])('at %i dpi, rotated by %i degrees, is identified and set upright', async (dpi, turn) => {
    const read = await readScan(await sheet({ code: CODE, dpi, turn }));
    expect(read).toMatchObject({ pages: [{ code: CODE }], empty: 0 });
    if ('refused' in read) throw new Error(read.refused);
    const [page] = read.pages;
    expect(page!.height).toBeGreaterThan(page!.width);
    // Upright: the code is in the upper right corner, where nothing else is dark.
    const { data, info } = await sharp(page!.jpeg)
      .greyscale()
      .resize(210, 297, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const dark = (x: number, y: number): number => {
      let n = 0;
      for (let i = 0; i < 21; i++)
        for (let j = 0; j < 21; j++) if (data[(y + j) * info.width + x + i]! < 110) n++;
      return n;
    };
    if (turn % 90 === 0)
      expect([dark(167, 9) > 60, dark(10, 9), dark(10, 260), dark(167, 260)]).toEqual([
        true,
        0,
        0,
        0,
      ]);
  });
  it('is read in a shadow, in each format, and next to codes of others', async () => {
    expect(await codesOf(await sheet({ code: CODE, dpi: 200, isShaded: true }))).toEqual([CODE]);
    for (const format of ['png', 'webp', 'tiff'] as const)
      expect(await codesOf(await sheet({ code: CODE, format, dpi: 110 })), format).toEqual([CODE]);
    expect(
      await codesOf(await sheet({ code: 'https://example.org/parcel', isA6: true, dpi: 90 })),
    ).toEqual([null]);
  });
  it('is stored without hidden data and no larger than needed', async () => {
    const jpeg = await sharp(await sheet({ code: CODE, dpi: 300 }))
        .withExif({ IFD0: { Copyright: 'GEHEIM' }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
        .jpeg()
        .toBuffer(),
      read = await readScan(jpeg);
    if ('refused' in read) throw new Error(read.refused);
    expect([
      jpeg.includes('GEHEIM'),
      Buffer.from(read.pages[0]!.jpeg).includes('GEHEIM'),
      Math.max(read.pages[0]!.width, read.pages[0]!.height),
    ]).toEqual([true, false, 2480]);
  });
  it('is left out if it is an empty back, and kept if it has a few faint words', async () => {
    const white = await sharp({
        create: { width: 1240, height: 1754, channels: 3, background: '#f6f6f4' },
      })
        .jpeg()
        .toBuffer(),
      faint = await sheet({ words: 'ok', dpi: 60 });
    expect(await readScan(white)).toEqual({ refused: 'empty' });
    expect(await codesOf(faint)).toEqual([null]);
  });
});

describe("a scanner's PDF", () => {
  const made = new Map<number, Promise<Buffer>>();
  /** Created once for each resolution: only the coding differs. */
  const page = ({ dpi = 110 } = {}): Promise<Buffer> =>
    made.get(dpi) ?? made.set(dpi, sheet({ code: CODE, dpi })).get(dpi)!;
  const jpegOf = async (bytes: Buffer): Promise<PdfImage> => {
    const { width, height } = await sharp(bytes).metadata();
    return {
      bytes,
      width,
      height,
      dict: '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
    };
  };

  it('of JPEG pictures is read page by page, each with its page rotation', async () => {
    const other = codeText(
      { taskId: '0190a1b2-0000-7000-8000-000000000001', page: 2, of: 2 },
      '0123456789ABCDEF',
    );
    expect(
      await codesOf(
        scannedPdf([
          await jpegOf(await page()),
          { ...(await jpegOf(await sheet({ code: other, turn: 90 }))), page: '/Rotate 270' },
        ]),
      ),
    ).toEqual([CODE, other]);
  });
  it.each([
    [
      'grey, deflated',
      async () => {
        const { pixels, width, height } = await grey(await page());
        return {
          bytes: deflateSync(pixels),
          width,
          height,
          dict: '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
        };
      },
    ],
    [
      'grey with filters of PNG',
      async () => {
        const { pixels, width, height } = await grey(await page());
        return {
          bytes: deflateSync(filtered(pixels, width)),
          width,
          height,
          dict: `/ColorSpace [/ICCBased << /N 1 >>] /BitsPerComponent 8 /Filter [/FlateDecode] /DecodeParms [<< /Predictor 15 /Colors 1 /BitsPerComponent 8 /Columns ${width} >>]`,
        };
      },
    ],
    [
      'uncompressed colour',
      async () => {
        const { data, info } = await sharp(await page())
          .raw()
          .toBuffer({ resolveWithObject: true });
        return {
          bytes: data,
          width: info.width,
          height: info.height,
          dict: '/ColorSpace /DeviceRGB /BitsPerComponent 8',
        };
      },
    ],
    [
      'black and white',
      async () => {
        const all = await grey(await page());
        return {
          bytes: deflateSync(bits(all)),
          width: all.width,
          height: all.height,
          dict: '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
        };
      },
    ],
    [
      'black and white the other way round',
      async () => {
        const all = await grey(await page());
        return {
          bytes: deflateSync(bits(all, true)),
          width: all.width,
          height: all.height,
          dict: '/ColorSpace /DeviceGray /Decode [1 0] /BitsPerComponent 1 /Filter /FlateDecode',
        };
      },
    ],
    [
      'a palette',
      async () => {
        const all = await grey(await page());
        return {
          bytes: deflateSync(bits(all)),
          width: all.width,
          height: all.height,
          dict: '/ColorSpace [/Indexed /DeviceRGB 1 <000000FFFFFF>] /BitsPerComponent 1 /Filter /FlateDecode',
        };
      },
    ],
    [
      'a stencil',
      async () => {
        const all = await grey(await page());
        return {
          bytes: deflateSync(bits(all)),
          width: all.width,
          height: all.height,
          dict: '/ImageMask true /BitsPerComponent 1 /Filter /FlateDecode',
        };
      },
    ],
    [
      'fax group 4',
      async () => {
        const fax = await faxOf(await page({ dpi: 200 }), false);
        return {
          ...fax,
          dict: `/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${fax.width} /Rows ${fax.height} >>`,
        };
      },
    ],
    [
      'fax group 4 with black as one',
      async () => {
        const fax = await faxOf(await page({ dpi: 200 }), true);
        return {
          ...fax,
          dict: `/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /BlackIs1 true /Columns ${fax.width} /Rows ${fax.height} >>`,
        };
      },
    ],
    [
      'deflated JPEG',
      async () => {
        const jpeg = await jpegOf(await page());
        return {
          ...jpeg,
          bytes: deflateSync(jpeg.bytes),
          dict: '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/FlateDecode /DCTDecode]',
        };
      },
    ],
  ] as const)('of %s is read as dark on light', async (_what, make) => {
    const read = await readScan(scannedPdf([await make()]));
    expect(read).toMatchObject({ pages: [{ code: CODE }] });
    if (!('refused' in read))
      expect(
        (await sharp(read.pages[0]!.jpeg).greyscale().stats()).channels[0]!.mean,
      ).toBeGreaterThan(200);
  });
  it.each([
    [
      'a coding that is not read',
      'coding',
      async () =>
        scannedPdf([
          {
            ...(await jpegOf(await page())),
            dict: '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /LZWDecode',
          },
        ]),
    ],
    [
      'a picture cut by another',
      'layers',
      async () =>
        scannedPdf([
          {
            ...(await jpegOf(await page())),
            dict: '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /SMask 5 0 R',
          },
        ]),
    ],
    [
      'two pictures on a page',
      'layers',
      async () => {
        const one = await jpegOf(await page());
        return scannedPdf([one, one], '/Im1 8 0 R');
      },
    ],
    [
      'something written on top',
      'layers',
      async () =>
        scannedPdf([
          {
            ...(await jpegOf(await page())),
            page: '/Annots [<< /Type /Annot /Subtype /FreeText >>]',
          },
        ]),
    ],
    [
      'words without a picture',
      'no_picture',
      async () => scannedPdf([{ ...(await jpegOf(await page())), width: 20, height: 20 }]),
    ],
    [
      'fewer pixels than declared',
      'broken',
      async () =>
        scannedPdf([
          {
            bytes: deflateSync(Buffer.alloc(100)),
            width: 1000,
            height: 1000,
            dict: '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
          },
        ]),
    ],
    [
      'too many pixels',
      'too_large',
      async () =>
        scannedPdf([
          {
            bytes: new Uint8Array(9),
            width: 50_000,
            height: 50_000,
            dict: '/ColorSpace /DeviceGray /BitsPerComponent 8',
          },
        ]),
    ],
    [
      'forty-one pages',
      'too_many_pages',
      async () => {
        const one = await jpegOf(await sheet({ dpi: 72 }));
        return scannedPdf(Array.from({ length: 41 }, () => one));
      },
    ],
    ['no PDF inside', 'broken', () => Promise.resolve(Buffer.from('%PDF-1.7 nothing'))],
    ['no bytes', 'empty', () => Promise.resolve(Buffer.alloc(0))],
    [
      'a web page',
      'not_a_scan',
      () => Promise.resolve(Buffer.from('<!doctype html><script>alert(1)</script>')),
    ],
    [
      'an SVG',
      'not_a_scan',
      () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ],
  ] as const)('with %s is refused as %s', async (_what, refused, make) => {
    expect(await readScan(await make())).toEqual({ refused });
  });
  it('[sec B53] that decompresses without end is refused', async () => {
    expect(
      await readScan(
        scannedPdf([
          {
            bytes: deflateSync(Buffer.alloc(200_000_000)),
            width: 6000,
            height: 6000,
            dict: '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
          },
        ]),
      ),
    ).toEqual({ refused: 'too_large' });
  });
});

it('arbitrary file content always gets an answer', async () => {
  const jpeg = await sheet({ code: CODE, isA6: true, dpi: 72 }),
    { width, height } = await sharp(jpeg).metadata(),
    pdf = scannedPdf([
      {
        bytes: jpeg,
        width,
        height,
        dict: '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
      },
    ]),
    tiff = await sheet({ dpi: 36, format: 'tiff' });
  const heads = [
    '%PDF-1.4\n',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'RIFF\0\0\0\0WEBP',
    'II*\0',
    '',
  ].map((one) => Buffer.from(one, 'latin1'));
  const damaged = fc
    .record({
      of: fc.constantFrom(jpeg, pdf, tiff),
      at: fc.array(
        fc.record({ place: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }),
        { maxLength: 12 },
      ),
      cut: fc.double({ min: 0.1, max: 1, noNaN: true }),
    })
    .map(({ of, at, cut }) => {
      const out = Buffer.from(of.subarray(0, Math.ceil(of.length * cut)));
      for (const { place, byte } of at) out[Math.floor(place * (out.length - 1))] = byte;
      return out;
    });
  const rubbish = fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }))
    .map(([head, rest]) => Buffer.concat([head, rest]));
  await fc.assert(
    fc.asyncProperty(fc.oneof(damaged, rubbish), async (bytes) => {
      const read = await readScan(bytes);
      expect('refused' in read || read.pages.length > 0).toBe(true);
    }),
    { numRuns: 60, seed: 7 },
  );
}, 120_000);
