// Applies what an owner entered on a hosted page: only after reading it at the provider, never from
// the address to which the browser came back.

import type Stripe from 'stripe';
import { PLANS } from '../../../shared/vendor/payment.ts';
import type { PaymentDeps } from './links.ts';
import { providerOf } from './provider.ts';
import { findContract, finishChange, updateContract, type ChangeRow } from './store.ts';

const idOf = (value: string | { id: string } | null): string | undefined =>
  value === null ? undefined : typeof value === 'string' ? value : value.id;

interface Method {
  id: string;
  kind: 'sepa_debit' | 'card';
  last4: string;
  mandate: string;
}
async function readMethod(stripe: Stripe, intent: Stripe.SetupIntent): Promise<Method | undefined> {
  const methodId = idOf(intent.payment_method);
  if (methodId === undefined) return undefined;
  const method = await stripe.paymentMethods.retrieve(methodId),
    mandateId = idOf(intent.mandate);
  const kind =
    method.type === 'card' ? 'card' : method.type === 'sepa_debit' ? 'sepa_debit' : undefined;
  if (kind === undefined) return undefined;
  const mandate = mandateId === undefined ? undefined : await stripe.mandates.retrieve(mandateId);
  return {
    id: method.id,
    kind,
    last4: method.sepa_debit?.last4 ?? method.card?.last4 ?? '',
    mandate: mandate?.payment_method_details.sepa_debit?.reference ?? '',
  };
}

/** Begins the contract; repeating the call returns the same subscription. */
async function subscribe(
  deps: PaymentDeps,
  { cid, customer, method }: { cid: string; customer: string; method: string },
  change: ChangeRow,
): Promise<string> {
  const { stripe } = providerOf(deps),
    vouchers = await deps.discounts.coupons(cid);
  const plan = PLANS.find(({ id }) => id === change.plan);
  const [price, vat] = [
    (await stripe.prices.list({ lookup_keys: [plan?.lookupKey ?? ''], limit: 1 })).data[0],
    await vatOf(stripe),
  ];
  if (!price) throw new Error('the plan has no price at the provider');
  const made = await stripe.subscriptions.create(
    {
      customer,
      items: [{ price: price.id, quantity: 1 }],
      default_payment_method: method,
      default_tax_rates: [vat.id],
      collection_method: 'charge_automatically',
      off_session: true,
      ...(vouchers.length > 0 && { discounts: vouchers.map(({ coupon }) => ({ coupon })) }),
      metadata: { changeId: change.id },
    },
    { idempotencyKey: `sub:${change.id}` },
  );
  await deps.discounts.applied(vouchers.map(({ id }) => id));
  return made.id;
}

/** Returns the German rate at the provider. @throws Error without one */
export async function vatOf(stripe: Stripe): Promise<Stripe.TaxRate> {
  const { data } = await stripe.taxRates.list({ active: true, inclusive: false, limit: 100 });
  const rate = data.find((one) => one.country === 'DE' && one.tax_type === 'vat');
  if (!rate) throw new Error('the provider has no German tax rate');
  return rate;
}

/** Applies a change whose page was completed; one still open stays as it is. */
export async function settleChange(
  deps: PaymentDeps,
  cid: string,
  change: ChangeRow,
): Promise<void> {
  if (change.sessionId === null) return;
  const { stripe } = providerOf(deps),
    system = { kind: 'system', cid } as const,
    row = await findContract(deps.workshop.look(cid, system));
  if (!row) return;
  const session = await stripe.checkout.sessions.retrieve(change.sessionId),
    intentId = idOf(session.setup_intent);
  if (
    session.status !== 'complete' ||
    intentId === undefined ||
    idOf(session.customer) !== row.customerId
  )
    return;
  const intent = await stripe.setupIntents.retrieve(intentId);
  if (intent.status !== 'succeeded' || intent.metadata?.changeId !== change.id) return;
  const method = await readMethod(stripe, intent);
  if (!method) return;
  await stripe.customers.update(
    row.customerId,
    { invoice_settings: { default_payment_method: method.id } },
    { idempotencyKey: `default:${change.id}` },
  );
  const hasContract = row.subscriptionId !== null && row.endedAt === null;
  // Retries look at the subscription's own method first.
  if (hasContract)
    await stripe.subscriptions.update(
      row.subscriptionId!,
      { default_payment_method: method.id },
      { idempotencyKey: `method:${change.id}` },
    );
  const subscriptionId =
    change.kind === 'start' && !hasContract
      ? await subscribe(deps, { cid, customer: row.customerId, method: method.id }, change)
      : row.subscriptionId;
  await deps.workshop.write(cid, system, async (w) => {
    if (!(await finishChange(w, change.id))) return;
    await updateContract(w, {
      subscriptionId,
      methodId: method.id,
      methodKind: method.kind,
      last4: method.last4,
      mandate: method.mandate,
      ...(subscriptionId !== row.subscriptionId && { endedAt: null, nextPlan: null }),
    });
    await w.audit('payment.method_set', { changeId: change.id, kind: method.kind });
    await deps.tellOwners(w, {
      key: `payment:${change.id}`,
      template: 'paymentChanged',
      data: { last4: method.last4 },
    });
  });
}
