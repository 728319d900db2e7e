// Reads a practice's contract, invoices and open changes at the provider and writes the
// mirror. Every event and every night end here, so that order and number of events do not matter.

import type Stripe from 'stripe';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { isOwed, PLANS, type PlanId } from '../../../shared/vendor/payment.ts';
import type { NewRow } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { PaymentDeps } from './links.ts';
import { providerOf } from './provider.ts';
import { noteSpan } from './contract-span.ts';
import { announceRunning } from './dunning/announce-debit.ts';
import { noticeOpen } from './dunning/dun.ts';
import { settleChange } from './settle-change.ts';
import {
  findContract,
  openChanges,
  updateContract,
  writeContract,
  writeInvoice,
  type ContractRow,
} from './store.ts';

/** A hosted page ends after half an hour; its result may be reported late. */
export const CHANGE_MS = DAY_MS;
/** A debit may be returned within 13 months. */
const RETURN_MS = 400 * DAY_MS;

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : value.id;
/** Returns the plan of a price; undefined for a price that this version does not know. */
const planOf = (price: Stripe.Price | undefined): PlanId | undefined =>
  PLANS.find(({ lookupKey }) => lookupKey === price?.lookup_key)?.id;

/** Beyond every contract, ms. */
const FAR = Date.UTC(2999, 0, 1);

type InvoiceMirror = NewRow<Schema['paymentInvoice']>;

/** Sums something over the debits that paid an invoice. */
async function overDebits(
  invoice: Stripe.Invoice,
  now: number,
  sumOf: (intent: string) => Promise<number>,
): Promise<number> {
  if (invoice.status !== 'paid' || invoice.created * 1000 < now - RETURN_MS) return 0;
  let cents = 0;
  for (const { payment } of invoice.payments?.data ?? []) {
    const intent = idOf(payment.payment_intent);
    if (intent !== null) cents += await sumOf(intent);
  }
  return cents;
}
/** Sums what went back of one debit. */
async function refundedOf(stripe: Stripe, intent: string): Promise<number> {
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  return data.reduce(
    (sum, one) => (one.status === 'failed' || one.status === 'canceled' ? sum : sum + one.amount),
    0,
  );
}
/** Sums what banks took back of one debit. */
async function returnedOf(stripe: Stripe, intent: string): Promise<number> {
  const { data } = await stripe.disputes.list({ payment_intent: intent, limit: 100 });
  return data.reduce((sum, one) => (one.status === 'won' ? sum : sum + one.amount), 0);
}
/** Lists debits of returned sums, see `payOpen`. */
async function debitsAgain(stripe: Stripe, customer: string): Promise<Stripe.PaymentIntent[]> {
  const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
  return data.filter(({ metadata }) => metadata.invoice !== undefined);
}
/** Sums what was debited again and stayed. */
async function recoveredOf(stripe: Stripe, own: readonly Stripe.PaymentIntent[]): Promise<number> {
  let cents = 0;
  for (const { id, amount_received: received } of own)
    if (received > 0) cents += received - (await returnedOf(stripe, id));
  return cents;
}

async function readInvoices(
  stripe: Stripe,
  customer: string,
  now: number,
): Promise<InvoiceMirror[]> {
  const { data } = await stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] });
  const rows: InvoiceMirror[] = [],
    again = await debitsAgain(stripe, customer);
  for (const one of data) {
    const own = again.filter(({ metadata }) => metadata.invoice === one.id);
    rows.push({
      id: one.id,
      number: one.number,
      status: one.status ?? 'draft',
      at: one.created * 1000,
      totalCents: one.total,
      taxCents: (one.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0),
      isAttempted: one.attempted,
      isProcessing:
        (one.payments?.data ?? []).some(({ status }) => status === 'open') ||
        own.some(({ status }) => status === 'processing'),
      disputedCents: await overDebits(one, now, (intent) => returnedOf(stripe, intent)),
      refundedCents: await overDebits(one, now, (intent) => refundedOf(stripe, intent)),
      recoveredCents: await recoveredOf(stripe, own),
    });
  }
  return rows;
}

