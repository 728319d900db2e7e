/** Submitted billings on the wire. */
import { z } from 'zod';
import { FILING_AREAS, isFilingPeriod } from './billing.ts';
import { id, region } from './wire-values.schema.ts';

const filingSchema = z.strictObject({
  id,
  kzv: z.string(),
  bereich: z.enum(FILING_AREAS),
  zeitraum: z.string(),
  mitFrueheren: z.boolean(),
  von: z.string(),
  am: z.number(),
});

export const filingsSchema = z.strictObject({ items: z.array(filingSchema) });

/** `kzv`: region as in `/api/hvm/{region}`, empty where the practice has only one. */
export const newFilingSchema = z
  .strictObject({
    id: z.uuid(),
    kzv: region.default(''),
    bereich: z.enum(FILING_AREAS),
    zeitraum: z.string().max(8),
    mitFrueheren: z.boolean().default(false),
  })
  .refine((one) => isFilingPeriod(one.bereich, one.zeitraum), {
    message: 'no period of this area',
    path: ['zeitraum'],
  });

export const filingParams = z.strictObject({ abgabeId: id });
