// Schemas of the emergency paper set: available content, time of the last export, and changes
// since.
import { z } from 'zod';

/** Comma-separated; a query has no lists. */
export const paperSetQuerySchema = z.strictObject({
  sheets: z
    .string()
    .max(2600)
    .regex(/^[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}(?:,[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}){0,39}$/)
    .describe('Keys of forms and texts, `anamnese-erwachsene@1,foto@1`.'),
  languages: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})?(?:,[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})?){0,11}$/)
    .describe('German is always in it: `de,tr`.'),
});
export const paperSetSchema = z
  .strictObject({
    /** `key` of the version in use. */
    papers: z.array(
      z.strictObject({
        key: z.string(),
        id: z.string(),
        kind: z.enum(['form', 'text']),
        title: z.string(),
        languages: z.array(z.string()),
        isProposed: z.boolean(),
      }),
    ),
    languages: z.array(z.string()),
    last: z
      .strictObject({
        at: z.number(),
        byName: z.string(),
        sheets: z.array(z.string()),
        languages: z.array(z.string()),
      })
      .nullable(),
    /** Titles of items in the last set that have another version or are retired. */
    changed: z.array(z.string()),
  })
  .meta({ id: 'PaperSet' });
export type PaperSet = z.output<typeof paperSetSchema>;
