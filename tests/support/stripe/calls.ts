/** Calls of the local payment server: path, known parameters and effect. */
import type Stripe from 'stripe';
import { call, cursor, newest, type Call } from './call.ts';
import {
  metadataOf,
  needText,
  numberOf,
  partOf,
  textOf,
  wordsOf,
  wrong,
  type Input,
} from './form.ts';
import { credits } from './credit-calls.ts';
import { invoices } from './invoice-calls.ts';
import { items } from './item-calls.ts';
import { sessionOf, setupIntentOf } from './objects.ts';
import { subscriptions } from './subscription-calls.ts';
import { emit, get, newId, page, type World } from './world.ts';

function addressOf(input: Input): Stripe.Address | undefined {
  if (input.address === undefined) return undefined;
  const of = partOf(input, 'address');
  return {
    city: textOf(of, 'city') ?? null,
    country: textOf(of, 'country') ?? null,
    line1: textOf(of, 'line1') ?? null,
    line2: textOf(of, 'line2') ?? null,
    postal_code: textOf(of, 'postal_code') ?? null,
    state: textOf(of, 'state') ?? null,
  };
}
function writeCustomer(w: World, customer: Stripe.Customer, input: Input): void {
  const address = addressOf(input),
    settings = partOf(input, 'invoice_settings'),
    method = textOf(settings, 'default_payment_method');
  customer.name = textOf(input, 'name') ?? customer.name ?? null;
  customer.email = textOf(input, 'email') ?? customer.email;
  if (address) customer.address = address;
  if (method !== undefined) {
    get(w.paymentMethods, 'payment_method', method);
    customer.invoice_settings.default_payment_method = method;
  }
  customer.metadata = { ...customer.metadata, ...metadataOf(input) };
}
const customer = (w: World, id: string): Stripe.Customer => get(w.customers, 'customer', id);

const customers: Call[] = [
  call('POST', 'customers', ['Customers', 'CustomerCreateParams'], (w, input) => {
    const made: Stripe.Customer = {
      id: newId(w, 'cus'),
      object: 'customer',
      address: null,
      balance: 0,
      created: w.now,
      default_source: null,
      description: null,
      email: null,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: w.livemode,
      metadata: {},
      name: null,
      preferred_locales: wordsOf(input, 'preferred_locales'),
      shipping: null,
    };
    writeCustomer(w, made, input);
    w.customers.set(made.id, made);
    emit(w, 'customer.created', made);
    return made;
  }),
  call('GET', 'customers/search', ['Customers', 'CustomerSearchParams'], (w, input) => {
    const asked = /metadata\['(\w+)'\]:'([^']*)'/.exec(needText(input, 'query'));
    return {
      object: 'search_result',
      url: '/v1/customers/search',
      has_more: false,
      data: newest(w.customers).filter(
        (one) => asked !== null && one.metadata[asked[1]!] === asked[2],
      ),
    };
  }),
  call('GET', 'customers/{id}', ['Customers', 'CustomerRetrieveParams'], (w, _, id) =>
    w.gone.has(id) ? { id, object: 'customer', deleted: true } : customer(w, id),
  ),
  call('POST', 'customers/{id}', ['Customers', 'CustomerUpdateParams'], (w, input, id) => {
    const found = customer(w, id);
    writeCustomer(w, found, input);
    emit(w, 'customer.updated', found);
    return found;
  }),
];

