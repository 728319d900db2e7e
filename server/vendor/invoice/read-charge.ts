// Reads what the payment provider charged as the facts of an invoice, without its number.

import type Stripe from 'stripe';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import {
  dueDay,
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
  totalCents: number;
  taxCents: number;
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

/** Turns a charged line into one with a price that is never negative. */
function lineOf(
  { amount, quantity, description, period, parent, pricing }: Stripe.InvoiceLineItem,
  names: ReadonlyMap<string, string>,
): InvoiceLine {
  const priceId = pricing?.price_details?.price,
    known =
      priceId === undefined
        ? undefined
        : names.get(typeof priceId === 'string' ? priceId : priceId.id),
    name = known ?? description ?? '',
    isRest = parent?.subscription_item_details?.proration === true,
    from = berlinDay(period.start * 1000),
    count =
      amount < 0 || isRest || quantity === null || quantity <= 0 || amount % quantity !== 0
        ? 1
        : quantity;
  // The provider's period ends with the second in which the next one begins.
  const last = addDays(berlinDay(period.end * 1000), -1);
  return {
    name: isRest
      ? `${name}, ${amount < 0 ? 'Gutschrift der restlichen Zeit' : 'restliche Zeit'}`
      : name,
    quantity: amount < 0 ? -1 : count,
    unitCents: amount < 0 ? -amount : amount / count,
    from,
    to: last < from ? from : last,
  };
}

function meansOf(row: ContractRow | undefined, collected: string): Means {
  if (collected === 'send_invoice' || !row?.methodKind) return { kind: 'transfer' };
  return row.methodKind === 'card'
    ? { kind: 'card', last4: row.last4 ?? '' }
    : { kind: 'sepa_debit', last4: row.last4 ?? '', mandate: row.mandate ?? '' };
}

/** Reads an invoice of the provider; sums are compared by the caller. */
export async function readCharge(
  stripe: Stripe,
  id: string,
  of: { seller: Seller; buyer: Party; contract: ContractRow | undefined; now: number },
): Promise<Charge> {
  const invoice = await stripe.invoices.retrieve(id),
    { data: lines } = await stripe.invoices.listLineItems(id, { limit: MOST_LINES }),
    names = await namesOfPrices(stripe);
  const issuedOn = berlinDay(of.now),
    reduced = (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0),
    vat = await percentOf(stripe, invoice);
  return {
    facts: {
      v: 1,
      kind: 'invoice',
      number: '',
      issuedOn,
      dueOn: invoice.due_date === null ? dueDay(issuedOn) : berlinDay(invoice.due_date * 1000),
      seller: of.seller,
      buyer: of.buyer,
      lines: lines.map((one) => lineOf(one, names)),
      allowance: reduced > 0 ? { reason: 'Gutschein', cents: reduced } : null,
      vatPercent: vat,
      prepaidCents: Math.max(0, invoice.total - invoice.amount_due),
      means: meansOf(of.contract, invoice.collection_method),
      reference: null,
      paymentNumber: invoice.number ?? '',
    },
    totalCents: invoice.total,
    taxCents: (invoice.total_taxes ?? []).reduce((sum, one) => sum + one.amount, 0),
  };
}

/** Reads the one rate of an invoice; 0 for none or several, which the sums then contradict. */
async function percentOf(stripe: Stripe, { total_taxes: taxes }: Stripe.Invoice): Promise<number> {
  const ids = new Set((taxes ?? []).flatMap(({ tax_rate_details: rate }) => rate?.tax_rate ?? []));
  const [only] = ids;
  return ids.size === 1 && only !== undefined
    ? (await stripe.taxRates.retrieve(only)).percentage
    : 0;
}
