// Wire format of a practice's profile.

import { z } from 'zod';

export const practiceProfileSchema = z
  .strictObject({
    name: z.string(),
    anschrift: z.string(),
    /** Region code of its KZV, from its own parameters; null: unknown. */
    region: z.string().nullable(),
    regionName: z.string().nullable(),
    /** Dentists and rooms as delivered, without those who left. */
    behandler: z.int(),
    zimmer: z.int(),
    groesse: z.enum(['1', '2-3', '4+']),
  })
  .meta({ id: 'Praxisprofil' });
export type PracticeProfile = z.output<typeof practiceProfileSchema>;
