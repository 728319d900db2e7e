// Opens a foreign PDF far enough to judge it: cross-reference chain, objects, page count; bounded
// in time, memory and depth.
import { inflateSync } from 'node:zlib';
import {
  ReadError,
  createBudget,
  createParser,
  isDictionary,
  isList,
  isName,
  isReference,
} from './pdf-objects.ts';
import type { Budget, PdfDictionary, PdfStreamObject, PdfValue } from './pdf-objects.ts';

export type ReadLimits = {
  readonly maxBytes: number;
  readonly maxPages: number;
  readonly maxObjects: number;
  readonly inflateBytes: number;
  readonly ms: number;
};

/** Far above any document of a practice, far below a harmful size. */
export const READ_LIMITS: ReadLimits = {
  maxBytes: 32 * 1024 * 1024,
  maxPages: 2_000,
  maxObjects: 200_000,
  inflateBytes: 24 * 1024 * 1024,
  ms: 1_500,
};

/** Milliseconds of CPU time: a busy machine must not make a good file unreadable. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

type Entry =
  | { readonly type: 'plain'; readonly offset: number }
  | { readonly type: 'packed'; readonly stream: number; readonly index: number }
  | { readonly type: 'free' };

export type OpenPdf = {
  readonly trailer: PdfDictionary;
  readonly catalog: PdfDictionary;
  readonly numbers: readonly number[];
  /** Follows references; `undefined` for missing objects. */
  resolve(value: PdfValue | undefined): PdfValue | PdfStreamObject | undefined;
  dict(value: PdfValue | undefined): PdfDictionary | undefined;
  list(value: PdfValue | undefined): readonly PdfValue[] | undefined;
  /** Raw bytes of a stream. */
  raw(stream: PdfStreamObject): Uint8Array;
  /** Decoded bytes of a stream; `undefined` for filters other than Flate. */
  data(stream: PdfStreamObject): Uint8Array | undefined;
  /**
   * Names the location of an object, for comparing two revisions; `undefined` for missing or free
   * ones.
   */
  placeOf(number: number): string | undefined;
  pages(): number;
};

/** Checks whether an object is a stream; only its dictionary is parsed. */
export function isStream(value: PdfValue | PdfStreamObject | undefined): value is PdfStreamObject {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'stream';
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

function inflate(raw: Uint8Array, budget: Budget): Uint8Array {
  try {
    const out = inflateSync(raw, { maxOutputLength: Math.max(1, budget.inflateLeft()) });
    budget.inflated(out.length);
    return out;
  } catch (error) {
    const isBomb =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new ReadError(isBomb ? 'too_large' : 'broken', 'stream');
  }
}

/** PNG "up" and relatives (ISO 32000-1, 7.4.4.4) as used by cross-reference streams. */
function unpredict(data: Uint8Array, columns: number): Uint8Array {
  const rows = Math.floor(data.length / (columns + 1));
  const out = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = data[row * (columns + 1)] ?? 0;
    for (let i = 0; i < columns; i += 1) {
      const raw = data[row * (columns + 1) + 1 + i] ?? 0;
      const left = i > 0 ? (out[row * columns + i - 1] ?? 0) : 0;
      const up = row > 0 ? (out[(row - 1) * columns + i] ?? 0) : 0;
      if (kind > 2) throw new ReadError('broken', 'predictor');
      out[row * columns + i] = raw + (kind === 1 ? left : kind === 2 ? up : 0);
    }
  }
  return out;
}

/**
 * Opens bytes as PDF.
 * @throws ReadError with the reason; nothing else
 */
