// Renders an invoice: pages and XML in one PDF/A-3a that names itself a Factur-X file.
import { PDF, PdfDict, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { PdfError, type PdfStandard, type RenderRequest } from '../protocol.ts';
import type { Ask } from '../report.ts';

/** Pages of an invoice, all texts in German; `xml` is attached and leads. */
export type InvoiceSheet = {
  readonly title: string;
  /** What the document cancels or replaces; empty: neither. */
  readonly note: string;
  readonly seller: {
    readonly name: string;
    readonly lines: readonly string[];
    readonly contact: readonly string[];
    readonly bank: readonly string[];
    readonly legal: string;
  };
  readonly buyer: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly lines: readonly {
    readonly number: string;
    readonly name: string;
    readonly period: string;
    readonly quantity: string;
    readonly price: string;
    readonly amount: string;
  }[];
  readonly sums: readonly {
    readonly label: string;
    readonly amount: string;
    readonly isTotal: boolean;
  }[];
  readonly terms: readonly string[];
  readonly xml: string;
  /** UTC ms; the only timestamp in the file. */
  readonly createdAt: number;
};

const FILE_NAME = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const FIELDS = [
  ['DocumentFileName', FILE_NAME, 'Name of the embedded XML'],
  ['DocumentType', 'INVOICE', 'Type of the document'],
  ['Version', '1.0', 'Version of the standard of the embedded XML'],
  ['ConformanceLevel', 'EN 16931', 'Profile of the embedded XML'],
] as const;

/** The schema that PDF/A asks for before it allows properties of others (ISO 19005-3, 6.6.2.3). */
const SCHEMA = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${FIELDS.map(
  ([name, , description]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
).join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;
const PROPERTIES = `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">${FIELDS.map(
  ([name, value]) => `<fx:${name}>${value}</fx:${name}>`,
).join('')}</rdf:Description>`;
const SCHEMAS = /<pdfaExtension:schemas><rdf:Bag>(.*?)<\/rdf:Bag><\/pdfaExtension:schemas>/s,
  END = '</rdf:RDF>';
/**
 * Readers (XmpBox among them) look for the schemas in a description of their own. There is one
 * list, and Typst writes it: a second one would be invalid.
 */
function withFacturX(xmp: string): string {
  const listed = SCHEMAS.exec(xmp)?.[1];
  if (listed === undefined || !xmp.includes(END)) throw broken('metadata of an unknown shape');
  return xmp
    .replace(SCHEMAS, '')
    .replace(
      END,
      () =>
        `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>${listed}${SCHEMA}</rdf:Bag></pdfaExtension:schemas></rdf:Description>${PROPERTIES}${END}`,
    );
}

const broken = (detail: string): PdfError => new PdfError('render_failed', detail);

/** Adds what makes a reader look for the XML; in an update, so that the pages stay as they are. */
async function markAsFacturX(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes),
    ref = pdf.getCatalog().get('Metadata'),
    metadata = ref instanceof PdfRef ? pdf.getObject(ref) : null;
  if (!(metadata instanceof PdfStream)) throw broken('no metadata');
  const xmp = new TextDecoder().decode(metadata.getDecodedData());
  metadata.setData(new TextEncoder().encode(withFacturX(xmp)));
  return pdf.save({ incremental: true, compressStreams: false });
}

/** Reads the attached XML of an invoice, as a receiver does. @throws PdfError without one */
async function readInvoiceXml(bytes: Uint8Array): Promise<string> {
  const pdf = await PDF.load(bytes),
    resolve = (ref: PdfRef) => pdf.getObject(ref),
    files = pdf.getCatalog().getArray('AF', resolve)?.toArray() ?? [];
  for (const one of files) {
    const spec = one instanceof PdfRef ? resolve(one) : one;
    if (!(spec instanceof PdfDict)) continue;
    const name = spec.get('UF', resolve) ?? spec.get('F', resolve);
    const stream = spec.getDict('EF', resolve)?.get('F', resolve);
    if (name instanceof PdfString && name.asString() === FILE_NAME && stream instanceof PdfStream)
      return new TextDecoder().decode(stream.getDecodedData());
  }
  throw broken('no XML');
}

function requestOf(
  { xml, ...sheet }: InvoiceSheet,
  standard: PdfStandard,
): Omit<RenderRequest, 'id'> {
  const date = new Date(sheet.createdAt);
  return {
    layout: 'invoice',
    standard,
    attach: standard === 'a-3a',
    createdAt: sheet.createdAt,
    files: {
      'page.json': JSON.stringify({
        ...sheet,
        date: {
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
          hour: date.getUTCHours(),
          minute: date.getUTCMinutes(),
          second: date.getUTCSeconds(),
        },
      }),
      [FILE_NAME]: xml,
    },
  };
}

/**
 * Renders an invoice with its XML; equal input gives equal pages.
 * @param standard another than PDF/A-3 has no attachment: for programs that check the rest
 * @throws PdfError also when the XML does not come back out of the file as it went in
 */
export async function renderInvoice(
  ask: Ask,
  sheet: InvoiceSheet,
  standard: PdfStandard = 'a-3a',
): Promise<Uint8Array> {
  const { pdf } = await ask(requestOf(sheet, standard)),
    bytes = await markAsFacturX(new Uint8Array(pdf));
  if (standard === 'a-3a' && (await readInvoiceXml(bytes)) !== sheet.xml)
    throw broken('the XML differs');
  return bytes;
}
