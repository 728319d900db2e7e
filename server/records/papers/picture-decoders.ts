// Decodes pictures in JPEG 2000 and JBIG2, as some scanners store them in their PDFs, to raw pixels.
// Runs in the child process of the scan reader only: the data is foreign.
import { Jbig2Image, setVerbosityLevel } from 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs';
import openJpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js';
import { ScanError, type CodedPicture } from './pdf-pictures.ts';

/** Raw pixels of one byte for each channel. */
interface Pixels {
  readonly pixels: Uint8Array;
  readonly channels: 1 | 3;
}

/** The decoder holds four bytes for each sample: A4 in colour at 400 dpi has 16 million pixels. */
const MOST_JPEG_2000 = 20_000_000;
/** Marker of the sizes in a code stream of JPEG 2000 (ISO/IEC 15444-1, A.5.1). */
const SIZES = Buffer.from([0xff, 0x4f, 0xff, 0x51]);

/** Width and height as the data itself states them. */
function statedSize(data: Uint8Array): readonly [number, number] {
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    at = view.indexOf(SIZES);
  if (at < 0 || at + 24 > view.length) throw new ScanError('broken');
  const field = (n: number): number => view.readUInt32BE(at + 8 + 4 * n);
  return [field(0) - field(2), field(1) - field(3)];
}

async function openJpeg2000({ data, width, height }: CodedPicture): Promise<Pixels> {
  const [statedWidth, statedHeight] = statedSize(data);
  if (statedWidth !== width || statedHeight !== height) throw new ScanError('broken');
  if (width * height > MOST_JPEG_2000) throw new ScanError('too_large');
  const decoder = await openJpeg({ print: () => undefined, printErr: () => undefined });
  const at = decoder._malloc(data.length);
  decoder.writeArrayToMemory(data, at);
  // Up to four channels as they are; one component stays one.
  if (decoder._jp2_decode(at, data.length, 4, 0, 0, 0) !== 0) throw new ScanError('broken');
  const made = decoder.imageData;
  if (made === undefined) throw new ScanError('broken');
  const channels = made.length / (width * height);
  if (channels !== 1 && channels !== 3) throw new ScanError('coding');
  return { pixels: new Uint8Array(made.buffer, made.byteOffset, made.length), channels };
}

function openJbig2({ data, shared, width, height, isInverted }: CodedPicture): Pixels {
  setVerbosityLevel(0);
  const chunkOf = (bytes: Uint8Array) => ({ data: bytes, start: 0, end: bytes.length });
  const made = new Jbig2Image().parseChunks([...(shared ? [chunkOf(shared)] : []), chunkOf(data)]),
    row = Math.ceil(width / 8);
  if (made?.length !== row * height) throw new ScanError('broken');
  const pixels = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 1) {
      // One is black in JBIG2.
      const isBlack = (((made[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
      pixels[to] = isBlack === isInverted ? 255 : 0;
    }
  return { pixels, channels: 1 };
}

/**
 * Decodes a picture.
 * @throws ScanError broken, too_large, or coding for a picture of other channels than grey or RGB
 */
export async function decodePicture(picture: CodedPicture): Promise<Pixels> {
  try {
    return picture.coding === 'jpeg2000' ? await openJpeg2000(picture) : openJbig2(picture);
  } catch (error) {
    throw error instanceof ScanError ? error : new ScanError('broken');
  }
}
