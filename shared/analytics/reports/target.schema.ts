// Schemas of targets of key figures.

import { z } from 'zod';

const day = z.iso.date();
/**
 * In the unit of the key figure: shares 0 to 1, euros; of revenue and fees per month. The
 * practitioner `''` is the practice.
 */
const one = {
  kennzahl: z.string().min(1).max(40),
  behandler: z.string().max(80),
  gueltigAb: day,
  wert: z.number().min(0).max(1e9).nullable(),
};
export const newTargetSchema = z.strictObject(one);
export const targetsSchema = z.strictObject({
  items: z.array(z.strictObject({ ...one, wer: z.string(), am: z.number() })),
});
export type Target = z.output<typeof targetsSchema>['items'][number];
