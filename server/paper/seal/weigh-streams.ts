// Weighs what the streams of a foreign PDF unfold to, so that no file is kept which only its next reader finds out to be a bomb.

import { constants, inflateSync } from 'node:zlib';
import { isList, isName, ReadError } from './pdf-objects.ts';
import type { PdfStreamObject } from './pdf-objects.ts';
import { isStream } from './pdf-reader.ts';
import type { OpenPdf } from './pdf-reader.ts';

/** All streams of a file together: a letter of a hundred scanned pages stays far below. */
const MAX_UNFOLDED = 256 * 1024 * 1024;
/** Pixels of one picture: a sheet of A3 at 600 dpi has 70 million. */
const MAX_PIXELS = 100_000_000;
/** The most a byte can unfold to (deflate 1032, LZW 2730), for what stands behind another coding. */
const WORST: Readonly<Record<string, number>> = {
  FlateDecode: 1032,
  Fl: 1032,
  LZWDecode: 2730,
  LZW: 2730,
  RunLengthDecode: 64,
  RL: 64,
};

function filtersOf(pdf: OpenPdf, stream: PdfStreamObject): string[] {
  const filter = pdf.resolve(stream.dict.get('Filter'));
  if (filter === undefined || isStream(filter)) return [];
  return (isList(filter) ? filter : [filter])
    .map((one) => pdf.resolve(one))
    .map((one) => (!isStream(one) && isName(one) ? one.value : ''));
}

function unfolded(raw: Uint8Array, left: number): Uint8Array {
  try {
    // Readers show what comes before a torn end, so that is what is weighed.
    return inflateSync(raw, {
      maxOutputLength: Math.max(1, left),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    throw new ReadError(
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
        ? 'too_large'
        : 'broken',
      'stream',
    );
  }
}

/** @throws ReadError too_large, or broken for what cannot be unfolded */
export function weighStreams(pdf: OpenPdf): void {
  let left = MAX_UNFOLDED;
  for (const number of pdf.numbers) {
    const stream = pdf.resolve({ kind: 'ref', number });
    if (!isStream(stream)) continue;
    const [width, height] = [
      pdf.resolve(stream.dict.get('Width')),
      pdf.resolve(stream.dict.get('Height')),
    ];
    if (typeof width === 'number' && typeof height === 'number' && width * height > MAX_PIXELS)
      throw new ReadError('too_large', 'picture');
    let bytes = pdf.raw(stream);
    const filters = filtersOf(pdf, stream);
    while (filters[0] === 'FlateDecode' || filters[0] === 'Fl') {
      bytes = unfolded(bytes, left);
      left -= bytes.length;
      filters.shift();
    }
    left -= bytes.length * filters.reduce((worst, name) => worst * (WORST[name] ?? 1), 1);
    if (left < 0) throw new ReadError('too_large', 'streams');
  }
}
