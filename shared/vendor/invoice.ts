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
  /** Rate of this line; absent: that of the invoice. */
  vatPercent?: number;
  /** Days of the service, `YYYY-MM-DD`. */
  from: string;
  to: string;
}
/** How an invoice is paid; account numbers are known by their last signs only. */
export type Means =
  | { kind: 'sepa_debit'; last4: string; mandate: string }
  | { kind: 'card'; last4: string }
  | { kind: 'transfer' };

/** A net reduction, e.g. by a voucher; without a rate it has that of the invoice. */
export interface Allowance {
  reason: string;
  cents: number;
  vatPercent?: number;
}
/** How a credit reaches the payer: with the next invoices, as money back, or as less to pay. */
export type SettledBy = 'balance' | 'refund' | 'open';

/** `credit`: gives back a part (UStG: a correction); `cancellation`: the whole. */
export const DOCUMENT_KINDS = ['invoice', 'cancellation', 'credit'] as const;
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
  /** Net reduction of the whole. */
  allowance: Allowance | null;
  /** Net reductions by rate, instead of one of the whole. */
  allowances?: readonly Allowance[];
  /** The rate of lines that name none. */
  vatPercent: number;
  /** Of a credit. */
  settledBy?: SettledBy;
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
type Summed = Pick<
  InvoiceFacts,
  'lines' | 'allowance' | 'allowances' | 'vatPercent' | 'prepaidCents'
>;
export const allowancesOf = ({
  allowance,
  allowances,
}: Pick<InvoiceFacts, 'allowance' | 'allowances'>): readonly Allowance[] =>
  allowances ?? (allowance ? [allowance] : []);

/** Net and VAT of one rate. */
export interface RateSums {
  percent: number;
  baseCents: number;
  taxCents: number;
}
/** Half a cent is rounded away from zero, in both directions. */
const rounded = (cents: number): number => Math.sign(cents) * Math.round(Math.abs(cents));
/** Adds up by rate, the highest first; VAT is rounded once over the sum of a rate (BR-CO-17). */
export function ratesOf(facts: Omit<Summed, 'prepaidCents'>): RateSums[] {
  const bases = new Map<number, number>();
  const add = (percent: number | undefined, cents: number): void => {
    const rate = percent ?? facts.vatPercent;
    bases.set(rate, (bases.get(rate) ?? 0) + cents);
  };
  for (const line of facts.lines) add(line.vatPercent, lineCents(line));
  for (const one of allowancesOf(facts)) add(one.vatPercent, -one.cents);
  return [...bases]
    .sort(([a], [b]) => b - a)
    .map(([percent, baseCents]) => ({
      percent,
      baseCents,
      taxCents: rounded((baseCents * percent) / 100),
    }));
}
/** Adds up over all rates. */
export function sumsOf(facts: Summed): InvoiceSums {
  const rates = ratesOf(facts),
    linesCents = facts.lines.reduce((sum, one) => sum + lineCents(one), 0),
    allowanceCents = allowancesOf(facts).reduce((sum, one) => sum + one.cents, 0),
    baseCents = linesCents - allowanceCents,
    taxCents = rates.reduce((sum, one) => sum + one.taxCents, 0),
    totalCents = baseCents + taxCents;
  return {
    linesCents,
    allowanceCents,
    baseCents,
    taxCents,
    totalCents,
    dueCents: totalCents - facts.prepaidCents,
  };
}

/**
 * Turns a charge whose total is negative into a credit with positive sums (EN 16931: type 381), to
 * be set off against the next invoices.
 */
export const creditOf = (
  facts: InvoiceFacts,
  reference: NonNullable<InvoiceFacts['reference']>,
): InvoiceFacts => ({
  ...facts,
  kind: 'credit',
  dueOn: facts.issuedOn,
  lines: facts.lines.map((one) => ({ ...one, quantity: -one.quantity })),
  prepaidCents: 0,
  reference,
  settledBy: 'balance',
});
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
  'reference',
  'refund',
] as const;
export type InvoiceGap = (typeof INVOICE_GAPS)[number];

const isPlz = (text: string): boolean => /^\d{5}$/.test(text);
/** What the payment provider charges or gives back, cents. */
export interface Charged {
  totalCents: number;
  /** VAT by rate. */
  taxes: readonly { percent: number; cents: number }[];
}
/** Checks whether each rate has the VAT that is charged. */
const isTaxed = (rates: readonly RateSums[], { taxes }: Charged): boolean =>
  rates.every(({ percent }) => percent > 0) &&
  rates.every(
    ({ percent, taxCents }) =>
      taxes.reduce((sum, one) => (one.percent === percent ? sum + one.cents : sum), 0) === taxCents,
  ) &&
  taxes.every(({ percent, cents }) => cents === 0 || rates.some((one) => one.percent === percent));
/** Lists what is missing or wrong; a document with any of it gets no number and waits. */
export function gapsOf(facts: InvoiceFacts, charged: Charged): InvoiceGap[] {
  const { buyer, lines } = facts,
    sums = sumsOf(facts),
    rates = ratesOf(facts);
  const checks: [InvoiceGap, boolean][] = [
    ['buyer_name', buyer.name.trim() === ''],
    ['buyer_address', buyer.street.trim() === '' || buyer.city.trim() === '' || !isPlz(buyer.plz)],
    ['lines', lines.length === 0 || lines.some(({ name }) => name.trim() === '')],
    ['period', lines.some(({ from, to }) => from > to)],
    [
      'negative',
      sums.totalCents < 0 ||
        allowancesOf(facts).some(({ cents }) => cents < 0) ||
        rates.some(({ baseCents }) => baseCents < 0) ||
        facts.prepaidCents < 0 ||
        lines.some(({ quantity, unitCents }) => unitCents < 0 || !Number.isInteger(quantity)),
    ],
    ['sum', sums.totalCents !== charged.totalCents],
    ['vat', !isTaxed(rates, charged)],
    ['reference', facts.kind !== 'invoice' && facts.reference === null],
  ];
  return checks.flatMap(([gap, isThere]) => (isThere ? [gap] : []));
}
