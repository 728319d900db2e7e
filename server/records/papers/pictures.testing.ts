/** Codings of pictures as scanners embed them in their PDFs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { PdfImage } from '../../../tests/support/stories/sheet.ts';

export const grey = async (
  bytes: Buffer,
): Promise<{ pixels: Buffer; width: number; height: number }> => {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
};

/** One bit per pixel, black is 0. */
export function bits(
  { pixels, width, height }: { pixels: Buffer; width: number; height: number },
  isBlackOne = false,
): Buffer {
  const row = Math.ceil(width / 8),
    out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (pixels[y * width + x]! >= 128 !== isBlackOne) out[y * row + (x >> 3)]! |= 0x80 >> (x & 7);
  return out;
}

/** Rows with PNG's filter "up". */
export function filtered(raw: Buffer, row: number): Buffer {
  const rows = raw.length / row,
    out = Buffer.alloc(rows * (row + 1));
  for (let y = 0; y < rows; y++) {
    out[y * (row + 1)] = 2;
    for (let x = 0; x < row; x++)
      out[y * (row + 1) + 1 + x] = raw[y * row + x]! - (y > 0 ? raw[(y - 1) * row + x]! : 0);
  }
  return out;
}

/** The fax data of a TIFF with one tile, as scanners embed it in their PDFs. */
export async function faxOf(
  page: Buffer,
  isBlackOne: boolean,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const [width, height] = [1248, 1760],
    tiff = await sharp(page)
      .resize(width, height, { fit: 'fill' })
      .greyscale()
      .negate(!isBlackOne)
      .threshold(128)
      .toColourspace('b-w')
      .tiff({
        compression: 'ccittfax4',
        bitdepth: 1,
        tile: true,
        tileWidth: width,
        tileHeight: height,
      })
      .toBuffer();
  const little = tiff.toString('latin1', 0, 2) === 'II',
    u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)),
    u32 = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const ifd = u32(4),
    tags = new Map<number, { count: number; value: number }>();
  for (let i = 0; i < u16(ifd); i++) {
    const at = ifd + 2 + i * 12;
    tags.set(u16(at), { count: u32(at + 4), value: u16(at + 2) === 3 ? u16(at + 8) : u32(at + 8) });
  }
  const [from, length] = [tags.get(324), tags.get(325)];
  if (tags.get(262)?.value !== 1 || from?.count !== 1 || length?.count !== 1)
    throw new Error('not one tile with black as zero');
  return { bytes: tiff.subarray(from.value, from.value + length.value), width, height };
}

const u32 = (value: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(value);
  return out;
};

/** The same fax data as the one region of a JBIG2 page (ITU-T T.88, 7.4.6 with MMR). */
export function jbig2Of(fax: { bytes: Buffer; width: number; height: number }): PdfImage {
  const size = [u32(fax.width), u32(fax.height)];
  const segment = (number: number, type: number, data: Buffer): Buffer =>
    Buffer.concat([u32(number), Buffer.from([type, 0, 1]), u32(data.length), data]);
  const page = Buffer.concat([...size, Buffer.alloc(11)]);
  const region = Buffer.concat([...size, Buffer.alloc(9), Buffer.from([1]), fax.bytes]);
  return {
    bytes: Buffer.concat([segment(0, 48, page), segment(1, 38, region)]),
    width: fax.width,
    height: fax.height,
    dict: '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
  };
}

/** A page in JPEG 2000 by OpenJPEG (Debian: libopenjp2-tools). */
export async function jpeg2000Of(page: Buffer, kind: 'grey' | 'color'): Promise<PdfImage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'molar-jpeg2000-'));
  try {
    const { data, info } = await sharp(page)
      .toColourspace(kind === 'grey' ? 'b-w' : 'srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [from, to] = [path.join(folder, 'page.pnm'), path.join(folder, 'page.jp2')];
    const head = `${info.channels === 1 ? 'P5' : 'P6'}\n${info.width} ${info.height}\n255\n`;
    writeFileSync(from, Buffer.concat([Buffer.from(head), data]));
    execFileSync('opj_compress', ['-i', from, '-o', to, '-r', '20'], { stdio: 'ignore' });
    const { width, height } = info;
    return { bytes: readFileSync(to), width, height, dict: '/Filter /JPXDecode' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
