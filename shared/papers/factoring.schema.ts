// Schemas of billing companies and of the consent to bill through one (EWE).

import { z } from 'zod';
import { factoringFormSchema } from './consent.schema.ts';
import { signerRoleSchema, standingSchema } from '../desk/mappe.schema.ts';
import { idSchema } from '../desk/tablet.schema.ts';
import { patidSchema as patid } from '../desk/patient.schema.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const line = (most: number) => z.string().trim().min(1).max(most);
const localText = z.record(z.string(), z.string());
const requirement = z.strictObject({
  form: z.enum(['none', 'textform', 'schriftform', 'partner', 'custody']),
  reason: localText,
  source: z.string(),
});

export const partnerParams = z.strictObject({ partnerId: z.uuid() });
export const factoringPatientParams = z.strictObject({ patid });
export const factoringInitParams = z.strictObject({ patid, partnerId: z.uuid() });

const savePartnerSchema = z
  .strictObject({
    partner: z
      .string()
      .max(40)
      .nullable()
      .describe('Key of a known company; null: written down by the practice.'),
    name: line(120),
    anschrift: line(200),
    refinanzierung: line(300).describe(
      'Every bank or company that the claim may go on to, by name; „niemand“ where there is none.',
    ),
    form: factoringFormSchema,
    formSource: line(200).describe('Where the company says so.'),
    formDay: day,
  })
  .meta({ id: 'SaveFactoringPartner' });
export const savedPartnerSchema = savePartnerSchema
  .extend({ id: idSchema.describe('Made by the caller; the same id is the same company.') })
  .meta({ id: 'SavedFactoringPartner' });
const partnerSchema = savePartnerSchema
  .extend({ partnerId: z.string(), endedAt: z.number().nullable() })
  .meta({ id: 'FactoringPartner' });
export const partnersSchema = z
  .strictObject({
    items: z.array(partnerSchema),
    known: z.array(
      z.strictObject({
        key: z.string(),
        name: z.string(),
        form: factoringFormSchema,
        formSource: z.string(),
        formDay: z.string(),
        mark: z.enum(['read']),
      }),
    ),
  })
  .meta({ id: 'FactoringPartners' });
export type Partner = z.infer<typeof partnerSchema>;
export type Partners = z.infer<typeof partnersSchema>;
export type SavePartner = z.infer<typeof savePartnerSchema>;

export const factoringStateSchema = z
  .strictObject({
    patid: z.string(),
    isBlocked: z.boolean().describe('V6: without a valid birth date there is no EWE.'),
    partners: z.array(
      z.strictObject({
        partnerId: z.string(),
        name: z.string(),
        form: factoringFormSchema,
        state: z.enum(['open', 'holds', 'pays_directly', 'withdrawn']),
        taskId: z.string().nullable(),
        since: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'FactoringState' });
export type FactoringState = z.infer<typeof factoringStateSchema>;

export const factoringInitSchema = z
  .strictObject({
    template: z.string(),
    title: localText,
    fields: z.record(z.string(), z.string()),
    languages: z.array(z.string()),
    signerRoles: z.array(signerRoleSchema),
    formRequirement: requirement,
    mayBeSignedByFinger: z.boolean(),
  })
  .meta({ id: 'FactoringInit' });
export type FactoringInit = z.infer<typeof factoringInitSchema>;

export const factoringTaskSchema = z
  .strictObject({
    id: idSchema.describe('Made by the caller, so that a repeated call makes one task.'),
    patid,
    partnerId: z.uuid(),
    tabletId: idSchema.nullable(),
    signers: z.array(standingSchema).min(1).max(8),
  })
  .meta({ id: 'FactoringTask' });
