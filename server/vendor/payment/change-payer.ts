// Changes whom invoices name: our own fact first, then the provider's customer. Invoices that are
// written stay as they are. What could redirect invoices waits, see `held`.

import { AppError } from '../../../shared/base/errors.ts';
import type { Changed } from '../../../shared/vendor/contract/held-change.schema.ts';
import type { Actor } from '../../platform/work.ts';
import { customerOf, ensureCustomer } from './change-contract.ts';
import { setPayer } from './held/apply-change.ts';
import { holdChange, type NewDetail } from './held/ask-change.ts';
import type { PaymentDeps } from './links.ts';
import { providerOf } from './provider.ts';
import { findContract, updateContract } from './store.ts';

/**
 * Stores the change, or holds it until its time; a job brings it to the provider.
 * @throws AppError state_conflict while another change of this kind waits
 */
export async function changePayer(
  deps: PaymentDeps,
  person: Extract<Actor, { kind: 'user' }>,
  detail: Exclude<NewDetail, { kind: 'method' }>,
): Promise<Changed['state']> {
  const { cid } = person;
  await ensureCustomer(deps, cid);
  const base = await deps.payerOf(cid);
  return deps.workshop.write(cid, person, async (w) => {
    const row = await findContract(w),
      id = w.newId(),
      verdict = await holdChange(
        deps,
        w,
        { id, userId: person.userId, name: person.name },
        detail,
        row?.payer ?? base,
      );
    if (verdict === 'taken') throw new AppError('state_conflict');
    if (verdict === 'held') return 'waiting';
    await setPayer(deps, w, { id, payer: detail.payer, base });
    return 'done';
  });
}

/** Writes the stored payer to the provider; repeating it changes nothing. */
export async function pushPayer(deps: PaymentDeps, cid: string): Promise<void> {
  const row = await findContract(deps.workshop.look(cid, { kind: 'system', cid }));
  if (row?.payer)
    await providerOf(deps).stripe.customers.update(row.customerId, customerOf(row.payer));
}

/** Keeps the details of a contract from before they were stored with it. */
export async function keepPayer(deps: PaymentDeps, cid: string): Promise<void> {
  const base = await deps.payerOf(cid),
    system = { kind: 'system', cid } as const;
  await deps.workshop.write(cid, system, async (w) => {
    const row = await findContract(w);
    if (row?.payer === null) await updateContract(w, { payer: base });
  });
}
