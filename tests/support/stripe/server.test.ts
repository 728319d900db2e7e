// The local payment server as the official library sees it.

import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPaymentServer, type PaymentServer } from './server.ts';

const START = Math.floor(Date.parse('2026-11-20T09:00:00Z') / 1000),
  DAY = 86_400;
const PAYS = 'DE89370400440532013000';
let server: PaymentServer, stripe: Stripe;

beforeEach(async () => {
  server = await startPaymentServer({ now: START, prices: { small: 14_900, large: 19_900 } });
  const { hostname, port } = new URL(server.url);
  stripe = new Stripe('sk_test_local', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 2000,
  });
});
afterEach(() => server.close());

async function customerWith(account: string): Promise<{ customer: string; method: string }> {
  const { id } = await stripe.customers.create({ name: 'Praxis', metadata: { cid: 'a' } });
  const session = await stripe.checkout.sessions.create({
    mode: 'setup',
    customer: id,
    allowed_payment_method_types: ['sepa_debit', 'card'],
    success_url: 'http://localhost/back?s={CHECKOUT_SESSION_ID}',
    expires_at: server.world.now + 1800,
    locale: 'de',
  });
  expect(server.pay(session.id, account)).toBe(`http://localhost/back?s=${session.id}`);
  const done = await stripe.checkout.sessions.retrieve(session.id),
    intent = await stripe.setupIntents.retrieve(done.setup_intent as string);
  return { customer: id, method: intent.payment_method as string };
}
async function subscribe(account: string): Promise<Stripe.Subscription> {
  const { customer, method } = await customerWith(account),
    price = (await stripe.prices.list({ lookup_keys: ['small'] })).data[0]!,
    vat = (await stripe.taxRates.list({ limit: 1 })).data[0]!;
  return stripe.subscriptions.create({
    customer,
    items: [{ price: price.id, quantity: 2 }],
    default_payment_method: method,
    default_tax_rates: [vat.id],
  });
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Stripe.errors.StripeError ? error.code : error),
  );

test('a parameter that the package does not name is refused, also inside another', async () => {
  const loose = stripe.customers as unknown as { create: (one: object) => Promise<unknown> };
  expect(await codeOf(loose.create({ nickname: 'x' }))).toBe('parameter_unknown');
  expect(await codeOf(loose.create({ invoice_settings: { colour: 'x' } }))).toBe(
    'parameter_unknown',
  );
  expect(await codeOf(stripe.customers.retrieve('cus_none'))).toBe('resource_missing');
});

test('a debit settles after days, and the next period brings the next invoice', async () => {
  const sub = await subscribe(PAYS);
  const first = await stripe.invoices.retrieve(sub.latest_invoice as string, {
    expand: ['payments'],
  });
  expect([first.status, first.total, first.attempted]).toEqual(['open', 35_462, true]);
  expect(first.payments?.data[0]?.status).toBe('open');
  server.advance(START + 6 * DAY);
  expect((await stripe.invoices.retrieve(first.id)).status).toBe('paid');
  server.advance(START + 31 * DAY);
  const all = await stripe.invoices.list({ customer: sub.customer as string });
  expect(all.data.map((one) => one.billing_reason)).toEqual([
    'subscription_cycle',
    'subscription_create',
  ]);
});

test('a failing account leaves an open invoice and a subscription past due', async () => {
  const sub = await subscribe('DE62370400440532013001');
  server.advance(START + 6 * DAY);
  expect((await stripe.subscriptions.retrieve(sub.id)).status).toBe('past_due');
  expect(server.world.events.map(({ type }) => type)).toContain('invoice.payment_failed');
});

test('a returned debit leaves its invoice paid and reports a dispute', async () => {
  await subscribe('DE35370400440532013002');
  server.advance(START + 60 * DAY);
  expect(server.world.events.some(({ type }) => type === 'charge.dispute.created')).toBe(true);
  expect([...server.world.invoices.values()][0]?.status).toBe('paid');
});

test('the preview of a plan change is the invoice that follows, to the cent', async () => {
  const sub = await subscribe(PAYS),
    item = sub.items.data[0]!,
    large = (await stripe.prices.list({ lookup_keys: ['large'] })).data[0]!;
  server.advance(START + 10 * DAY);
  const at = server.world.now - 60,
    items = [{ id: item.id, price: large.id, quantity: 3 }];
  const shown = await stripe.invoices.createPreview({
    subscription: sub.id,
    subscription_details: { items, proration_date: at, proration_behavior: 'create_prorations' },
  });
  await stripe.subscriptions.update(sub.id, {
    items,
    proration_date: at,
    proration_behavior: 'create_prorations',
  });
  server.advance(item.current_period_end + 1);
  const next = (await stripe.invoices.list({ customer: sub.customer as string })).data[0]!;
  expect(next.total).toBe(shown.total);
  expect(next.lines.data).toHaveLength(3);
});

test('one key has one effect, and refuses other parameters', async () => {
  const options = { idempotencyKey: 'k1' };
  server.break('drop_after', 2);
  await expect(stripe.customers.create({ name: 'A' }, options)).rejects.toThrow();
  const again = await stripe.customers.create({ name: 'A' }, options);
  expect(server.world.customers.size).toBe(1);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  await expect(stripe.customers.create({ name: 'B' }, options)).rejects.toBeInstanceOf(
    Stripe.errors.StripeIdempotencyError,
  );
});

test.each(['error_500', 'rate_limit', 'conflict', 'drop', 'cut', 'timeout'] as const)(
  'the fault %s reaches the library as an error',
  async (fault) => {
    // One retry after a closed connection is the library's own.
    server.break(fault, 2);
    await expect(stripe.customers.create({ name: 'A' })).rejects.toThrow();
  },
);

test('deliveries are signed, and each fault is what it says', async () => {
  await stripe.customers.create({ name: 'A' });
  const secret = 'whsec_local',
    check = (one: { body: string; headers: Record<string, string> }): Stripe.Event =>
      stripe.webhooks.constructEvent(
        one.body,
        one.headers['stripe-signature'] ?? '',
        secret,
        300,
        undefined,
        server.world.now * 1000,
      );
  const right = server.take(secret);
  expect(right.map((one) => check(one).type)).toEqual(['customer.created']);
  for (const fault of ['wrong_signature', 'reserialised', 'late', 'no_signature'] as const) {
    await stripe.customers.create({ name: 'A' });
    const [sent] = server.take(secret, fault);
    expect(() => check(sent!), fault).toThrow();
  }
  await stripe.customers.create({ name: 'A' });
  expect(server.take(secret, 'doubled')).toHaveLength(50);
  await stripe.customers.create({ name: 'A' });
  expect(server.take(secret, 'lost')).toHaveLength(0);
});

test('the hosted page refuses a wrong number and ends after use', async () => {
  const { id } = await stripe.customers.create({ name: 'A' });
  const session = await stripe.checkout.sessions.create({
    mode: 'setup',
    customer: id,
    allowed_payment_method_types: ['sepa_debit'],
    success_url: 'http://localhost/back',
    cancel_url: 'http://localhost/no',
  });
  const send = (account: string): Promise<Response> =>
    fetch(session.url!, {
      method: 'POST',
      body: new URLSearchParams({ account }),
      redirect: 'manual',
    });
  expect(await (await send('DE00370400440532013000')).text()).toContain('stimmt nicht');
  expect((await send(PAYS)).headers.get('location')).toBe('http://localhost/back');
  expect((await fetch(`${server.url}/c/pay/${session.id}`)).status).toBe(410);
});
