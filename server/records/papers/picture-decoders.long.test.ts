// Reading scans whose pages are stored as JBIG2 or JPEG 2000: as dark on light, and refused where
// the data is wrong.
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { scannedPdf, sheet, type PdfImage } from '../../../tests/support/stories/sheet.ts';
import { codeText } from '../../platform/keys/paper-code.ts';
import { faxOf, jbig2Of, jpeg2000Of } from './pictures.testing.ts';
import { readScan } from './read-scan.ts';

const CODE = codeText(
  { taskId: '0190a1b2-0000-7000-8000-000000000001', page: 1, of: 2 },
  '0123456789ABCDEF',
);
let page!: Buffer, sharpPage!: Buffer;
beforeAll(async () => {
  [page, sharpPage] = [
    await sheet({ code: CODE, dpi: 110 }),
    await sheet({ code: CODE, dpi: 200 }),
  ];
});

describe("a scanner's PDF of pages", () => {
  const kinds: readonly (readonly [string, () => Promise<PdfImage>])[] = [
    ['in JBIG2', async () => jbig2Of(await faxOf(sharpPage, false))],
    [
      'in JBIG2 the other way round',
      async () => {
        const made = jbig2Of(await faxOf(sharpPage, true));
        return { ...made, dict: `${made.dict} /Decode [1 0]` };
      },
    ],
    ['in JPEG 2000, grey', () => jpeg2000Of(page, 'grey')],
    ['in JPEG 2000, colour', () => jpeg2000Of(page, 'color')],
  ];
  it.each(kinds)('%s is read as dark on light', async (_what, make) => {
    const read = await readScan(scannedPdf([await make()]));
    expect(read).toMatchObject({ pages: [{ code: CODE }] });
    if (!('refused' in read))
      expect(
        (await sharp(read.pages[0]!.jpeg).greyscale().stats()).channels[0]!.mean,
      ).toBeGreaterThan(200);
  });

  it.each(['JBIG2Decode', 'JPXDecode'])('that are no %s is refused as broken', async (filter) => {
    const { width, height } = await sharp(page).metadata();
    const dict = `/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /${filter}`;
    expect(await readScan(scannedPdf([{ bytes: page, width, height, dict }]))).toEqual({
      refused: 'broken',
    });
  });

  it.each([
    [1000, 1000, 'broken'],
    [6000, 6000, 'broken'],
  ])('in JPEG 2000 of another size than %i by %i is refused', async (width, height, refused) => {
    const made = await jpeg2000Of(page, 'color');
    expect(await readScan(scannedPdf([{ ...made, width, height }]))).toEqual({ refused });
  });

  it('in JPEG 2000 with a mask inside is refused as layers', async () => {
    const made = await jpeg2000Of(page, 'color');
    expect(await readScan(scannedPdf([{ ...made, dict: `${made.dict} /SMaskInData 1` }]))).toEqual({
      refused: 'layers',
    });
  });
});
