// Invoices of the vendor to a practice: facts that never change, their sums, and the rules that a
// file must follow before it leaves (EN 16931, § 14 UStG).

import { addDays } from '../base/day-math.ts';

/** Name and address as § 14 (4) No. 1 UStG asks for them. */
export interface Party {
  name: string;
  street: string;
  plz: string;
  city: string;
  email: string;
}
/** The vendor as its invoices name it. */
export interface Seller extends Party {
  /** `DE` and nine digits. */
  vatId: string;
  contact: string;
  phone: string;
  /** Register and managers, as letters of a company must name them. */
  legal: string;
  iban: string;
  bic: string;
  /** Identifies the collector of SEPA debits; empty: that of the payment provider. */
  creditorId: string;
}
export interface InvoiceLine {
  name: string;
  /** Whole; negative for the rest of a period that is given back: a price is never negative. */
  quantity: number;
  unitCents: number;
  /** Days of the service, `YYYY-MM-DD`. */
  from: string;
  to: string;
}
/** How an invoice is paid; account numbers are known by their last signs only. */
export type Means =
  | { kind: 'sepa_debit'; last4: string; mandate: string }
  | { kind: 'card'; last4: string }
  | { kind: 'transfer' };

export const DOCUMENT_KINDS = ['invoice', 'cancellation'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What an invoice says. Both its XML and its pages are made of this. */
export interface InvoiceFacts {
  v: 1;
  kind: DocumentKind;
  number: string;
  /** Day of issue, `YYYY-MM-DD`. */
  issuedOn: string;
  dueOn: string;
  seller: Seller;
  buyer: Party;
  lines: readonly InvoiceLine[];
  /** Net reduction of the whole, e.g. by a voucher. */
  allowance: { reason: string; cents: number } | null;
  vatPercent: number;
  /** Paid before, e.g. by a credit. */
  prepaidCents: number;
  means: Means;
  /** The document that this one cancels or replaces. */
  reference: { number: string; issuedOn: string } | null;
  /** Number of the payment at the provider, for questions about a debit. */
  paymentNumber: string;
}

export const INVOICE_NUMBER = /^RE-(\d{4})-(\d{5,7})$/;
/** Returns the number of the n-th document of a year. */
export const invoiceNumber = (year: string, n: number): string =>
  `RE-${year}-${String(n).padStart(5, '0')}`;
/** Days in which a transfer is due; debits are collected by then. */
const DUE_DAYS = 14;
export const dueDay = (issuedOn: string): string => addDays(issuedOn, DUE_DAYS);

export interface InvoiceSums {
  linesCents: number;
  allowanceCents: number;
  baseCents: number;
  taxCents: number;
  totalCents: number;
  dueCents: number;
}
/** Returns the net amount of a line, cents. */
export const lineCents = ({ quantity, unitCents }: InvoiceLine): number => quantity * unitCents;
/** Adds up; VAT is rounded once, half up, over the sum of a rate (BR-CO-17). */
export function sumsOf({
  lines,
  allowance,
  vatPercent,
  prepaidCents,
}: Pick<InvoiceFacts, 'lines' | 'allowance' | 'vatPercent' | 'prepaidCents'>): InvoiceSums {
  const linesCents = lines.reduce((sum, one) => sum + lineCents(one), 0),
    allowanceCents = allowance?.cents ?? 0,
    baseCents = linesCents - allowanceCents,
    taxCents = Math.round((baseCents * vatPercent) / 100),
    totalCents = baseCents + taxCents;
  return {
    linesCents,
    allowanceCents,
    baseCents,
    taxCents,
    totalCents,
    dueCents: totalCents - prepaidCents,
  };
}

/** Returns the document that cancels another: the same sums, by its own number and day. */
export const cancellationOf = (
  facts: InvoiceFacts,
  { number, issuedOn }: { number: string; issuedOn: string },
): InvoiceFacts => ({
  ...facts,
  kind: 'cancellation',
  number,
  issuedOn,
  dueOn: issuedOn,
  reference: { number: facts.number, issuedOn: facts.issuedOn },
});
/** Returns an invoice in place of a cancelled one, with what was corrected. */
export const correctionOf = (
  facts: InvoiceFacts,
  { number, issuedOn, buyer }: { number: string; issuedOn: string; buyer: Party },
): InvoiceFacts => ({
  ...facts,
  kind: 'invoice',
  number,
  issuedOn,
  dueOn: dueDay(issuedOn),
  buyer,
  reference: { number: facts.number, issuedOn: facts.issuedOn },
});

/** What an invoice may lack before it gets a number. */
export const INVOICE_GAPS = [
  'seller',
  'buyer_name',
  'buyer_address',
  'lines',
  'period',
  'negative',
  'sum',
  'vat',
] as const;
export type InvoiceGap = (typeof INVOICE_GAPS)[number];

const isPlz = (text: string): boolean => /^\d{5}$/.test(text);
/**
 * Lists what is missing or wrong; an invoice with any of it gets no number and waits.
 * @param charged total and VAT as the payment provider charges them, cents
 */
export function gapsOf(
  facts: InvoiceFacts,
  charged: { totalCents: number; taxCents: number },
): InvoiceGap[] {
  const { buyer, lines, allowance } = facts,
    sums = sumsOf(facts);
  const checks: [InvoiceGap, boolean][] = [
    ['buyer_name', buyer.name.trim() === ''],
    ['buyer_address', buyer.street.trim() === '' || buyer.city.trim() === '' || !isPlz(buyer.plz)],
    ['lines', lines.length === 0 || lines.some(({ name }) => name.trim() === '')],
    ['period', lines.some(({ from, to }) => from > to)],
    [
      'negative',
      sums.totalCents < 0 ||
        (allowance?.cents ?? 0) < 0 ||
        facts.prepaidCents < 0 ||
        lines.some(({ quantity, unitCents }) => unitCents < 0 || !Number.isInteger(quantity)),
    ],
    ['sum', sums.totalCents !== charged.totalCents],
    ['vat', facts.vatPercent <= 0 || sums.taxCents !== charged.taxCents],
  ];
  return checks.flatMap(([gap, isThere]) => (isThere ? [gap] : []));
}
