// Shapes of vouchers on the wire.

import { z } from 'zod';
import { PLAN_IDS } from './payment.ts';
import { EFFECTS, MOST_CODES } from './voucher.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u);
const worth = {
  effect: z.enum(EFFECTS),
  /** Percent from 1 to 100, or cents; 100 for free months. */
  value: z.int().min(1).max(1_000_000),
  months: z.int().min(1).max(36),
};
export const makeBatchSchema = z
  .strictObject({
    /** Made by the caller, so that a repeated call makes no second batch. */
    id: z.uuid(),
    sponsor: line(120),
    ...worth,
    plans: z.array(z.enum(PLAN_IDS)).min(1).max(PLAN_IDS.length),
    /** Days, Berlin; the last one included. */
    from: z.iso.date(),
    until: z.iso.date(),
    count: z.int().min(1).max(MOST_CODES),
    /** How many practices may use one code. */
    perCode: z.int().min(1).max(1000),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'] })
  .refine(({ effect, value }) => effect !== 'percent' || value <= 100, { path: ['value'] })
  .refine(({ effect, value }) => effect !== 'months' || value === 100, { path: ['value'] });
export type MakeBatch = z.output<typeof makeBatchSchema>;

const batchSchema = z.strictObject({
  id: z.string(),
  sponsor: z.string(),
  ...worth,
  plans: z.array(z.enum(PLAN_IDS)),
  validFrom: z.number(),
  validUntil: z.number(),
  count: z.int(),
  perCode: z.int(),
  redeemed: z.int(),
  /** `approval`: a second administrator is needed; `ready`: codes may be made, once. */
  state: z.enum(['approval', 'ready', 'made', 'blocked']),
  /** The codes were made minutes ago and can be shown again. */
  showsCodes: z.boolean(),
  /** The signed-in administrator asked for it, and may not approve it. */
  isOwn: z.boolean(),
});
export const batchesSchema = z.strictObject({ items: z.array(batchSchema) });
export type Batches = z.output<typeof batchesSchema>;
export const codesSchema = z.strictObject({ codes: z.array(z.string()) });
export const blockBatchSchema = z.strictObject({ isBlocked: z.boolean() });
export const reportSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      practiceName: z.string(),
      /** Last signs of the code. */
      last4: z.string(),
      at: z.number(),
      isApplied: z.boolean(),
    }),
  ),
});
export type BatchReport = z.output<typeof reportSchema>;

export const redeemSchema = z.strictObject({ gutscheincode: z.string().max(40) });
export const redeemedSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      sponsor: z.string(),
      ...worth,
      at: z.number(),
      /** It is at the payment provider; before that it waits for the contract. */
      isApplied: z.boolean(),
    }),
  ),
});
export type Redeemed = z.output<typeof redeemedSchema>;
