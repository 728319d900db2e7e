// Shapes of whom invoices name, as typed by a person.

import { z } from 'zod';
import { emailSchema } from '../base/email.schema.ts';

/** One line of text: no control characters, nothing that turns the direction. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u);
export const payerNameSchema = z.strictObject({ name: line(120) });
export const payerEmailSchema = z.strictObject({ email: emailSchema.max(120) });
/** Addresses in Germany only: invoices of other countries follow other rules. */
export const payerAddressSchema = z.strictObject({
  street: line(120),
  plz: z.string().regex(/^\d{5}$/),
  city: line(80),
});
