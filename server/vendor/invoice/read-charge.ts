// Reads what the payment provider charged or gave back as the facts of a document, without its
// number.

import type Stripe from 'stripe';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import {
  dueDay,
  type Allowance,
  type Charged,
  type InvoiceFacts,
  type InvoiceLine,
  type Means,
  type Party,
  type Seller,
} from '../../../shared/vendor/invoice.ts';
import { PLANS, type PlanId } from '../../../shared/vendor/payment.ts';
import type { ContractRow } from '../payment/store.ts';

export interface Charge {
  facts: InvoiceFacts;
  charged: Charged;
}
const PLAN_NAMES: Readonly<Record<PlanId, string>> = {
  praxis: 'Molar Praxis',
  praxisPlus: 'Molar Praxis Plus',
};
const MOST_LINES = 100;

/** Names the plans by the provider's price. */
async function namesOfPrices(stripe: Stripe): Promise<ReadonlyMap<string, string>> {
  const { data } = await stripe.prices.list({
    lookup_keys: PLANS.map(({ lookupKey }) => lookupKey),
    limit: MOST_LINES,
  });
  return new Map(
    data.flatMap((price) => {
      const plan = PLANS.find(({ lookupKey }) => lookupKey === price.lookup_key);
      return plan ? [[price.id, PLAN_NAMES[plan.id]] as const] : [];
    }),
  );
}

type Taxes = readonly { tax_rate_details: { tax_rate: string } | null; amount: number }[];
/** Reads the rates of an invoice by id, in percent. */
export async function readRates(
  stripe: Stripe,
  ...taxes: readonly (Taxes | null | undefined)[]
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(
      taxes.flatMap((some) => (some ?? []).flatMap((one) => one.tax_rate_details?.tax_rate ?? [])),
    ),
    rates = new Map<string, number>();
  for (const id of ids) rates.set(id, (await stripe.taxRates.retrieve(id)).percentage);
  return rates;
}
/** Sums VAT by rate. */
export const taxesBy = (
  taxes: Taxes | null | undefined,
  rates: ReadonlyMap<string, number>,
): Charged['taxes'] =>
  (taxes ?? []).map((one) => ({
    percent: rates.get(one.tax_rate_details?.tax_rate ?? '') ?? 0,
    cents: one.amount,
  }));
/** Returns the one rate of a line; undefined for none or several, which the sums then contradict. */
export const rateOfLine = (
  taxes: Taxes | null | undefined,
  rates: ReadonlyMap<string, number>,
): number | undefined =>
  taxes?.length === 1 ? rates.get(taxes[0]?.tax_rate_details?.tax_rate ?? '') : undefined;

/** Days of a provider's period, which ends with the second in which the next one begins. */
export function daysOf({ start, end }: { start: number; end: number }): {
  from: string;
  to: string;
} {
  const from = berlinDay(start * 1000),
    last = addDays(berlinDay(end * 1000), -1);
  return { from, to: last < from ? from : last };
}

/** Turns a charged line into one with a price that is never negative. */
export function lineOf(
  { amount, quantity, description, period, parent, pricing, taxes }: Stripe.InvoiceLineItem,
  names: ReadonlyMap<string, string>,
  rates: ReadonlyMap<string, number>,
): InvoiceLine {
  const priceId = pricing?.price_details?.price,
    known =
      priceId === undefined
        ? undefined
        : names.get(typeof priceId === 'string' ? priceId : priceId.id),
    name = known ?? description ?? '',
    isRest = parent?.subscription_item_details?.proration === true,
    count =
      amount < 0 || isRest || quantity === null || quantity <= 0 || amount % quantity !== 0
        ? 1
        : quantity,
    vatPercent = rates.size > 1 ? rateOfLine(taxes, rates) : undefined;
  return {
    name: isRest
      ? `${name}, ${amount < 0 ? 'Gutschrift der restlichen Zeit' : 'restliche Zeit'}`
      : name,
    quantity: amount < 0 ? -1 : count,
    unitCents: amount < 0 ? -amount : amount / count,
    ...(vatPercent !== undefined && { vatPercent }),
    ...daysOf(period),
  };
}

function meansOf(row: ContractRow | undefined, collected: string): Means {
  if (collected === 'send_invoice' || !row?.methodKind) return { kind: 'transfer' };
  return row.methodKind === 'card'
    ? { kind: 'card', last4: row.last4 ?? '' }
    : { kind: 'sepa_debit', last4: row.last4 ?? '', mandate: row.mandate ?? '' };
}

const VOUCHER = 'Gutschein';
/** Reads reductions: of the whole with one rate, by the rate of their lines with several. */
function reductionsOf(
  invoice: Stripe.Invoice,
  lines: readonly Stripe.InvoiceLineItem[],
  rates: ReadonlyMap<string, number>,
): Pick<InvoiceFacts, 'allowance' | 'allowances'> {
  const cents = (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
  if (cents <= 0) return { allowance: null };
  if (rates.size <= 1) return { allowance: { reason: VOUCHER, cents } };
  const byRate = new Map<number | undefined, number>();
  for (const line of lines) {
    const own = (line.discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0),
      rate = rateOfLine(line.taxes, rates);
    if (own > 0) byRate.set(rate, (byRate.get(rate) ?? 0) + own);
  }
  const allowances = [...byRate].map(([vatPercent, own]): Allowance => ({
    reason: VOUCHER,
    cents: own,
    ...(vatPercent !== undefined && { vatPercent }),
  }));
  return { allowance: null, allowances };
}

/** Whose invoice it is, and how it is paid. */
export interface ChargeOf {
  seller: Seller;
  buyer: Party;
  contract: ContractRow | undefined;
  now: number;
}
/** Reads the lines of an invoice with their names. */
export async function readLines(
  stripe: Stripe,
  id: string,
): Promise<{ lines: Stripe.InvoiceLineItem[]; names: ReadonlyMap<string, string> }> {
  const { data } = await stripe.invoices.listLineItems(id, { limit: MOST_LINES });
  return { lines: data, names: await namesOfPrices(stripe) };
}

/** Reads an invoice of the provider; sums are compared by the caller. */
export async function readCharge(stripe: Stripe, id: string, of: ChargeOf): Promise<Charge> {
  const invoice = await stripe.invoices.retrieve(id),
    { lines, names } = await readLines(stripe, id),
    rates = await readRates(stripe, invoice.total_taxes, ...lines.map(({ taxes }) => taxes)),
    [first = 0] = rates.values(),
    issuedOn = berlinDay(of.now);
  return {
    facts: {
      v: 1,
      kind: 'invoice',
      number: '',
      issuedOn,
      dueOn: invoice.due_date === null ? dueDay(issuedOn) : berlinDay(invoice.due_date * 1000),
      seller: of.seller,
      buyer: of.buyer,
      lines: lines.map((one) => lineOf(one, names, rates)),
      ...reductionsOf(invoice, lines, rates),
      vatPercent: rates.size === 1 ? first : 0,
      prepaidCents: Math.max(0, invoice.total - invoice.amount_due),
      means: meansOf(of.contract, invoice.collection_method),
      reference: null,
      paymentNumber: invoice.number ?? '',
    },
    charged: { totalCents: invoice.total, taxes: taxesBy(invoice.total_taxes, rates) },
  };
}
