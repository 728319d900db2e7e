// Shapes of requests for a second administrator on the wire.

import { z } from 'zod';
import { LICENCE_SIZE } from '../licence.ts';
import { PLAN_IDS } from '../payment.ts';
import { payerAddressSchema, payerEmailSchema, payerNameSchema } from '../payer.schema.ts';
import { REASON_LEAST, REQUEST_STATES } from './request.ts';

const size = z.int().min(1).max(LICENCE_SIZE);
/** What each kind asks for. */
export const licencePayload = z.strictObject({
  plan: z.enum(PLAN_IDS),
  seats: size,
  tablets: size,
  until: z.iso.date(),
});
export const planPayload = z.strictObject({ plan: z.enum(PLAN_IDS) });
export const pausePayload = z.strictObject({ until: z.iso.date() });

export const refundPayload = z.strictObject({ number: z.string(), cents: z.int().min(1) });

/** Other details of invoices: one kind at a time, as an owner changes them. */
export const payerPayload = z.discriminatedUnion('what', [
  payerNameSchema.extend({ what: z.literal('name') }),
  payerEmailSchema.extend({ what: z.literal('email') }),
  payerAddressSchema.extend({ what: z.literal('address') }),
]);
export type PayerPayload = z.output<typeof payerPayload>;
/** `mail`: all owners get a link to the hosted page; `phone`: who asked opens it in a call. */
const METHOD_WAYS = ['mail', 'phone'] as const;
export const methodPayload = z.strictObject({ way: z.enum(METHOD_WAYS) });

/** Why it is asked for: one line that explains something. */
export const reasonSchema = z
  .string()
  .trim()
  .min(REASON_LEAST)
  .max(240)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u);

const base = {
  id: z.string(),
  tenant: z.string(),
  practiceName: z.string(),
  reason: z.string(),
  /** Who asked. */
  name: z.string(),
  isOwn: z.boolean(),
  at: z.number(),
  endsAt: z.number(),
  state: z.enum(REQUEST_STATES),
  answeredBy: z.string().nullable(),
  answeredAt: z.number().nullable(),
  /** Why it failed; null: it did not. */
  failure: z.string().nullable(),
};
export const requestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.literal('licence'), payload: licencePayload }),
  z.strictObject({ ...base, kind: z.literal('plan'), payload: planPayload }),
  z.strictObject({ ...base, kind: z.literal('pause'), payload: pausePayload }),
  z.strictObject({ ...base, kind: z.literal('refund'), payload: refundPayload }),
  z.strictObject({ ...base, kind: z.literal('payer'), payload: payerPayload }),
  z.strictObject({ ...base, kind: z.literal('method'), payload: methodPayload }),
]);
export type VendorRequest = z.output<typeof requestSchema>;
export const requestListSchema = z.strictObject({ items: z.array(requestSchema) });
export type VendorRequests = z.output<typeof requestListSchema>;

/** `previewId`: the shown sum of a plan, which has to be the one of now. */
export const approveSchema = z.strictObject({
  previewId: z
    .string()
    .regex(/^\d{10}\.[0-9a-f]{64}$/)
    .optional(),
});
export type Approve = z.output<typeof approveSchema>;
