// Schemas of consents: current state of a person, withdrawing, voiding, repeating, old versions.

import { z } from 'zod';
import {
  FACTORING_FORMS,
  PURPOSES,
  RECALL_WAYS,
  VOID_REASONS,
  type FactoringForm,
  type Purpose,
  type RecallWay,
  type VoidReason,
} from './consent.ts';
import { signerSchema } from '../desk/mappe.schema.ts';
import { idSchema } from '../desk/tablet.schema.ts';
import { patidSchema as patid } from '../desk/patient.schema.ts';
import { readInSchema } from './signature.schema.ts';

const wordOf = <T extends string>(words: readonly T[]) =>
  z.enum(words as unknown as [string, ...string[]]) as unknown as z.ZodType<T>;
const localText = z.record(z.string(), z.string());

export const consentParams = z.strictObject({ patid });
export const consentTaskParams = z.strictObject({ taskId: z.uuid() });
export const withdrawalParams = z.strictObject({ withdrawalId: z.uuid() });

const consentRowSchema = z
  .strictObject({
    taskId: z.string(),
    template: z.string(),
    title: localText,
    purpose: wordOf<Purpose>(PURPOSES),
    state: z.enum([
      'holds',
      'declined',
      'pays_directly',
      'withdrawn',
      'voided',
      'replaced',
      'damaged',
    ]),
    since: z.number().describe('When it was signed, shown, filed or declined; UTC ms.'),
    how: z.enum(['tablet', 'paper', 'shown', 'declined']),
    signers: z.array(signerSchema),
    readIn: readInSchema
      .optional()
      .describe('The text is not there in the language that was chosen: how it was read.'),
    newest: z
      .string()
      .nullable()
      .describe('Key of the newer version of this text, where there is one.'),
    parts: z
      .array(
        z.strictObject({
          id: z.string(),
          text: localText,
          state: z.enum(['holds', 'withdrawn', 'no']),
          isRequired: z.boolean(),
        }),
      )
      .nullable()
      .describe('Declarations and what became of them; null where they stand on paper only.'),
    withdrawals: z.array(
      z.strictObject({
        id: z.string(),
        at: z.number(),
        by: z.string(),
        parts: z.array(z.string()).nullable(),
        fileId: z.string().nullable(),
        undoUntil: z.number(),
      }),
    ),
    voided: z
      .strictObject({ at: z.number(), reason: wordOf<VoidReason>(VOID_REASONS).nullable() })
      .nullable(),
    fileId: z.string().nullable(),
  })
  .meta({ id: 'ConsentRow' });
export const consentsSchema = z
  .strictObject({
    patid: z.string(),
    name: z.string(),
    geburtsdatum: z.string(),
    rows: z.array(consentRowSchema),
    recall: z.strictObject({
      may: z.boolean(),
      ways: z.array(wordOf<RecallWay>(RECALL_WAYS)).nullable(),
    }),
  })
  .meta({ id: 'Consents' });
export type ConsentRow = z.infer<typeof consentRowSchema>;
export type Consents = z.infer<typeof consentsSchema>;

export const withdrawSchema = z
  .strictObject({
    id: idSchema.describe('Made by the caller, so that a repeated call withdraws once.'),
    parts: z
      .array(z.string().min(1).max(80))
      .min(1)
      .max(100)
      .nullable()
      .describe('Ids of single declarations; null: the whole consent.'),
  })
  .meta({ id: 'Withdraw' });
export const withdrawnSchema = z
  .strictObject({ id: z.string(), undoUntil: z.number() })
  .meta({ id: 'Withdrawn' });
export const voidSchema = z
  .strictObject({ reason: wordOf<VoidReason>(VOID_REASONS) })
  .meta({ id: 'VoidPaper' });
export const repeatSchema = z
  .strictObject({ id: idSchema, tabletId: idSchema.nullable() })
  .meta({ id: 'RepeatPaper' });

export const oldVersionsSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        newest: z.string(),
        version: z.int().describe('The version in use.'),
        validFrom: z.string().describe('Day from which that version is in use.'),
        title: localText,
        people: z.array(
          z.strictObject({
            taskId: z.string(),
            patid: z.string(),
            name: z.string(),
            geburtsdatum: z.string(),
            version: z.int(),
            since: z.number(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'OldVersions' });
export type OldVersions = z.infer<typeof oldVersionsSchema>;

export const factoringFormSchema = wordOf<FactoringForm>(FACTORING_FORMS);
