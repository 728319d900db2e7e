// Detection of the character set of a text from its bytes: UTF-8, UTF-16, CP437, ISO 8859-1 and
// -15, Windows-1252. Shared by GDT, VDDS, calendars and tables. Pure.

import { asWritten, decodeBytes, encodeText, type Charset } from './gdt-bytes.ts';

export type TextCharset = Charset | 'utf8' | 'utf16le' | 'utf16be';
export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly charset: TextCharset;
  readonly hasMark: boolean;
  /** False if another character set would decode as well, or none decodes without a flaw. */
  readonly isSure: boolean;
}

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const LABELS = { utf8: 'utf-8', utf16le: 'utf-16le', utf16be: 'utf-16be' } as const;
const isWide = (charset: TextCharset): charset is keyof typeof LABELS => charset in LABELS;
const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, i) => bytes[i] === byte);

/** Decodes strictly: undefined if the bytes are not valid UTF-8. */
function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
/** Returns the bytes after a UTF-8 byte order mark. */
export const withoutMark = (bytes: Uint8Array): Uint8Array =>
  startsWith(bytes, UTF8_MARK) ? bytes.subarray(UTF8_MARK.length) : bytes;
/** Decodes bytes of a known character set; strips a byte order mark. */
export function textIn(bytes: Uint8Array, charset: TextCharset): string {
  return isWide(charset)
    ? new TextDecoder(LABELS[charset]).decode(bytes)
    : decodeBytes(bytes, charset);
}

/** Words begin with Ö as with O: only the neighbouring letters count. */
const isLetter = (c: string): boolean => /[\p{L}\p{M}]/u.test(c);
const isLatin = (c: string): boolean => /\p{Script=Latin}/u.test(c);
/**
 * Replacement, control and private-use characters, superscript letters, boxes, blocks: never part
 * of a text.
 */
const IMPOSSIBLE = /[\ufffd\u0080-\u009f\u2070-\u209f\u2300-\u259f\p{Co}]/u;

/** Checks whether a letter is implausible at its position. */
function isOddLetter(c: string, before: string, after: string): boolean {
  if (c === 'ª' || c === 'º' || c === 'ƒ') return isLetter(after) || !/[\p{L}\d]/u.test(before);
  if (!isLatin(c) && !/\p{M}/u.test(c)) return isLatin(before) || isLatin(after);
  if (/\p{Lu}/u.test(c) && /\p{Ll}/u.test(before)) return true;
  // ß follows a vowel. á after a vowel that never precedes an accent is a wrongly decoded ß.
  if (c === 'ß') return !/[aeiouyäöü]/i.test(before);
  return c === 'á' && /[aoyäöü]/i.test(before);
}
/** Checks whether a character is implausible at its position. */
function isOddSign(c: string, before: string, after: string): boolean {
  if (/[’‘´ʼʻ]/.test(c)) return !isLetter(before) || !isLetter(after);
  if (/[„“”«»›…]/.test(c)) return isLetter(before) && isLetter(after);
  if (/[™®©]/.test(c)) return isLetter(after);
  if (/[‐‑–—\u00a0]/.test(c)) return isLetter(before) && /\p{Ll}/u.test(after);
  // Catalan: Gal·la.
  if (c === '·') return before.toLowerCase() !== 'l' || after.toLowerCase() !== 'l';
  return isLetter(before);
}
/** Counts implausible non-ASCII characters. */
function oddities(text: string): number {
  let odd = 0;
  for (const { 0: c, index } of text.matchAll(/[^\p{ASCII}]/gu)) {
    // Invisible characters are stripped from names on every input path.
    if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(c)) continue;
    const before = text[index - 1] ?? '';
    const after = text[index + c.length] ?? '';
    const isSign = !isLetter(c) || /[ʼʻ]/.test(c);
    const isOdd = isSign ? isOddSign(c, before, after) : isOddLetter(c, before, after);
    if (IMPOSSIBLE.test(c) || isOdd) odd++;
  }
  return odd;
}

const SETS: readonly Charset[] = ['latin1', 'latin9', 'cp437'];
const hasHigh = (bytes: Uint8Array): boolean => bytes.some((byte) => byte >= 0x80);
/** Without a declaration: between 0x80 and 0x9F, only CP437 has common letters. */
const likely = (bytes: Uint8Array): Charset =>
  bytes.some((byte) => byte >= 0x80 && byte < 0xa0) ? 'cp437' : 'latin1';

/**
 * A declared set is trusted unless another one decodes with fewer flaws. Without a declaration the
 * set with the fewest flaws wins.
 */
