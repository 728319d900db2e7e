// Extracts the scanned picture of each page of a PDF without rendering; a page that is not stored
// as one picture is reported and skipped.

import { inflateSync } from 'node:zlib';
import type { ScanTrouble } from '../../../shared/papers/scan.ts';
import {
  type PdfDictionary,
  type PdfStreamObject,
  type PdfValue,
  ReadError,
  isList,
  isName,
  isStream,
  isText,
} from '../../paper/seal/reader/pdf-objects.ts';
import { openPdf, READ_LIMITS, type OpenPdf } from '../../paper/seal/reader/pdf-reader.ts';
import { faxAsTiff } from './fax-tiff.ts';

/** A picture in a coding that `sharp` does not open; see `picture-decoders.ts`. */
export interface CodedPicture {
  readonly coding: 'jpeg2000' | 'jbig2';
  readonly data: Uint8Array;
  /** Segments that all pages of a JBIG2 file share. */
  readonly shared?: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Black and white are swapped. */
  readonly isInverted: boolean;
}
/**
 * A picture as a file that `sharp` opens, as raw pixels, or coded. `turn` in degrees clockwise, as given
 * by the page.
 */
export type PagePicture = { readonly turn: number } & (
  | { readonly file: Uint8Array }
  | { readonly coded: CodedPicture }
  | {
      readonly pixels: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly channels: 1 | 3;
    }
);

/** Error for a file, or one of its pages, that cannot be read. */
export class ScanError extends Error {
  readonly trouble: ScanTrouble;
  constructor(trouble: ScanTrouble) {
    super(trouble);
    this.name = 'ScanError';
    this.trouble = trouble;
  }
}

const MOST_PIXELS = 40_000_000;
/**
 * Largest share of the page's own picture that a further one may have (a mark of the scanner); a
 * larger one is a second layer.
 */
const SMALL = 0.05;
/** Minimum width of a page. */
const LEAST_WIDTH = 400;
const TROUBLE: Readonly<Record<ReadError['reason'], ScanTrouble>> = {
  not_a_pdf: 'not_a_scan',
  encrypted: 'encrypted',
  broken: 'broken',
  too_large: 'too_large',
  too_many_pages: 'too_many_pages',
  empty: 'empty',
};

/** Reads the pictures of a PDF. @throws ScanError */
export function pdfPictures(bytes: Uint8Array, mostPages: number): PagePicture[] {
  try {
    const pdf = openPdf(bytes, { ...READ_LIMITS, maxPages: mostPages });
    return pagesOf(pdf, mostPages).map((page) => pictureOf(pdf, page));
  } catch (error) {
    if (error instanceof ReadError) throw new ScanError(TROUBLE[error.reason]);
    throw error;
  }
}

interface PageParts {
  resources: PdfDictionary | undefined;
  turn: number;
  isWrittenOn: boolean;
}
/** Pages in order, with inherited attributes. */
function pagesOf(pdf: OpenPdf, most: number): PageParts[] {
  const pages: PageParts[] = [],
    seen = new Set<PdfDictionary>();
  const walk = (node: PdfDictionary | undefined, above: PageParts): void => {
    if (!node || seen.has(node)) throw new ScanError('broken');
    seen.add(node);
    if (seen.size > 4 * most + 16) throw new ScanError('too_many_pages');
    const given = pdf.resolve(node.get('Rotate')),
      here = {
        resources: pdf.dict(node.get('Resources')) ?? above.resources,
        turn:
          typeof given === 'number' && given % 90 === 0 ? ((given % 360) + 360) % 360 : above.turn,
        isWrittenOn: (pdf.list(node.get('Annots'))?.length ?? 0) > 0,
      };
    const kids = pdf.list(node.get('Kids'));
    if (kids) for (const kid of kids) walk(pdf.dict(kid), here);
    else pages.push(here);
    if (pages.length > most) throw new ScanError('too_many_pages');
  };
  walk(pdf.dict(pdf.catalog.get('Pages')), { resources: undefined, turn: 0, isWrittenOn: false });
  return pages;
}

