// Opens a foreign PDF far enough to judge it: cross-reference chain, objects, page count; bounded
// in time, memory and depth.
import { inflateSync } from 'node:zlib';
import { readChain, type Entry } from './cross-reference.ts';
import { openDecryption, type Decryption } from './decryption.ts';
import {
  ReadError,
  createBudget,
  createParser,
  isDictionary,
  isList,
  isName,
  isReference,
  isStream,
  isText,
} from './pdf-objects.ts';
import type {
  Budget,
  IndirectObject,
  PdfDictionary,
  PdfStreamObject,
  PdfValue,
} from './pdf-objects.ts';

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

export type OpenPdf = {
  readonly trailer: PdfDictionary;
  readonly catalog: PdfDictionary;
  readonly numbers: readonly number[];
  /** Follows references; `undefined` for missing objects. */
  resolve(value: PdfValue | undefined): PdfValue | PdfStreamObject | undefined;
  dict(value: PdfValue | undefined): PdfDictionary | undefined;
  list(value: PdfValue | undefined): readonly PdfValue[] | undefined;
  /** Raw bytes of a stream, decrypted. */
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

interface Packed {
  readonly numbers: readonly number[];
  readonly values: readonly PdfValue[];
}
/** An open file: its bytes, limits, and the objects read so far. */
interface PdfFile {
  readonly bytes: Uint8Array;
  readonly limits: ReadLimits;
  readonly budget: Budget;
  readonly entries: Map<number, Entry>;
  readonly cache: Map<number, PdfValue | PdfStreamObject>;
  readonly packed: Map<number, Packed>;
  /** Objects being read, to detect loops. */
  readonly opening: Set<number>;
  /** Where the data of the cross-reference streams begins: they are never encrypted. */
  readonly bare: Set<number>;
  /** Of a file that is encrypted, yet opens without a password. */
  decryption: Decryption | undefined;
}

/**
 * Opens bytes as PDF.
 * @throws ReadError with the reason; nothing else
 */
export function openPdf(bytes: Uint8Array, limits: ReadLimits = READ_LIMITS): OpenPdf {
  if (bytes.length > limits.maxBytes) throw new ReadError('too_large', 'file');
  const file: PdfFile = {
    bytes,
    limits,
    budget: createBudget({
      steps: 1_000_000,
      inflateBytes: limits.inflateBytes,
      ms: limits.ms,
      now: processorTime,
    }),
    entries: new Map(),
    cache: new Map(),
    packed: new Map(),
    opening: new Set(),
    bare: new Set(),
    decryption: undefined,
  };
  const trailer = readChain({
    bytes,
    maxObjects: limits.maxObjects,
    budget: file.budget,
    entries: file.entries,
    decode: (stream) => {
      file.bare.add(stream.from);
      return readStream(file, stream);
    },
  });
  if (trailer.has('Encrypt')) decrypt(file, trailer);
  const catalog = dictOf(file, trailer.get('Root'));
  if (catalog === undefined) throw new ReadError('broken', 'catalog');
  const numbers = [...file.entries]
    .filter(([, entry]) => entry.type !== 'free')
    .map(([number]) => number);
  return {
    trailer,
    catalog,
    numbers,
    resolve: (value) => resolve(file, value),
    dict: (value) => dictOf(file, value),
    list: (value) => listOf(file, value),
    raw: (stream) => rawStream(file, stream),
    data: (stream) => readStream(file, stream),
    placeOf: (number) => placeOf(file, number),
    pages: () => countPages(file, catalog),
  };
}

/** An honest reading decrypts a stream twice at most: to weigh it and to read it. */
const READINGS = 2;

/** @throws ReadError when the file needs a password */
function decrypt(file: PdfFile, trailer: PdfDictionary): void {
  const encrypt = dictOf(file, trailer.get('Encrypt'));
  if (encrypt === undefined) throw new ReadError('encrypted');
  const id = resolve(file, listOf(file, trailer.get('ID'))?.[0]);
  const entries = { dict: encrypt, resolve: (value?: PdfValue) => resolve(file, value) };
  const decryption = openDecryption(
    entries,
    !isStream(id) && isText(id) ? id.bytes : new Uint8Array(),
    { bytes: READINGS * file.limits.maxBytes, step: () => file.budget.step() },
  );
  file.decryption = decryption;
  // The key was read from objects that were not decrypted yet.
  file.cache.clear();
  file.packed.clear();
}

function rawStream(file: PdfFile, stream: PdfStreamObject): Uint8Array {
  const stated = resolve(file, stream.dict.get('Length'));
  const length = typeof stated === 'number' && stated >= 0 ? Math.floor(stated) : -1;
  if (length < 0 || stream.from + length > file.bytes.length)
    throw new ReadError('broken', 'stream length');
  const raw = file.bytes.subarray(stream.from, stream.from + length);
  return file.bare.has(stream.from) ? raw : (file.decryption?.stream(stream, raw) ?? raw);
}

/** Returns decoded bytes; `undefined` for filters other than Flate. */
function readStream(file: PdfFile, stream: PdfStreamObject): Uint8Array | undefined {
  const filter = resolve(file, stream.dict.get('Filter'));
  const all =
    isStream(filter) || filter === undefined || filter === null
      ? []
      : isList(filter)
        ? filter
        : [filter];
  const filters = isName(all[0], 'Crypt') ? all.slice(1) : all;
  const raw = rawStream(file, stream);
  if (filters.length === 0) return raw;
  if (filters.length > 1 || !isName(filters[0], 'FlateDecode')) return undefined;
  const out = inflate(raw, file.budget);
  const given = resolve(file, stream.dict.get('DecodeParms'));
  const params = isStream(given)
    ? undefined
    : isList(given)
      ? given[all.length - filters.length]
      : given;
  const predictor = isDictionary(params) ? params.get('Predictor') : 1;
  if (typeof predictor !== 'number' || predictor < 10) return out;
  const columns = isDictionary(params) ? params.get('Columns') : 1;
  if (typeof columns !== 'number' || columns < 1 || columns > 64)
    throw new ReadError('broken', 'columns');
  return unpredict(out, columns);
}

function readObject(file: PdfFile, number: number): PdfValue | PdfStreamObject | undefined {
  const { bytes, entries, cache, opening } = file;
  const known = cache.get(number);
  if (known !== undefined) return known;
  const entry = entries.get(number);
  if (entry === undefined || entry.type === 'free' || opening.has(number)) return undefined;
  opening.add(number);
  let found: PdfValue | PdfStreamObject | undefined;
  if (entry.type === 'plain') {
    if (entry.offset >= bytes.length) throw new ReadError('broken', 'offset');
    const parsed = createParser(bytes, entry.offset, file.budget).indirect();
    if (parsed.number !== number) throw new ReadError('broken', 'object number');
    found = decrypted(file, parsed);
  } else {
    const unpacked = unpack(file, entry.stream);
    found = unpacked.values[unpacked.numbers.indexOf(number)];
  }
  opening.delete(number);
  if (found !== undefined) cache.set(number, found);
  return found;
}

function decrypted(file: PdfFile, parsed: IndirectObject): PdfValue | PdfStreamObject {
  const { decryption, bare } = file;
  const { value } = parsed;
  if (decryption === undefined) return value;
  if (!isStream(value)) return decryption.value(value, parsed);
  if (bare.has(value.from)) return value;
  const dict = decryption.value(value.dict, parsed);
  return isDictionary(dict) ? { ...value, dict } : value;
}

function unpack(file: PdfFile, number: number): Packed {
  const known = file.packed.get(number);
  if (known !== undefined) return known;
  const stream = readObject(file, number);
  if (!isStream(stream)) throw new ReadError('broken', 'object stream');
  const content = readStream(file, stream);
  const count = resolve(file, stream.dict.get('N'));
  const first = resolve(file, stream.dict.get('First'));
  if (
    content === undefined ||
    typeof count !== 'number' ||
    typeof first !== 'number' ||
    count > file.limits.maxObjects
  )
    throw new ReadError('broken', 'object stream');
  const head = createParser(content, 0, file.budget);
  const places: { number: number; offset: number }[] = [];
  for (let i = 0; i < count; i += 1)
    places.push({ number: Number(head.value()), offset: Number(head.value()) });
  const out = {
    numbers: places.map((one) => one.number),
    values: places.map((one) => createParser(content, first + one.offset, file.budget).value()),
  };
  file.packed.set(number, out);
  return out;
}

/** Follows references; `undefined` for missing objects. */
function resolve(
  file: PdfFile,
  value: PdfValue | undefined,
): PdfValue | PdfStreamObject | undefined {
  let found: PdfValue | PdfStreamObject | undefined = value;
  for (let hops = 0; found !== undefined && !isStream(found) && isReference(found); hops += 1) {
    if (hops > 8) throw new ReadError('broken', 'reference loop');
    found = readObject(file, found.number);
  }
  return found;
}

function dictOf(file: PdfFile, value: PdfValue | undefined): PdfDictionary | undefined {
  const found = resolve(file, value);
  return isStream(found) ? found.dict : isDictionary(found) ? found : undefined;
}
function listOf(file: PdfFile, value: PdfValue | undefined): readonly PdfValue[] | undefined {
  const found = resolve(file, value);
  return !isStream(found) && isList(found) ? found : undefined;
}

function placeOf({ entries }: PdfFile, number: number): string | undefined {
  const entry = entries.get(number);
  if (entry === undefined || entry.type === 'free') return undefined;
  return entry.type === 'plain' ? `at ${entry.offset}` : `in ${entry.stream}, ${entry.index}`;
}

function countPages(file: PdfFile, catalog: PdfDictionary): number {
  const seen = new Set<PdfDictionary>();
  const open: PdfDictionary[] = [];
  const top = dictOf(file, catalog.get('Pages'));
  if (top !== undefined) open.push(top);
  let count = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    file.budget.step();
    if (seen.has(node)) throw new ReadError('broken', 'page loop');
    seen.add(node);
    const kids = listOf(file, node.get('Kids'));
    if (kids === undefined) count += 1;
    else if (count + open.length + kids.length > file.limits.maxPages)
      throw new ReadError('too_many_pages');
    else
      for (const kid of kids) {
        const child = dictOf(file, kid);
        if (child !== undefined) open.push(child);
      }
    if (count > file.limits.maxPages) throw new ReadError('too_many_pages');
  }
  return count;
}