export function openPdf(bytes: Uint8Array, limits: ReadLimits = READ_LIMITS): OpenPdf {
  if (bytes.length > limits.maxBytes) throw new ReadError('too_large', 'file');
  const budget = createBudget({
    steps: 1_000_000,
    inflateBytes: limits.inflateBytes,
    ms: limits.ms,
    now: processorTime,
  });
  const entries = new Map<number, Entry>();
  const put = (number: number, entry: Entry): void => {
    if (!entries.has(number)) entries.set(number, entry);
    if (entries.size > limits.maxObjects) throw new ReadError('too_large', 'objects');
  };
  const cache = new Map<number, PdfValue | PdfStreamObject>();
  const packed = new Map<
    number,
    { readonly numbers: readonly number[]; readonly values: readonly PdfValue[] }
  >();
  const opening = new Set<number>();

  function rawStream(stream: PdfStreamObject): Uint8Array {
    const stated = resolve(stream.dict.get('Length'));
    const length = typeof stated === 'number' && stated >= 0 ? Math.floor(stated) : -1;
    if (length < 0 || stream.from + length > bytes.length)
      throw new ReadError('broken', 'stream length');
    return bytes.subarray(stream.from, stream.from + length);
  }

  function data(stream: PdfStreamObject): Uint8Array | undefined {
    const filter = resolve(stream.dict.get('Filter'));
    const filters =
      isStream(filter) || filter === undefined || filter === null
        ? []
        : isList(filter)
          ? filter
          : [filter];
    const raw = rawStream(stream);
    if (filters.length === 0) return raw;
    if (filters.length > 1 || !isName(filters[0], 'FlateDecode')) return undefined;
    const out = inflate(raw, budget);
    const given = resolve(stream.dict.get('DecodeParms'));
    const params = isStream(given) ? undefined : isList(given) ? given[0] : given;
    const predictor = isDictionary(params) ? params.get('Predictor') : 1;
    if (typeof predictor !== 'number' || predictor < 10) return out;
    const columns = isDictionary(params) ? params.get('Columns') : 1;
    if (typeof columns !== 'number' || columns < 1 || columns > 64)
      throw new ReadError('broken', 'columns');
    return unpredict(out, columns);
  }

  function table(offset: number): PdfDictionary {
    const parser = createParser(bytes, offset + 4, budget);
    for (;;) {
      parser.skipWhite();
      const first = parser.word();
      if (first === 'trailer') break;
      parser.skipWhite();
      const count = Number(parser.word());
      if (!/^\d{1,8}$/.test(first) || !Number.isInteger(count) || count > limits.maxObjects)
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
          Number(first) + i,
          use === 'n' ? { type: 'plain', offset: Number(where) } : { type: 'free' },
        );
      }
    }
    const trailer = parser.value();
    if (!isDictionary(trailer)) throw new ReadError('broken', 'trailer');
    return trailer;
  }

  function xrefStream(offset: number): PdfDictionary {
    const { value } = createParser(bytes, offset, budget).indirect();
    if (!isStream(value) || !isName(value.dict.get('Type'), 'XRef'))
      throw new ReadError('broken', 'xref stream');
    const rows = data(value);
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
    const ranges = isList(index) ? index.map(Number) : [0, size];
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
        budget.step();
        const type = field(a, 1);
        const second = field(b, 0);
        const third = field(c, 0);
        put(
          first + i,
          type === 1
            ? { type: 'plain', offset: second }
            : type === 2
              ? { type: 'packed', stream: second, index: third }
              : { type: 'free' },
        );
      }
    }
    return value.dict;
  }

  function chain(): PdfDictionary {
    const seen = new Set<number>();
    let newest: PdfDictionary | undefined;
    let next: number | undefined = startOf(bytes);
    while (next !== undefined) {
      const offset: number = next;
      if (seen.has(offset) || seen.size > 500) throw new ReadError('broken', 'xref loop');
      seen.add(offset);
      const isTable =
        Buffer.from(
          bytes.buffer,
          bytes.byteOffset + offset,
          Math.min(4, bytes.length - offset),
        ).toString('latin1') === 'xref';
      const trailer = isTable ? table(offset) : xrefStream(offset);
      newest ??= trailer;
      if (trailer.has('Encrypt')) throw new ReadError('encrypted');
      const hybrid = trailer.get('XRefStm');
      if (isTable && typeof hybrid === 'number' && hybrid > 0 && hybrid < bytes.length)
        xrefStream(hybrid);
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

  function unpack(number: number): {
    readonly numbers: readonly number[];
    readonly values: readonly PdfValue[];
  } {
    const known = packed.get(number);
    if (known !== undefined) return known;
    const stream = object(number);
    if (!isStream(stream)) throw new ReadError('broken', 'object stream');
    const content = data(stream);
    const count = resolve(stream.dict.get('N'));
    const first = resolve(stream.dict.get('First'));
    if (
      content === undefined ||
      typeof count !== 'number' ||
      typeof first !== 'number' ||
      count > limits.maxObjects
    )
      throw new ReadError('broken', 'object stream');
    const head = createParser(content, 0, budget);
    const places: { number: number; offset: number }[] = [];
    for (let i = 0; i < count; i += 1)
      places.push({ number: Number(head.value()), offset: Number(head.value()) });
    const out = {
      numbers: places.map((one) => one.number),
      values: places.map((one) => createParser(content, first + one.offset, budget).value()),
    };
    packed.set(number, out);
    return out;
  }

  function object(number: number): PdfValue | PdfStreamObject | undefined {
    const known = cache.get(number);
    if (known !== undefined) return known;
    const entry = entries.get(number);
    if (entry === undefined || entry.type === 'free' || opening.has(number)) return undefined;
    opening.add(number);
    let found: PdfValue | PdfStreamObject | undefined;
    if (entry.type === 'plain') {
      if (entry.offset >= bytes.length) throw new ReadError('broken', 'offset');
      const parsed = createParser(bytes, entry.offset, budget).indirect();
      if (parsed.number !== number) throw new ReadError('broken', 'object number');
      found = parsed.value;
    } else {
      const unpacked = unpack(entry.stream);
      found = unpacked.values[unpacked.numbers.indexOf(number)];
    }
    opening.delete(number);
    if (found !== undefined) cache.set(number, found);
    return found;
  }

  function resolve(value: PdfValue | undefined): PdfValue | PdfStreamObject | undefined {
    let found: PdfValue | PdfStreamObject | undefined = value;
    for (let hops = 0; found !== undefined && !isStream(found) && isReference(found); hops += 1) {
      if (hops > 8) throw new ReadError('broken', 'reference loop');
      found = object(found.number);
    }
    return found;
  }
  const dict = (value: PdfValue | undefined): PdfDictionary | undefined => {
    const found = resolve(value);
    return isStream(found) ? found.dict : isDictionary(found) ? found : undefined;
  };
  const list = (value: PdfValue | undefined): readonly PdfValue[] | undefined => {
    const found = resolve(value);
    return !isStream(found) && isList(found) ? found : undefined;
  };

  const trailer = chain();
  const catalog = dict(trailer.get('Root'));
  if (catalog === undefined) throw new ReadError('broken', 'catalog');

  function pages(): number {
    const seen = new Set<PdfDictionary>();
    const open: PdfDictionary[] = [];
    const top = dict(catalog?.get('Pages'));
    if (top !== undefined) open.push(top);
    let count = 0;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      budget.step();
      if (seen.has(node)) throw new ReadError('broken', 'page loop');
      seen.add(node);
      const kids = list(node.get('Kids'));
      if (kids === undefined) count += 1;
      else if (count + open.length + kids.length > limits.maxPages)
        throw new ReadError('too_many_pages');
      else
        for (const kid of kids) {
          const child = dict(kid);
          if (child !== undefined) open.push(child);
        }
      if (count > limits.maxPages) throw new ReadError('too_many_pages');
    }
    return count;
  }

  const placeOf = (number: number): string | undefined => {
    const entry = entries.get(number);
    if (entry === undefined || entry.type === 'free') return undefined;
    return entry.type === 'plain' ? `at ${entry.offset}` : `in ${entry.stream}, ${entry.index}`;
  };
  const numbers = [...entries]
    .filter(([, entry]) => entry.type !== 'free')
    .map(([number]) => number);
  return { trailer, catalog, numbers, resolve, dict, list, raw: rawStream, data, placeOf, pages };
}
