// Measures the decoded size of the streams of a foreign PDF, so that no decompression bomb is
// stored for its next reader.

import { constants, inflateSync } from 'node:zlib';
import { ReadError, isList, isName, isStream } from './reader/pdf-objects.ts';
import type { PdfStreamObject } from './reader/pdf-objects.ts';
import type { OpenPdf } from './reader/pdf-reader.ts';

/** Limit over all streams of a file: a letter of a hundred scanned pages stays far below. */
const MAX_UNFOLDED = 256 * 1024 * 1024;
/** Pixel limit of one picture: a sheet of A3 at 600 dpi has 70 million. */
const MAX_PIXELS = 100_000_000;
/** Maximum expansion per byte (deflate 1032, LZW 2730), for data behind another filter. */
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
  return (
    (isList(filter) ? filter : [filter])
      .map((one) => pdf.resolve(one))
      .map((one) => (!isStream(one) && isName(one) ? one.value : ''))
      // It decrypts, which the reader has done.
      .filter((name) => name !== 'Crypt')
  );
}

function unfolded(raw: Uint8Array, left: number): Uint8Array {
  try {
    // Readers show data before a truncated end, so that part is measured.
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

/**
 * Checks the size of all streams.
 * @throws ReadError too_large, or broken for data that cannot be decoded
 */
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
