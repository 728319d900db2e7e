// Schemas of composing and moving a Mappe, and of its available texts.
import { z } from 'zod';
import { IDENTIFICATIONS, type TextScale } from './mappe.ts';
import { MOST_PEOPLE } from './mappe-family.ts';
import { cleanName } from './patient.ts';
import { patidSchema } from './patient.schema.ts';
import { TASK_STATES } from './task.ts';
import { idSchema } from './tablet.schema.ts';

const languageTag = z
  .string()
  .max(35)
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/);
export const signerRoleSchema = z.enum([
  'patient',
  'parent1',
  'parent2',
  'guardian',
  'proxy',
  'dentist',
  'witness',
  'interpreter',
]);
const signerName = z.string().max(120).overwrite(cleanName).min(1);
export const signerSchema = z
  .strictObject({ role: signerRoleSchema, name: signerName, capacity: signerName.optional() })
  .meta({ id: 'Signer' });
/** A person who accompanies a person of a Mappe; `companion` never signs. */
export const standingSchema = signerSchema
  .extend({
    role: z.enum([...signerRoleSchema.options, 'companion']),
    patid: patidSchema.optional().describe('For whom; absent in a Mappe of one person.'),
    isAway: z
      .boolean()
      .optional()
      .describe('Has to sign too, but is not here: on the own phone, or another day.'),
  })
  .meta({ id: 'Standing' });
/** For a paper that several people sign on their own devices. */
export const signerStateSchema = z
  .strictObject({
    role: signerRoleSchema,
    name: z.string(),
    capacity: z.string().optional(),
    signedAt: z.number().nullable().describe('When it arrived (ms); null while it is missing.'),
    isAway: z.boolean().optional(),
  })
  .meta({ id: 'SignerState' });
export const identificationSchema = z.enum(IDENTIFICATIONS as [string, ...string[]]) as z.ZodType<
  (typeof IDENTIFICATIONS)[number]
>;
export const textScaleSchema = z.union([
  z.literal(100),
  z.literal(125),
  z.literal(150),
  z.literal(200),
]) satisfies z.ZodType<TextScale>;

export const composeMappeSchema = z
  .strictObject({
    id: idSchema
      .optional()
      .describe('Made by the caller, so that a repeated call makes no second Mappe.'),
    patids: z.array(patidSchema).min(1).max(MOST_PEOPLE),
    items: z
      .array(
        z.strictObject({
          template: z
            .string()
            .max(60)
            .regex(/^[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}$/),
          fields: z.record(z.string().max(40), z.string().max(2000)).optional(),
          patid: patidSchema
            .optional()
            .describe('Whose it is; absent: of the one person, or a notice for everybody.'),
          isFull: z
            .boolean()
            .optional()
            .describe("A questionnaire is asked in full, without last time's answers to confirm."),
        }),
      )
      .min(1)
      .max(60),
    tabletId: idSchema.nullable(),
    language: languageTag,
    textScale: textScaleSchema,
    identifiedBy: identificationSchema.nullable(),
    signers: z.array(standingSchema).max(30),
  })
  .meta({ id: 'MappeComposition' });
export const composedMappeSchema = z
  .strictObject({
    mappeId: z.string(),
    undoUntil: z.number(),
    mayBeSameName: z
      .array(z.strictObject({ patid: z.string(), name: z.string(), geburtsdatum: z.string() }))
      .optional(),
  })
  .meta({ id: 'MappeComposed' });

export const moveMappeSchema = z.strictObject({ tabletId: idSchema }).meta({ id: 'MappeMove' });
export const talkSchema = z
  .strictObject({ tabletId: idSchema.optional() })
  .meta({ id: 'TalkDone' });

const localText = z.record(z.string(), z.string());
export const templateListSchema = z
  .array(
    z.strictObject({
      id: z.string(),
      version: z.int(),
      kind: z.enum(['consent', 'notice', 'plan', 'questionnaire']),
      title: localText,
      formRequirement: z.strictObject({
        form: z.enum(['none', 'textform', 'schriftform', 'partner', 'custody']),
        reason: localText,
        source: z.string(),
      }),
      talk: z.boolean(),
      fields: z.array(z.strictObject({ id: z.string(), label: localText, required: z.boolean() })),
      signerRoles: z.array(signerRoleSchema),
      languages: z.array(z.string()),
      /** Written by the practice. */
      isOwn: z.boolean(),
    }),
  )
  .meta({ id: 'Templates' });

export const ledgerSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        taskId: z.string(),
        mappeId: z.string(),
        patid: z.string(),
        state: z.enum(TASK_STATES as [string, ...string[]]) as z.ZodType<
          (typeof TASK_STATES)[number]
        >,
        stateAt: z.number(),
        attention: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Ledger' });
