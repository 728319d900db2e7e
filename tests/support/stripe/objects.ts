/** Objects of the local payment server, complete as the official package types them. */
import Stripe from 'stripe';
import { newId, type World } from './world.ts';

const decimal = (cents: number) => Stripe.Decimal.from(String(cents));

/** Builds a monthly price of a plan. */
export const priceOf = (w: World, lookupKey: string, cents: number): Stripe.Price => ({
  id: newId(w, 'price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: w.now,
  currency: 'eur',
  custom_unit_amount: null,
  livemode: w.livemode,
  lookup_key: lookupKey,
  metadata: {},
  nickname: null,
  product: `prod_${lookupKey}`,
  recurring: {
    interval: 'month',
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'exclusive',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: cents,
  unit_amount_decimal: decimal(cents),
});

/** Builds the German VAT rate. */
export const vatOf = (w: World): Stripe.TaxRate => ({
  id: newId(w, 'txr'),
  object: 'tax_rate',
  active: true,
  country: 'DE',
  created: w.now,
  description: null,
  display_name: 'USt',
  effective_percentage: 19,
  flat_amount: null,
  inclusive: false,
  jurisdiction: 'DE',
  jurisdiction_level: 'country',
  livemode: w.livemode,
  metadata: {},
  percentage: 19,
  rate_type: 'percentage',
  state: null,
  tax_type: 'vat',
});

export const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: 'month',
  interval_count: 1,
  livemode: price.livemode,
  metadata: {},
  meter: null,
  nickname: null,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

/** Builds a method of payment of a customer; of an account only its end is kept. */
export function paymentMethodOf(
  w: World,
  customer: string,
  account: { kind: 'sepa_debit' | 'card'; last4: string; bankCode: string },
): Stripe.PaymentMethod {
  const base = {
    id: newId(w, 'pm'),
    object: 'payment_method' as const,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    created: w.now,
    customer,
    customer_account: null,
    livemode: w.livemode,
    metadata: {},
    type: account.kind,
  };
  return account.kind === 'sepa_debit'
    ? {
        ...base,
        sepa_debit: {
          bank_code: account.bankCode,
          branch_code: '',
          country: 'DE',
          fingerprint: newId(w, 'fp'),
          generated_from: null,
          last4: account.last4,
        },
      }
    : {
        ...base,
        card: {
          brand: 'visa',
          checks: null,
          country: 'DE',
          display_brand: 'visa',
          exp_month: 12,
          exp_year: 2030,
          funding: 'credit',
          generated_from: null,
          last4: account.last4,
          networks: null,
          regulated_status: null,
          three_d_secure_usage: null,
          wallet: null,
        },
      };
}

export const mandateOf = (w: World, paymentMethod: string, reference: string): Stripe.Mandate => ({
  id: newId(w, 'mandate'),
  object: 'mandate',
  customer_acceptance: {
    accepted_at: w.now,
    online: { ip_address: null, user_agent: null },
    type: 'online',
  },
  livemode: w.livemode,
  multi_use: {},
  payment_method: paymentMethod,
  payment_method_details: {
    sepa_debit: { reference, url: `${w.base}/mandates/${reference}` },
    type: 'sepa_debit',
  },
  status: 'active',
  type: 'multi_use',
});

export const setupIntentOf = (
  w: World,
  customer: string,
  types: Stripe.SetupIntent.AllowedPaymentMethodType[],
  metadata: Record<string, string>,
): Stripe.SetupIntent => {
  const id = newId(w, 'seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId(w, 's')}`,
    created: w.now,
    customer,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: w.livemode,
    mandate: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: types,
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  };
};

export interface SessionInput {
  customer: string;
  setupIntent: string;
  types: string[];
  successUrl: string;
  cancelUrl: string;
  expiresAt: number;
  metadata: Record<string, string>;
}
/** Builds a hosted page that only stores a method of payment. */
export const sessionOf = (w: World, input: SessionInput): Stripe.Checkout.Session => {
  const id = newId(w, 'cs_test');
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: input.types,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: input.cancelUrl,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: w.now,
    currency: 'eur',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: input.customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: input.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: w.livemode,
    locale: 'de',
    managed_payments: null,
    metadata: input.metadata,
    mode: 'setup',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: input.types,
    payment_status: 'no_payment_required',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: input.setupIntent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: input.successUrl,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${w.base}/c/pay/${id}`,
    wallet_options: null,
  };
};

/** Builds the attempt to collect an invoice. */
export const intentOf = (
  w: World,
  of: { amount: number; customer: string; metadata?: Record<string, string> },
  method: string,
): Stripe.PaymentIntent => ({
  id: newId(w, 'pi'),
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount: of.amount,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  client_secret: null,
  confirmation_method: 'automatic',
  created: w.now,
  currency: 'eur',
  customer: of.customer,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: newId(w, 'ch'),
  livemode: w.livemode,
  managed_payments: null,
  metadata: of.metadata ?? {},
  next_action: null,
  on_behalf_of: null,
  payment_method: method,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['sepa_debit', 'card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'processing',
  transfer_group: null,
});
