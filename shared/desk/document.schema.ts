// Schema of catalogue templates: requirements of a text before a patient may see it.
import { z } from 'zod';
import { BUILTIN_PLACEHOLDERS, placeholdersOf } from './document.ts';
import type { Block, DocumentTemplate, LocalText } from './document.ts';

const localText = z
  .object({ de: z.string().min(1) })
  .catchall(z.string().min(1)) as z.ZodType<LocalText>;
const id = z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/);

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('p'), text: localText }),
  z.strictObject({ type: z.literal('note'), text: localText }),
  z.strictObject({ type: z.literal('ul'), items: z.array(localText).min(1) }),
  z.strictObject({
    type: z.literal('table'),
    caption: localText,
    head: z.array(localText).min(1),
    rows: z.array(z.array(localText).min(1)).min(1),
  }),
]);

/** Sections of a document. */
export const sectionsSchema = z
  .array(z.strictObject({ id, heading: localText, body: z.array(block).min(1) }))
  .min(1);

const shape = z.strictObject({
  id,
  version: z.int().min(1),
  kind: z.enum(['consent', 'notice', 'plan', 'questionnaire']),
  formRequirement: z.strictObject({
    form: z.enum(['none', 'textform', 'schriftform', 'partner']),
    reason: localText,
    source: z.string().min(3),
  }),
  talk: z.boolean(),
  title: localText,
  sections: sectionsSchema,
  declarations: z.array(
    z.strictObject({
      id,
      text: localText,
      required: z.boolean(),
      represented: localText.optional(),
    }),
  ),
  signerRoles: z.array(
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
  ),
  fields: z.array(
    z.strictObject({
      id: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/),
      label: localText,
      required: z.boolean(),
    }),
  ),
  validFrom: z.iso.date(),
  source: z.array(z.string().min(3)).min(1),
});

function textsOfBlock(part: Block): LocalText[] {
  if (part.type === 'ul') return [...part.items];
  if (part.type === 'table') return [part.caption, ...part.head, ...part.rows.flat()];
  return [part.text];
}

/** Returns every visible text of a template, for checks of language and placeholders. */
export function textsOf(template: DocumentTemplate): LocalText[] {
  return [
    template.title,
    template.formRequirement.reason,
    ...template.sections.flatMap((section) => [
      section.heading,
      ...section.body.flatMap(textsOfBlock),
    ]),
    ...template.declarations.flatMap((one) => [
      one.text,
      ...(one.represented ? [one.represented] : []),
    ]),
    ...template.fields.map((field) => field.label),
  ];
}

/**
 * A complete template: placeholders declared, the same languages in every text, ids unique, a
 * notice never signed.
 */
export const documentTemplateSchema = shape.superRefine((template, context) => {
  const wrong = (message: string): void => context.addIssue({ code: 'custom', message });
  const languages = Object.keys(template.title).sort().join(',');
  const known = new Set<string>([
    ...BUILTIN_PLACEHOLDERS,
    ...template.fields.map((field) => field.id),
  ]);
  for (const text of textsOf(template)) {
    if (Object.keys(text).sort().join(',') !== languages)
      wrong(`languages differ from the title: „${text.de.slice(0, 40)}“`);
    const used = Object.values(text).map((one) =>
      [...new Set(placeholdersOf(one))].sort().join(','),
    );
    if (new Set(used).size > 1)
      wrong(`placeholders differ between languages: „${text.de.slice(0, 40)}“`);
    for (const name of placeholdersOf(text.de))
      if (!known.has(name)) wrong(`placeholder {${name}} is not declared`);
  }
  const unique = (name: string, ids: readonly string[]): void => {
    if (new Set(ids).size !== ids.length) wrong(`${name}: an id occurs twice`);
  };
  unique(
    'sections',
    template.sections.map((section) => section.id),
  );
  unique(
    'declarations',
    template.declarations.map((one) => one.id),
  );
  unique(
    'fields',
    template.fields.map((field) => field.id),
  );
  unique('signerRoles', template.signerRoles);
  for (const section of template.sections) {
    for (const part of section.body) {
      if (part.type === 'table' && part.rows.some((row) => row.length !== part.head.length))
        wrong(`${section.id}: a table row has another width than its head`);
    }
  }
  if (
    template.kind === 'notice' &&
    (template.signerRoles.length > 0 || template.declarations.length > 0)
  )
    wrong('a notice is shown and logged, never signed');
  if (template.kind !== 'notice' && template.signerRoles.length === 0)
    wrong('a document that is signed needs a signer');
  if (template.talk && template.kind !== 'consent')
    wrong('only a consent asks for a talk (§ 630e BGB)');
}) as z.ZodType<DocumentTemplate>;
