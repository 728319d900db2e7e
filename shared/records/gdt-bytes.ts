// Encoding of the GDT character sets: 7 bit, IBM CP437, ISO 8859-1 (decoded as Windows-1252, its
// superset in practice) and ISO 8859-15. Pure.

import { latinOf } from './transliteration.ts';

/** CP437 from 0x80 on (IBM code page 437, Unicode's own table). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
/**
 * Windows-1252 from 0x80 to 0x9F; the five unassigned bytes stay the control characters of ISO
 * 8859-1.
 */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** Differences of ISO 8859-15 to ISO 8859-1. */
const LATIN9: Readonly<Record<number, string>> = {
  0xa4: '€',
  0xa6: 'Š',
  0xa8: 'š',
  0xb4: 'Ž',
  0xb8: 'ž',
  0xbc: 'Œ',
  0xbd: 'œ',
  0xbe: 'Ÿ',
};

export type Charset = '7bit' | 'cp437' | 'latin1' | 'latin9';

function highOf(charset: Charset): readonly string[] {
  return Array.from({ length: 128 }, (_, i) => {
    const byte = 0x80 + i;
    if (charset === '7bit') return '\ufffd';
    if (charset === 'cp437') return CP437[i] ?? '\ufffd';
    if (charset === 'latin9' && LATIN9[byte] !== undefined) return LATIN9[byte];
    return byte < 0xa0 ? (WINDOWS[i] ?? '\ufffd') : String.fromCharCode(byte);
  });
}
const HIGH: Readonly<Record<Charset, readonly string[]>> = {
  '7bit': highOf('7bit'),
  cp437: highOf('cp437'),
  latin1: highOf('latin1'),
  latin9: highOf('latin9'),
};
/** Characters that may be written: of ISO 8859-1 only those of the standard itself. */
const BYTES: Readonly<Record<Charset, ReadonlyMap<string, number>>> = {
  '7bit': new Map(),
  cp437: new Map(HIGH.cp437.map((c, i) => [c, 0x80 + i])),
  latin1: new Map(
    HIGH.latin1.map((c, i): [string, number] => [c, 0x80 + i]).filter(([, byte]) => byte >= 0xa0),
  ),
  latin9: new Map(
    HIGH.latin9.map((c, i): [string, number] => [c, 0x80 + i]).filter(([, byte]) => byte >= 0xa0),
  ),
};

export const decodeBytes = (bytes: Uint8Array, charset: Charset): string => {
  const high = HIGH[charset];
  let text = '';
  for (const byte of bytes)
    text += byte < 0x80 ? String.fromCharCode(byte) : (high[byte - 0x80] ?? '\ufffd');
  return text;
};

/** Letters that do not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  '–': '-',
  '—': '-',
  '−': '-',
  '’': "'",
  '‘': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '…': '...',
  '€': 'EUR',
  '•': '-',
  '·': '-',
  '\u00a0': ' ',
  '\u2011': '-',
  '\u00ad': '',
};
const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
};

/** Written once for a run of letters that the receiver's set lacks and no spelling is known for. */
const UNPRINTABLE = '(nicht darstellbar)';
const UNPRINTABLE_BYTES = [...UNPRINTABLE].map((c) => c.charCodeAt(0));

/** Returns one character in the set's bytes or its closest substitute; undefined: there is none. */
function nearest(c: string, set: ReadonlyMap<string, number>): number[] | undefined {
  const own = set.get(c);
  if (own !== undefined) return [own];
  const code = c.codePointAt(0) ?? 0;
  if (code < 0x80) return [code];
  const words = UMLAUTS[c] ?? LETTERS[c] ?? latinOf(c),
    bare = c.normalize('NFD').replace(/\p{M}/gu, '');
  const parts = words ?? (bare !== c && bare !== '' ? bare : undefined);
  if (parts === undefined) return undefined;
  const spelled = [...parts].map((one) => nearest(one, set));
  return spelled.every((one) => one !== undefined) ? spelled.flat() : undefined;
}
/**
 * Encodes a text in a set; missing characters are replaced by the closest substitute, and a run of
 * characters without one by `UNPRINTABLE`, never by a row of question marks.
 */
export function encodeText(text: string, charset: Charset): Uint8Array {
  const set = BYTES[charset],
    out: number[] = [];
  let isRun = false,
    // Blanks inside a run belong to it.
    blanks: number[] = [];
  for (const c of text.normalize('NFC')) {
    const bytes = nearest(c, set);
    if (bytes === undefined) {
      if (!isRun) out.push(...UNPRINTABLE_BYTES);
      isRun = true;
      blanks = [];
    } else if (isRun && c === ' ') blanks.push(...bytes);
    else {
      out.push(...blanks, ...bytes);
      blanks = [];
      isRun = false;
    }
  }
  return Uint8Array.from([...out, ...blanks]);
}
/** Checks whether each letter of a text has a spelling in a set. */
export const isWritable = (text: string, charset: Charset): boolean =>
  [...text.normalize('NFC')].every((c) => nearest(c, BYTES[charset]) !== undefined);
/** Returns a text as the receiver will decode it. */
export const asWritten = (text: string, charset: Charset): string =>
  decodeBytes(encodeText(text, charset), charset);
