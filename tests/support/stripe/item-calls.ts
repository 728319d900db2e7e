/** Calls about items that go on the next invoice of a subscription. */
import Stripe from 'stripe';
import { call, cursor, newest, type Call } from './call.ts';
import {
  flagOf,
  metadataOf,
  needText,
  numberOf,
  textOf,
  wordsOf,
  wrong,
  type Input,
} from './form.ts';
import { addItem, periodOf } from './invoice-of.ts';
import { emit, get, idOf, newId, page, type World } from './world.ts';

/** Reads a sum, or a price of one piece with a number of pieces. */
function amountOf(input: Input): { amount: number; unit: number; quantity: number } {
  const sum = numberOf(input, 'amount'),
    unit = numberOf(input, 'unit_amount_decimal'),
    quantity = numberOf(input, 'quantity') ?? 1;
  if ((sum === undefined) === (unit === undefined))
    throw wrong('Pass either amount or unit_amount_decimal.', undefined, 'amount');
  if (sum !== undefined && quantity !== 1)
    throw wrong('quantity needs unit_amount_decimal.', undefined, 'quantity');
  if (unit !== undefined && (unit < 0 || quantity < 1))
    throw wrong('A price below zero needs amount.', undefined, 'unit_amount_decimal');
  return { amount: sum ?? unit! * quantity, unit: sum ?? unit!, quantity };
}

function createItem(w: World, input: Input): Stripe.InvoiceItem {
  const customer = get(w.customers, 'customer', needText(input, 'customer')),
    sub = get(w.subscriptions, 'subscription', needText(input, 'subscription')),
    rates = wordsOf(input, 'tax_rates').map((id) => get(w.taxRates, 'tax_rate', id)),
    { amount, unit, quantity } = amountOf(input),
    name = needText(input, 'description');
  if (idOf(sub.customer) !== customer.id || sub.status === 'canceled')
    throw wrong('The subscription is not one of the customer.', undefined, 'subscription');
  if (textOf(input, 'currency') !== 'eur')
    throw wrong('Missing required param: currency.', 'parameter_missing', 'currency');
  if (flagOf(input, 'discountable') !== false)
    throw wrong('Only items without discounts are known here.', undefined, 'discountable');
  const { current_period_start: start, current_period_end: end } = periodOf(sub);
  addItem(w, sub, { name, cents: amount, quantity, ...(rates[0] && { rate: rates[0] }) });
  return {
    id: newId(w, 'ii'),
    object: 'invoiceitem',
    amount,
    currency: 'eur',
    customer: customer.id,
    customer_account: null,
    date: w.now,
    description: name,
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: w.livemode,
    metadata: metadataOf(input),
    parent: {
      subscription_details: { subscription: sub.id },
      type: 'subscription_details',
    },
    period: { start, end },
    pricing: { type: 'price_details', unit_amount_decimal: Stripe.Decimal.from(String(unit)) },
    proration: false,
    quantity,
    quantity_decimal: Stripe.Decimal.from(String(quantity)),
    tax_rates: rates,
    test_clock: null,
  };
}

export const items: Call[] = [
  call('POST', 'invoiceitems', ['InvoiceItems', 'InvoiceItemCreateParams'], (w, input) => {
    const made = createItem(w, input);
    w.items.set(made.id, made);
    emit(w, 'invoiceitem.created', made);
    return made;
  }),
  call('GET', 'invoiceitems', ['InvoiceItems', 'InvoiceItemListParams'], (w, input) => {
    const of = textOf(input, 'customer');
    return page(
      newest(w.items).filter((one) => of === undefined || idOf(one.customer) === of),
      '/v1/invoiceitems',
      cursor(input),
    );
  }),
];
