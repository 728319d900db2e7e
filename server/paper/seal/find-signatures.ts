// Finds the signatures of a PDF's form: which cover everything but themselves, and which were
// broken by a later save.
import { isName, isStream, isText } from './reader/pdf-objects.ts';
import type { PdfDictionary, PdfReference, PdfText } from './reader/pdf-objects.ts';
import type { OpenPdf } from './reader/pdf-reader.ts';

export type FoundSignature = {
  readonly dict: PdfDictionary;
  readonly contents: PdfText;
  readonly range: readonly [number, number, number, number];
};
export type FoundSignatures = {
  readonly usable: FoundSignature[];
  /** Signature values whose byte range does not match this file. */
  readonly torn: Uint8Array[];
  /** Signatures whose value is missing or too large to be read. */
  readonly unread: number;
  readonly all: number;
  /** Fields of the form behind the last one that was looked at. */
  readonly unseen: number;
};

/** A form of an authority has hundreds. */
const MOST_FIELDS = 5_000;
// Signatures of others may contain revocation lists.
const MAX_CMS = 512 * 1024;

/** The byte range, if it is exactly "everything but the contents". */
function rangeOf(
  pdf: OpenPdf,
  dict: PdfDictionary,
  contents: PdfText,
  length: number,
): FoundSignature['range'] | undefined {
  const range = pdf.list(dict.get('ByteRange'))?.map(Number);
  if (!contents.isHex || range?.length !== 4) return undefined;
  const [a = -1, b = -1, c = -1, d = -1] = range;
  // The gap must be the contents token and nothing else, or text could hide in it.
  const isRight = a === 0 && b === contents.from && c === contents.to && d >= 0 && c + d <= length;
  return isRight ? [a, b, c, d] : undefined;
}

/** Returns the signatures of the form, in its order. */
export function findSignatures(pdf: OpenPdf, bytes: Uint8Array): FoundSignatures {
  const usable: FoundSignature[] = [];
  const torn: Uint8Array[] = [];
  let all = 0,
    unread = 0;
  const fields = [...(pdf.list(pdf.dict(pdf.catalog.get('AcroForm'))?.get('Fields')) ?? [])];
  for (let i = 0; i < fields.length && i < MOST_FIELDS; i += 1) {
    const field = pdf.dict(fields[i]);
    if (field === undefined) continue;
    fields.push(...(pdf.list(field.get('Kids')) ?? []).slice(0, 50));
    const reference = field.get('V') as PdfReference | undefined;
    const type = pdf.resolve(field.get('FT'));
    if (isStream(type) || !isName(type, 'Sig') || reference === undefined) continue;
    const dict = pdf.dict(reference);
    if (dict === undefined) continue;
    all += 1;
    const contents = dict.get('Contents');
    if (!isText(contents) || contents.bytes.length > MAX_CMS) {
      unread += 1;
      continue;
    }
    const range = rangeOf(pdf, dict, contents, bytes.length);
    if (range === undefined) torn.push(contents.bytes);
    else usable.push({ dict, contents, range });
  }
  return { usable, torn, unread, all, unseen: Math.max(fields.length - MOST_FIELDS, 0) };
}

/** Returns the time in a signature dictionary, UTC ms; `null` when unreadable. */
export function claimedTime(dict: PdfDictionary): number | null {
  const value = dict.get('M');
  if (!isText(value)) return null;
  const parts = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:Z|([+-])(\d{2})'?(\d{2}))?/.exec(
    Buffer.from(value.bytes).toString('latin1'),
  );
  if (parts === null) return null;
  const [, y, mo, d, h, mi, s, sign, oh, om] = parts;
  const at = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s));
  const offset =
    sign === undefined ? 0 : (Number(oh) * 60 + Number(om)) * 60_000 * (sign === '-' ? -1 : 1);
  return Number.isNaN(at) ? null : at - offset;
}
