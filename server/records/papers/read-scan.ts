// Extracts clean pages from a file of a scanner or a phone: judged by its content, set upright by
// the code found on them, without hidden data.

import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import { isOwnCode } from '../../platform/keys/paper-code.ts';
import { MOST_SCAN_PAGES, type ScanTrouble } from '../../../shared/papers/scan.ts';
import { decodePicture } from './picture-decoders.ts';
import { pdfPictures, ScanError, type PagePicture } from './pdf-pictures.ts';

export interface ScannedPage {
  jpeg: Uint8Array;
  width: number;
  height: number;
  /** Content of its code; null where none was read. */
  code: string | null;
}
/** `empty`: number of blank backs that were left out. */
export type ScanRead = { pages: ScannedPage[]; empty: number } | { refused: ScanTrouble };
export interface ScanReader {
  read(bytes: Uint8Array): Promise<ScanRead>;
}

const MOST_PIXELS = 40_000_000;
/** A4 at about 200 dpi: signatures stay complete, a page has a few hundred kilobytes. */
const LONGEST = 2480,
  QUALITY = 78;
/**
 * CPU time limit for the search on one page: endless patterns (a carpet, noise) slow it down, a
 * page with a code never takes as long.
 */
const SEARCH_MS = 6_000;
/** A page with less deviation than this, of 255, is a blank back. */
const EMPTY_SPREAD = 2.5;
type Kind = 'picture' | 'pdf';

/** Type by the first bytes: a name or a header proves nothing. */
function kindOf(b: Uint8Array): Kind | undefined {
  const ascii = (from: number, to: number): string => String.fromCharCode(...b.subarray(from, to));
  if (
    (b[0] === 0x89 && ascii(1, 4) === 'PNG') ||
    (b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff) ||
    (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') ||
    ascii(0, 4) === 'II*\0' ||
    ascii(0, 4) === 'MM\0*'
  )
    return 'picture';
  return Buffer.from(b.subarray(0, 1024)).includes('%PDF-') ? 'pdf' : undefined;
}

/** Reads a scan. Never throws because of a file's content. */
export async function readScan(bytes: Uint8Array): Promise<ScanRead> {
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    if (bytes.length === 0) return { refused: 'empty' };
    const kind = kindOf(bytes);
    if (!kind) return { refused: 'not_a_scan' };
    const pages: ScannedPage[] = [];
    let empty = 0;
    for (const open of kind === 'pdf'
      ? pdfPictures(bytes, MOST_SCAN_PAGES).map(opened)
      : await pagesOfPicture(bytes)) {
      const page = await cleanPage(open);
      if (page) pages.push(page);
      else empty++;
    }
    return pages.length === 0 ? { refused: 'empty' } : { pages, empty };
  } catch (error) {
    return { refused: error instanceof ScanError ? error.trouble : 'broken' };
  }
}

const OPTIONS = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;
type Open = () => Promise<Sharp>;
/** A picture with its page rotation; `rotate()` applies the camera's orientation. */
const opened =
  (picture: PagePicture): Open =>
  async () => {
    const made =
      'file' in picture
        ? sharp(picture.file, { ...OPTIONS, pages: 1 })
        : ofPixels(
            'coded' in picture
              ? { ...picture.coded, ...(await decodePicture(picture.coded)) }
              : picture,
          );
    return picture.turn === 0 ? made : made.rotate(picture.turn);
  };
interface RawPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
}
const ofPixels = ({ pixels, width, height, channels }: RawPicture): Sharp =>
  sharp(pixels, { ...OPTIONS, raw: { width, height, channels } });
async function pagesOfPicture(bytes: Uint8Array): Promise<Open[]> {
  const { pages = 1, width, height } = await sharp(bytes, { ...OPTIONS, pages: 1 }).metadata();
  if (width * height > MOST_PIXELS) throw new ScanError('too_large');
  if (pages > MOST_SCAN_PAGES) throw new ScanError('too_many_pages');
  return Array.from(
    { length: pages },
    (_, page) => () => Promise.resolve(sharp(bytes, { ...OPTIONS, page, pages: 1 }).rotate()),
  );
}

/** @returns undefined for a blank back */
async function cleanPage(open: Open): Promise<ScannedPage | undefined> {
  // Decoded once: all later steps read our own pixels.
  const picture = await open();
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .resize(3508, 3508, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels } as const;
  if (
    Math.max(...(await sharp(data, { raw }).stats()).channels.map((one) => one.stdev)) <
    EMPTY_SPREAD
  )
    return undefined;
  const found = await findCode(data, raw);
  const upright = sharp(data, { raw }).rotate(found?.turn ?? 0);
  const jpeg = await upright
    .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return {
    jpeg: new Uint8Array(jpeg.data),
    width: jpeg.info.width,
    height: jpeg.info.height,
    code: found?.code ?? null,
  };
}

interface Raw {
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}
interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Longest side for the search, at most twice the original. */
  to: number;
}
/**
 * The whole page first, then its parts enlarged: the corners, where our codes are printed, then the
 * middle parts for a page that does not fill the photo.
 */
function windows({ width, height }: Raw): Window[] {
  const part = (x: number, y: number, share: number, to: number): Window => {
    const w = Math.floor(width * share),
      h = Math.floor(height * share);
    return {
      left: Math.floor((width - w) * x),
      top: Math.floor((height - h) * y),
      width: w,
      height: h,
      to,
    };
  };
  const corners = [
      [1, 0],
      [0, 0],
      [1, 1],
      [0, 1],
    ] as const,
    middles = [
      [0.5, 0],
      [1, 0.5],
      [0, 0.5],
      [0.5, 1],
      [0.5, 0.5],
    ] as const;
  const longest = Math.max(width, height),
    whole = 1400;
  return [
    part(0, 0, 1, Math.min(whole, longest)),
    ...corners.map(([x, y]) => part(x, y, 0.5, 1200)),
    ...middles.map(([x, y]) => part(x, y, 0.5, 1200)),
    ...(longest > whole ? [part(0, 0, 1, 2200)] : []),
  ];
}
/** @returns the code and the clockwise rotation that sets the page upright */
async function findCode(
  data: Buffer,
  raw: Raw,
): Promise<{ code: string; turn: number } | undefined> {
  const start = process.cpuUsage();
  for (const { to, ...area } of windows(raw)) {
    const { user, system } = process.cpuUsage(start);
    if (user + system > SEARCH_MS * 1000) return undefined;
    const wide = Math.min(to, 2 * Math.max(area.width, area.height));
    const { data: grey, info } = await sharp(data, { raw })
      .extract(area)
      .greyscale()
      .resize(wide, wide, { fit: 'inside' })
      .normalise()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const hit = jsQR(coloured(grey, info.channels), info.width, info.height, {
      inversionAttempts: 'dontInvert',
    });
    if (!hit || !isOwnCode(hit.data)) continue;
    const { topLeftCorner: from, topRightCorner: at } = hit.location,
      angle = (Math.atan2(at.y - from.y, at.x - from.x) * 180) / Math.PI;
    return { code: hit.data, turn: (((-Math.round(angle / 90) * 90) % 360) + 360) % 360 };
  }
  return undefined;
}

/** Format of the decoder: four bytes per pixel. */
function coloured(grey: Buffer, channels: number): Uint8ClampedArray {
  const pixels = grey.length / channels,
    out = new Uint8ClampedArray(pixels * 4).fill(255);
  for (let at = 0; at < pixels; at++)
    out[at * 4] = out[at * 4 + 1] = out[at * 4 + 2] = grey[at * channels]!;
  return out;
}
