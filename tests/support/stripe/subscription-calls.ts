/** Calls about subscriptions, and the preview of their invoices. */
import type Stripe from 'stripe';
import { begin, changeItem } from './billing.ts';
import { call, cursor, newest, type Call } from './call.ts';
import {
  flagOf,
  metadataOf,
  needText,
  numberOf,
  partOf,
  partsOf,
  textOf,
  wordsOf,
  wrong,
  type Input,
} from './form.ts';
import { addMonths, cycleLine, invoiceOf, prorate } from './invoice-of.ts';
import { planOf } from './objects.ts';
import { emit, get, idOf, listOf, newId, page, type World } from './world.ts';

function priceAndSeats(w: World, item: Input): { price: Stripe.Price; quantity: number } {
  const quantity = numberOf(item, 'quantity') ?? 1;
  if (quantity < 1) throw wrong('quantity must be at least 1', undefined, 'quantity');
  return { price: get(w.prices, 'price', needText(item, 'price')), quantity };
}

function createSubscription(w: World, input: Input): Stripe.Subscription {
  const of = get(w.customers, 'customer', needText(input, 'customer')),
    { price, quantity } = priceAndSeats(w, partsOf(input, 'items')[0] ?? {}),
    anchor = numberOf(input, 'billing_cycle_anchor') ?? w.now,
    id = newId(w, 'sub'),
    rates = wordsOf(input, 'default_tax_rates').map((rate) => get(w.taxRates, 'tax_rate', rate));
  if (anchor < w.now)
    throw wrong('billing_cycle_anchor is in the past', undefined, 'billing_cycle_anchor');
  const monthAfter = new Date(anchor * 1000);
  monthAfter.setUTCMonth(monthAfter.getUTCMonth() + 1);
  const item: Stripe.SubscriptionItem = {
    id: newId(w, 'si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: w.now,
    current_period_start: w.now,
    current_period_end: anchor > w.now ? anchor : Math.floor(monthAfter.getTime() / 1000),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: null,
    collection_method: textOf(input, 'collection_method') ?? 'charge_automatically',
    created: w.now,
    currency: 'eur',
    customer: of.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: textOf(input, 'default_payment_method') ?? null,
    default_source: null,
    default_tax_rates: rates,
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: w.livemode,
    managed_payments: null,
    metadata: metadataOf(input),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: w.now,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}
/** Attaches coupons; discounts that are there keep their time. */
function discountsFrom(w: World, sub: Stripe.Subscription, input: Input): string[] {
  return partsOf(input, 'discounts').map((one) => {
    const kept = textOf(one, 'discount');
    if (kept !== undefined) return get(w.discounts, 'discount', kept).id;
    const coupon = get(w.coupons, 'coupon', needText(one, 'coupon')),
      end = addMonths(w.now, coupon.duration_in_months ?? 1),
      made: Stripe.Discount = {
        id: newId(w, 'di'),
        object: 'discount',
        checkout_session: null,
        customer: idOf(sub.customer),
        customer_account: null,
        end: coupon.duration === 'forever' ? null : end,
        invoice: null,
        invoice_item: null,
        promotion_code: null,
        source: { coupon: coupon.id, type: 'coupon' },
        start: w.now,
        subscription: sub.id,
        subscription_item: null,
      };
    w.discounts.set(made.id, made);
    return made.id;
  });
}
/** Reads a pause of the collection; an empty text lifts it. */
function pauseFrom(
  input: Input,
  before: Stripe.Subscription.PauseCollection | null,
): Stripe.Subscription.PauseCollection | null {
  if (input.pause_collection === undefined) return before;
  if (input.pause_collection === '') return null;
  const of = partOf(input, 'pause_collection');
  if (textOf(of, 'behavior') !== 'void')
    throw wrong('Only void is known here.', undefined, 'pause_collection[behavior]');
  return { behavior: 'void', resumes_at: numberOf(of, 'resumes_at') ?? null };
}
const subscription = (w: World, id: string): Stripe.Subscription =>
  get(w.subscriptions, 'subscription', id);

export const subscriptions: Call[] = [
  call('POST', 'subscriptions', ['Subscriptions', 'SubscriptionCreateParams'], (w, input) => {
    const made = createSubscription(w, input);
    made.discounts = discountsFrom(w, made, input);
    w.subscriptions.set(made.id, made);
    emit(w, 'customer.subscription.created', made);
    begin(w, made);
    return made;
  }),
  call('GET', 'subscriptions', ['Subscriptions', 'SubscriptionListParams'], (w, input) => {
    const of = textOf(input, 'customer');
    return page(
      newest(w.subscriptions).filter((one) => of === undefined || idOf(one.customer) === of),
      '/v1/subscriptions',
      cursor(input),
    );
  }),
  call(
    'GET',
    'subscriptions/{id}',
    ['Subscriptions', 'SubscriptionRetrieveParams'],
    (w, input, id) => {
      const found = subscription(w, id);
      return wordsOf(input, 'expand').includes('discounts')
        ? {
            ...found,
            discounts: found.discounts.map((one) => get(w.discounts, 'discount', idOf(one))),
          }
        : found;
    },
  ),
  call(
    'POST',
    'subscriptions/{id}',
    ['Subscriptions', 'SubscriptionUpdateParams'],
    (w, input, id) => {
      const found = subscription(w, id),
        item = partsOf(input, 'items')[0],
        method = textOf(input, 'default_payment_method');
      if (found.status === 'canceled') throw wrong('A canceled subscription cannot change');
      if (item)
        changeItem(w, found, priceAndSeats(w, item), {
          behavior: textOf(input, 'proration_behavior') ?? 'create_prorations',
          at: numberOf(input, 'proration_date') ?? w.now,
        });
      if (partsOf(input, 'discounts').length > 0) found.discounts = discountsFrom(w, found, input);
      if (method !== undefined)
        found.default_payment_method = get(w.paymentMethods, 'payment_method', method).id;
      found.cancel_at_period_end =
        flagOf(input, 'cancel_at_period_end') ?? found.cancel_at_period_end;
      found.cancel_at = found.cancel_at_period_end ? found.items.data[0]!.current_period_end : null;
      found.pause_collection = pauseFrom(input, found.pause_collection);
      found.metadata = { ...found.metadata, ...metadataOf(input) };
      emit(w, 'customer.subscription.updated', found);
      return found;
    },
  ),
  call(
    'DELETE',
    'subscriptions/{id}',
    ['Subscriptions', 'SubscriptionCancelParams'],
    (w, _, id) => {
      const found = subscription(w, id);
      found.status = 'canceled';
      found.canceled_at = found.ended_at = w.now;
      emit(w, 'customer.subscription.deleted', found);
      return found;
    },
  ),
];

/** Shows the next invoice of a subscription with a change, or the first of a new one. */
export function preview(w: World, input: Input): Stripe.Invoice {
  const details = partOf(input, 'subscription_details'),
    id = textOf(input, 'subscription'),
    item = partsOf(details, 'items')[0];
  if (id === undefined) {
    const made = createSubscription(w, { ...details, customer: needText(input, 'customer') }),
      of = made.items.data[0]!,
      start = made.billing_cycle_anchor,
      after = new Date(start * 1000);
    after.setUTCMonth(after.getUTCMonth() + 1);
    const end = Math.floor(after.getTime() / 1000);
    return invoiceOf(
      w,
      made,
      [cycleLine(w, made, { price: of.price, quantity: of.quantity ?? 1, start, end })],
      'upcoming',
    );
  }
  const sub = subscription(w, id),
    now = sub.items.data[0]!,
    to = item ? priceAndSeats(w, item) : { price: now.price, quantity: now.quantity ?? 1 },
    end = new Date(now.current_period_end * 1000);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const change =
    item && textOf(details, 'proration_behavior') !== 'none'
      ? prorate(w, sub, to, numberOf(details, 'proration_date') ?? w.now)
      : [];
  const next = cycleLine(w, sub, {
    ...to,
    start: now.current_period_end,
    end: Math.floor(end.getTime() / 1000),
  });
  return invoiceOf(w, sub, [...(w.pending.get(id) ?? []), ...change, next], 'upcoming');
}
