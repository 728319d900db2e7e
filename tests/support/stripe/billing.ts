/** Subscriptions and the collection of invoices in the local payment server. */
import type Stripe from 'stripe';
import { wrong } from './form.ts';
import { addMonths, cycleLine, invoiceOf, periodOf, prorate } from './invoice-of.ts';
import { intentOf, planOf } from './objects.ts';
import { DAY, emit, get, idOf, newId, plan, type World } from './world.ts';

/** Days until a debit settles. */
const SETTLE_DAYS = { pays: 5, late: 13, fails: 5, disputed: 5 } as const;
const DISPUTE_DAYS = 49,
  FINALIZE_S = 3600;

/** Stores an invoice as a draft, or finalizes and collects it at once. */
function issue(w: World, invoice: Stripe.Invoice, isAtOnce: boolean): void {
  w.invoices.set(invoice.id, invoice);
  emit(w, 'invoice.created', invoice);
  if (isAtOnce) finalize(w, invoice);
  else {
    invoice.automatically_finalizes_at = w.now + FINALIZE_S;
    plan(w, w.now + FINALIZE_S, () => finalize(w, invoice));
  }
}

/** Finalizes a draft and starts its collection. */
export function finalize(w: World, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft') return;
  w.numbers += 1;
  invoice.number = `MOLAR-${String(w.numbers).padStart(4, '0')}`;
  invoice.status = 'open';
  invoice.automatically_finalizes_at = null;
  invoice.status_transitions.finalized_at = w.now;
  applyBalance(w, invoice);
  emit(w, 'invoice.finalized', invoice);
  if (invoice.amount_remaining === 0) settle(w, invoice);
  else if (invoice.collection_method === 'charge_automatically') collect(w, invoice);
}

/** A negative total becomes a credit of the customer, which later invoices use up. */
function applyBalance(w: World, invoice: Stripe.Invoice): void {
  const customer = get(w.customers, 'customer', idOf(invoice.customer ?? ''));
  invoice.starting_balance = customer.balance;
  // A negative balance is a credit.
  const used = invoice.total < 0 ? 0 : Math.min(invoice.total, Math.max(0, -customer.balance));
  customer.balance += invoice.total < 0 ? invoice.total : used;
  invoice.ending_balance = customer.balance;
  invoice.amount_due = Math.max(0, invoice.total) - used;
  invoice.amount_remaining = invoice.amount_due;
}

function subscriptionOf(w: World, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = invoice.parent?.subscription_details?.subscription;
  return id === undefined ? undefined : w.subscriptions.get(idOf(id));
}
function setStatus(
  w: World,
  sub: Stripe.Subscription | undefined,
  status: Stripe.Subscription.Status,
): void {
  if (!sub || sub.status === status || sub.status === 'canceled') return;
  sub.status = status;
  emit(w, 'customer.subscription.updated', sub);
}

/**
 * Tries to collect an open invoice; the subscription's method counts before the customer's.
 * @param by method of this one attempt
 */
