// Re-encodes an uploaded picture: recognized by its content, rotated upright, without hidden data,
// in the needed size.

import sharp from 'sharp';

export interface PictureJob {
  bytes: Uint8Array;
  purpose: 'avatar' | 'form' | 'document' | 'logo';
}
export type PictureResult =
  | { bytes: Uint8Array; mime: 'image/webp' | 'image/png'; width: number; height: number }
  | { refused: 'unsupported_media' | 'unreadable_file' };

const MAX_PIXELS = 40_000_000;
const AVATAR = 256;
const LONGEST = 2000;
/** An A4 sheet at 300 dpi stays readable. */
const LONGEST_DOCUMENT = 3600;
/** Twice 160 × 48, for sharp screens and for paper. */
const LOGO = { width: 320, height: 96 } as const;
const FORMATS = ['png', 'jpeg', 'webp'];

/** Type by the first bytes: a name or a header proves nothing. */
function looksLikePicture(b: Uint8Array): boolean {
  const ascii = (from: number, to: number): string => String.fromCharCode(...b.subarray(from, to));
  return (
    (b[0] === 0x89 && ascii(1, 4) === 'PNG') ||
    (b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff) ||
    (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP')
  );
}

/** Re-encodes a picture. Never throws because of a file's content. */
export async function reencode({ bytes, purpose }: PictureJob): Promise<PictureResult> {
  if (!looksLikePicture(bytes)) return { refused: 'unsupported_media' };
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const;
    const { format, width, height } = await sharp(bytes, options).metadata();
    if (!FORMATS.includes(format)) return { refused: 'unsupported_media' };
    if (width * height > MAX_PIXELS) return { refused: 'unreadable_file' };
    const upright = sharp(bytes, options).rotate();
    if (purpose === 'logo') {
      // PNG with a palette: paper and every browser read it, and a logo stays small.
      const { data, info } = await upright
        .resize(LOGO.width, LOGO.height, { fit: 'inside', withoutEnlargement: true })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer({ resolveWithObject: true });
      return {
        bytes: new Uint8Array(data),
        mime: 'image/png',
        width: info.width,
        height: info.height,
      };
    }
    const longest = purpose === 'document' ? LONGEST_DOCUMENT : LONGEST;
    const sized =
      purpose === 'avatar'
        ? upright.resize(AVATAR, AVATAR, { fit: 'cover' })
        : upright.resize(longest, longest, { fit: 'inside', withoutEnlargement: true });
    const { data, info } = await sized.webp({ quality: 85 }).toBuffer({ resolveWithObject: true });
    return {
      bytes: new Uint8Array(data),
      mime: 'image/webp',
      width: info.width,
      height: info.height,
    };
  } catch {
    return { refused: 'unreadable_file' };
  }
}
