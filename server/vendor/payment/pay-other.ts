// Pays what is owed at once from an account or a card that was entered for this only: the method of
// payment of the contract stays as it is.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import { owedCents } from '../../../shared/vendor/payment.ts';
import { announceNow } from './dunning/announce-debit.ts';
import type { Method } from './held/ask-change.ts';
import type { PaymentDeps } from './links.ts';
import { providerOf, refusalOf } from './provider.ts';
import {
  finishChange,
  findContract,
  listInvoices,
  type ChangeRow,
  type ContractRow,
  type InvoiceRow,
} from './store.ts';

/** A debit may be returned for eight weeks; the account is taken away after that, ms. */
const KEEP_MS = 70 * DAY_MS;

/** Invoices of which something is owed. */
export const owedOf = (invoices: readonly InvoiceRow[]): InvoiceRow[] =>
  invoices.filter((one) => owedCents(one) > 0);

/** Collects one sum; a repeated call, also after a lost answer, collects it once. */
async function collect(
  deps: PaymentDeps,
  { id, customerId }: { id: string; customerId: string },
  method: Method,
  one: InvoiceRow,
): Promise<void> {
  const { stripe } = providerOf(deps),
    idempotencyKey = `other:${id}:${one.id}`;
  if (one.status === 'paid') {
    // What a bank took back is a debit of its own.
    for await (const intent of stripe.paymentIntents.list({ customer: customerId, limit: 100 }))
      if (intent.metadata.change === id && intent.metadata.invoice === one.id) return;
    await stripe.paymentIntents.create(
      {
        amount: owedCents(one),
        currency: 'eur',
        customer: customerId,
        payment_method: method.id,
        confirm: true,
        off_session: true,
        metadata: { invoice: one.id, change: id },
      },
      { idempotencyKey },
    );
    return;
  }
  const { status, payments } = await stripe.invoices.retrieve(one.id, { expand: ['payments'] });
  if (status === 'paid' || payments?.data.some((payment) => payment.status === 'open')) return;
  await stripe.invoices.pay(one.id, { payment_method: method.id }, { idempotencyKey });
}

/** Pays the open sums from the entered account or card; repeating it changes nothing. */
export async function payByOther(
  deps: PaymentDeps,
  row: ContractRow,
  change: ChangeRow,
  method: Method,
): Promise<void> {
  const { cid } = row,
    system = { kind: 'system', cid } as const,
    look = deps.workshop.look(cid, system),
    owed = owedOf(await listInvoices(look));
  await deps.workshop.write(cid, system, async (w) => {
    for (const one of owed)
      await announceNow(
        deps,
        w,
        { ...row, methodKind: method.kind, last4: method.last4, mandate: method.mandate },
        {
          id: `other:${change.id}:${one.id}`,
          source: one.id,
          cents: owedCents(one),
          isOrdered: true,
        },
      );
  });
  const paid: string[] = [];
  for (const one of owed)
    try {
      await collect(deps, { id: change.id, customerId: row.customerId }, method, one);
      paid.push(one.id);
    } catch (error) {
      // A refused card leaves the sum open, as the owner then sees.
      if (refusalOf(error) === undefined) throw error;
    }
  await deps.workshop.write(cid, system, async (w) => {
    if (!(await finishChange(w, change.id)) || !(await findContract(w))) return;
    await w.audit('payment.paid_other', { changeId: change.id, invoices: paid });
    await deps.tellOwners(w, {
      key: `other:${change.id}`,
      template: 'paymentOther',
      data: { last4: method.last4 },
    });
    await w.job('drop-method', `drop:${change.id}`, { methodId: method.id }, w.now + KEEP_MS);
  });
}
