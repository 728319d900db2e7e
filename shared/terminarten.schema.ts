// Appointment types of a practice and the standard groups that key figures and rules know, on the wire.

import { z } from 'zod';
import { STANDARDGRUPPEN } from './standardgruppen.ts';

const gruppe = z.enum(STANDARDGRUPPEN);
export const terminartenSchema = z.strictObject({
  items: z.array(z.strictObject({
    id: z.string(), name: z.string(), /** Name of the practice's own group. */ gruppenname: z.string(), dauerMin: z.int().nullable(),
    /** As the practice software delivered it. */
    geliefert: gruppe.nullable(),
    /** As somebody of the practice said it; counts before what was delivered. */
    eigene: gruppe.nullable(),
    /** Guessed by the name, kept since the mapping was set up; counts nowhere. */
    vorschlag: gruppe.nullable(),
    wer: z.string(), am: z.number().nullable(),
  })),
}).meta({ id: 'Terminarten' });
export type TerminartZuordnung = z.output<typeof terminartenSchema>['items'][number];
/** Without a group what was delivered counts again. */
export const saveTerminartenSchema = z.strictObject({ items: z.array(z.strictObject({ id: z.string().min(1).max(100), gruppe: gruppe.nullable() })).min(1).max(500) }).meta({ id: 'SaveTerminarten' });
