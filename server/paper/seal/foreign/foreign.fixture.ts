// Test PDFs signed by others: a small file with a signature field, its value made by any signer.
import { appendUpdate } from '../attack.fixture.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const ROOM = 12_000;

/** Signs the covered bytes; returns the DER of a CMS or of a token. */
export type Signer = (covered: Uint8Array) => Promise<Uint8Array> | Uint8Array;

function onePage(): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Annots[]>>',
    '<</Length 16>>\nstream\nBT (Brief) Tj ET\nendstream',
    '<</Fields[]/SigFlags 3>>',
  ];
  let text = '%PDF-1.7\n';
  const rows = objects.map((object, i) => {
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const at = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(latin1(text));
}

/**
 * Signs a file with an incremental update; the first signature when no file is given.
 * @param subFilter kind of the value, without the slash
 */
export async function signedByOther(
  signer: Signer,
  subFilter = 'ETSI.CAdES.detached',
  before?: { bytes: Uint8Array; fields: readonly number[] },
): Promise<{ bytes: Uint8Array; fields: readonly number[] }> {
  const base = before?.bytes ?? onePage();
  const first = 10 + (before?.fields.length ?? 0) * 2,
    field = first,
    value = first + 1;
  const fields = [...(before?.fields ?? []), field];
  const refs = fields.map((one) => `${one} 0 R`).join(' ');
  const bytes = Buffer.from(
    appendUpdate(base, {
      5: `<</Fields[${refs}]/SigFlags 3>>`,
      [field]: `<</FT/Sig/T(Feld${field})/V ${value} 0 R/Rect[0 0 0 0]>>`,
      [value]: `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/${subFilter}/M(D:20261120090000Z)/ByteRange[0 0000000000 0000000000 0000000000]/Contents<${'0'.repeat(ROOM * 2)}>>>`,
    }),
  );
  const from = bytes.indexOf('/Contents<0', base.length) + '/Contents'.length,
    to = from + ROOM * 2 + 2;
  const range = [from, to, bytes.length - to].map((one) => String(one).padStart(10, '0'));
  const rangeAt = bytes.indexOf('/ByteRange[0 ', base.length) + '/ByteRange[0 '.length;
  bytes.write(range.join(' '), rangeAt, 'latin1');
  const covered = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  const made = Buffer.from(await signer(new Uint8Array(covered))).toString('hex');
  if (made.length > ROOM * 2) throw new RangeError('the value needs more room');
  bytes.write(made, from + 1, 'latin1');
  return { bytes: new Uint8Array(bytes), fields };
}
