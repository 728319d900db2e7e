// Parses PDF objects (ISO 32000-1, 7.3) from foreign bytes: every step counts against a budget, so
// that a malicious file fails early.

export type PdfName = { readonly kind: 'name'; readonly value: string };
export type PdfReference = { readonly kind: 'ref'; readonly number: number };
/** `from`/`to`: byte offsets of the token, delimiters included. */
export type PdfText = {
  readonly kind: 'text';
  readonly bytes: Uint8Array;
  readonly isHex: boolean;
  readonly from: number;
  readonly to: number;
};
export type PdfDictionary = ReadonlyMap<string, PdfValue>;
/** `number`, `generation`: of the indirect object that the stream is. */
export type PdfStreamObject = {
  readonly kind: 'stream';
  readonly dict: PdfDictionary;
  readonly from: number;
  readonly number: number;
  readonly generation: number;
};
/** An object as it stands in the file. */
export type IndirectObject = {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue | PdfStreamObject;
};
export type PdfValue =
  | number
  | boolean
  | null
  | PdfName
  | PdfReference
  | PdfText
  | PdfDictionary
  | readonly PdfValue[];

/** Reason why reading stopped. */
export class ReadError extends Error {
  readonly reason: 'not_a_pdf' | 'encrypted' | 'broken' | 'too_large' | 'too_many_pages' | 'empty';
  constructor(reason: ReadError['reason'], detail = '') {
    super(`${reason} ${detail}`);
    this.name = 'ReadError';
    this.reason = reason;
  }
}

export type Budget = {
  step(): void;
  inflated(bytes: number): void;
  readonly inflateLeft: () => number;
};

/** Creates the budget of one file: steps of parsing, inflated bytes and time. */
export function createBudget(limits: {
  readonly steps: number;
  readonly inflateBytes: number;
  readonly ms: number;
  readonly now: () => number;
}): Budget {
  const end = limits.now() + limits.ms;
  let steps = limits.steps;
  let bytes = limits.inflateBytes;
  return {
    step() {
      steps -= 1;
      if (steps < 0 || (steps % 4096 === 0 && limits.now() > end))
        throw new ReadError('too_large', 'budget');
    },
    inflated(count) {
      bytes -= count;
      if (bytes < 0) throw new ReadError('too_large', 'streams');
    },
    inflateLeft: () => bytes,
  };
}

const MAX_DEPTH = 64;
const MAX_TEXT = 1_000_000;
const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITER = new Set([...'()<>[]{}/%'].map((c) => c.charCodeAt(0)));

export function isName(value: PdfValue | undefined, name?: string): value is PdfName {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'name' &&
    (name === undefined || value.value === name)
  );
}
export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'ref';
}
export function isText(value: PdfValue | undefined): value is PdfText {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'text';
}
export function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return value instanceof Map;
}
export function isList(value: PdfValue | undefined): value is readonly PdfValue[] {
  return Array.isArray(value);
}

/** Checks whether an object is a stream; only its dictionary is parsed. */
export function isStream(value: PdfValue | PdfStreamObject | undefined): value is PdfStreamObject {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'stream';
}

export type ObjectParser = {
  position: number;
  value(): PdfValue;
  /**
   * `12 0 obj …`, at the position; a stream is represented by its dictionary and the offset of its
   * data.
   */
  indirect(): IndirectObject;
  skipWhite(): void;
  /** Returns the next run of regular characters. */
  word(): string;
};

/** Bytes being parsed, and where. */
interface Cursor {
  readonly bytes: Uint8Array;
  readonly budget: Budget;
  at: number;
  depth: number;
}

/** Creates a parser over bytes. @throws ReadError */
export function createParser(bytes: Uint8Array, start: number, budget: Budget): ObjectParser {
  const cursor: Cursor = { bytes, budget, at: start, depth: 0 };
  return {
    get position() {
      return cursor.at;
    },
    set position(next: number) {
      cursor.at = next;
    },
    value: () => readValue(cursor),
    indirect: () => readIndirect(cursor),
    skipWhite: () => {
      skipWhite(cursor);
    },
    word: () => readWord(cursor),
  };
}

function broken(c: Cursor, detail: string): never {
  throw new ReadError('broken', `${detail} at ${c.at}`);
}

function skipWhite(c: Cursor): void {
  const { bytes } = c;
  for (;;) {
    const byte = bytes[c.at];
    if (byte === undefined) return;
    if (byte === 37) {
      while (c.at < bytes.length && bytes[c.at] !== 10 && bytes[c.at] !== 13) c.at += 1;
    } else if (!WHITE.has(byte)) return;
    c.at += 1;
  }
}

function readWord(c: Cursor): string {
  const { bytes } = c,
    from = c.at;
  while (c.at < bytes.length && c.at - from < 128) {
    const byte = bytes[c.at] ?? 0;
    if (WHITE.has(byte) || DELIMITER.has(byte)) break;
    c.at += 1;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, c.at - from).toString('latin1');
}

function readName(c: Cursor): PdfName {
  c.at += 1;
  return {
    kind: 'name',
    value: readWord(c).replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  };
}

