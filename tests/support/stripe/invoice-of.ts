/** Builds invoices and their lines, with proration by the second. */
import Stripe from 'stripe';
import { wrong } from './form.ts';
import { get, idOf, listOf, newId, type World } from './world.ts';

/** Adds whole months to a moment; the day is clamped to the month's last. */
export function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000),
    to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return Math.floor(to.getTime() / 1000);
}

const share = (amount: number, part: number, whole: number): number =>
  Math.round((amount * part) / whole);
/** Returns the one item of a subscription, which carries its period. */
export const periodOf = (sub: Stripe.Subscription) => sub.items.data[0]!;

interface LineInput {
  sub: Stripe.Subscription;
  price: Stripe.Price;
  quantity: number;
  amount: number;
  start: number;
  end: number;
  isProration: boolean;
}
const lineOf = (w: World, input: LineInput): Stripe.InvoiceLineItem => ({
  id: newId(w, 'il'),
  object: 'line_item',
  amount: input.amount,
  currency: 'eur',
  description: input.price.lookup_key,
  discount_amounts: [],
  discountable: !input.isProration,
  discounts: [],
  invoice: null,
  livemode: w.livemode,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: input.isProration,
      proration_details: null,
      subscription: input.sub.id,
      subscription_item: periodOf(input.sub).id,
    },
    type: 'subscription_item_details',
  },
  period: { start: input.start, end: input.end },
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: input.price.id, product: idOf(input.price.product) },
    type: 'price_details',
    unit_amount_decimal: input.price.unit_amount_decimal,
  },
  quantity: input.quantity,
  quantity_decimal: Stripe.Decimal.from(String(input.quantity)),
  subscription: input.sub.id,
  subtotal: input.amount,
  taxes: (input.sub.default_tax_rates ?? []).slice(0, 1).map((rate) => ({
    amount: Math.round((input.amount * rate.percentage) / 100),
    tax_behavior: 'exclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: 'standard_rated',
    taxable_amount: input.amount,
    type: 'tax_rate_details',
  })),
});

/** Credit for the rest of the old plan and charge for the rest of the new one, by the second. */
export function prorate(
  w: World,
  sub: Stripe.Subscription,
  to: { price: Stripe.Price; quantity: number },
  at: number,
): Stripe.InvoiceLineItem[] {
  const item = periodOf(sub),
    { current_period_start: start, current_period_end: end } = item,
    rest = end - at,
    old = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  if (at < start || at > end)
    throw wrong('proration_date is outside the period', undefined, 'proration_date');
  const base = { sub, start: at, end, isProration: true };
  return [
    lineOf(w, {
      ...base,
      price: item.price,
      quantity: item.quantity ?? 1,
      amount: -share(old, rest, end - start),
    }),
    lineOf(w, {
      ...base,
      price: to.price,
      quantity: to.quantity,
      amount: share((to.price.unit_amount ?? 0) * to.quantity, rest, end - start),
    }),
  ];
}

/** The line of one whole period. */
export const cycleLine = (
  w: World,
  sub: Stripe.Subscription,
  of: { price: Stripe.Price; quantity: number; start: number; end: number },
): Stripe.InvoiceLineItem =>
  lineOf(w, {
    sub,
    price: of.price,
    quantity: of.quantity,
    amount: (of.price.unit_amount ?? 0) * of.quantity,
    start: of.start,
    end: of.end,
    isProration: false,
  });

/** Fields that this server leaves empty. */
const UNUSED = {
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  automatically_finalizes_at: null,
  custom_fields: null,
  customer_account: null,
  customer_phone: null,
  customer_shipping: null,
  default_payment_method: null,
  default_source: null,
  description: null,
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  last_finalization_error: null,
  latest_revision: null,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  webhooks_delivered_at: null,
} as const satisfies Partial<Stripe.Invoice>;

/** Sums what the coupons of a subscription take off its whole periods, one after the other. */
function discountsOf(
  w: World,
  sub: Stripe.Subscription,
  lines: readonly Stripe.InvoiceLineItem[],
  at: number,
): { amount: number; discount: string }[] {
  let left = lines
    .filter(({ discountable }) => discountable)
    .reduce((sum, one) => sum + one.amount, 0);
  return sub.discounts.flatMap((one) => {
    const found = w.discounts.get(idOf(one)),
      own = found?.source.coupon,
      coupon = typeof own === 'string' ? w.coupons.get(own) : own;
    if (!found || !coupon || (found.end !== null && at >= found.end)) return [];
    const amount = Math.min(
      left,
      coupon.amount_off ?? Math.round((left * (coupon.percent_off ?? 0)) / 100),
    );
    left -= amount;
    return [{ amount, discount: found.id }];
  });
}

