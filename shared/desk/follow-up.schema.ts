// Notes and next steps about a line of a work list, and about a patient whose signatures are missing.

import { z } from 'zod';

/** Target of notes and steps about a patient as such. */
export const patientTarget = (patid: string): string => `patient:${patid}`;
export const notesSchema = z.array(
  z.strictObject({
    id: z.string().min(1).max(80),
    text: z.string(),
    von: z.string(),
    am: z.number(),
  }),
);
export const stepSchema = z.strictObject({
  text: z.string(),
  bis: z.iso.date().nullable(),
  wer: z.string().nullable(),
  istErledigt: z.boolean(),
});
/** Notes about a line, newest first, and its next step. */
export interface FollowUp {
  readonly notizen: z.output<typeof notesSchema>;
  readonly schritt: z.output<typeof stepSchema> | null;
}
