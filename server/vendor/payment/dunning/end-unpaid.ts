// The end of a contract after the last step of dunning.

import { LAST_STEP } from '../../../../shared/vendor/payment.ts';
import type { PaymentDeps } from '../links.ts';
import { providerOf } from '../provider.ts';
import { refreshPayment } from '../refresh.ts';
import { findContract } from '../store.ts';

/** Ends the contract at the provider after the last step; a debt paid meanwhile ends nothing. */
export async function endUnpaid(deps: PaymentDeps, cid: string): Promise<void> {
  await refreshPayment(deps, cid);
  const row = await findContract(deps.workshop.look(cid, { kind: 'system', cid }));
  if (!row || row.openSince === null || row.step < LAST_STEP) return;
  if (row.subscriptionId === null || row.endedAt !== null) return;
  await providerOf(deps).stripe.subscriptions.cancel(row.subscriptionId, {
    invoice_now: false,
    prorate: false,
  });
  await refreshPayment(deps, cid);
}
