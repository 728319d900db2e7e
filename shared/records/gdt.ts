// GDT records as bytes: reads files of practice software, also with wrong lengths and line ends,
// and writes them as the standard (QMS GDT 2.1) requires. Pure.

import { GDT } from '../../catalog/gdt/fields.ts';
import { decodeText, textIn, withoutMark, type TextCharset } from './charset.ts';
import { encodeText, type Charset } from './gdt-bytes.ts';

/** One line: its four-digit field id, and its content without the line end. */
export interface GdtLine {
  readonly id: string;
  readonly value: string;
}
/** A record: its lines in order, without 8000 and 8100. */
export interface GdtRecord {
  readonly satzart: string;
  readonly lines: readonly GdtLine[];
}
/** Flaws that were tolerated on reading. */
type GdtFlaw = 'line_length' | 'record_length' | 'line_end' | 'no_charset' | 'junk';
/** One record of a file with the character set used for decoding. */
export interface GdtPart extends GdtRecord {
  readonly charset: TextCharset;
  /** False if its characters may be wrong. */
  readonly isTextSure: boolean;
}
/** All records of a file, in order; fields stay with their record. */
export type GdtRead =
  | {
      readonly ok: true;
      readonly records: readonly GdtPart[];
      readonly flaws: readonly GdtFlaw[];
      /** Numbers of the lines, from 1, that are no GDT line and were skipped. */
      readonly torn: readonly number[];
    }
  | { readonly ok: false; readonly why: 'empty' | 'too_large' | 'not_gdt' | 'cut_off' };

/** Larger files are rejected. */
const GDT_MOST_BYTES = 1_000_000;
const CR = 0x0d,
  LF = 0x0a,
  isDigit = (byte: number | undefined): boolean =>
    byte !== undefined && byte >= 0x30 && byte <= 0x39;
const numberAt = (bytes: Uint8Array, at: number, length: number): number | undefined => {
  let n = 0;
  for (let i = at; i < at + length; i++) {
    if (!isDigit(bytes[i])) return undefined;
    n = n * 10 + (bytes[i] ?? 0) - 0x30;
  }
  return n;
};
interface RawLine {
  id: string;
  from: number;
  to: number;
  isRight: boolean;
  /** Bytes of the whole line as stated in its head. */
  stated: number;
  hasCr: boolean;
  hasEnd: boolean;
}
const idAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));

/** Checks whether a line may begin here: seven digits, or the end of the file. */
const beginsAt = (bytes: Uint8Array, at: number): boolean =>
  at >= bytes.length ||
  (numberAt(bytes, at, 7) !== undefined && (numberAt(bytes, at, 3) ?? 0) >= 7);

/** The same check, whatever the stated length. */
const looksBegun = (bytes: Uint8Array, at: number): boolean =>
  at >= bytes.length || numberAt(bytes, at, 7) !== undefined;

/**
 * Reads the line that begins at `at`: it ends at the first line end followed by another line. If
 * none follows, the length may show that the content contains a line end (a text over two lines).
 * Lengths are trusted no further: a wrong one must never swallow the next line.
 */
function lineAt(bytes: Uint8Array, at: number): { line: RawLine; next: number } {
  const length = numberAt(bytes, at, 3) ?? 0,
    end = at + length,
    base = { id: idAt(bytes, at + 3), from: at + 7, stated: length };
  let stop = at + 7;
  while (stop < bytes.length && bytes[stop] !== LF && bytes[stop] !== CR) stop++;
  const hasCr = bytes[stop] === CR && bytes[stop + 1] === LF,
    next = Math.min(bytes.length, stop + (hasCr ? 2 : 1));
  if (
    end > next &&
    end <= bytes.length &&
    bytes[end - 2] === CR &&
    bytes[end - 1] === LF &&
    beginsAt(bytes, end) &&
    !looksBegun(bytes, afterEnds(bytes, next))
  ) {
    return { line: { ...base, to: end - 2, isRight: true, hasCr: true, hasEnd: true }, next: end };
  }
  return {
    line: {
      ...base,
      to: stop,
      isRight: length === stop + 2 - at,
      hasCr,
      hasEnd: stop < bytes.length,
    },
    next,
  };
}
/** Returns the index of the first byte from here on that is no line end. */
function afterEnds(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === CR || bytes[at] === LF) at++;
  return at;
}

/** Returns the number of the line, from 1, in which a byte is. */
function lineNumberAt(data: Uint8Array, at: number): number {
  let ends = 0;
  for (let i = 0; i < at; i++) if (data[i] === LF || (data[i] === CR && data[i + 1] !== LF)) ends++;
  return ends + 1;
}
/**
 * Reads all lines of a file; `torn` are the numbers of those that are no GDT line. `not_gdt` if it
 * begins with none.
 */
