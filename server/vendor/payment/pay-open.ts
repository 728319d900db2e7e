// Debits what is open, by the method of payment that is stored now.

import { AppError } from '../../../shared/base/errors.ts';
import { owedCents } from '../../../shared/vendor/payment.ts';
import type { Actor } from '../../platform/work.ts';
import { announceNow } from './dunning/announce-debit.ts';
import type { PaymentDeps } from './links.ts';
import { asked, providerOf } from './provider.ts';
import { refreshPayment } from './refresh.ts';
import { findContract, listInvoices } from './store.ts';

/**
 * Collects failed invoices again, and debits the sums of returned ones; a lost answer leads to no
 * second debit.
 * @throws AppError state_conflict when nothing is open or no method is stored
 */
export async function payOpen(
  deps: PaymentDeps,
  person: Extract<Actor, { kind: 'user' }>,
): Promise<void> {
  const { cid } = person,
    { stripe } = providerOf(deps),
    look = deps.workshop.look(cid, { kind: 'system', cid });
  await asked(refreshPayment(deps, cid));
  const row = await findContract(look),
    owed = (await listInvoices(look)).filter((one) => owedCents(one) > 0);
  if (!row?.methodId || owed.length === 0) throw new AppError('state_conflict');
  const { customerId, methodId } = row;
  await deps.workshop.write(cid, person, async (w) => {
    await w.audit('payment.pay_asked', { invoices: owed.map(({ id }) => id) });
    for (const one of owed)
      await announceNow(deps, w, row, {
        id: `pay:${one.id}:${methodId}:${owedCents(one)}:${one.recoveredCents}`,
        source: one.id,
        cents: owedCents(one),
        isOrdered: true,
      });
  });
  for (const one of owed) {
    const amount = owedCents(one);
    // The method and what is owed are part of the key: another attempt is another debit.
    const idempotencyKey = `pay:${one.id}:${methodId}:${amount}:${one.recoveredCents}`;
    if (one.status === 'paid')
      await asked(
        stripe.paymentIntents.create(
          {
            amount,
            currency: 'eur',
            customer: customerId,
            payment_method: methodId,
            confirm: true,
            off_session: true,
            metadata: { invoice: one.id },
          },
          { idempotencyKey },
        ),
      );
    else await asked(stripe.invoices.pay(one.id, { payment_method: methodId }, { idempotencyKey }));
  }
  await asked(refreshPayment(deps, cid));
}
