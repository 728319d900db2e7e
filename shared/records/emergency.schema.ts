// Schemas of the emergency paper set: what can be in it, when it was saved last, and what has changed since.
import { z } from 'zod';

/** Commas between them; a query has no lists. */
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
    /** `key` as it is in use now. */
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
    /** Titles of what was in the last set and is another version now, or is not given out any more. */
    changed: z.array(z.string()),
  })
  .meta({ id: 'PaperSet' });
export type PaperSet = z.output<typeof paperSetSchema>;