const number = (pdf: OpenPdf, value: PdfValue | undefined): number => {
  const found = pdf.resolve(value);
  return typeof found === 'number' ? found : 0;
};
interface Found {
  stream: PdfStreamObject;
  width: number;
  height: number;
}
function pictureOf(pdf: OpenPdf, { resources, turn, isWrittenOn }: PageParts): PagePicture {
  // Annotations on top would be missing from the picture.
  if (isWrittenOn) throw new ScanError('layers');
  const found: Found[] = [];
  for (const value of pdf.dict(resources?.get('XObject'))?.values() ?? []) {
    const stream = pdf.resolve(value);
    if (!isStream(stream)) continue;
    const kind = pdf.resolve(stream.dict.get('Subtype'));
    // A form object could contain anything, even the other half of the picture.
    if (!isStream(kind) && isName(kind, 'Form')) throw new ScanError('layers');
    if (isStream(kind) || !isName(kind, 'Image')) continue;
    found.push({
      stream,
      width: number(pdf, stream.dict.get('Width')),
      height: number(pdf, stream.dict.get('Height')),
    });
  }
  found.sort((a, b) => b.width * b.height - a.width * a.height);
  const [first, second] = found;
  if (!first || first.width < LEAST_WIDTH || first.height < LEAST_WIDTH)
    throw new ScanError('no_picture');
  if (second && second.width * second.height > SMALL * first.width * first.height)
    throw new ScanError('layers');
  if (first.width * first.height > MOST_PIXELS) throw new ScanError('too_large');
  return { turn, ...decode(pdf, first) };
}

const nameIn = (pdf: OpenPdf, value: PdfValue | undefined): string => {
  const found = pdf.resolve(value);
  return !isStream(found) && isName(found) ? found.value : '';
};
/** Filter names and their parameters, one for each step. */
function filtersOf(
  pdf: OpenPdf,
  dict: PdfDictionary,
): { name: string; params: PdfDictionary | undefined }[] {
  const filter = pdf.resolve(dict.get('Filter')),
    params = pdf.resolve(dict.get('DecodeParms'));
  if (isStream(filter) || filter === undefined || filter === null) return [];
  const names = isList(filter) ? filter : [filter],
    all = !isStream(params) && isList(params) ? params : [isStream(params) ? undefined : params];
  return names
    .map((one, at) => ({ name: nameIn(pdf, one), params: pdf.dict(all[at]) }))
    .filter(({ name }) => name !== 'Crypt');
}

type Picture =
  | { file: Uint8Array }
  | { coded: CodedPicture }
  | { pixels: Uint8Array; width: number; height: number; channels: 1 | 3 };
function decode(pdf: OpenPdf, { stream, width, height }: Found): Picture {
  // A mask cuts out parts of the picture that only a real renderer composes.
  if (stream.dict.has('SMask') || isStream(pdf.resolve(stream.dict.get('Mask'))))
    throw new ScanError('layers');
  let bytes = pdf.raw(stream);
  const filters = filtersOf(pdf, stream.dict),
    depth = isMask(pdf, stream) ? 1 : number(pdf, stream.dict.get('BitsPerComponent')),
    colours = coloursOf(pdf, stream);
  for (const [at, { name, params }] of filters.entries()) {
    const isLast = at === filters.length - 1;
    if (name === 'FlateDecode' || name === 'Fl') {
      bytes = inflated(bytes, 4 * MOST_PIXELS);
      const predictor = number(pdf, params?.get('Predictor'));
      if (predictor >= 10)
        bytes = unfilter(
          bytes,
          number(pdf, params?.get('Columns')) || 1,
          number(pdf, params?.get('Colors')) || 1,
          number(pdf, params?.get('BitsPerComponent')) || 8,
        );
      else if (predictor > 1) throw new ScanError('coding');
    } else if ((name === 'DCTDecode' || name === 'DCT') && isLast) return { file: bytes };
    else if ((name === 'CCITTFaxDecode' || name === 'CCF') && isLast) {
      const flags = params?.get('BlackIs1'),
        isAligned = pdf.resolve(params?.get('EncodedByteAlign')) === true;
      if (isAligned) throw new ScanError('coding');
      return {
        file: faxAsTiff(bytes, {
          width: number(pdf, params?.get('Columns')) || 1728,
          height,
          k: number(pdf, params?.get('K')),
          isBlackOne: (pdf.resolve(flags) === true) !== isInverted(pdf, stream),
        }),
      };
    } else if (name === 'JPXDecode' && isLast && !colours.palette) {
      // Transparency inside of the picture is a mask as well.
      if (number(pdf, stream.dict.get('SMaskInData')) !== 0) throw new ScanError('layers');
      return { coded: { coding: 'jpeg2000', data: bytes, width, height, isInverted: false } };
    } else if (name === 'JBIG2Decode' && isLast) {
      const globals = pdf.resolve(params?.get('JBIG2Globals')),
        shared = isStream(globals) ? pdf.data(globals) : undefined;
      const coded = { coding: 'jbig2', data: bytes, width, height } as const;
      return {
        coded: { ...coded, ...(shared && { shared }), isInverted: isInverted(pdf, stream) },
      };
    } else throw new ScanError('coding');
  }
  return {
    ...pixelsOf(bytes, { width, height, depth, colours, isInverted: isInverted(pdf, stream) }),
    width,
    height,
  };
}
const isMask = (pdf: OpenPdf, { dict }: PdfStreamObject): boolean =>
  pdf.resolve(dict.get('ImageMask')) === true;
