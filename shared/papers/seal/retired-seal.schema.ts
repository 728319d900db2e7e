// Schemas of the seal keys of a practice, and of their retirement.

import { z } from 'zod';
import { RETIRE_REASONS } from './retired-seal.ts';

/** A seal certificate of the practice. */
const sealKeySchema = z
  .strictObject({
    id: z.string(),
    serialNumber: z.string(),
    sha256: z.string(),
    from: z.number(),
    until: z.number(),
    isInUse: z.boolean(),
    retired: z
      .strictObject({ at: z.number(), from: z.number(), reason: z.enum(RETIRE_REASONS) })
      .nullable(),
  })
  .meta({ id: 'SealKey' });
export type SealKey = z.infer<typeof sealKeySchema>;
export const sealKeysSchema = z.strictObject({ items: z.array(sealKeySchema) });

/** `from`: the instant since when the key may have been in other hands (UTC ms), not in the future. */
export const retireSealSchema = z.strictObject({
  from: z.int().min(Date.UTC(2020, 0, 1)),
  reason: z.enum(RETIRE_REASONS),
});
export type RetireSeal = z.infer<typeof retireSealSchema>;
