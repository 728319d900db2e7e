// Lets a waiting change count once its time has come and no owner stopped it; ends those that lack a
// word.

import { berlinDay } from '../../../../shared/base/dates.ts';
import { isLapsed, isReady } from '../../../../shared/vendor/contract/held-change.ts';
import type { Payer } from '../../../../shared/vendor/payment.ts';
import type { Work } from '../../../platform/work.ts';
import type { PaymentDeps } from '../links.ts';
import { providerOf } from '../provider.ts';
import { findContract, updateContract } from '../store.ts';
import type { Method } from './ask-change.ts';
import { findHeld, moveHeld, openHeld, type HeldRow } from './store-held.ts';

/** Sets details of invoices; invoices that are written stay as they are. */
export async function setPayer(
  deps: PaymentDeps,
  w: Work,
  { id, payer, base }: { id: string; payer: Partial<Payer>; base: Payer },
): Promise<void> {
  const row = await findContract(w);
  await updateContract(w, { payer: { ...base, ...row?.payer, ...payer } });
  await w.audit('payment.payer_changed', { what: Object.keys(payer) });
  await w.job('push-payer', `payer:${id}`, {});
  // Charges that waited for a detail of the payer get their number.
  await w.job('write-invoices', `invoices:payer:${id}`, {});
  await deps.tellOwners(w, { key: `payer:${id}`, template: 'paymentPayer', data: {} });
}

/** Makes a method the default of customer and subscription; repeating it changes nothing. */
export async function makeDefault(
  deps: PaymentDeps,
  cid: string,
  { id, methodId }: { id: string; methodId: string },
): Promise<void> {
  const { stripe } = providerOf(deps),
    row = await findContract(deps.workshop.look(cid, { kind: 'system', cid }));
  if (!row) return;
  await stripe.customers.update(
    row.customerId,
    { invoice_settings: { default_payment_method: methodId } },
    { idempotencyKey: `default:${id}` },
  );
  // Retries look at the subscription's own method first.
  if (row.subscriptionId !== null && row.endedAt === null)
    await stripe.subscriptions.update(
      row.subscriptionId,
      { default_payment_method: methodId },
      { idempotencyKey: `method:${id}` },
    );
}
/** Stores the method that debits use from now on, and tells all owners. */
export async function setMethod(
  deps: PaymentDeps,
  w: Work,
  changeId: string,
  method: Method,
): Promise<void> {
  await updateContract(w, {
    methodId: method.id,
    methodKind: method.kind,
    last4: method.last4,
    mandate: method.mandate,
  });
  await w.audit('payment.method_set', { changeId, kind: method.kind });
  await deps.tellOwners(w, {
    key: `payment:${changeId}`,
    template: 'paymentChanged',
    data: { last4: method.last4 },
  });
}

const methodOf = (row: HeldRow): Method => ({
  id: row.methodId ?? '',
  kind: row.methodKind ?? 'sepa_debit',
  last4: row.last4 ?? '',
  mandate: row.mandate ?? '',
});

/** Applies a change that is ready; anything else stays as it is. */
export async function applyChange(deps: PaymentDeps, cid: string, id: string): Promise<void> {
  const system = { kind: 'system', cid } as const,
    row = await findHeld(deps.workshop.look(cid, system), id);
  if (!row) return;
  if (row.state !== 'applying' && !isReady(row, deps.now())) return;
  const { payer } = row;
  if (payer) {
    const base = await deps.payerOf(cid);
    await deps.workshop.write(cid, system, async (w) => {
      if (await moveHeld(w, id, 'waiting', 'done')) await setPayer(deps, w, { id, payer, base });
    });
    return;
  }
  // From here on it is too late to stop it: the provider is called outside of transactions.
  const isBegun =
    row.state === 'applying' ||
    (await deps.workshop.write(cid, system, (w) => moveHeld(w, id, 'waiting', 'applying'))) !==
      undefined;
  if (!isBegun) return;
  const method = methodOf(row);
  await makeDefault(deps, cid, { id, methodId: method.id });
  await deps.workshop.write(cid, system, async (w) => {
    if (await moveHeld(w, id, 'applying', 'done')) await setMethod(deps, w, id, method);
  });
}

/** Takes a method that never counted away from the customer. */
export async function dropMethod(deps: PaymentDeps, methodId: string): Promise<void> {
  const { stripe } = providerOf(deps),
    method = await stripe.paymentMethods.retrieve(methodId);
  if (method.customer !== null) await stripe.paymentMethods.detach(methodId);
}

/** Daily work on waiting changes: applies what a lost job left, ends what lacks a word. */
export async function sweepChanges(deps: PaymentDeps, cid: string): Promise<void> {
  const system = { kind: 'system', cid } as const,
    day = berlinDay(deps.now());
  for (const row of await openHeld(deps.workshop.look(cid, system)))
    await deps.workshop.write(cid, system, async (w) => {
      if (row.state === 'applying' || isReady(row, w.now))
        await w.job('apply-change', `apply:${row.id}:${day}`, { id: row.id });
      else if (isLapsed(row, w.now) && (await moveHeld(w, row.id, 'waiting', 'lapsed'))) {
        await w.audit('payment.change_lapsed', { changeId: row.id, kind: row.kind });
        await dropLater(w, row);
      }
    });
}
/** Queues the removal of a method that never counted. */
export const dropLater = async (
  w: Work,
  { id, methodId }: Pick<HeldRow, 'id' | 'methodId'>,
): Promise<void> => {
  if (methodId !== null) await w.job('drop-method', `drop:${id}`, { methodId });
};
