// Schemas of the practice's own forms: list, one version, publication blockers, differences.

import { z } from 'zod';
import { questionnaireSchema } from '../answers/answers.schema.ts';

/** Maximum bytes of one form in FHIR JSON, in and out. */
export const FORM_BYTES = 2 * 1024 * 1024;

const key = z
  .string()
  .max(60)
  .regex(/^[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}$/);
export const formKeyParams = z.strictObject({ formKey: key });
export const formRevQuerySchema = z.strictObject({
  rev: z.coerce.number().int().min(1).max(1_000_000_000),
});
export const formWithQuerySchema = z.strictObject({ with: key });
export const newFormIdQuerySchema = z.strictObject({ id: z.uuid() });
/**
 * Without `from` the form is empty. The id is set by the caller, which makes the request
 * idempotent.
 */
export const newFormSchema = z.strictObject({
  id: z.uuid(),
  from: key.optional(),
  title: z.string().trim().min(1).max(200),
});

const formFindingSchema = z.strictObject({
  level: z.enum(['error', 'warning', 'note']),
  code: z.string(),
  linkId: z.string().optional(),
  detail: z.string().optional(),
  effect: z.string().optional(),
});
const entry = {
  key: z.string(),
  id: z.string(),
  version: z.int(),
  origin: z.enum(['shipped', 'own']),
  state: z.enum(['draft', 'active', 'retired']),
  rev: z.int(),
  title: z.string(),
  languages: z.array(z.string()),
  minutes: z.number(),
  questions: z.int(),
  changedAt: z.number().nullable(),
  publishedAt: z.number().nullable(),
  /** The form is being checked: its effort is an estimate, and a reason may follow. */
  isChecking: z.literal(true).optional(),
  /** Finding: why the form cannot be filled in and is not handed out. */
  trouble: z.strictObject({ code: z.string(), detail: z.string().optional() }).optional(),
};
const formEntrySchema = z.strictObject(entry);
export type FormEntryView = z.output<typeof formEntrySchema>;
export const formsSchema = z
  .strictObject({
    items: z.array(formEntrySchema),
    /** Languages in which a form must be complete. */
    languages: z.array(z.string()),
  })
  .meta({ id: 'Forms' });
export type FormsView = z.output<typeof formsSchema>;
export const formSchema = z
  .strictObject({
    ...entry,
    /** Who saved it last; null for a shipped one, empty for an unknown user. */
    changedByName: z.string().nullable(),
    questionnaire: questionnaireSchema,
    versions: z.array(formEntrySchema),
    practiceLanguages: z.array(z.string()),
    /** Whether the installation has a terminology server. */
    canFetchLists: z.boolean(),
    /** Characters that the papers' fonts can print: `GlyphRanges`. */
    printable: z.array(z.int()),
  })
  .meta({ id: 'Form' });
export type FormView = z.output<typeof formSchema>;
/** Address of a list of answers on a server. */
export const formListQuerySchema = z.strictObject({
  canonical: z
    .string()
    .min(1)
    .max(1000)
    .regex(/^[^#\s]/),
});
export const formListSchema = z
  .strictObject({ valueSet: z.record(z.string(), z.unknown()) })
  .meta({ id: 'FormList' });
export type FormList = z.output<typeof formListSchema>;
export const formSavedSchema = z
  .strictObject({ key: z.string(), rev: z.int() })
  .meta({ id: 'FormSaved' });
export type FormSaved = z.output<typeof formSavedSchema>;
export const formMadeSchema = z
  .strictObject({ key: z.string(), rev: z.int(), findings: z.array(formFindingSchema) })
  .meta({ id: 'FormMade' });
export type FormMade = z.output<typeof formMadeSchema>;
export const formDiffSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        kind: z.enum(['added', 'removed', 'changed']),
        linkId: z.string(),
        text: z.string(),
        fields: z.array(z.string()),
        before: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'FormDiff' });
export type FormDiff = z.output<typeof formDiffSchema>;
