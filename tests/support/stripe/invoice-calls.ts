/** Calls about invoices, their collection, disputes and events. */
import type Stripe from 'stripe';
import { collect, debit, finalize, settle } from './billing.ts';
import { call, cursor, newest, type Call } from './call.ts';
import {
  flagOf,
  metadataOf,
  needText,
  numberOf,
  partOf,
  textOf,
  wordsOf,
  wrong,
  type Input,
} from './form.ts';
import { intentOf } from './objects.ts';
import { preview } from './subscription-calls.ts';
import { emit, get, idOf, listOf, page, type World } from './world.ts';

/** Adds the attempts to collect it, where asked. */
function withPayments(w: World, invoice: Stripe.Invoice, input: Input): Stripe.Invoice {
  return wordsOf(input, 'expand').some((one) => one.endsWith('payments'))
    ? { ...invoice, payments: listOf(paymentsOf(w, invoice.id), '/v1/invoice_payments') }
    : invoice;
}
const paymentsOf = (w: World, invoice: string): Stripe.InvoicePayment[] =>
  newest(w.invoicePayments).filter((one) => idOf(one.invoice) === invoice);
const invoice = (w: World, id: string): Stripe.Invoice => get(w.invoices, 'invoice', id);

export const invoices: Call[] = [
  call('GET', 'invoices', ['Invoices', 'InvoiceListParams'], (w, input) => {
    const of = textOf(input, 'customer');
    const found = page(
      newest(w.invoices).filter((one) => of === undefined || one.customer === of),
      '/v1/invoices',
      cursor(input),
    );
    return { ...found, data: found.data.map((one) => withPayments(w, one, input)) };
  }),
  call('POST', 'invoices/create_preview', ['Invoices', 'InvoiceCreatePreviewParams'], preview),
  call('GET', 'invoices/{id}', ['Invoices', 'InvoiceRetrieveParams'], (w, input, id) =>
    withPayments(w, invoice(w, id), input),
  ),
  call(
    'GET',
    'invoices/{id}/lines',
    ['Invoices', 'InvoiceListLineItemsParams'],
    (w, _, id) => invoice(w, id).lines,
  ),
  call(
    'POST',
    'invoices/{id}/finalize',
    ['Invoices', 'InvoiceFinalizeInvoiceParams'],
    (w, _, id) => {
      finalize(w, invoice(w, id));
      return invoice(w, id);
    },
  ),
  call('POST', 'invoices/{id}/pay', ['Invoices', 'InvoicePayParams'], (w, input, id) => {
    const found = invoice(w, id);
    if (flagOf(input, 'paid_out_of_band') === true) settle(w, found);
    else collect(w, found, textOf(input, 'payment_method'));
    return found;
  }),
  call('POST', 'invoices/{id}/void', ['Invoices', 'InvoiceVoidInvoiceParams'], (w, _, id) => {
    const found = invoice(w, id);
    if (found.status !== 'open') throw wrong('Only open invoices can be voided');
    found.status = 'void';
    found.status_transitions.voided_at = w.now;
    emit(w, 'invoice.voided', found);
    return found;
  }),
  call('GET', 'invoice_payments', ['InvoicePayments', 'InvoicePaymentListParams'], (w, input) => {
    const of = textOf(input, 'invoice'),
      intent = textOf(partOf(input, 'payment'), 'payment_intent');
    return page(
      newest(w.invoicePayments).filter(
        (one) =>
          (of === undefined || idOf(one.invoice) === of) &&
          (intent === undefined || one.payment.payment_intent === intent),
      ),
      '/v1/invoice_payments',
      cursor(input),
    );
  }),
  call('GET', 'disputes', ['Disputes', 'DisputeListParams'], (w, input) => {
    const intent = textOf(input, 'payment_intent');
    return page(
      newest(w.disputes).filter((one) => intent === undefined || one.payment_intent === intent),
      '/v1/disputes',
      cursor(input),
    );
  }),
  call('GET', 'disputes/{id}', ['Disputes', 'DisputeRetrieveParams'], (w, _, id) =>
    get(w.disputes, 'dispute', id),
  ),
  call('POST', 'payment_intents', ['PaymentIntents', 'PaymentIntentCreateParams'], (w, input) => {
    const amount = numberOf(input, 'amount') ?? 0,
      customer = get(w.customers, 'customer', needText(input, 'customer')).id,
      method = get(w.paymentMethods, 'payment_method', needText(input, 'payment_method')).id;
    if (amount < 50) throw wrong('Amount must be at least 50 cents', 'amount_too_small', 'amount');
    if (flagOf(input, 'confirm') !== true || flagOf(input, 'off_session') !== true)
      throw wrong('Only confirmed debits are known here.', undefined, 'confirm');
    const made = intentOf(w, { amount, customer, metadata: metadataOf(input) }, method);
    debit(w, made);
    return made;
  }),
  call('GET', 'payment_intents', ['PaymentIntents', 'PaymentIntentListParams'], (w, input) => {
    const of = textOf(input, 'customer');
    return page(
      newest(w.intents).filter((one) => of === undefined || one.customer === of),
      '/v1/payment_intents',
      cursor(input),
    );
  }),
  call(
    'GET',
    'payment_intents/{id}',
    ['PaymentIntents', 'PaymentIntentRetrieveParams'],
    (w, _, id) => get(w.intents, 'payment_intent', id),
  ),
  call('GET', 'events', ['Events', 'EventListParams'], (w, input) => {
    const from = numberOf(partOf(input, 'created'), 'gte') ?? 0;
    return page(
      [...w.events].reverse().filter(({ created }) => created >= from),
      '/v1/events',
      cursor(input),
    );
  }),
];