function linesOf(data: Uint8Array): { lines: RawLine[]; torn: number[] } | 'not_gdt' {
  const lines: RawLine[] = [],
    torn: number[] = [];
  for (let at = 0; at < data.length;) {
    if (data[at] === CR || data[at] === LF) {
      at++;
      continue;
    }
    if (numberAt(data, at, 7) === undefined) {
      if (lines.length === 0) return 'not_gdt';
      // One torn line is skipped.
      torn.push(lineNumberAt(data, at));
      while (at < data.length && data[at] !== LF && data[at] !== CR) at++;
      continue;
    }
    const { line, next } = lineAt(data, at);
    lines.push(line);
    at = next;
  }
  return { lines, torn };
}
/**
 * Checks whether the last line breaks off: it has no line end, and is shorter than its head states
 * or is a part of a head. A cut name would otherwise be taken as a whole one.
 */
function breaksOff(data: Uint8Array, lines: readonly RawLine[]): boolean {
  const last = lines.at(-1);
  const end = data.at(-1);
  if (last === undefined || end === LF || end === CR) return false;
  if (!last.hasEnd) return last.stated > last.to - last.from + 9;
  const rest = data.subarray(Math.max(data.lastIndexOf(LF), data.lastIndexOf(CR)) + 1);
  return rest.length < 7 && rest.every(isDigit);
}
/** Splits lines into records: one begins with every 8000. */
function recordsOf(lines: readonly RawLine[]): RawLine[][] {
  const records: RawLine[][] = [];
  for (const line of lines) {
    if (line.id === GDT.kind.id || records.length === 0) records.push([]);
    records.at(-1)?.push(line);
  }
  return records;
}
/** Returns the length in 8100 of a record; undefined if it has none. */
function statedLength(bytes: Uint8Array, record: readonly RawLine[]): number | undefined {
  const line = record.find((one) => one.id === GDT.length.id);
  if (!line) return undefined;
  const text = String.fromCharCode(...bytes.subarray(line.from, line.to)).trim();
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns the stated length of a file: the sum of the 8100 of its records. A first record that
 * states the length of the whole file is accepted. Undefined if a record states none.
 */
export function declaredLength(bytes: Uint8Array): number | undefined {
  const body = withoutMark(bytes);
  const read = linesOf(body);
  if (read === 'not_gdt') return undefined;
  const stated = recordsOf(read.lines).map((one) => statedLength(body, one));
  if (stated[0] === bytes.length) return bytes.length;
  const sum = sumOf(stated);
  // Some senders count the byte order mark, some do not.
  return sum === body.length ? bytes.length : sum;
}
/** Undefined if one of them is. */
function sumOf(stated: readonly (number | undefined)[]): number | undefined {
  return stated.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    stated.length === 0 ? undefined : 0,
  );
}
/** Checks whether a file is complete: it has its stated length, and ends with a line end. */
export const isWholeGdt = (bytes: Uint8Array): boolean =>
  bytes.length > 0 && declaredLength(bytes) === bytes.length && bytes.at(-1) === LF;

/**
 * Checks whether a file looks as if more of it is to come: its last line breaks off, or its last
 * record is of version 3.x, which ends with 8001, and has no such line.
 */
export function isUnfinishedGdt(bytes: Uint8Array): boolean {
  const data = withoutMark(withoutTail(bytes));
  const read = linesOf(data);
  if (read === 'not_gdt') return false;
  if (breaksOff(data, read.lines)) return true;
  const last = recordsOf(read.lines).at(-1) ?? [];
  const version = last.find((one) => one.id === GDT.version.id);
  const isThree =
    version !== undefined &&
    /^0?3\./.test(String.fromCharCode(...data.subarray(version.from, version.to)).trim());
  return isThree && !last.some((one) => one.id === GDT.end.id);
}

/** Codes of 9206; 4 and 5 as in xDT of the KBV. */
const CHARSETS: Readonly<Record<string, TextCharset>> = {
  '1': '7bit',
  '2': 'cp437',
  '3': 'latin1',
  '4': 'latin9',
  '5': 'utf8',
};
/** Returns the declared set of a record; version 3.5 without a declaration means ISO 8859-15. */
function declaredSet(bytes: Uint8Array, record: readonly RawLine[]): TextCharset | undefined {
  const textOf = (id: string): string => {
    const line = record.find((one) => one.id === id);
    return line ? String.fromCharCode(...bytes.subarray(line.from, line.to)).trim() : '';
  };
  return (
    CHARSETS[textOf(GDT.charset.id)] ??
    (/^0?3\.5/.test(textOf(GDT.version.id)) ? 'latin9' : undefined)
  );
}
interface SetOf {
  readonly charset: TextCharset;
  readonly isSure: boolean;
  readonly isSaid: boolean;
}
/**
 * Returns the character set of each record. Records with the same declaration are evaluated
 * together.
 */
