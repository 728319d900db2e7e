// Shapes of contract, invoices and payment on the wire.

import { z } from 'zod';
import { heldChangeSchema } from './contract/held-change.schema.ts';
import { PAYMENT_STATES, PLAN_IDS } from './payment.ts';

const planId = z.enum(PLAN_IDS);
const cents = z.int();

export const plansSchema = z.strictObject({
  items: z.array(z.strictObject({ id: planId, netCents: cents })),
});
export type Plans = z.output<typeof plansSchema>;

const methodSchema = z.strictObject({
  kind: z.enum(['sepa_debit', 'card']),
  last4: z.string(),
  mandate: z.string(),
});
export const contractSchema = z.strictObject({
  state: z.enum(PAYMENT_STATES),
  contract: z
    .strictObject({
      plan: planId,
      /** A smaller plan that follows with the next period. */
      nextPlan: planId.nullable(),
      startedAt: z.number(),
      periodEnd: z.number(),
      isEnding: z.boolean(),
      nextTotalCents: cents.nullable(),
    })
    .nullable(),
  method: methodSchema.nullable(),
  payer: z.strictObject({
    name: z.string(),
    email: z.string(),
    street: z.string(),
    plz: z.string(),
    city: z.string(),
  }),
  /** The newest announced debit that is still to come. */
  announced: z
    .strictObject({ cents, dueAt: z.number(), at: z.number(), isMailed: z.boolean() })
    .nullable(),
  /** Dunning is held by a person until then, ms. */
  holdUntil: z.number().nullable(),
  /** Nothing is charged until then, ms. */
  pausedUntil: z.number().nullable(),
  /** Gross; what a debit now would collect. */
  owedCents: cents,
  /** A hosted page was opened and its result is not known yet. */
  isWaiting: z.boolean(),
  /** Changes that wait, and those that ended lately, the newest first. */
  changes: z.array(heldChangeSchema),
  /** False: no other owner can agree to a change, which then waits longer. */
  hasSecondOwner: z.boolean(),
  /** When the provider was last asked, ms. */
  asOf: z.number().nullable(),
});
export type ContractAnswer = z.output<typeof contractSchema>;

export const invoicesSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      number: z.string(),
      at: z.number(),
      totalCents: cents,
      taxCents: cents,
      state: z.enum(['draft', 'submitted', 'open', 'paid', 'returned', 'void']),
    }),
  ),
});
export type Invoices = z.output<typeof invoicesSchema>;

export const previewRequestSchema = z.strictObject({ plan: planId });
export const previewSchema = z.strictObject({
  previewId: z.string(),
  plan: planId,
  isUpgrade: z.boolean(),
  /** Net amount of the change itself; negative: a credit. Null for a new contract. */
  prorationCents: cents.nullable(),
  netCents: cents,
  taxCents: cents,
  totalCents: cents,
  /** When the shown sum is billed, ms. */
  billedAt: z.number(),
});
export type Preview = z.output<typeof previewSchema>;

export const subscribeSchema = z.strictObject({
  previewId: z.string().regex(/^\d{10}\.[0-9a-f]{64}$/),
  plan: planId,
});
/** `url`: the provider's page, to which the browser goes. */
export const subscribedSchema = z.strictObject({ url: z.string().nullable() });
export const hostedSchema = z.strictObject({ url: z.string() });
export const cancelSchema = z.strictObject({ isEnding: z.boolean() });
export const webhookAnswerSchema = z.strictObject({ received: z.literal(true) });
