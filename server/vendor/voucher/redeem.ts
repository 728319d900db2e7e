// Redeems a code for a practice exactly once, and brings what it is worth to the payment provider.

import type Stripe from 'stripe';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import {
  readCode,
  reductionOf,
  refusalOf,
  type VoucherRefusal,
} from '../../../shared/vendor/voucher.ts';
import type { Actor } from '../../platform/work.ts';
import { isRunning } from '../payment/change-contract.ts';
import { providerOf } from '../payment/provider.ts';
import type { PaymentDeps, Provider } from '../payment/links.ts';
import { findContract } from '../payment/store.ts';
import type { VoucherDeps } from './links.ts';
import { hashOfCode } from './make-batch.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import {
  findBatch,
  findCode,
  insertRedemption,
  markApplied,
  redemptionsOf,
  useCode,
  type BatchRow,
} from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'apply-vouchers': true;
  }
}
const refused = (why: VoucherRefusal | 'typo'): AppError =>
  new AppError('validation', { fields: { gutscheincode: why } });

/**
 * Redeems a code. Limit of the code and the practice's one redemption of the batch are decided by
 * the database in one transaction.
 * @throws AppError validation with the reason, rate_limited after too many guesses
 */
export async function redeem(
  deps: VoucherDeps,
  person: Extract<Actor, { kind: 'user' }>,
  typed: string,
): Promise<void> {
  const code = readCode(typed);
  if (code === undefined) throw refused('typo');
  await deps.reserveTry(person.cid, person.userId);
  const contract = await findContract(
      deps.workshop.look(person.cid, { kind: 'system', cid: person.cid }),
    ),
    plan = isRunning(contract) ? contract.plan : undefined,
    codeHash = hashOfCode(deps, code);
  const id = await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const known = await findCode(w, codeHash),
      batch = known && (await findBatch(w, known.batchId));
    if (!known || !batch) throw refused('unknown');
    const why = refusalOf(batch, plan, w.now);
    if (why) throw refused(why);
    const made = w.newId();
    if (
      !(await insertRedemption(w, {
        id: made,
        batchId: batch.id,
        tenant: person.cid,
        last4: known.last4,
        userId: person.userId,
        at: w.now,
      }))
    )
      throw refused('again');
    // An error undoes the redemption above.
    if (!(await useCode(w, codeHash, batch.perCode))) throw refused('used');
    await w.audit('voucher.redeemed', { batchId: batch.id, tenant: person.cid });
    await w.job('apply-vouchers', `voucher:${made}`, { tenant: person.cid });
    return made;
  });
  await deps.workshop.write(person.cid, person, (w) =>
    w.audit('voucher.redeemed', { redemptionId: id }),
  );
}

interface Waiting {
  id: string;
  batch: BatchRow;
}
async function waitingOf(deps: VoucherDeps, tenant: string): Promise<Waiting[]> {
  const look = vendorLook(deps.workshop),
    found: Waiting[] = [];
  for (const { id, batchId, appliedAt } of await redemptionsOf(look, tenant)) {
    const batch = appliedAt === null ? await findBatch(look, batchId) : undefined;
    if (batch) found.push({ id, batch });
  }
  return found;
}

/** Makes the provider's coupon of a redemption; its id is ours, so that there is only one. */
async function couponOf({ stripe }: Provider, { id, batch }: Waiting): Promise<string> {
  const coupon = `v_${id.replaceAll('-', '')}`;
  try {
    await stripe.coupons.create({
      id: coupon,
      name: 'Gutschein',
      ...(batch.effect === 'cents'
        ? { amount_off: batch.value, currency: 'eur' }
        : { percent_off: batch.value }),
      duration: 'repeating',
      duration_in_months: batch.months,
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'resource_already_exists'))
      throw error;
  }
  return coupon;
}
/** Checks whether a contract has this coupon already: the answer of the last try may be lost. */
const hasCoupon = (discounts: readonly (string | Stripe.Discount)[], coupon: string): boolean =>
  discounts.some((one) => {
    const own = typeof one === 'string' ? null : one.source.coupon;
    return (typeof own === 'string' ? own : own?.id) === coupon;
  });

/** Builds what a new contract takes with it. */
export const discountsOf = (deps: VoucherDeps): PaymentDeps['discounts'] => ({
  reductionOf: async (cid, netCents) => {
    let left = netCents;
    for (const { batch } of await waitingOf(deps, cid)) left -= reductionOf(batch, left);
    return netCents - left;
  },
  coupons: async (cid) => {
    const made = [];
    for (const one of await waitingOf(deps, cid))
      made.push({ id: one.id, coupon: await couponOf(providerOf(deps), one) });
    return made;
  },
  applied: async (ids) => {
    await deps.workshop.write(VENDOR_CID, VENDOR, async (w) => {
      for (const id of ids) await markApplied(w, id);
    });
  },
});

/** Adds what a practice redeemed to its running contract; without one it waits. */
export async function applyVouchers(deps: VoucherDeps, tenant: string): Promise<void> {
  if (!deps.provider) return;
  const contract = await findContract(deps.workshop.look(tenant, { kind: 'system', cid: tenant }));
  if (!isRunning(contract)) return;
  const { stripe } = deps.provider,
    discounts = discountsOf(deps);
  for (const { id, coupon } of await discounts.coupons(tenant)) {
    const { discounts: has } = await stripe.subscriptions.retrieve(contract.subscriptionId, {
      expand: ['discounts'],
    });
    if (!hasCoupon(has, coupon))
      await stripe.subscriptions.update(contract.subscriptionId, {
        discounts: [
          ...has.map((one) => ({ discount: typeof one === 'string' ? one : one.id })),
          { coupon },
        ],
      });
    await discounts.applied([id]);
  }
}