/** Reads the subscription: the stored one, or the customer's newest. */
async function readSubscription(
  stripe: Stripe,
  row: ContractRow,
): Promise<Stripe.Subscription | undefined> {
  if (row.subscriptionId !== null) return stripe.subscriptions.retrieve(row.subscriptionId);
  const { data } = await stripe.subscriptions.list({
    customer: row.customerId,
    status: 'all',
    limit: 1,
  });
  return data[0];
}

/** Until when nothing is charged, ms; a pause without an end counts until it is lifted. */
const pausedUntil = ({ pause_collection: pause }: Stripe.Subscription): number | null =>
  pause === null ? null : pause.resumes_at === null ? FAR : pause.resumes_at * 1000;

const subscriptionMirror = (
  sub: Stripe.Subscription,
  row: ContractRow,
  now: number,
): Partial<NewRow<Schema['contract']>> => {
  const item = sub.items.data[0],
    netCents = sub.items.data.reduce(
      (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
      0,
    ),
    plan = planOf(item?.price),
    periodEnd = (item?.current_period_end ?? 0) * 1000;
  // A smaller plan is billed from the next period on; until then the paid one stays.
  const isKept = row.nextPlan !== null && row.nextPlan === plan && now < (row.periodEnd ?? 0);
  return {
    subscriptionId: sub.id,
    ...(plan !== undefined && !isKept && { plan, netCents, nextPlan: null }),
    startedAt: sub.start_date * 1000,
    periodEnd,
    isEnding: sub.cancel_at_period_end,
    pausedUntil: pausedUntil(sub),
    endedAt: sub.ended_at === null ? null : sub.ended_at * 1000,
  };
};

/** Checks whether a read changed what a licence depends on. */
const isOtherRun = (before: ContractRow, after: ContractRow | undefined): boolean =>
  after !== undefined &&
  (['subscriptionId', 'plan', 'periodEnd', 'isEnding', 'endedAt'] as const).some(
    (key) => before[key] !== after[key],
  );

/**
 * Reads everything of a practice at the provider and writes the mirror; also applies what was
 * entered on hosted pages.
 */
export async function refreshPayment(deps: PaymentDeps, cid: string): Promise<void> {
  const { stripe } = providerOf(deps),
    system = { kind: 'system', cid } as const,
    look = deps.workshop.look(cid, system),
    fetchedAt = deps.now();
  if (!(await findContract(look))) return;
  for (const change of await openChanges(look, fetchedAt - CHANGE_MS))
    await settleChange(deps, cid, change);
  const row = await findContract(look);
  if (!row) return;
  const [sub, invoices] = [
    await readSubscription(stripe, row),
    await readInvoices(stripe, row.customerId, fetchedAt),
  ];
  await deps.workshop.write(cid, system, async (w) => {
    const isWritten = await writeContract(w, {
      fetchedAt,
      ...(sub && subscriptionMirror(sub, row, fetchedAt)),
    });
    if (!isWritten) return;
    await noteSpan(w);
    if (isOtherRun(row, await findContract(w)))
      await w.job('follow-contract', `licence:${w.newId()}`, {});
    for (const one of invoices) await writeInvoice(w, one);
    if (invoices.some(({ status }) => status !== 'draft'))
      await w.job('write-invoices', `invoices:${fetchedAt}`, {});
    const isOpen = invoices.some(isOwed);
    if (isOpen && row.openSince === null) {
      await updateContract(w, { openSince: w.now, step: 0, stepAt: w.now, notice: null });
      await w.audit('payment.open', {});
      await noticeOpen(deps, w);
    } else if (!isOpen && row.openSince !== null) {
      const none = { openSince: null, notice: null, holdUntil: null, holdReason: null };
      await updateContract(w, { ...none, step: 0, stepAt: w.now });
      await w.audit('payment.settled', {});
    }
    await announceRunning(deps, w);
  });
}