/** `/Decode [1 0]`: black and white are swapped. */
function isInverted(pdf: OpenPdf, { dict }: PdfStreamObject): boolean {
  const [first] = pdf.list(dict.get('Decode')) ?? [];
  return first === 1;
}

interface Colours {
  channels: 1 | 3;
  palette?: Uint8Array;
}
function coloursOf(pdf: OpenPdf, stream: PdfStreamObject): Colours {
  if (isMask(pdf, stream)) return { channels: 1 };
  const space = pdf.resolve(stream.dict.get('ColorSpace'));
  const of = (value: PdfValue | PdfStreamObject | undefined): Colours | undefined => {
    if (isStream(value) || value === undefined) return undefined;
    if (isName(value))
      return value.value === 'DeviceGray' || value.value === 'G'
        ? { channels: 1 }
        : value.value === 'DeviceRGB' || value.value === 'RGB'
          ? { channels: 3 }
          : undefined;
    if (!isList(value)) return undefined;
    const kind = nameIn(pdf, value[0]);
    if (kind === 'CalGray') return { channels: 1 };
    if (kind === 'CalRGB') return { channels: 3 };
    if (kind === 'ICCBased') {
      const n = number(pdf, pdf.dict(value[1])?.get('N'));
      return n === 1 ? { channels: 1 } : n === 3 ? { channels: 3 } : undefined;
    }
    if (kind !== 'Indexed' && kind !== 'I') return undefined;
    const base = of(pdf.resolve(value[1])),
      table = pdf.resolve(value[3]),
      bytes = isStream(table) ? pdf.data(table) : isText(table) ? table.bytes : undefined;
    return base && base.palette === undefined && bytes
      ? { channels: base.channels, palette: bytes }
      : undefined;
  };
  // These codings are self-describing.
  return (
    of(space) ?? {
      channels: 1,
      ...(filtersOf(pdf, stream.dict).some(({ name }) =>
        /^(DCT|DCTDecode|CCF|CCITTFaxDecode|JPXDecode|JBIG2Decode)$/.test(name),
      )
        ? {}
        : fail()),
    }
  );
}
const fail = (): never => {
  throw new ScanError('coding');
};

function inflated(raw: Uint8Array, most: number): Uint8Array {
  try {
    return inflateSync(raw, { maxOutputLength: most });
  } catch (error) {
    throw new ScanError(
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
        ? 'too_large'
        : 'broken',
    );
  }
}

/** Reverts PNG filters (ISO 32000-1, 7.4.4.4). */
function unfilter(data: Uint8Array, columns: number, colors: number, depth: number): Uint8Array {
  const step = Math.max(1, Math.ceil((colors * depth) / 8)),
    row = Math.ceil((columns * colors * depth) / 8),
    rows = Math.floor(data.length / (row + 1));
  if (row < 1 || row > 200_000) throw new ScanError('broken');
  const out = new Uint8Array(rows * row);
  for (let y = 0; y < rows; y++) {
    const kind = data[y * (row + 1)] ?? 0,
      from = y * (row + 1) + 1,
      to = y * row;
    if (kind > 4) throw new ScanError('broken');
    for (let x = 0; x < row; x++) {
      const left = x >= step ? out[to + x - step]! : 0,
        up = y > 0 ? out[to - row + x]! : 0,
        corner = x >= step && y > 0 ? out[to - row + x - step]! : 0;
      const guess =
        kind === 0
          ? 0
          : kind === 1
            ? left
            : kind === 2
              ? up
              : kind === 3
                ? (left + up) >> 1
                : paeth(left, up, corner);
      out[to + x] = (data[from + x] ?? 0) + guess;
    }
  }
  return out;
}
function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner,
    [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

interface Shape {
  width: number;
  height: number;
  depth: number;
  colours: Colours;
  isInverted: boolean;
}
/** Raw pixels of one byte each. @throws ScanError where there are fewer than declared */
function pixelsOf(
  bytes: Uint8Array,
  { width, height, depth, colours: { channels, palette }, isInverted: inverts }: Shape,
): { pixels: Uint8Array; channels: 1 | 3 } {
  if (![1, 2, 4, 8].includes(depth)) throw new ScanError('coding');
  const per = palette ? 1 : channels,
    row = Math.ceil((width * per * depth) / 8);
  if (bytes.length < row * height) throw new ScanError('broken');
  if (depth === 8 && !palette && !inverts)
    return { pixels: bytes.subarray(0, row * height), channels };
  const top = (1 << depth) - 1,
    out = new Uint8Array(width * height * channels);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width * per; x++) {
      const bit = x * depth,
        sample = (bytes[y * row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & top,
        value = inverts ? top - sample : sample;
      if (!palette) out[to++] = Math.round((value * 255) / top);
      else for (let c = 0; c < channels; c++) out[to++] = palette[value * channels + c] ?? 0;
    }
  }
  return { pixels: out, channels };
}
