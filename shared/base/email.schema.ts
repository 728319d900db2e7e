// Schemas of e-mail addresses; the rule itself is in email.ts.

import { z } from 'zod';
import { EMAIL_MAX, foldEmail, isEmail } from './email.ts';

/** An address as typed. */
export const emailSchema = z
  .string()
  .trim()
  .max(EMAIL_MAX)
  .refine(isEmail)
  .meta({ format: 'idn-email' });
/** An address that names an account, in the stored form. */
export const foldedEmailSchema = z.string().max(EMAIL_MAX).overwrite(foldEmail).pipe(emailSchema);
