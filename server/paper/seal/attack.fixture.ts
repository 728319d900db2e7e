// Test attacks on a sealed file without its key: incremental updates by hand, tokens of any
// service.
import {
  createBudget,
  createParser,
  isDictionary,
  isList,
  isName,
  isReference,
  isText,
} from './reader/pdf-objects.ts';
import type { PdfValue } from './reader/pdf-objects.ts';
import { openPdf } from './reader/pdf-reader.ts';
import { openCms, withToken } from './cms.ts';
import { locateSignature } from './signature-slot.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Serialises a value as PDF text. */
function printed(value: PdfValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isName(value)) return `/${value.value}`;
  if (isReference(value)) return `${value.number} 0 R`;
  if (isText(value)) return `<${Buffer.from(value.bytes).toString('hex')}>`;
  if (isList(value)) return `[${value.map(printed).join(' ')}]`;
  if (isDictionary(value)) return printedDict([...value]);
  throw new RangeError('no such value');
}
const printedDict = (entries: readonly (readonly [string, PdfValue])[]): string =>
  `<<${entries.map(([key, one]) => `/${key} ${printed(one)}`).join(' ')}>>`;

/** Parses PDF text as a value. */
export function valueOf(text: string): PdfValue {
  const budget = createBudget({ steps: 10_000, inflateBytes: 0, ms: 1_000, now: Date.now });
  return createParser(latin1(text), 0, budget).value();
}

/** The text content stream of a page. */
export const content = (text: string): string =>
  `<</Length ${text.length}>>\nstream\n${text}\nendstream`;

/** Adds an incremental update by hand: `objects` by number, as PDF text. */
export function appendUpdate(
  bytes: Uint8Array,
  objects: Readonly<Record<number, string>>,
): Uint8Array {
  const pdf = openPdf(bytes);
  const kept = (['Root', 'Info', 'ID', 'Encrypt'] as const).flatMap((key) => {
    const value = pdf.trailer.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(bytes).toString('latin1'))?.[1];
  if (before === undefined) throw new RangeError('no PDF');
  const parts: Buffer[] = [Buffer.from(bytes), latin1('\n')];
  let length = bytes.length + 1;
  const rows: string[] = [];
  for (const [number, text] of Object.entries(objects)) {
    const part = latin1(`${number} 0 obj\n${text}\nendobj\n`);
    rows.push(`${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`);
    parts.push(part);
    length += part.length;
  }
  const size = Math.max(
    Number(pdf.trailer.get('Size')),
    ...Object.keys(objects).map((one) => Number(one) + 1),
  );
  parts.push(
    latin1(
      `xref\n${rows.join('')}trailer\n${printedDict([...kept, ['Size', size], ['Prev', Number(before)]])}\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** Numbers of the objects that a forger needs. */
export function anatomy(bytes: Uint8Array) {
  const pdf = openPdf(bytes);
  const numberOf = (value: PdfValue | undefined): number => {
    if (!isReference(value)) throw new RangeError('no reference');
    return value.number;
  };
  const dictOf = (number: number): [string, PdfValue][] => [
    ...(pdf.dict({ kind: 'ref', number }) ?? []),
  ];
  const pages: number[] = [];
  const walk = (value: PdfValue | undefined): void => {
    const kids = pdf.list(pdf.dict(value)?.get('Kids'));
    if (kids === undefined) pages.push(numberOf(value));
    else for (const kid of kids) walk(kid);
  };
  walk(pdf.catalog.get('Pages'));
  return {
    pdf,
    catalog: numberOf(pdf.trailer.get('Root')),
    tree: numberOf(pdf.catalog.get('Pages')),
    pages,
    size: Number(pdf.trailer.get('Size')),
    dictOf,
    numberOf,
  };
}

/** Adds signature fields with junk values, ahead of those that the form has. */
export function plantSignatures(bytes: Uint8Array, count: number): Uint8Array {
  const { pdf, catalog, size, dictOf, numberOf } = anatomy(bytes);
  const before = (pdf.list(pdf.dict(pdf.catalog.get('AcroForm'))?.get('Fields')) ?? []).map(
    numberOf,
  );
  const planted = Array.from({ length: count }, (_, n) => size + n * 2);
  const refs = [...planted, ...before].map((one) => `${one} 0 R`).join(' ');
  const hole = '0000000000 0000000000 0000000000',
    value = '<30030201FF>';
  const out = Buffer.from(
    appendUpdate(bytes, {
      [catalog]: changed(dictOf(catalog), { AcroForm: `<</Fields[${refs}]/SigFlags 3>>` }),
      ...Object.fromEntries(
        planted.flatMap((one) => [
          [one, `<</FT/Sig/T(F${one})/V ${one + 1} 0 R/Rect[0 0 0 0]>>`],
          [
            one + 1,
            `<</Type/Sig/SubFilter/ETSI.CAdES.detached/ByteRange[0 ${hole}]/Contents${value}>>`,
          ],
        ]),
      ),
    }),
  );
  for (let at = out.indexOf(hole, bytes.length); at > 0; at = out.indexOf(hole, at)) {
    const from = out.indexOf(value, at),
      to = from + value.length;
    const range = [from, to, out.length - to].map((one) => String(one).padStart(10, '0'));
    out.write(range.join(' '), at, 'latin1');
  }
  return new Uint8Array(out);
}

/** Returns the dictionary with some keys replaced. */
export const changed = (
  entries: readonly (readonly [string, PdfValue])[],
  over: Readonly<Record<string, string>>,
): string => {
  const all = new Map(entries);
  for (const [key, text] of Object.entries(over)) all.set(key, valueOf(text));
  return printedDict([...all]);
};

function cmsOf(bytes: Uint8Array) {
  const slot = locateSignature(bytes, 0);
  if (slot === undefined) throw new RangeError('no seal');
  const hex = Buffer.from(bytes.subarray(slot.from + 1, slot.to - 1)).toString('latin1');
  return { slot, ...openCms(Buffer.from(hex, 'hex')) };
}

/** Puts any token into the CMS of a seal, in the part outside the signature. */
export function plantToken(bytes: Uint8Array, token: Uint8Array): Uint8Array {
  const { slot, signed } = cmsOf(bytes);
  const hex = Buffer.from(withToken(signed, token)).toString('hex');
  const out = Buffer.from(bytes);
  out.write(hex.padEnd(slot.to - slot.from - 2, '0'), slot.from + 1, 'latin1');
  return new Uint8Array(out);
}

/** The signature value of a seal: the content of a genuine token. */
export function sealValue(bytes: Uint8Array): Uint8Array {
  const [info] = cmsOf(bytes).signed.signerInfos;
  return new Uint8Array(info?.signature.valueBlock.valueHexView ?? []);
}
