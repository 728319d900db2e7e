// What a practice is, in a few facts, on the wire.

import { z } from 'zod';

export const practiceProfileSchema = z
  .strictObject({
    name: z.string(),
    anschrift: z.string(),
    /** Word of its association, from its own parameters; null: not known. */
    region: z.string().nullable(),
    regionName: z.string().nullable(),
    /** Dentists and rooms as delivered, those who left not counted. */
    behandler: z.int(),
    zimmer: z.int(),
    groesse: z.enum(['1', '2-3', '4+']),
  })
  .meta({ id: 'Praxisprofil' });
export type PracticeProfile = z.output<typeof practiceProfileSchema>;
