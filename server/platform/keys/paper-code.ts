// The code on a printed sheet: paper, page number and count, and a checksum that only the practice
// can make; no personal data.

/**
 * Capital letters and digits that a QR code encodes compactly and that are hard to confuse
 * (Crockford).
 */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Longer papers are not printed with codes. */
export const MOST_CODED_PAGES = 99;

export interface PaperCode {
  readonly taskId: string;
  /** From 1. */
  readonly page: number;
  readonly of: number;
}

/** Encodes bytes as letters and digits, five bits each. */
export function base32(bytes: Uint8Array): string {
  let bits = 0,
    value = 0,
    text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += SIGNS[(value >>> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + SIGNS[(value << (5 - bits)) & 31]! : text;
}
function bytesOf(text: string, length: number): Uint8Array | undefined {
  const out = new Uint8Array(length);
  let bits = 0,
    value = 0,
    at = 0;
  for (const sign of text) {
    value = (value << 5) | SIGNS.indexOf(sign);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      if (at < length) out[at++] = (value >>> bits) & 255;
      value &= (1 << bits) - 1;
    }
  }
  // Non-zero left-over bits would be a second encoding of the same id.
  return at === length && value === 0 ? out : undefined;
}

/**
 * Returns the input of the checksum.
 * @throws RangeError for values that no printed sheet can have
 */
export function codeBody({ taskId, page, of }: PaperCode): string {
  const hex = taskId.replaceAll('-', '').toLowerCase();
  if (
    !/^[0-9a-f]{32}$/.test(hex) ||
    !Number.isInteger(page) ||
    page < 1 ||
    page > of ||
    of > MOST_CODED_PAGES
  )
    throw new RangeError('no printed sheet has such a code');
  return `MOLAR1:${base32(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))}:${page}:${of}`;
}
/** Formats the code of a paper. @param checksum 16 letters and digits over `codeBody` */
export const codeText = (code: PaperCode, checksum: string): string =>
  `${codeBody(code)}:${checksum}`;

const SHAPE = /^MOLAR1:([0-9A-HJKMNP-TV-Z]{26}):([1-9]\d?):([1-9]\d?):([0-9A-HJKMNP-TV-Z]{16})$/;
/**
 * Parses a code; its checksum must be verified with the practice's key. Undefined for any other
 * text.
 */
export function readCode(text: string): (PaperCode & { checksum: string }) | undefined {
  const [, id, page, of, checksum] = SHAPE.exec(text) ?? [];
  const bytes = id === undefined ? undefined : bytesOf(id, 16);
  if (!bytes || checksum === undefined || Number(page) > Number(of)) return undefined;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    taskId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    page: Number(page),
    of: Number(of),
    checksum,
  };
}

/** A page of a blank form or text: contains the form and no person. */
export interface BlankCode {
  readonly kind: 'form' | 'text';
  /** `anamnese-erwachsene@3` */
  readonly key: string;
  /** From 1. */
  readonly page: number;
}
/**
 * Returns the input of the checksum of a blank page; undefined for a key that capital letters
 * cannot encode.
 */
export function blankBody({ kind, key, page }: BlankCode): string | undefined {
  return /^[a-z0-9-]{1,80}@\d{1,6}$/.test(key) &&
    Number.isInteger(page) &&
    page >= 1 &&
    page <= MOST_CODED_PAGES
    ? `MOLARB1:${kind === 'form' ? 'F' : 'T'}:${key.toUpperCase().replace('@', '.')}:${page}`
    : undefined;
}
const BLANK_SHAPE =
  /^MOLARB1:([FT]):([A-Z0-9-]{1,80})\.(\d{1,6}):([1-9]\d?):([0-9A-HJKMNP-TV-Z]{16})$/;
/** Parses the code of a blank page; its checksum must be verified with the practice's key. */
export function readBlankCode(text: string): (BlankCode & { checksum: string }) | undefined {
  const [, kind, id, version, page, checksum] = BLANK_SHAPE.exec(text) ?? [];
  return id === undefined || checksum === undefined
    ? undefined
    : {
        kind: kind === 'F' ? 'form' : 'text',
        key: `${id.toLowerCase()}@${version}`,
        page: Number(page),
        checksum,
      };
}
/**
 * Returns the blank form of a code of an older set: only on the first page, and without a checksum.
 */
export const blankKeyOf = (text: string): string | undefined =>
  /^molar:blank:(?:form|text):([\w-]{1,80}@\d{1,6})$/.exec(text)?.[1];
/**
 * Checks whether a code was printed by this product: a page may carry others (insurance cards,
 * medicines, parcels).
 */
export const isOwnCode = (text: string): boolean =>
  readCode(text) !== undefined ||
  readBlankCode(text) !== undefined ||
  blankKeyOf(text) !== undefined;
