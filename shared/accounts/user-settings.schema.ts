// Schema of a user's own settings; omitted ones are kept.
import { z } from 'zod';

/** Start pages are pages of this app, never an external URL. */
export const userSettingsSchema = z
  .strictObject({
    language: z.enum(['de', 'en']).optional(),
    theme: z.enum(['auto', 'light', 'dark']).optional(),
    start: z
      .string()
      .max(60)
      .regex(/^\/[a-z][a-z/-]*$/)
      .optional(),
    mails: z.strictObject({ news: z.boolean().optional() }).optional(),
  })
  .meta({ id: 'UserSettings' });
