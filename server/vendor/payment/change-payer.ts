// Changes whom invoices name: our own fact first, then the provider's customer. Invoices that are
// written stay as they are.

import type { Payer } from '../../../shared/vendor/payment.ts';
import type { Actor } from '../../platform/work.ts';
import { customerOf, ensureCustomer } from './change-contract.ts';
import type { PaymentDeps } from './links.ts';
import { providerOf } from './provider.ts';
import { findContract, updateContract } from './store.ts';

/** Stores the change and tells all owners; a job brings it to the provider. */
export async function changePayer(
  deps: PaymentDeps,
  person: Extract<Actor, { kind: 'user' }>,
  set: Partial<Payer>,
): Promise<void> {
  const { cid } = person;
  await ensureCustomer(deps, cid);
  const fromSettings = await deps.payerOf(cid);
  await deps.workshop.write(cid, person, async (w) => {
    const row = await findContract(w),
      id = w.newId();
    await updateContract(w, { payer: { ...fromSettings, ...row?.payer, ...set } });
    await w.audit('payment.payer_changed', { what: Object.keys(set) });
    await w.job('push-payer', `payer:${id}`, {});
    // Charges that waited for a detail of the payer get their number.
    await w.job('write-invoices', `invoices:payer:${id}`, {});
    await deps.tellOwners(w, { key: `payer:${id}`, template: 'paymentPayer', data: {} });
  });
}

/** Writes the stored payer to the provider; repeating it changes nothing. */
export async function pushPayer(deps: PaymentDeps, cid: string): Promise<void> {
  const row = await findContract(deps.workshop.look(cid, { kind: 'system', cid }));
  if (row?.payer)
    await providerOf(deps).stripe.customers.update(row.customerId, customerOf(row.payer));
}