export function collect(w: World, invoice: Stripe.Invoice, by?: string): void {
  if (invoice.status !== 'open') throw wrong('Invoice is not open', 'invoice_not_open');
  const sub = subscriptionOf(w, invoice),
    customer = get(w.customers, 'customer', idOf(invoice.customer ?? '')),
    method = by ?? sub?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  invoice.attempt_count += 1;
  invoice.attempted = true;
  if (method === null) {
    fail(w, invoice);
    return;
  }
  const id = idOf(method),
    intent = intentOf(
      w,
      { amount: invoice.amount_remaining, customer: idOf(invoice.customer ?? '') },
      id,
    ),
    conduct = w.conduct.get(id) ?? 'pays',
    isDebit = w.paymentMethods.get(id)?.type === 'sepa_debit';
  w.intents.set(intent.id, intent);
  const payment: Stripe.InvoicePayment = {
    id: newId(w, 'inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    created: w.now,
    currency: 'eur',
    invoice: invoice.id,
    is_default: true,
    livemode: w.livemode,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  w.invoicePayments.set(payment.id, payment);
  emit(w, 'invoice.updated', invoice);
  const end = (): void => {
    if (invoice.status !== 'open') return;
    if (conduct === 'fails') {
      intent.status = 'requires_payment_method';
      payment.status = 'canceled';
      payment.status_transitions.canceled_at = w.now;
      fail(w, invoice);
      return;
    }
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    payment.status = 'paid';
    payment.amount_paid = payment.amount_requested;
    payment.status_transitions.paid_at = w.now;
    settle(w, invoice);
    if (conduct === 'disputed') plan(w, w.now + DISPUTE_DAYS * DAY, () => dispute(w, intent));
  };
  if (isDebit) plan(w, w.now + SETTLE_DAYS[conduct] * DAY, end);
  else end();
}

function fail(w: World, invoice: Stripe.Invoice): void {
  emit(w, 'invoice.payment_failed', invoice);
  setStatus(w, subscriptionOf(w, invoice), 'past_due');
}

/** Debits a sum without an invoice; it settles as debits of its account do. */
export function debit(w: World, intent: Stripe.PaymentIntent): void {
  const id = idOf(intent.payment_method ?? ''),
    conduct = w.conduct.get(id) ?? 'pays';
  w.intents.set(intent.id, intent);
  const end = (): void => {
    const isPaid = conduct !== 'fails';
    intent.status = isPaid ? 'succeeded' : 'requires_payment_method';
    intent.amount_received = isPaid ? intent.amount : 0;
    emit(w, isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
    if (conduct === 'disputed') plan(w, w.now + DISPUTE_DAYS * DAY, () => dispute(w, intent));
  };
  emit(w, 'payment_intent.processing', intent);
  if (w.paymentMethods.get(id)?.type === 'sepa_debit')
    plan(w, w.now + SETTLE_DAYS[conduct] * DAY, end);
  else end();
}

/** Marks an invoice as paid. */
export function settle(w: World, invoice: Stripe.Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.status_transitions.paid_at = w.now;
  emit(w, 'invoice.paid', invoice);
  setStatus(w, subscriptionOf(w, invoice), 'active');
}

/** A bank takes a settled debit back; the invoice stays paid, as at the provider. */
function dispute(w: World, intent: Stripe.PaymentIntent): void {
  const made = {
    id: newId(w, 'dp'),
    object: 'dispute' as const,
    amount: intent.amount,
    balance_transactions: [],
    charge: intent.latest_charge ?? '',
    created: w.now,
    currency: 'eur',
    enhanced_eligibility_types: [],
    // Evidence is never given against a returned debit.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: false,
    livemode: w.livemode,
    metadata: {},
    payment_intent: intent.id,
    reason: 'debit_not_authorized',
    status: 'lost' as const,
  } satisfies Stripe.Dispute;
  w.disputes.set(made.id, made);
  emit(w, 'charge.dispute.created', made);
}

/** Starts the periods of a new subscription. */
export function begin(w: World, sub: Stripe.Subscription): void {
  const item = periodOf(sub);
  if (sub.billing_cycle_anchor > w.now) {
    plan(w, sub.billing_cycle_anchor, () => cycle(w, sub));
    return;
  }
  const line = cycleLine(w, sub, {
    price: item.price,
    quantity: item.quantity ?? 1,
    start: item.current_period_start,
    end: item.current_period_end,
  });
  const invoice = invoiceOf(w, sub, [line], 'subscription_create');
  sub.latest_invoice = invoice.id;
  issue(w, invoice, true);
  plan(w, item.current_period_end, () => cycle(w, sub));
}

/** Begins the next period, or ends the subscription. */
function cycle(w: World, sub: Stripe.Subscription): void {
  if (sub.status === 'canceled') return;
  const item = periodOf(sub);
  if (sub.cancel_at_period_end) {
    sub.status = 'canceled';
    sub.ended_at = w.now;
    emit(w, 'customer.subscription.deleted', sub);
    return;
  }
  item.current_period_start = item.current_period_end;
  const months = Math.round((item.current_period_start - sub.billing_cycle_anchor) / (30.4 * DAY));
  item.current_period_end = addMonths(sub.billing_cycle_anchor, months + 1);
  const lines = [
    ...(w.pending.get(sub.id) ?? []),
    cycleLine(w, sub, {
      price: item.price,
      quantity: item.quantity ?? 1,
      start: item.current_period_start,
      end: item.current_period_end,
    }),
  ];
  w.pending.delete(sub.id);
  const invoice = invoiceOf(w, sub, lines, 'subscription_cycle');
  sub.latest_invoice = invoice.id;
  const until = sub.pause_collection?.resumes_at;
  if (until !== undefined && until !== null && until <= w.now) sub.pause_collection = null;
  emit(w, 'customer.subscription.updated', sub);
  if (sub.pause_collection) {
    // Nothing is charged in a pause.
    invoice.status = 'void';
    w.invoices.set(invoice.id, invoice);
    emit(w, 'invoice.voided', invoice);
  } else issue(w, invoice, false);
  plan(w, item.current_period_end, () => cycle(w, sub));
}

/** Changes plan or seats; prorations wait for the next invoice. */
export function changeItem(
  w: World,
  sub: Stripe.Subscription,
  to: { price: Stripe.Price; quantity: number },
  proration: { behavior: string; at: number },
): void {
  const item = periodOf(sub);
  if (proration.behavior !== 'none')
    w.pending.set(sub.id, [...(w.pending.get(sub.id) ?? []), ...prorate(w, sub, to, proration.at)]);
  item.price = to.price;
  item.plan = planOf(to.price);
  item.quantity = to.quantity;
}
