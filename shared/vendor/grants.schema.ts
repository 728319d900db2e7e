// Schemas of grants and clients, for vendor employees and practices.
import { z } from 'zod';
import { acceptedTermsSchema } from '../accounts/terms.schema.ts';
import { cursorSchema } from './lists/cursor.schema.ts';
import { patidSchema } from '../desk/patient.schema.ts';
import { SEAL_STATES } from '../papers/seal-end.ts';

const line = (least: number, most: number) =>
  z
    .string()
    .trim()
    .min(least)
    .max(most)
    .regex(/^\P{C}*$/u);
export const grantViewSchema = z
  .strictObject({
    id: z.string(),
    cid: z.string(),
    praxisName: z.string(),
    kind: z.enum(['impersonation', 'spoken', 'break_glass']),
    state: z.enum(['asked', 'active', 'refused', 'over']),
    /** Name of the vendor employee: a practice must know to whom it gives access. */
    name: z.string(),
    role: z.enum(['administrator', 'support']),
    reason: z.string(),
    ticket: z.string(),
    mayWrite: z.boolean(),
    patids: z.array(z.string()),
    askedAt: z.int(),
    approvedAt: z.int().nullable(),
    approvedBy: z.string().nullable(),
    expiresAt: z.int().nullable(),
    endedAt: z.int().nullable(),
    isReviewDue: z.boolean(),
    /** Due for more than a week. */
    isReviewOverdue: z.boolean(),
    /** For the vendor employee: host of this practice's calls. */
    r4c: z.strictObject({ r4chost: z.string(), r4cUuid: z.string() }).nullable(),
  })
  .meta({ id: 'Grant' });
export type GrantView = z.output<typeof grantViewSchema>;
export const grantListSchema = z.strictObject({ items: z.array(grantViewSchema) });

/** `codes`: ids of the spoken codes that are still valid. */
export const praxisGrantsSchema = grantListSchema.extend({ codes: z.array(z.string()) });

export const askGrantSchema = z
  .strictObject({
    cid: z.string().min(1).max(64),
    kind: z.enum(['impersonation', 'break_glass']),
    reason: line(10, 250),
    ticket: line(1, 40),
    minutes: z.int().min(1).max(60),
    mayWrite: z.boolean(),
    patids: z.array(patidSchema).max(20).optional(),
  })
  .meta({ id: 'AskGrant' });
export const redeemSchema = z.strictObject({
  cid: z.string().min(1).max(64),
  code: z.string().regex(/^\d{4} ?\d{4}$/),
});
export const secondSchema = z.strictObject({ why: z.enum(['patient_safety', 'outage']) });
export const spokenAnswerSchema = z.strictObject({
  id: z.string(),
  code: z.string(),
  expiresAt: z.int(),
});

/** `q`: part of a practice's name; `cursor`: as answered with the page before. */
export const clientQuerySchema = z.strictObject({
  q: z.string().trim().max(80).default(''),
  cursor: cursorSchema.optional(),
});
export type ClientQuery = z.output<typeof clientQuerySchema>;
export const clientListSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      cid: z.string(),
      name: z.string(),
      r4chost: z.string(),
      createdAt: z.int(),
      people: z.int(),
      seal: z.enum(SEAL_STATES),
      /** Newest accepted versions of the terms of use and of the contract on processing. */
      terms: acceptedTermsSchema,
    }),
  ),
  /** Of the next page; null after the last one. */
  cursor: z.string().nullable(),
});
export type ClientList = z.output<typeof clientListSchema>;
export const newClientAnswerSchema = z.strictObject({ link: z.string(), expiresAt: z.int() });
