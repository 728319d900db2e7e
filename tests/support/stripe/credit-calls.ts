/** Calls about credit notes and refunds. */
import Stripe from 'stripe';
import { call, cursor, newest, type Call } from './call.ts';
import { metadataOf, needText, numberOf, partsOf, textOf, wrong, type Input } from './form.ts';
import { emit, get, idOf, listOf, newId, page, type World } from './world.ts';

/** Returns the rate of a line: its own, or that of the invoice. */
const rateOf = (
  w: World,
  invoice: Stripe.Invoice,
  line: Stripe.InvoiceLineItem,
): Stripe.TaxRate => {
  const own = line.taxes?.[0]?.tax_rate_details?.tax_rate;
  return get(w.taxRates, 'tax_rate', own ?? idOf(invoice.default_tax_rates[0]!));
};
const taxOf = (rate: Stripe.TaxRate, net: number) => ({
  amount: Math.round((net * rate.percentage) / 100),
  tax_behavior: 'exclusive',
  tax_rate_details: { tax_rate: rate.id },
  taxability_reason: 'standard_rated',
  taxable_amount: net,
  type: 'tax_rate_details' as const,
});

/** Reads the lines of a credit note with their VAT. */
function linesFrom(w: World, invoice: Stripe.Invoice, input: Input): Stripe.CreditNoteLineItem[] {
  return partsOf(input, 'lines').map((one) => {
    const id = needText(one, 'invoice_line_item'),
      line = invoice.lines.data.find((each) => each.id === id),
      amount = numberOf(one, 'amount') ?? 0;
    if (textOf(one, 'type') !== 'invoice_line_item' || !line)
      throw wrong('Only lines of the invoice are known here.', undefined, 'lines');
    if (amount < 0 || amount > line.amount)
      throw wrong('The amount is larger than the line.', undefined, 'lines');
    const rate = rateOf(w, invoice, line);
    return {
      id: newId(w, 'cnli'),
      object: 'credit_note_line_item',
      amount,
      description: line.description,
      discount_amount: 0,
      discount_amounts: [],
      invoice_line_item: id,
      livemode: w.livemode,
      metadata: {},
      pretax_credit_amounts: [],
      quantity: 1,
      tax_rates: [rate],
      taxes: [taxOf(rate, amount)],
      type: 'invoice_line_item',
      unit_amount: amount,
      unit_amount_decimal: Stripe.Decimal.from(String(amount)),
    };
  });
}

/** Builds a credit note with VAT rounded by rate. */
function noteOf(w: World, input: Input): Stripe.CreditNote {
  const invoice = get(w.invoices, 'invoice', needText(input, 'invoice')),
    lines = linesFrom(w, invoice, input),
    nets = new Map<Stripe.TaxRate, number>();
  for (const { tax_rates: rates, amount } of lines)
    nets.set(rates[0]!, (nets.get(rates[0]!) ?? 0) + amount);
  const taxes = [...nets].map(([rate, net]) => taxOf(rate, net)),
    subtotal = lines.reduce((sum, one) => sum + one.amount, 0),
    total = subtotal + taxes.reduce((sum, one) => sum + one.amount, 0),
    isPaid = invoice.status === 'paid';
  if (invoice.status !== 'paid' && invoice.status !== 'open')
    throw wrong('Only open and paid invoices can be credited');
  const left = isPaid
    ? invoice.amount_paid - invoice.post_payment_credit_notes_amount
    : invoice.amount_remaining;
  if (total > left)
    throw wrong(
      `The total is larger than what is left of the invoice (${left}).`,
      undefined,
      'lines',
    );
  return {
    id: newId(w, 'cn'),
    object: 'credit_note',
    amount: total,
    amount_shipping: 0,
    created: w.now,
    currency: 'eur',
    customer: idOf(invoice.customer ?? ''),
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: w.now,
    invoice: invoice.id,
    lines: listOf(lines, '/v1/credit_notes/lines'),
    livemode: w.livemode,
    memo: textOf(input, 'memo') ?? null,
    metadata: metadataOf(input),
    number: `${invoice.number ?? ''}-CN-01`,
    out_of_band_amount: null,
    pdf: '',
    post_payment_amount: isPaid ? total : 0,
    pre_payment_amount: isPaid ? 0 : total,
    pretax_credit_amounts: [],
    reason: textOf(input, 'reason') ?? null,
    refunds: [],
    shipping_cost: null,
    status: 'issued',
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: subtotal,
    total_taxes: taxes,
    type: isPaid ? 'post_payment' : 'pre_payment',
    voided_at: null,
  };
}

/** Pays money back of the debit that paid an invoice. */
export function refund(w: World, invoice: Stripe.Invoice, amount: number): Stripe.Refund {
  const payment = newest(w.invoicePayments).find(
      (one) => idOf(one.invoice) === invoice.id && one.status === 'paid',
    ),
    intent = payment?.payment.payment_intent;
  if (intent === undefined || intent === null) throw wrong('The invoice has no payment');
  const made: Stripe.Refund = {
    id: newId(w, 're'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: null,
    created: w.now,
    currency: 'eur',
    customer: idOf(invoice.customer ?? ''),
    customer_account: null,
    metadata: {},
    payment_intent: idOf(intent),
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  w.refunds.set(made.id, made);
  emit(w, 'refund.created', made);
  return made;
}

export const credits: Call[] = [
  call('GET', 'credit_notes/preview', ['CreditNotes', 'CreditNotePreviewParams'], noteOf),
  call('GET', 'credit_notes', ['CreditNotes', 'CreditNoteListParams'], (w, input) => {
    const of = textOf(input, 'customer'),
      invoice = textOf(input, 'invoice');
    return page(
      newest(w.creditNotes).filter(
        (one) =>
          (of === undefined || idOf(one.customer) === of) &&
          (invoice === undefined || idOf(one.invoice) === invoice),
      ),
      '/v1/credit_notes',
      cursor(input),
    );
  }),
  call('POST', 'credit_notes', ['CreditNotes', 'CreditNoteCreateParams'], (w, input) => {
    const made = noteOf(w, input),
      invoice = get(w.invoices, 'invoice', idOf(made.invoice)),
      back = numberOf(input, 'refund_amount') ?? 0;
    if (invoice.status === 'paid' && back !== made.total)
      throw wrong('The sum of credit and refund must be the total.', undefined, 'refund_amount');
    if (back > 0)
      made.refunds = [
        {
          amount_refunded: back,
          payment_record_refund: null,
          refund: refund(w, invoice, back).id,
          type: 'refund',
        },
      ];
    if (invoice.status === 'open') {
      invoice.amount_due -= made.total;
      invoice.amount_remaining -= made.total;
      invoice.pre_payment_credit_notes_amount += made.total;
    } else invoice.post_payment_credit_notes_amount += made.total;
    w.creditNotes.set(made.id, made);
    emit(w, 'credit_note.created', made);
    return made;
  }),
  call('GET', 'refunds', ['Refunds', 'RefundListParams'], (w, input) => {
    const intent = textOf(input, 'payment_intent');
    return page(
      newest(w.refunds).filter((one) => intent === undefined || one.payment_intent === intent),
      '/v1/refunds',
      cursor(input),
    );
  }),
];
