// Puts the lines of a sent order on the practice's next invoice, and takes them off again when it is
// returned. Each line is found again at the provider by its metadata, so that repeating a run changes
// nothing.

import Stripe from 'stripe';
import { berlinDay } from '../../../shared/base/dates.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { sumsOf } from '../../../shared/vendor/shop/shop.ts';
import type { OrderLine } from '../../../shared/vendor/shop/shop.schema.ts';
import { keyed } from '../payment/provider.ts';
import { isRunning } from '../payment/change-contract.ts';
import { vatOf } from '../payment/settle-change.ts';
import { findContract } from '../payment/store.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import type { ShopDeps } from './links.ts';
import { billLater, endForgotten } from './order.ts';
import { findOrder, markBilled, unbilledOrders, type OrderRow } from './store.ts';

type Items = ReadonlyMap<string, Stripe.InvoiceItem>;
interface Payer {
  customer: string;
  subscription: string;
}
/** Reads the lines of an order that are at the provider, by product and sign. */
async function itemsOf(stripe: Stripe, customer: string, orderId: string): Promise<Items> {
  const found = new Map<string, Stripe.InvoiceItem>();
  for await (const one of stripe.invoiceItems.list({ customer, limit: 100 }))
    if (one.metadata?.order === orderId) found.set(one.metadata.line ?? '', one);
  return found;
}
/** Creates the lines of one sign that are missing. */
async function addItems(
  stripe: Stripe,
  { row, payer, has, isBack }: { row: OrderRow; payer: Payer; has: Items; isBack: boolean },
): Promise<void> {
  const lineOf = ({ sku }: OrderLine): string => (isBack ? `back:${sku}` : sku);
  for (const one of row.lines) {
    const pieces = one.quantity - one.free,
      line = lineOf(one);
    if (pieces === 0 || has.has(line) || (isBack && !has.has(one.sku))) continue;
    const text = `${one.nameDe}, Bestellung ${row.number}`;
    const wanted: Stripe.InvoiceItemCreateParams = {
      ...payer,
      currency: 'eur',
      // A price below zero is no price: what came back is one negative sum.
      ...(isBack
        ? { amount: -pieces * one.netCents, description: `Rückgabe: ${pieces} × ${text}` }
        : {
            quantity: pieces,
            unit_amount_decimal: Stripe.Decimal.from(String(one.netCents)),
            description: text,
          }),
      discountable: false,
      tax_rates: [(await vatOf(stripe, one.vatPercent)).id],
      metadata: { order: row.id, line },
    };
    await keyed(`shop:${row.id}:${line}`, (options) => stripe.invoiceItems.create(wanted, options));
  }
}

const isCharged = ({ state }: OrderRow): boolean => state === 'shipped' || state === 'delivered';
/** Checks whether an order costs anything. */
export const costs = ({ lines }: Pick<OrderRow, 'lines'>): boolean => sumsOf(lines).netCents > 0;

/** Brings the next invoice in line with an order; without a running contract it waits. */
export async function billOrder(deps: ShopDeps, id: string): Promise<void> {
  const { provider, workshop } = deps,
    row = await findOrder(vendorLook(workshop), id);
  if (!provider || !row || !costs(row)) return;
  const isBack = row.state === 'returned';
  if (!isBack && !isCharged(row)) return;
  const contract = await findContract(
    workshop.look(row.tenant, { kind: 'system', cid: row.tenant }),
  );
  if (!isRunning(contract)) {
    deps.log.note('shop.unbilled', { orderId: id });
    return;
  }
  const { stripe } = provider,
    { customerId: customer, subscriptionId: subscription } = contract,
    has = await itemsOf(stripe, customer, id);
  await addItems(stripe, { row, payer: { customer, subscription }, has, isBack });
  await workshop.write(VENDOR_CID, VENDOR, (w) =>
    markBilled(w, id, isBack ? 'creditedAt' : 'billedAt'),
  );
  // It came back while its lines were written.
  const after = await findOrder(vendorLook(workshop), id);
  if (!isBack && after?.state === 'returned') await billOrder(deps, id);
}

/** Daily work: drafts without an owner's word end; what no invoice could take is tried again. */
export async function shopDaily(deps: ShopDeps): Promise<void> {
  await endForgotten(deps);
  const day = berlinDay(deps.now());
  for (const row of await unbilledOrders(vendorLook(deps.workshop)))
    if (costs(row)) await deps.workshop.write(VENDOR_CID, VENDOR, (w) => billLater(w, row.id, day));
}
