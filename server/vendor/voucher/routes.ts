// Routes of vouchers: owners redeem below /api/stripe, administrators make and report below /admin.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import {
  batchesSchema,
  blockBatchSchema,
  codesSchema,
  makeBatchSchema,
  redeemedSchema,
  redeemSchema,
  reportSchema,
  type Batches,
  type Redeemed,
} from '../../../shared/vendor/voucher.schema.ts';
import { showCode } from '../../../shared/vendor/voucher.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import { providerOf } from '../payment/provider.ts';
import type { VoucherDeps } from './links.ts';
import {
  approve,
  blockBatch,
  makeBatch,
  makeCodes,
  showsCodes,
  stateOfBatch,
} from './make-batch.ts';
import { redeem } from './redeem.ts';
import { practiceNames, vendorLook } from '../vendor-rows.ts';
import {
  countRedemptions,
  findBatch,
  listBatches,
  redemptionsOf,
  redemptionsOfBatch,
} from './store.ts';

const params = z.strictObject({ id: z.uuid() });
async function redeemedView(deps: VoucherDeps, cid: string): Promise<Redeemed> {
  const look = vendorLook(deps.workshop),
    items: Redeemed['items'] = [];
  for (const { id, batchId, at, appliedAt } of await redemptionsOf(look, cid)) {
    const batch = await findBatch(look, batchId);
    if (!batch) continue;
    const { sponsor, effect, value, months } = batch;
    items.push({ id, sponsor, effect, value, months, at, isApplied: appliedAt !== null });
  }
  return { items };
}

/** Lists the owner's routes. */
export const voucherRoutes = (deps: VoucherDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/stripe/voucher',
      policy: 'payment.read',
      summary: 'Vouchers that the practice redeemed',
      answer: redeemedSchema,
      errors: ['payment_off'],
    },
    (_, c) => {
      providerOf(deps);
      return redeemedView(deps, c.cid);
    },
  ),
  route(
    {
      method: 'post',
      path: '/stripe/voucher',
      policy: 'payment.write',
      summary: 'Redeem the code of a voucher',
      stepUp: true,
      body: redeemSchema,
      answer: redeemedSchema,
      errors: ['payment_off', 'validation', 'rate_limited'],
    },
    async ({ body: { gutscheincode } }, c) => {
      providerOf(deps);
      await redeem(deps, requireUser(c), gutscheincode);
      return redeemedView(deps, c.cid);
    },
  ),
];

async function batchesView(deps: VoucherDeps, userId: string): Promise<Batches> {
  const look = vendorLook(deps.workshop),
    items: Batches['items'] = [];
  for (const row of await listBatches(look))
    items.push({
      id: row.id,
      sponsor: row.sponsor,
      effect: row.effect,
      value: row.value,
      months: row.months,
      plans: row.plans,
      validFrom: row.validFrom,
      validUntil: row.validUntil,
      count: row.count,
      perCode: row.perCode,
      redeemed: await countRedemptions(look, row.id),
      state: stateOfBatch(row),
      showsCodes: showsCodes(row, look.now),
      isOwn: row.userId === userId,
    });
  return { items };
}

const adminReads = (deps: VoucherDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/vouchers',
      policy: 'vendor.vouchers',
      summary: 'Batches of vouchers with how many were redeemed',
      answer: batchesSchema,
    },
    (_, c) => batchesView(deps, requireUser(c).userId),
  ),
  route(
    {
      method: 'get',
      path: '/vouchers/{id}/report',
      policy: 'vendor.vouchers',
      summary: 'Who redeemed a batch, and when',
      params,
      answer: reportSchema,
      errors: ['not_found'],
    },
    async ({ params: { id } }) => {
      const look = vendorLook(deps.workshop),
        names = await practiceNames(deps.store);
      if (!(await findBatch(look, id))) throw new AppError('not_found');
      return {
        items: (await redemptionsOfBatch(look, id)).map(({ tenant, last4, at, appliedAt }) => ({
          practiceName: names.get(tenant) ?? tenant,
          last4,
          at,
          isApplied: appliedAt !== null,
        })),
      };
    },
  ),
];

/** Lists the vendor's routes. */
export const voucherAdminRoutes = (deps: VoucherDeps): Route[] => [
  ...adminReads(deps),
  route(
    {
      method: 'post',
      path: '/vouchers',
      policy: 'vendor.vouchers',
      summary: 'Set up a batch of vouchers of a sponsor',
      stepUp: true,
      body: makeBatchSchema,
      answerType: 'none',
      errors: ['validation', 'state_conflict'],
    },
    async ({ body }, c) => {
      await makeBatch(deps, requireUser(c), body);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/vouchers/{id}/approve',
      policy: 'vendor.vouchers',
      summary: 'A second administrator approves a large batch',
      stepUp: true,
      params,
      answerType: 'none',
      errors: ['not_found', 'forbidden', 'state_conflict'],
    },
    async ({ params: { id } }, c) => {
      await approve(deps, requireUser(c), id);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/vouchers/{id}/codes',
      policy: 'vendor.vouchers',
      summary: 'Make the codes of a batch; they can be shown again for ten minutes',
      stepUp: true,
      params,
      answer: codesSchema,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { id } }, c) => ({
      codes: (await makeCodes(deps, requireUser(c), id)).map(showCode),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/vouchers/{id}/block',
      policy: 'vendor.vouchers',
      summary: 'Block a batch, or open it again',
      stepUp: true,
      params,
      body: blockBatchSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { id }, body: { isBlocked } }, c) => {
      await blockBatch(deps, requireUser(c), id, isBlocked);
      return undefined;
    },
  ),
];
