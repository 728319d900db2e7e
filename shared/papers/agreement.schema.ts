// Schemas of printed fee agreements: content of the sheet, and the state of each agreement.

import { z } from 'zod';
import { patidSchema } from '../desk/patient.schema.ts';
import { AGREEMENT_STATES, MOST_LINES, MOST_PAYER, MOST_WORDS } from './agreement.ts';
import { COMMENT_MAX, isCommentShortEnough } from '../base/comment.ts';
import { MOST_FACTOR, NEEDS_AGREEMENT } from './fee-agreement.ts';

const isTwoPlaces = (factor: number): boolean =>
  Math.abs(factor * 100 - Math.round(factor * 100)) < 1e-6;
export const agreementParams = z.strictObject({ agreementId: z.uuid() });
export const agreementsQuerySchema = z.strictObject({
  patid: patidSchema.optional(),
});
/**
 * `id` is made by the caller, which makes the request idempotent. Amounts are computed by the
 * server.
 */
export const newAgreementSchema = z
  .strictObject({
    id: z.uuid(),
    patid: patidSchema,
    payer: z.string().trim().min(1).max(MOST_PAYER),
    lines: z
      .array(
        z.strictObject({
          number: z.string().regex(/^\d{4}$/),
          text: z.string().trim().min(1).max(MOST_WORDS),
          factor: z
            .number()
            .gt(NEEDS_AGREEMENT)
            .max(MOST_FACTOR)
            .refine(isTwoPlaces)
            .describe('At most two places.'),
        }),
      )
      .min(1)
      .max(MOST_LINES),
  })
  .meta({ id: 'NewFeeAgreement' });
const noteSchema = z
  .string()
  .trim()
  .min(1)
  .max(4 * COMMENT_MAX)
  .refine(isCommentShortEnough);
export const withdrawAgreementSchema = z
  .strictObject({ note: noteSchema })
  .meta({ id: 'FeeAgreementWithdrawal' });
/**
 * `isScanOnly`: only the scan is wrong and the sheet is still out; otherwise the agreement itself
 * is void.
 */
export const voidAgreementSchema = z
  .strictObject({ note: noteSchema, isScanOnly: z.boolean() })
  .meta({ id: 'FeeAgreementVoiding' });

const agreementSchema = z
  .strictObject({
    agreementId: z.string(),
    patid: z.string(),
    name: z.string(),
    geburtsdatum: z.string(),
    payer: z.string(),
    lines: z.array(
      z.strictObject({ number: z.string(), text: z.string(), factor: z.number(), cents: z.int() }),
    ),
    state: z.enum(AGREEMENT_STATES),
    riskCents: z.int().describe('What goes beyond the 3.5-fold rate, in cents.'),
    at: z.number(),
    byName: z.string(),
    backAt: z.number().nullable(),
    backByName: z.string(),
    fileId: z.string().nullable(),
    filedAt: z.number().nullable(),
    voidedAt: z.number().nullable(),
    voidedByName: z.string(),
    voidNote: z.string(),
  })
  .meta({ id: 'FeeAgreement' });
export const agreementsSchema = z
  .strictObject({ items: z.array(agreementSchema) })
  .meta({ id: 'FeeAgreements' });

export type NewAgreement = z.output<typeof newAgreementSchema>;
export type VoidAgreement = z.output<typeof voidAgreementSchema>;
export type Agreement = z.infer<typeof agreementSchema>;
export type Agreements = z.infer<typeof agreementsSchema>;
