// Reads the chain of cross-references of a PDF (ISO 32000-1, 7.5): tables and streams, newest
// first.

import { ReadError, createParser, isDictionary, isList, isName, isStream } from './pdf-objects.ts';
import type { Budget, PdfDictionary, PdfStreamObject } from './pdf-objects.ts';

/** Where an object is. */
export type Entry =
  | { readonly type: 'plain'; readonly offset: number }
  | { readonly type: 'packed'; readonly stream: number; readonly index: number }
  | { readonly type: 'free' };

/** A file whose cross-references are read. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly maxObjects: number;
  readonly budget: Budget;
  /** Filled newest first: an older entry never replaces one. */
  readonly entries: Map<number, Entry>;
  /** Returns the decoded bytes of a stream; it may resolve entries read so far. */
  readonly decode: (stream: PdfStreamObject) => Uint8Array | undefined;
}

/**
 * Reads all cross-references, newest first, into `entries`.
 * @returns the newest trailer
 * @throws ReadError
 */
export function readChain(source: Source): PdfDictionary {
  const { bytes } = source;
  const seen = new Set<number>();
  let newest: PdfDictionary | undefined;
  let next: number | undefined = startOf(bytes);
  while (next !== undefined) {
    const offset: number = afterBlanks(bytes, next);
    if (seen.has(offset) || seen.size > 500) throw new ReadError('broken', 'xref loop');
    seen.add(offset);
    const isTable =
      Buffer.from(
        bytes.buffer,
        bytes.byteOffset + offset,
        Math.min(4, bytes.length - offset),
      ).toString('latin1') === 'xref';
    const trailer = isTable ? readTable(source, offset) : readXrefStream(source, offset);
    newest ??= trailer;
    // Readers go by the newest trailer: what an older one encrypts could not be read.
    if (trailer.has('Encrypt') && !newest.has('Encrypt')) throw new ReadError('encrypted');
    const hybrid = trailer.get('XRefStm');
    if (isTable && typeof hybrid === 'number' && hybrid > 0 && hybrid < bytes.length)
      readXrefStream(source, hybrid);
    const prev = trailer.get('Prev');
    if (
      prev !== undefined &&
      (typeof prev !== 'number' || !Number.isInteger(prev) || prev < 0 || prev >= bytes.length)
    )
      throw new ReadError('broken', 'Prev');
    next = prev;
  }
  if (newest === undefined) throw new ReadError('broken', 'trailer');
  return newest;
}

/** Some programs count the line end in front of the cross-reference as part of it. */
const MOST_BLANKS = 16;
function afterBlanks(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at < offset + MOST_BLANKS && [9, 10, 13, 32].includes(bytes[at] ?? 0)) at += 1;
  return at;
}

function readTable(source: Source, offset: number): PdfDictionary {
  const { bytes, budget, maxObjects } = source,
    parser = createParser(bytes, offset + 4, budget);
  for (;;) {
    parser.skipWhite();
    const first = parser.word();
    if (first === 'trailer') break;
    parser.skipWhite();
    const count = Number(parser.word());
    if (!/^\d{1,8}$/.test(first) || !Number.isInteger(count) || count > maxObjects)
      throw new ReadError('broken', 'xref');
    for (let i = 0; i < count; i += 1) {
      budget.step();
      parser.skipWhite();
      const where = parser.word();
      parser.skipWhite();
      parser.word();
      parser.skipWhite();
      const use = parser.word();
      if (!/^\d{1,10}$/.test(where) || (use !== 'n' && use !== 'f'))
        throw new ReadError('broken', 'xref row');
      put(
        source,
        Number(first) + i,
        use === 'n' ? { type: 'plain', offset: Number(where) } : { type: 'free' },
      );
    }
  }
  const trailer = parser.value();
  if (!isDictionary(trailer)) throw new ReadError('broken', 'trailer');
  return trailer;
}

function readXrefStream(source: Source, offset: number): PdfDictionary {
  const { value } = createParser(source.bytes, offset, source.budget).indirect();
  if (!isStream(value) || !isName(value.dict.get('Type'), 'XRef'))
    throw new ReadError('broken', 'xref stream');
  const rows = source.decode(value);
  const widths = value.dict.get('W');
  const size = value.dict.get('Size');
  if (rows === undefined || !isList(widths) || typeof size !== 'number')
    throw new ReadError('broken', 'xref stream');
  const [a, b, c] = widths.map((one) =>
    typeof one === 'number' && one >= 0 && one <= 7 ? one : -1,
  );
  if (
    a === undefined ||
    b === undefined ||
    c === undefined ||
    Math.min(a, b, c) < 0 ||
    a + b + c === 0
  )
    throw new ReadError('broken', 'widths');
  const index = value.dict.get('Index');
  putRows(source, rows, [a, b, c], isList(index) ? index.map(Number) : [0, size]);
  return value.dict;
}

/** Stores the rows of a cross-reference stream: fields of `a`, `b` and `c` bytes each. */
function putRows(
  source: Source,
  rows: Uint8Array,
  [a, b, c]: readonly [number, number, number],
  ranges: readonly number[],
): void {
  let at = 0;
  const field = (width: number, absent: number): number => {
    if (width === 0) return absent;
    let out = 0;
    for (let i = 0; i < width; i += 1) out = out * 256 + (rows[at + i] ?? 0);
    at += width;
    return out;
  };
  for (let r = 0; r + 1 < ranges.length; r += 2) {
    const first = ranges[r] ?? 0;
    const count = ranges[r + 1] ?? 0;
    for (let i = 0; i < count && at + a + b + c <= rows.length; i += 1) {
      source.budget.step();
      const type = field(a, 1);
      const second = field(b, 0);
      const third = field(c, 0);
      put(
        source,
        first + i,
        type === 1
          ? { type: 'plain', offset: second }
          : type === 2
            ? { type: 'packed', stream: second, index: third }
            : { type: 'free' },
      );
    }
  }
}

function put({ entries, maxObjects }: Source, number: number, entry: Entry): void {
  if (!entries.has(number)) entries.set(number, entry);
  if (entries.size > maxObjects) throw new ReadError('too_large', 'objects');
}

function startOf(bytes: Uint8Array): number {
  if (bytes.length === 0) throw new ReadError('empty');
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!view.subarray(0, 1024).includes('%PDF-')) throw new ReadError('not_a_pdf');
  const key = view.lastIndexOf('startxref');
  const offset = /^startxref\s+(\d{1,10})\s/.exec(
    view.subarray(key, key + 40).toString('latin1'),
  )?.[1];
  // Further from the end it belongs to an earlier revision of a truncated file.
  if (
    key < bytes.length - 2048 ||
    key < 0 ||
    offset === undefined ||
    Number(offset) >= bytes.length
  )
    throw new ReadError('broken', 'startxref');
  return Number(offset);
}
