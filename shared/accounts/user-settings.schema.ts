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
    /** Favourite reports as paths below /berichte, in the order they were chosen. */
    reports: z
      .array(
        z
          .string()
          .max(60)
          .regex(/^[a-z]+(\/[a-z-]+){0,2}$/),
      )
      .max(80)
      .optional(),
  })
  .meta({ id: 'UserSettings' });
