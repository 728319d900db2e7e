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
export type PdfStreamObject = {
  readonly kind: 'stream';
  readonly dict: PdfDictionary;
  readonly from: number;
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

/** One budget per file: steps of parsing, inflated bytes and time. */
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

export type ObjectParser = {
  position: number;
  value(): PdfValue;
  /**
   * `12 0 obj …`, at the position; a stream is represented by its dictionary and the offset of its
   * data.
   */
  indirect(): { readonly number: number; readonly value: PdfValue | PdfStreamObject };
  skipWhite(): void;
  /** Returns the next run of regular characters. */
  word(): string;
};

/** Creates a parser over bytes. @throws ReadError */
export function createParser(bytes: Uint8Array, start: number, budget: Budget): ObjectParser {
  let at = start;
  let depth = 0;
  const broken = (detail: string): never => {
    throw new ReadError('broken', `${detail} at ${at}`);
  };

  function skipWhite(): void {
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) return;
      if (byte === 37) {
        while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
      } else if (!WHITE.has(byte)) return;
      at += 1;
    }
  }

  function word(): string {
    const from = at;
    while (at < bytes.length && at - from < 128) {
      const byte = bytes[at] ?? 0;
      if (WHITE.has(byte) || DELIMITER.has(byte)) break;
      at += 1;
    }
    return Buffer.from(bytes.buffer, bytes.byteOffset + from, at - from).toString('latin1');
  }

  function name(): PdfName {
    at += 1;
    return {
      kind: 'name',
      value: word().replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    };
  }

  function literal(): PdfText {
    const from = at;
    const out: number[] = [];
    let open = 0;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === 92) {
        at += 1;
        escape(out);
        continue;
      }
      if (byte === 40) {
        open += 1;
        if (open === 1) continue;
      }
      if (byte === 41) {
        open -= 1;
        if (open === 0) {
          at += 1;
          return { kind: 'text', bytes: Uint8Array.from(out), isHex: false, from, to: at };
        }
      }
      out.push(byte);
      if (out.length > MAX_TEXT) throw new ReadError('too_large', 'string');
    }
    return broken('open string');
  }

  function escape(out: number[]): void {
    const byte = bytes[at] ?? 0;
    const known = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 }[byte];
    if (known !== undefined) out.push(known);
    else if (byte >= 48 && byte <= 55) {
      let value = 0;
      for (let i = 0; i < 3 && (bytes[at] ?? 0) >= 48 && (bytes[at] ?? 0) <= 55; i += 1, at += 1)
        value = value * 8 + (bytes[at] ?? 0) - 48;
      at -= 1;
      out.push(value & 255);
    } else if (byte === 13) {
      if (bytes[at + 1] === 10) at += 1;
    } else if (byte !== 10) out.push(byte);
  }

  function hex(): PdfText {
    const from = at;
    const end = bytes.indexOf(62, at);
    if (end < 0) return broken('open hex string');
    if (end - at > MAX_TEXT) throw new ReadError('too_large', 'string');
    const digits = Buffer.from(bytes.buffer, bytes.byteOffset + at + 1, end - at - 1)
      .toString('latin1')
      .replace(/[\s\0]/g, '');
    if (/[^0-9a-fA-F]/.test(digits)) return broken('hex string');
    at = end + 1;
    return {
      kind: 'text',
      bytes: new Uint8Array(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')),
      isHex: true,
      from,
      to: at,
    };
  }

  function dictionary(): PdfDictionary {
    at += 2;
    const out = new Map<string, PdfValue>();
    for (;;) {
      skipWhite();
      if (bytes[at] === 62 && bytes[at + 1] === 62) {
        at += 2;
        return out;
      }
      if (bytes[at] !== 47) return broken('dictionary');
      const key = name().value;
      const found = value();
      // Readers differ on duplicate keys; the first one counts here, and a duplicate key never
      // improves a verdict.
      if (!out.has(key)) out.set(key, found);
    }
  }

  function list(): readonly PdfValue[] {
    at += 1;
    const out: PdfValue[] = [];
    for (;;) {
      skipWhite();
      if (bytes[at] === 93) {
        at += 1;
        return out;
      }
      out.push(value());
    }
  }

  function numberOrReference(token: string): PdfValue {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(token)) return broken(`token ${token.slice(0, 20)}`);
    if (/^\d+$/.test(token)) {
      const back = at;
      skipWhite();
      const generation = word();
      skipWhite();
      if (
        /^\d{1,5}$/.test(generation) &&
        bytes[at] === 82 &&
        (WHITE.has(bytes[at + 1] ?? 32) || DELIMITER.has(bytes[at + 1] ?? 32))
      ) {
        at += 1;
        return { kind: 'ref', number: Number(token) };
      }
      at = back;
    }
    return Number(token);
  }

  function value(): PdfValue {
    budget.step();
    depth += 1;
    if (depth > MAX_DEPTH) throw new ReadError('broken', 'too deep');
    skipWhite();
    const byte = bytes[at];
    let found: PdfValue;
    if (byte === 47) found = name();
    else if (byte === 40) found = literal();
    else if (byte === 60) found = bytes[at + 1] === 60 ? dictionary() : hex();
    else if (byte === 91) found = list();
    else {
      const token = word();
      found =
        token === 'true'
          ? true
          : token === 'false'
            ? false
            : token === 'null'
              ? null
              : numberOrReference(token);
    }
    depth -= 1;
    return found;
  }

  function indirect(): { number: number; value: PdfValue | PdfStreamObject } {
    skipWhite();
    const number = word();
    skipWhite();
    const generation = word();
    skipWhite();
    if (!/^\d{1,10}$/.test(number) || !/^\d{1,5}$/.test(generation) || word() !== 'obj')
      return broken('object');
    const found = value();
    skipWhite();
    if (isDictionary(found) && word() === 'stream') {
      if (bytes[at] === 13) at += 1;
      if (bytes[at] === 10) at += 1;
      return { number: Number(number), value: { kind: 'stream', dict: found, from: at } };
    }
    return { number: Number(number), value: found };
  }

  return {
    get position() {
      return at;
    },
    set position(next: number) {
      at = next;
    },
    value,
    indirect,
    skipWhite,
    word,
  };
}
