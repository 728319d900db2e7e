// Stores a change that counts later, and mails all owners a link that stops it.

import type { Payer } from '../../../../shared/vendor/payment.ts';
import {
  rulesOf,
  rulesOfVendor,
  type HeldKind,
} from '../../../../shared/vendor/contract/held-change.ts';
import type { Work } from '../../../platform/work.ts';
import type { PaymentDeps } from '../links.ts';
import { findContract } from '../store.ts';
import { insertHeld, type HeldRow } from './store-held.ts';

declare module '../../../platform/work.ts' {
  interface JobKinds {
    'apply-change': true;
    'drop-method': true;
  }
}

/** An account or a card that was entered on the hosted page. */
export interface Method {
  id: string;
  kind: 'sepa_debit' | 'card';
  last4: string;
  mandate: string;
}
export type NewDetail =
  | { kind: Exclude<HeldKind, 'method'>; payer: Partial<Payer> }
  | { kind: 'method'; method: Method };

/** Says what a change sets, for owners and for its reader. */
export const wordsOf = ({ payer, last4 }: Pick<HeldRow, 'payer' | 'last4'>): string =>
  payer
    ? (payer.name ?? payer.email ?? `${payer.street}, ${payer.plz} ${payer.city}`)
    : `···· ${last4}`;

/**
 * Holds a change that could redirect invoices or debits.
 * @param by who asked; `vendorReason`: two administrators of the vendor did, for this reason
 * @param now details as they are
 * @returns `free`: it redirects nothing and counts at once; `taken`: another one of its kind waits
 */
export async function holdChange(
  deps: PaymentDeps,
  w: Work,
  by: { id: string; userId: string; name: string; vendorReason?: string | undefined },
  detail: NewDetail,
  now: Payer,
): Promise<'free' | 'held' | 'taken'> {
  const row = await findContract(w),
    rules =
      by.vendorReason === undefined
        ? rulesOf(
            {
              kind: detail.kind,
              payer: now,
              hasContract: row?.subscriptionId !== null && row !== undefined,
              hasMethod: row?.methodId !== null && row !== undefined,
            },
            { userId: by.userId, at: w.now },
            await deps.owners(w),
          )
        : rulesOfVendor(detail.kind, w.now);
  if (!rules) return 'free';
  const name = by.vendorReason === undefined ? by.name : `${by.name} (Molar)`,
    stop = deps.newLink(),
    reader = rules.needsReader ? deps.newLink() : undefined,
    method = detail.kind === 'method' ? detail.method : undefined,
    payer = detail.kind === 'method' ? null : detail.payer;
  const isStored = await insertHeld(w, {
    id: by.id,
    kind: detail.kind,
    payer,
    methodId: method?.id ?? null,
    methodKind: method?.kind ?? null,
    last4: method?.last4 ?? null,
    mandate: method?.mandate ?? null,
    userId: by.userId,
    name,
    at: w.now,
    ...rules,
    stopHash: stop.hash,
    readerHash: reader?.hash ?? null,
  });
  if (!isStored) return 'taken';
  await w.audit('payment.change_asked', { changeId: by.id, kind: detail.kind });
  const what = wordsOf({ payer, last4: method?.last4 ?? null });
  await deps.tellHeld(w, {
    key: `held:${by.id}`,
    kind: detail.kind,
    what,
    who: name,
    dueAt: rules.dueAt,
    rule: by.vendorReason !== undefined ? 'vendor' : rules.needsSecond ? 'second' : 'single',
    reason: by.vendorReason ?? '',
    token: stop.token,
  });
  if (reader && payer?.email !== undefined)
    await deps.tellReader(w, { key: `reader:${by.id}`, to: payer.email, token: reader.token });
  await w.job('apply-change', `apply:${by.id}:due`, { id: by.id }, rules.dueAt);
  return 'held';
}
