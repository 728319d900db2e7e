// Schemas of the practice's own consent texts: drafts within limits, list, one version.

import { z } from 'zod';
import type { DocumentTemplate, LocalText } from '../desk/document.ts';
import { canonicalLanguage } from '../base/languages.ts';

/** Maximum bytes of one text as JSON, in and out. */
export const TEXT_BYTES = 1024 * 1024;

const key = z
  .string()
  .max(60)
  .regex(/^[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}$/);
export const textKeyParams = z.strictObject({ textKey: key });
export const textRevQuerySchema = z.strictObject({
  rev: z.coerce.number().int().min(1).max(1_000_000_000),
});
export const textPageQuerySchema = z.strictObject({
  language: z
    .string()
    .max(35)
    .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/),
});
export const newTextIdQuerySchema = z.strictObject({ id: z.uuid() });
/**
 * Without `from` the text is empty. The id is set by the caller, which makes the request
 * idempotent.
 */
export const newTextSchema = z
  .strictObject({ id: z.uuid(), from: key.optional(), title: z.string().trim().min(1).max(200) })
  .meta({ id: 'NewText' });

const words = z.string().max(8000);
const local = z
  .record(
    z
      .string()
      .max(35)
      .refine((tag) => canonicalLanguage(tag) === tag),
    words,
  )
  .refine((text) => typeof text.de === 'string') as unknown as z.ZodType<LocalText>;
const id = z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/);
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('p'), text: local }),
  z.strictObject({ type: z.literal('note'), text: local }),
  z.strictObject({ type: z.literal('ul'), items: z.array(local).max(100) }),
  z.strictObject({
    type: z.literal('table'),
    caption: local,
    head: z.array(local).max(12),
    rows: z.array(z.array(local).max(12)).max(100),
  }),
]);
/**
 * Allowed content of a draft: every part exists, texts may be empty. `checkText` decides whether it
 * can be published.
 */
export const textDraftSchema = z.strictObject({
  id,
  version: z.int().min(1).max(9999),
  kind: z.enum(['consent', 'notice', 'plan']),
  formRequirement: z.strictObject({
    form: z.enum(['none', 'textform', 'schriftform', 'partner']),
    reason: local,
    source: z.string().max(500),
  }),
  talk: z.boolean(),
  title: local,
  sections: z.array(z.strictObject({ id, heading: local, body: z.array(block).max(100) })).max(40),
  declarations: z
    .array(
      z.strictObject({ id, text: local, required: z.boolean(), represented: local.optional() }),
    )
    .max(40),
  signerRoles: z
    .array(
      z.enum([
        'patient',
        'parent1',
        'parent2',
        'guardian',
        'proxy',
        'dentist',
        'witness',
        'interpreter',
      ]),
    )
    .max(8),
  fields: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/),
        label: local,
        required: z.boolean(),
      }),
    )
    .max(40),
  validFrom: z.iso.date(),
  source: z.array(z.string().max(500)).max(40),
}) as unknown as z.ZodType<DocumentTemplate>;

const entry = {
  key: z.string(),
  id: z.string(),
  version: z.int(),
  origin: z.enum(['shipped', 'own']),
  state: z.enum(['draft', 'active', 'retired']),
  rev: z.int(),
  kind: z.enum(['consent', 'notice', 'plan', 'questionnaire']),
  title: z.string(),
  form: z.enum(['none', 'textform', 'schriftform', 'partner', 'custody']),
  languages: z.array(z.string()),
  basedOn: z.string().nullable(),
  changedAt: z.number().nullable(),
  publishedAt: z.number().nullable(),
};
const textEntrySchema = z.strictObject(entry);
export type TextEntryView = z.output<typeof textEntrySchema>;
export const textsSchema = z
  .strictObject({ items: z.array(textEntrySchema), languages: z.array(z.string()) })
  .meta({ id: 'Texts' });
export type TextsView = z.output<typeof textsSchema>;
/** Review of a translation (`Review` of shared/desk/document.ts). */
const reviewSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('machine') }),
  z.strictObject({ by: z.literal('practice'), name: z.string(), at: z.number() }),
]);
const translationSchema = z.strictObject({
  language: z.string(),
  /** Of the words in this language. */
  sha256: z.string(),
  review: reviewSchema,
});
export type TranslationView = z.output<typeof translationSchema>;
export const confirmTranslationSchema = z
  .strictObject({
    language: textPageQuerySchema.shape.language,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'ConfirmTranslation' });
export const textSchema = z
  .strictObject({
    ...entry,
    /** Who saved it last; null for a shipped one, empty for an unknown user. */
    changedByName: z.string().nullable(),
    template: textDraftSchema,
    versions: z.array(textEntrySchema),
    /** Of a shipped text: its languages other than German. */
    translations: z.array(translationSchema),
    /** Languages in which it must be complete. */
    practiceLanguages: z.array(z.string()),
    /** `GlyphRanges` of the papers' fonts. */
    printable: z.array(z.int()),
  })
  .meta({ id: 'Text' });
export type TextView = z.output<typeof textSchema>;
export const textSavedSchema = z
  .strictObject({ key: z.string(), rev: z.int() })
  .meta({ id: 'TextSaved' });
export type TextSaved = z.output<typeof textSavedSchema>;
