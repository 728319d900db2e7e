// Adds validation data and a document time stamp to a sealed file (ETSI EN 319 142-1, 5.4.3 and
// 5.5): one incremental update, so that every earlier byte stays as it is.
import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfObject,
} from '@libpdf/core';
import { SealError } from '../prepare-seal.ts';
import { covered, locateSignature, writeContents, writeRange } from '../signature-slot.ts';
import type { Tsa } from '../tsa.ts';
import type { ValidationData } from './validation-data.ts';

/** Space for a token of a public RSA-4096 service with its chain. */
const RESERVED = 16_000;
const name = (value: string): PdfName => PdfName.of(value);

/** Adds streams to a list of the dictionary, each content once. */
function grow(pdf: PDF, dss: PdfDict, key: string, list: readonly Uint8Array[]): void {
  const resolve = (ref: PdfRef): PdfObject | null => pdf.getObject(ref);
  const before = dss.getArray(key, resolve)?.toArray() ?? [];
  const seen = before.flatMap((one) => {
    const found = one instanceof PdfRef ? resolve(one) : one;
    return found instanceof PdfStream ? [Buffer.from(found.getDecodedData())] : [];
  });
  const fresh: PdfRef[] = [];
  for (const bytes of list) {
    if (seen.some((one) => one.equals(bytes))) continue;
    seen.push(Buffer.from(bytes));
    fresh.push(pdf.register(PdfStream.fromDict({}, bytes)));
  }
  if (fresh.length > 0) dss.set(key, new PdfArray([...before, ...fresh]));
}

/**
 * Returns the file with the update, whose time-stamp token is still zeros; the key and the service
 * are not needed, so that another process can prepare it.
 * @throws SealError base_unusable when the file is not one of our sealed files
 */
export async function prepareStamp(bytes: Uint8Array, data: ValidationData): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  const resolve = (ref: PdfRef): PdfObject | null => pdf.getObject(ref);
  const catalog = pdf.getCatalog();
  const form = catalog.getDict('AcroForm', resolve),
    page = pdf.getPage(0);
  const fields = form?.getArray('Fields', resolve)?.toArray();
  if (pdf.isEncrypted || pdf.recoveredViaBruteForce || !form || !fields || page === null)
    throw new SealError('base_unusable', 'not a sealed document');
  const dss = catalog.getDict('DSS', resolve)?.clone() ?? PdfDict.of({ Type: name('DSS') });
  grow(pdf, dss, 'Certs', data.certificates);
  grow(pdf, dss, 'CRLs', data.crls);
  grow(pdf, dss, 'OCSPs', data.ocsps);
  catalog.set('DSS', pdf.register(dss));
  const stamp = pdf.createDict({
    Type: name('DocTimeStamp'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.RFC3161'),
    ByteRange: PdfArray.of(
      ...[0, 9_999_999_999, 9_999_999_999, 9_999_999_999].map((one) => PdfNumber.of(one)),
    ),
    Contents: new PdfString(new Uint8Array(RESERVED), 'hex'),
  });
  const zero = PdfNumber.of(0);
  // Printable and locked, as PDF/A asks; without an area it shows nothing.
  const field = pdf.createDict({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name('Sig'),
    T: PdfString.fromString(`Zeitstempel ${fields.length}`),
    V: stamp,
    F: PdfNumber.of(132),
    Rect: PdfArray.of(zero, zero, zero, zero),
    P: page.ref,
  });
  form.set('Fields', new PdfArray([...fields, field]));
  const annotations = page.dict.getArray('Annots', resolve)?.toArray() ?? [];
  page.dict.set('Annots', new PdfArray([...annotations, field]));
  return pdf.save({ incremental: true });
}

/**
 * Puts the token into a prepared update.
 * @param bytes the file before the update
 * @returns the file, and its token
 * @throws TsaError, SealError
 */
export async function stampPrepared(
  prepared: Uint8Array,
  bytes: Uint8Array,
  tsa: Tsa,
): Promise<{ readonly bytes: Uint8Array; readonly token: Uint8Array }> {
  const out = Uint8Array.from(prepared);
  const isPrefix = Buffer.compare(out.subarray(0, bytes.length), bytes) === 0;
  const slot = locateSignature(out, bytes.length);
  if (!isPrefix || slot === undefined)
    throw new SealError('base_unusable', 'the update did not keep the sealed file');
  writeRange(out, slot);
  const token = await tsa(covered(out, slot));
  writeContents(out, slot, token);
  return { bytes: out, token };
}
