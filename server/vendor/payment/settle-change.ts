// Applies what an owner entered on a hosted page: only after reading it at the provider, never from
// the address to which the browser came back.

import type Stripe from 'stripe';
import { PLANS } from '../../../shared/vendor/payment.ts';
import type { PaymentDeps } from './links.ts';
import { keyed, providerOf } from './provider.ts';
import { payByOther } from './pay-other.ts';
import { makeDefault, setMethod } from './held/apply-change.ts';
import { findAct } from '../contract/store.ts';
import { holdChange, type Method } from './held/ask-change.ts';
import {
  findContract,
  finishChange,
  updateContract,
  type ChangeRow,
  type ContractRow,
} from './store.ts';

const idOf = (value: string | { id: string } | null): string | undefined =>
  value === null ? undefined : typeof value === 'string' ? value : value.id;

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

/** Finds the subscription that an earlier run of a change made. */
async function subscriptionOf(
  stripe: Stripe,
  customer: string,
  changeId: string,
): Promise<string | undefined> {
  for await (const one of stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
    if (one.metadata.changeId === changeId) return one.id;
  return undefined;
}
/** Begins the contract; repeating the call returns the same subscription. */
async function subscribe(
  deps: PaymentDeps,
  { cid, customer, method }: { cid: string; customer: string; method: string },
  change: ChangeRow,
): Promise<string> {
  const { stripe } = providerOf(deps),
    known = await subscriptionOf(stripe, customer, change.id);
  // Its vouchers that are not marked yet are found by their own daily work.
  if (known !== undefined) return known;
  const vouchers = await deps.discounts.coupons(cid);
  const plan = PLANS.find(({ id }) => id === change.plan);
  const [price, vat] = [
    (await stripe.prices.list({ lookup_keys: [plan?.lookupKey ?? ''], limit: 1 })).data[0],
    await vatOf(stripe),
  ];
  if (!price) throw new Error('the plan has no price at the provider');
  const wanted: Stripe.SubscriptionCreateParams = {
      customer,
      items: [{ price: price.id, quantity: 1 }],
      default_payment_method: method,
      default_tax_rates: [vat.id],
      collection_method: 'charge_automatically',
      off_session: true,
      ...(vouchers.length > 0 && { discounts: vouchers.map(({ coupon }) => ({ coupon })) }),
      metadata: { changeId: change.id },
    },
    made = await keyed(`sub:${change.id}`, (options) =>
      stripe.subscriptions.create(wanted, options),
    );
  await deps.discounts.applied(vouchers.map(({ id }) => id));
  return made.id;
}

/**
 * Returns a German rate at the provider.
 * @param percent by default the full rate, next to a reduced one
 * @throws Error without one
 */
export async function vatOf(stripe: Stripe, percent?: number): Promise<Stripe.TaxRate> {
  const { data } = await stripe.taxRates.list({ active: true, inclusive: false, limit: 100 });
  const [rate] = data
    .filter((one) => one.country === 'DE' && one.tax_type === 'vat')
    .filter((one) => percent === undefined || one.percentage === percent)
    .sort((a, b) => b.percentage - a.percentage);
  if (!rate)
    throw new Error(
      `the provider has no German tax rate${percent === undefined ? '' : ` of ${percent} %`}`,
    );
  return rate;
}

/** Reads the values entered on the page of a change; undefined while it is open or of another. */
async function enteredMethod(
  stripe: Stripe,
  change: ChangeRow & { sessionId: string },
  customerId: string,
): Promise<Method | undefined> {
  const session = await stripe.checkout.sessions.retrieve(change.sessionId),
    intentId = idOf(session.setup_intent);
  if (
    session.status !== 'complete' ||
    intentId === undefined ||
    idOf(session.customer) !== customerId
  )
    return undefined;
  const intent = await stripe.setupIntents.retrieve(intentId);
  if (intent.status !== 'succeeded' || intent.metadata?.changeId !== change.id) return undefined;
  return readMethod(stripe, intent);
}

/** Holds a method that takes the place of another one. @returns whether it is settled by that */
async function holdMethod(
  deps: PaymentDeps,
  cid: string,
  change: ChangeRow,
  method: Method,
): Promise<boolean> {
  const payer = await deps.payerOf(cid);
  return deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const act = change.actId === null ? undefined : await findAct(w, change.actId),
      by = {
        id: change.id,
        userId: change.userId,
        name: act?.name ?? (await deps.nameOf(w, change.userId)),
        vendorReason: act?.reason,
      },
      verdict = await holdChange(deps, w, by, { kind: 'method', method }, payer);
    if (verdict === 'free') return false;
    if (!(await finishChange(w, change.id)) || verdict === 'held') return true;
    // Another method waits already: of two at once the first one counts.
    await w.audit('payment.change_refused', { changeId: change.id, kind: 'method' });
    await w.job('drop-method', `drop:${change.id}`, { methodId: method.id });
    return true;
  });
}

/** Applies a change whose page was completed; one still open stays as it is. */
export async function settleChange(
  deps: PaymentDeps,
  cid: string,
  change: ChangeRow,
): Promise<void> {
  const { sessionId } = change;
  if (sessionId === null) return;
  const { stripe } = providerOf(deps),
    system = { kind: 'system', cid } as const,
    row = await findContract(deps.workshop.look(cid, system));
  if (!row) return;
  const method = await enteredMethod(stripe, { ...change, sessionId }, row.customerId);
  if (!method) return;
  if (change.kind === 'pay') {
    await payByOther(deps, row, change, method);
    return;
  }
  const isFirst = change.kind === 'start' && !isRunning(row);
  if (!isFirst && (await holdMethod(deps, cid, change, method))) return;
  await makeDefault(deps, cid, { id: change.id, methodId: method.id });
  const subscriptionId = isFirst
    ? await subscribe(deps, { cid, customer: row.customerId, method: method.id }, change)
    : row.subscriptionId;
  await deps.workshop.write(cid, system, async (w) => {
    if (!(await finishChange(w, change.id))) return;
    if (subscriptionId !== row.subscriptionId)
      await updateContract(w, { subscriptionId, endedAt: null, nextPlan: null });
    await setMethod(deps, w, change.id, method);
  });
}
const isRunning = ({ subscriptionId, endedAt }: ContractRow): boolean =>
  subscriptionId !== null && endedAt === null;