function setsOf(bytes: Uint8Array, records: readonly (readonly RawLine[])[]): SetOf[] {
  const declared = records.map((one) => declaredSet(bytes, one));
  const of = (part: Uint8Array, said: TextCharset | undefined): SetOf => {
    const { charset, isSure } = decodeText(part, said);
    return { charset, isSure, isSaid: said === charset };
  };
  if (new Set(declared).size === 1) {
    const all = of(bytes, declared[0]);
    return records.map(() => all);
  }
  return records.map((one, i) => of(bytes.subarray(one[0]?.from, one.at(-1)?.to), declared[i]));
}

/** Old systems end a file with ^Z or zero bytes. */
function withoutTail(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x1a || bytes[end - 1] === 0)) end--;
  return bytes.subarray(0, end);
}

/**
 * Reads every record of a file. Wrong line lengths are repaired at the next line end, LF alone is
 * accepted, unknown lines are kept. A file that breaks off within a line is `cut_off`.
 */
export function readGdt(bytes: Uint8Array): GdtRead {
  if (bytes.length > GDT_MOST_BYTES) return { ok: false, why: 'too_large' };
  const data = withoutMark(withoutTail(bytes));
  if (data.every((byte) => byte === CR || byte === LF || byte === 0x20))
    return { ok: false, why: 'empty' };
  const found = linesOf(data);
  if (found === 'not_gdt' || found.lines[0]?.id !== GDT.kind.id)
    return { ok: false, why: 'not_gdt' };
  const { lines, torn } = found;
  const declared = declaredLength(data);
  const isShort = declared !== undefined && data.length < declared;
  if (breaksOff(data, lines) || (isShort && (lines.at(-1)?.hasEnd === false || torn.length > 0)))
    return { ok: false, why: 'cut_off' };
  const records: GdtPart[] = [];
  let isCharsetSaid = true;
  const raws = recordsOf(lines);
  const sets = setsOf(data, raws);
  for (const [i, raw] of raws.entries()) {
    const { charset, isSure, isSaid } = sets[i] ?? {
      charset: '7bit',
      isSure: false,
      isSaid: false,
    };
    const textOf = (line: RawLine): string => textIn(data.subarray(line.from, line.to), charset);
    const [head, ...rest] = raw;
    const satzart = head ? textOf(head).trim() : '';
    if (!/^\d{4}$/.test(satzart)) return { ok: false, why: 'not_gdt' };
    const fields = rest
      .filter((one) => one.id !== GDT.length.id)
      .map((one) => ({ id: one.id, value: textOf(one) }));
    records.push({ satzart, lines: fields, charset, isTextSure: isSure });
    isCharsetSaid &&= isSaid;
  }
  const isRightLength = declared === undefined || [data.length, bytes.length].includes(declared);
  const flaws: readonly (readonly [GdtFlaw, boolean])[] = [
    ['junk', torn.length > 0],
    ['line_length', lines.some((one) => !one.isRight)],
    ['line_end', lines.some((one) => !one.hasCr)],
    ['record_length', !isRightLength],
    ['no_charset', !isCharsetSaid],
  ];
  return {
    ok: true,
    records,
    flaws: flaws.flatMap(([flaw, isThere]) => (isThere ? [flaw] : [])),
    torn,
  };
}

/** A line has at most 990 bytes of content: its length has three digits. */
const MOST_IN_LINE = 990;
const ascii = (text: string): Uint8Array => Uint8Array.from([...text].map((c) => c.charCodeAt(0)));
function lineBytes(id: string, content: Uint8Array): Uint8Array {
  const cut = content.subarray(0, MOST_IN_LINE),
    length = cut.length + 9,
    line = new Uint8Array(length);
  line.set(ascii(String(length).padStart(3, '0') + id));
  line.set(cut, 7);
  line.set([CR, LF], length - 2);
  return line;
}
/** Strips line ends and control characters, which would end or hide a line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/**
 * Returns the bytes of a record: 8000 first, then 8100 with the length of the whole file in five
 * digits. Characters missing in the set are replaced by the closest substitute.
 */
export function writeGdt({ satzart, lines }: GdtRecord, charset: Charset): Uint8Array {
  const body = lines.map(({ id, value }) => lineBytes(id, encodeText(oneLine(value), charset))),
    head = lineBytes(GDT.kind.id, ascii(satzart));
  const total = head.length + 14 + body.reduce((sum, line) => sum + line.length, 0),
    all = new Uint8Array(total);
  let at = 0;
  for (const part of [
    head,
    lineBytes(GDT.length.id, ascii(String(total).padStart(5, '0'))),
    ...body,
  ]) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Returns the content of the first line with a field id; empty if there is none. */
export const valueOf = (record: GdtRecord, id: string): string =>
  record.lines.find((one) => one.id === id)?.value.trim() ?? '';