/** Adds up VAT by rate; a line without a rate of its own has that of the subscription. */
function taxesOf(
  w: World,
  lines: readonly Stripe.InvoiceLineItem[],
  usual: Stripe.TaxRate | undefined,
  reduced: number,
): Stripe.Invoice.TotalTax[] {
  const nets = new Map<string, number>();
  for (const line of lines) {
    const id = line.taxes?.[0]?.tax_rate_details?.tax_rate ?? usual?.id;
    if (id !== undefined) nets.set(id, (nets.get(id) ?? 0) + line.amount);
  }
  // Coupons reduce the periods, which have the usual rate.
  if (usual && reduced > 0) nets.set(usual.id, (nets.get(usual.id) ?? 0) - reduced);
  return [...nets].map(([id, net]) => ({
    amount: Math.round((net * get(w.taxRates, 'tax_rate', id).percentage) / 100),
    tax_behavior: 'exclusive',
    tax_rate_details: { tax_rate: id },
    taxability_reason: 'standard_rated',
    taxable_amount: net,
    type: 'tax_rate_details',
  }));
}

/** Adds something to the next invoice of a subscription. @param rate its own rate of VAT */
export function addItem(
  w: World,
  sub: Stripe.Subscription,
  item: { name: string; cents: number; quantity?: number; rate?: Stripe.TaxRate },
): void {
  const { current_period_start: start, current_period_end: end, price } = periodOf(sub),
    line = lineOf(w, {
      sub,
      price,
      quantity: item.quantity ?? 1,
      amount: item.cents,
      start,
      end,
      isProration: false,
    });
  w.pending.set(sub.id, [
    ...(w.pending.get(sub.id) ?? []),
    {
      ...line,
      description: item.name,
      discountable: false,
      pricing: null,
      taxes: item.rate
        ? [
            {
              amount: Math.round((item.cents * item.rate.percentage) / 100),
              tax_behavior: 'exclusive',
              tax_rate_details: { tax_rate: item.rate.id },
              taxability_reason: 'reduced_rated',
              taxable_amount: item.cents,
              type: 'tax_rate_details',
            },
          ]
        : [],
    },
  ]);
}

/** Builds an invoice of a subscription with VAT on the sums of its rates. */
export function invoiceOf(
  w: World,
  sub: Stripe.Subscription,
  lines: Stripe.InvoiceLineItem[],
  reason: 'subscription_create' | 'subscription_cycle' | 'upcoming',
): Stripe.Invoice {
  const id = newId(w, reason === 'upcoming' ? 'upcoming_in' : 'in'),
    customer = get(w.customers, 'customer', idOf(sub.customer)),
    subtotal = lines.reduce((sum, one) => sum + one.amount, 0),
    begins = Math.max(...lines.map(({ period }) => period.start)),
    discounts = discountsOf(w, sub, lines, reason === 'upcoming' ? begins : w.now),
    reduced = discounts.reduce((sum, one) => sum + one.amount, 0),
    net = subtotal - reduced,
    rate = sub.default_tax_rates?.[0],
    taxes = taxesOf(w, lines, rate, reduced),
    total = net + taxes.reduce((sum, one) => sum + one.amount, 0),
    due = Math.max(0, total);
  return {
    id,
    object: 'invoice',
    ...UNUSED,
    account_country: 'DE',
    account_name: 'Molar',
    amount_due: due,
    amount_remaining: due,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    billing_reason: reason,
    collection_method: sub.collection_method,
    created: w.now,
    currency: 'eur',
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_exempt: 'none',
    default_tax_rates: rate ? [rate] : [],
    discounts: [],
    issuer: { type: 'self' },
    lines: listOf(
      lines.map((one) => ({ ...one, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: w.livemode,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: sub.metadata, subscription: sub.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: Math.max(...lines.map(({ period }) => period.end)),
    period_start: Math.min(...lines.map(({ period }) => period.start)),
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: net,
    total_pretax_credit_amounts: [],
    total_taxes: taxes,
  };
}