const catalogue: Call[] = [
  call('GET', 'prices', ['Prices', 'PriceListParams'], (w, input) => {
    const keys = wordsOf(input, 'lookup_keys');
    return page(
      newest(w.prices).filter(
        ({ lookup_key: key }) => keys.length === 0 || keys.includes(key ?? ''),
      ),
      '/v1/prices',
      cursor(input),
    );
  }),
  call('POST', 'coupons', ['Coupons', 'CouponCreateParams'], (w, input) => {
    const id = textOf(input, 'id') ?? newId(w, 'co');
    if (w.coupons.has(id)) throw wrong('Coupon already exists.', 'resource_already_exists', 'id');
    const made: Stripe.Coupon = {
      id,
      object: 'coupon',
      amount_off: numberOf(input, 'amount_off') ?? null,
      created: w.now,
      currency: textOf(input, 'currency') ?? null,
      duration: 'repeating',
      duration_in_months: numberOf(input, 'duration_in_months') ?? null,
      livemode: w.livemode,
      max_redemptions: null,
      metadata: metadataOf(input),
      name: textOf(input, 'name') ?? null,
      percent_off: numberOf(input, 'percent_off') ?? null,
      redeem_by: null,
      times_redeemed: 0,
      valid: true,
    };
    w.coupons.set(id, made);
    return made;
  }),
  call('GET', 'tax_rates/{id}', ['TaxRates', 'TaxRateRetrieveParams'], (w, _, id) =>
    get(w.taxRates, 'tax_rate', id),
  ),
  call('GET', 'tax_rates', ['TaxRates', 'TaxRateListParams'], (w, input) =>
    page(newest(w.taxRates), '/v1/tax_rates', cursor(input)),
  ),
];

const setup: Call[] = [
  call(
    'POST',
    'checkout/sessions',
    ['Checkout/Sessions', 'Checkout.SessionCreateParams'],
    (w, input) => {
      if (needText(input, 'mode') !== 'setup')
        throw wrong('Only setup is known here.', undefined, 'mode');
      const of = customer(w, needText(input, 'customer')),
        types = wordsOf(input, 'allowed_payment_method_types'),
        now = w.wallClock(),
        expiresAt = numberOf(input, 'expires_at') ?? now + 86_400;
      if (expiresAt < now + 1800 - 5 || expiresAt > now + 86_400)
        throw wrong('expires_at must be 30 minutes to 24 hours ahead', undefined, 'expires_at');
      const intent = setupIntentOf(w, of.id, types, metadataOf(partOf(input, 'setup_intent_data')));
      w.setupIntents.set(intent.id, intent);
      const made = sessionOf(w, {
        customer: of.id,
        setupIntent: intent.id,
        types,
        successUrl: needText(input, 'success_url'),
        cancelUrl: textOf(input, 'cancel_url') ?? '',
        expiresAt,
        metadata: metadataOf(input),
      });
      w.sessions.set(made.id, made);
      return made;
    },
  ),
  call(
    'GET',
    'checkout/sessions/{id}',
    ['Checkout/Sessions', 'Checkout.SessionRetrieveParams'],
    (w, _, id) => get(w.sessions, 'checkout.session', id),
  ),
  call(
    'POST',
    'checkout/sessions/{id}/expire',
    ['Checkout/Sessions', 'Checkout.SessionExpireParams'],
    (w, _, id) => {
      const found = get(w.sessions, 'checkout.session', id);
      if (found.status !== 'open') throw wrong('Only open sessions can expire');
      found.status = 'expired';
      found.url = null;
      emit(w, 'checkout.session.expired', found);
      return found;
    },
  ),
  call('GET', 'setup_intents/{id}', ['SetupIntents', 'SetupIntentRetrieveParams'], (w, _, id) =>
    get(w.setupIntents, 'setup_intent', id),
  ),
  call('GET', 'mandates/{id}', ['Mandates', 'MandateRetrieveParams'], (w, _, id) =>
    get(w.mandates, 'mandate', id),
  ),
  call(
    'GET',
    'payment_methods/{id}',
    ['PaymentMethods', 'PaymentMethodRetrieveParams'],
    (w, _, id) => get(w.paymentMethods, 'payment_method', id),
  ),
  call(
    'POST',
    'payment_methods/{id}/detach',
    ['PaymentMethods', 'PaymentMethodDetachParams'],
    (w, _, id) => {
      const found = get(w.paymentMethods, 'payment_method', id);
      found.customer = null;
      emit(w, 'payment_method.detached', found);
      return found;
    },
  ),
];

export const CALLS: readonly Call[] = [
  ...customers,
  ...catalogue,
  ...setup,
  ...subscriptions,
  ...invoices,
  ...credits,
  ...items,
];
