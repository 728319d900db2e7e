// Shapes of contracts as administrators of the vendor see and change them.

import { z } from 'zod';
import { cursorSchema } from '../lists/cursor.schema.ts';
import { PAYMENT_STATES, PLAN_IDS } from '../payment.ts';
import { contractSchema, invoicesSchema } from '../payment.schema.ts';
import { ACT_KINDS, CONTRACT_PROBLEMS, CONTRACT_VIEWS } from './admin.ts';
import { methodPayload, payerPayload, reasonSchema } from './request.schema.ts';

const line = {
  tenant: z.string(),
  practiceName: z.string(),
  state: z.enum(PAYMENT_STATES),
  plan: z.enum(PLAN_IDS).nullable(),
  isEnding: z.boolean(),
  owedCents: z.int(),
  holdUntil: z.number().nullable(),
  problems: z.array(z.enum(CONTRACT_PROBLEMS)),
};
/** `cursor`: as answered with the page before. */
export const contractQuerySchema = z.strictObject({
  view: z.enum(CONTRACT_VIEWS).default('needs'),
  cursor: cursorSchema.optional(),
});
export type ContractQuery = z.output<typeof contractQuerySchema>;
export const contractListSchema = z.strictObject({
  items: z.array(z.strictObject(line)),
  /** Of the next page; null after the last one. */
  cursor: z.string().nullable(),
  /** False: there is no contract in any view. */
  hasAny: z.boolean(),
});
export type ContractList = z.output<typeof contractListSchema>;

/** An act of an administrator, as the practice sees it too. */
const actSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(ACT_KINDS),
  /** The new plan, a last day, the number of an invoice, or new details; empty: none. */
  detail: z.string(),
  reason: z.string(),
  at: z.number(),
  /** False: it is being carried out. */
  isDone: z.boolean(),
  /** It turned out that it cannot be done. */
  hasFailed: z.boolean(),
});
export type ContractAct = z.output<typeof actSchema>;
export const actsSchema = z.strictObject({ items: z.array(actSchema) });

export const adminContractSchema = z.strictObject({
  ...line,
  /** As the owner sees it. */
  shown: contractSchema,
  invoices: invoicesSchema.shape.items,
  holdReason: z.string().nullable(),
  /** The newest mail of dunning. */
  notice: z
    .strictObject({
      step: z.int(),
      at: z.number(),
      isTaken: z.boolean(),
      isByHand: z.boolean(),
      sent: z.int(),
      waiting: z.int(),
      failed: z.int(),
    })
    .nullable(),
  nextStepAt: z.number().nullable(),
  acts: z.array(actSchema),
});
export type AdminContract = z.output<typeof adminContractSchema>;

export const endSchema = z.strictObject({ isEnding: z.boolean(), reason: reasonSchema });
export const askPlanSchema = z.strictObject({ plan: z.enum(PLAN_IDS), reason: reasonSchema });
/** The new details of invoices, and why. */
export const askPayerSchema = z.strictObject({ payer: payerPayload, reason: reasonSchema });
export const askMethodSchema = methodPayload.extend({ reason: reasonSchema });
/** An approved request whose page is opened in a call. */
export const openMethodSchema = z.strictObject({ requestId: z.uuid() });
/** `until`: the last day, Berlin. */
export const askPauseSchema = z.strictObject({ until: z.iso.date(), reason: reasonSchema });
export const resumeSchema = z.strictObject({ reason: reasonSchema });
/** `until` null ends a hold. */
export const holdSchema = z.strictObject({ until: z.iso.date().nullable(), reason: reasonSchema });
export const noticeActSchema = z.strictObject({
  act: z.enum(['again', 'byHand']),
  reason: reasonSchema,
});