function readLiteral(c: Cursor): PdfText {
  const { bytes } = c,
    from = c.at;
  const out: number[] = [];
  let open = 0;
  for (; c.at < bytes.length; c.at += 1) {
    const byte = bytes[c.at] ?? 0;
    if (byte === 92) {
      c.at += 1;
      readEscape(c, out);
      continue;
    }
    if (byte === 40) {
      open += 1;
      if (open === 1) continue;
    }
    if (byte === 41) {
      open -= 1;
      if (open === 0) {
        c.at += 1;
        return { kind: 'text', bytes: Uint8Array.from(out), isHex: false, from, to: c.at };
      }
    }
    out.push(byte);
    if (out.length > MAX_TEXT) throw new ReadError('too_large', 'string');
  }
  return broken(c, 'open string');
}

function readEscape(c: Cursor, out: number[]): void {
  const { bytes } = c,
    byte = bytes[c.at] ?? 0;
  const known = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 }[byte];
  if (known !== undefined) out.push(known);
  else if (byte >= 48 && byte <= 55) {
    let value = 0;
    for (
      let i = 0;
      i < 3 && (bytes[c.at] ?? 0) >= 48 && (bytes[c.at] ?? 0) <= 55;
      i += 1, c.at += 1
    )
      value = value * 8 + (bytes[c.at] ?? 0) - 48;
    c.at -= 1;
    out.push(value & 255);
  } else if (byte === 13) {
    if (bytes[c.at + 1] === 10) c.at += 1;
  } else if (byte !== 10) out.push(byte);
}

function readHex(c: Cursor): PdfText {
  const { bytes } = c,
    from = c.at;
  const end = bytes.indexOf(62, c.at);
  if (end < 0) return broken(c, 'open hex string');
  if (end - c.at > MAX_TEXT) throw new ReadError('too_large', 'string');
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset + c.at + 1, end - c.at - 1)
    .toString('latin1')
    .replace(/[\s\0]/g, '');
  if (/[^0-9a-fA-F]/.test(digits)) return broken(c, 'hex string');
  c.at = end + 1;
  return {
    kind: 'text',
    bytes: new Uint8Array(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')),
    isHex: true,
    from,
    to: c.at,
  };
}

function readDictionary(c: Cursor): PdfDictionary {
  c.at += 2;
  const out = new Map<string, PdfValue>();
  for (;;) {
    skipWhite(c);
    if (c.bytes[c.at] === 62 && c.bytes[c.at + 1] === 62) {
      c.at += 2;
      return out;
    }
    if (c.bytes[c.at] !== 47) return broken(c, 'dictionary');
    const key = readName(c).value;
    const found = readValue(c);
    // Readers differ on duplicate keys; the first one counts here, and a duplicate key never
    // improves a verdict.
    if (!out.has(key)) out.set(key, found);
  }
}

function readList(c: Cursor): readonly PdfValue[] {
  c.at += 1;
  const out: PdfValue[] = [];
  for (;;) {
    skipWhite(c);
    if (c.bytes[c.at] === 93) {
      c.at += 1;
      return out;
    }
    out.push(readValue(c));
  }
}

function numberOrReference(c: Cursor, token: string): PdfValue {
  const { bytes } = c;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(token)) return broken(c, `token ${token.slice(0, 20)}`);
  if (/^\d+$/.test(token)) {
    const back = c.at;
    skipWhite(c);
    const generation = readWord(c);
    skipWhite(c);
    if (
      /^\d{1,5}$/.test(generation) &&
      bytes[c.at] === 82 &&
      (WHITE.has(bytes[c.at + 1] ?? 32) || DELIMITER.has(bytes[c.at + 1] ?? 32))
    ) {
      c.at += 1;
      return { kind: 'ref', number: Number(token) };
    }
    c.at = back;
  }
  return Number(token);
}

function readValue(c: Cursor): PdfValue {
  c.budget.step();
  c.depth += 1;
  if (c.depth > MAX_DEPTH) throw new ReadError('broken', 'too deep');
  skipWhite(c);
  const byte = c.bytes[c.at];
  let found: PdfValue;
  if (byte === 47) found = readName(c);
  else if (byte === 40) found = readLiteral(c);
  else if (byte === 60) found = c.bytes[c.at + 1] === 60 ? readDictionary(c) : readHex(c);
  else if (byte === 91) found = readList(c);
  else {
    const token = readWord(c);
    found =
      token === 'true'
        ? true
        : token === 'false'
          ? false
          : token === 'null'
            ? null
            : numberOrReference(c, token);
  }
  c.depth -= 1;
  return found;
}

function readIndirect(c: Cursor): IndirectObject {
  skipWhite(c);
  const first = readWord(c);
  skipWhite(c);
  const second = readWord(c);
  skipWhite(c);
  if (!/^\d{1,10}$/.test(first) || !/^\d{1,5}$/.test(second) || readWord(c) !== 'obj')
    return broken(c, 'object');
  const place = { number: Number(first), generation: Number(second) };
  const found = readValue(c);
  skipWhite(c);
  if (isDictionary(found) && readWord(c) === 'stream') {
    if (c.bytes[c.at] === 13) c.at += 1;
    if (c.bytes[c.at] === 10) c.at += 1;
    return { ...place, value: { kind: 'stream', dict: found, from: c.at, ...place } };
  }
  return { ...place, value: found };
}
