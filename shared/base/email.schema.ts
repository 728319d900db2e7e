// Schemas of e-mail addresses; the rule itself stands in email.ts.

import { z } from 'zod';
import { EMAIL_MAX, foldEmail, isEmail } from './email.ts';

/** An address as somebody typed it. */
export const emailSchema = z
  .string()
  .trim()
  .max(EMAIL_MAX)
  .refine(isEmail)
  .meta({ format: 'idn-email' });
/** An address that names an account: it arrives in the one form that is stored. */
export const foldedEmailSchema = z.string().max(EMAIL_MAX).overwrite(foldEmail).pipe(emailSchema);
