// Schemas of blank forms as requested by a tablet.

import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const title = z.record(z.string(), z.string());
const blankRefSchema = z.strictObject({
  key: z.string(),
  url: z.string(),
  version: z.string(),
  sha256: hash,
  languages: z.array(z.string()),
  title,
  textSha256: hash,
  chars: z.int(),
});
export const blankListSchema = z
  .strictObject({ items: z.array(blankRefSchema) })
  .meta({ id: 'BlankForms' });
/** A form by its key, `id@version`. */
export const blankParamsSchema = z.strictObject({
  key: z
    .string()
    .max(80)
    .regex(/^[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}$/),
});
/** `text` is the form as a JSON string, so that its hash can be checked byte for byte. */
export const blankTextSchema = z.strictObject({ text: z.string() }).meta({ id: 'BlankForm' });