function singleByte(bytes: Uint8Array, declared: Charset | undefined): DecodedText {
  const first = declared ?? likely(bytes);
  const order = [first, ...SETS.filter((one) => one !== first)];
  const read = order.map((charset) => {
    const text = decodeBytes(bytes, charset);
    return { charset, text, odd: oddities(text) };
  });
  const best = read.reduce((a, b) => (b.odd < a.odd ? b : a));
  const chosen =
    declared === undefined ? best : (read.find((one) => one.charset === declared) ?? best);
  const rivals = read.filter((one) => one.odd === 0 && one.text !== chosen.text);
  const isSure = chosen.odd === 0 && (declared !== undefined || rivals.length === 0);
  return { text: chosen.text, charset: chosen.charset, hasMark: false, isSure };
}

function utf16Of(bytes: Uint8Array): 'utf16le' | 'utf16be' | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf16be';
  // ASCII without a BOM: every second byte is zero.
  const sample = bytes.subarray(0, 200);
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf16le';
  return even > sample.length / 4 && odd === 0 ? 'utf16be' : undefined;
}

/**
 * Decodes bytes with or without a declared character set. Valid UTF-8 with non-ASCII letters wins
 * over a declared set: decoded as any other, it would be mojibake.
 */
export function decodeText(bytes: Uint8Array, declared?: TextCharset): DecodedText {
  const wide = utf16Of(bytes);
  if (wide !== undefined) {
    const hasMark = (bytes[0] ?? 0) >= 0xfe;
    return { text: textIn(bytes, wide), charset: wide, hasMark, isSure: true };
  }
  const hasMark = startsWith(bytes, UTF8_MARK);
  const body = withoutMark(bytes);
  const single = declared === undefined || isWide(declared) ? undefined : declared;
  if (!hasHigh(body)) {
    const charset = hasMark ? 'utf8' : (declared ?? '7bit');
    return { text: decodeBytes(body, 'latin1'), charset, hasMark, isSure: true };
  }
  const utf8 = utf8Of(body);
  if (utf8 !== undefined) {
    return { text: utf8, charset: 'utf8', hasMark, isSure: oddities(utf8) === 0 };
  }
  // A declared 7-bit set with non-ASCII bytes is not trusted, nor is invalid UTF-8.
  const read = singleByte(body, single === '7bit' ? undefined : single);
  return declared === 'utf8' || hasMark ? { ...read, hasMark, isSure: false } : read;
}

/** Encodes a text in the set in which it was decoded. */
export function encodeIn(
  text: string,
  { charset, hasMark }: Pick<DecodedText, 'charset' | 'hasMark'>,
): Uint8Array {
  if (!isWide(charset)) return encodeText(text, charset);
  const marked = hasMark ? `\ufeff${text}` : text;
  if (charset === 'utf8') return new TextEncoder().encode(marked);
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < marked.length; i++)
    view.setUint16(i * 2, marked.charCodeAt(i), charset === 'utf16le');
  return bytes;
}

/** Encodes a text in a set that has all of its characters; undefined otherwise. */
function exactBytes(text: string, charset: Charset | 'utf8'): Uint8Array | undefined {
  if (charset === 'utf8') return new TextEncoder().encode(text);
  return asWritten(text, charset) === text ? encodeText(text, charset) : undefined;
}
const ALL: readonly (Charset | 'utf8')[] = ['utf8', ...SETS];
/** Returns a text encoded in one set and decoded in another. */
function garblings(text: string): Set<string> {
  const found = new Set<string>();
  for (const written of ALL) {
    const bytes = exactBytes(text.normalize('NFC'), written);
    if (!bytes) continue;
    for (const read of ALL) {
      const again = read === 'utf8' ? utf8Of(bytes) : decodeBytes(bytes, read);
      if (again !== undefined && again !== text) found.add(again);
    }
  }
  return found;
}
/** Checks whether two texts are the same bytes, decoded in two character sets. */
export const isMixUp = (a: string, b: string): boolean =>
  a !== b && (garblings(a).has(b) || garblings(b).has(a));

/** Checks whether a text is UTF-8 that was decoded as another set. */
function isMojibake(text: string): boolean {
  if (!/[^\p{ASCII}]/u.test(text)) return false;
  return SETS.some((charset) => {
    const bytes = exactBytes(text, charset);
    return bytes !== undefined && hasHigh(bytes) && utf8Of(bytes) !== undefined;
  });
}
/**
 * Checks whether a text has lost letters to a wrong character set: it must never replace a good
 * one.
 */
export const isDamaged = (text: string): boolean => IMPOSSIBLE.test(text) || isMojibake(text);
/** Checks a name, in which any symbol within a word is damage. */
export const isDamagedName = (text: string): boolean =>
  isDamaged(text) || oddities(text) > 0 || /\p{L}[?{|}[\]\\~]\p{L}|\p{L}\?/u.test(text);
