// Makes the file of a numbered invoice: XML and pages of the same facts, checked before they are
// stored. A file that fails the check is not stored; the invoice then waits in the vendor's list.

import { createHash } from 'node:crypto';
import { berlinInstant, germanDay } from '../../../shared/base/dates.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import {
  allowancesOf,
  lineCents,
  ratesOf,
  sumsOf,
  type InvoiceFacts,
  type Party,
} from '../../../shared/vendor/invoice.ts';
import type { InvoiceSheet } from '../../paper/pdf/invoice/render-invoice.ts';
import { checkCii } from './check-cii.ts';
import type { InvoiceDeps } from './links.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import { documentAt, hasFile, insertFile } from './store.ts';
import { referenceText, termsText, writeCii } from './write-cii.ts';

const money = (cents: number): string =>
  new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(cents / 100);
const placeOf = ({ street, plz, city }: Party): string[] => [street, `${plz} ${city}`];
const TITLES = {
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
  // No „Gutschrift“: that word belongs to documents of the recipient (§ 14 (2) UStG).
  credit: 'Rechnungskorrektur',
} as const;

function sumsShown(facts: InvoiceFacts): InvoiceSheet['sums'] {
  const sums = sumsOf(facts),
    rates = ratesOf(facts),
    reductions = allowancesOf(facts),
    { prepaidCents } = facts;
  const row = (label: string, cents: number, isTotal = false) => ({
    label,
    amount: money(cents),
    isTotal,
  });
  const withRate = (label: string, percent: number | undefined): string =>
    rates.length === 1 ? label : `${label} (${percent ?? facts.vatPercent} %)`;
  return [
    row(reductions.length > 0 ? 'Summe der Leistungen' : 'Summe netto', sums.linesCents),
    ...reductions.map((one) => row(withRate(`Abzug: ${one.reason}`, one.vatPercent), -one.cents)),
    ...(reductions.length > 0 ? [row('Summe netto', sums.baseCents)] : []),
    ...rates.flatMap(({ percent, baseCents, taxCents }) => [
      ...(rates.length === 1 ? [] : [row(`Netto zu ${percent} %`, baseCents)]),
      row(`Umsatzsteuer ${percent} %`, taxCents),
    ]),
    row('Gesamtbetrag', sums.totalCents, true),
    // A cancellation asks for nothing.
    ...(prepaidCents > 0 && facts.kind === 'invoice'
      ? [row('Guthaben', -prepaidCents), row('Noch zu zahlen', sums.dueCents, true)]
      : []),
  ];
}

/** Turns facts into the words of the pages. */
export function sheetOf(facts: InvoiceFacts): InvoiceSheet {
  const { seller, buyer, kind, number } = facts,
    isOneRate = ratesOf(facts).length === 1,
    from = facts.lines.map((one) => one.from).sort()[0]!,
    to = facts.lines
      .map((one) => one.to)
      .sort()
      .at(-1)!;
  return {
    title: `${TITLES[kind]} ${number}`,
    note: referenceText(facts) ?? '',
    seller: {
      name: seller.name,
      lines: [seller.name, ...placeOf(seller)],
      contact: [seller.contact, seller.phone, seller.email],
      bank: [
        `USt-IdNr. ${seller.vatId}`,
        `IBAN ${seller.iban.replace(/.{4}(?=.)/g, '$& ')}`,
        seller.bic === '' ? '' : `BIC ${seller.bic}`,
      ].filter((one) => one !== ''),
      legal: seller.legal,
    },
    buyer: [buyer.name, ...placeOf(buyer)],
    facts: [
      ['Nummer', number],
      ['Datum', germanDay(facts.issuedOn)],
      ['Leistungszeitraum', `${germanDay(from)} bis ${germanDay(to)}`],
      ...(facts.paymentNumber === '' ? [] : ([['Zahlungsnummer', facts.paymentNumber]] as const)),
    ],
    lines: facts.lines.map((one, at) => ({
      number: String(at + 1),
      name: isOneRate ? one.name : `${one.name} (${one.vatPercent ?? facts.vatPercent} % USt.)`,
      period: `${germanDay(one.from)} bis ${germanDay(one.to)}`,
      quantity: String(one.quantity).replace('-', '−'),
      price: money(one.unitCents),
      amount: money(lineCents(one)),
    })),
    sums: sumsShown(facts),
    terms: [termsText(facts)],
    xml: writeCii(facts),
    createdAt: berlinInstant(facts.issuedOn, '12:00'),
  };
}

/** Makes and stores the file of a document once. @throws Error for one that breaks a rule */
export async function printInvoice(deps: InvoiceDeps, seq: number): Promise<void> {
  const look = vendorLook(deps.workshop),
    row = await documentAt(look, seq);
  if (!row || (await hasFile(look, seq))) return;
  const sheet = sheetOf(row.facts),
    broken = checkCii(sheet.xml);
  if (broken.length > 0) throw new Error(`invoice ${row.number} breaks ${broken.join(', ')}`);
  const pdf = await deps.renderer.renderInvoice(sheet),
    sha256 = createHash('sha256').update(pdf).digest('hex');
  await deps.workshop.write(VENDOR_CID, VENDOR, async (w) => {
    if (await insertFile(w, { seq, sha256, pdf }))
      await w.audit('invoice.filed', { number: row.number, sha256 });
  });
}
