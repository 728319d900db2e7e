// Appointment types of a practice and the standard groups that key figures and rules know, on the
// wire.

import { z } from 'zod';
import { STANDARD_GROUPS } from './standard-groups.ts';
import { MAX_PATTERNS, MAX_PATTERN_LENGTH, patternProblem } from './keywords.ts';

const gruppe = z.enum(STANDARD_GROUPS);
/** A pattern of keywords with its group. */
const muster = z.strictObject({ muster: z.string().trim().min(1).max(MAX_PATTERN_LENGTH), gruppe });
/** Patterns in their order, each naming something of its own. */
const patternListSchema = z
  .array(muster)
  .max(MAX_PATTERNS)
  .superRefine((list, ctx) => {
    patternProblem(list).forEach((why, at) => {
      if (why !== null) ctx.addIssue({ code: 'custom', path: [at, 'muster'], message: why });
    });
  });

export const appointmentTypesSchema = z
  .strictObject({
    /** Keywords count where the type says no group; the first pattern that fits decides. */
    stichworte: z.array(
      muster.extend({
        /** Guessed when the mapping was set up; counts nowhere. */ istVorschlag: z.boolean(),
        wer: z.string(),
        am: z.number(),
      }),
    ),
    items: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        /** Name of the practice's own group. */ gruppenname: z.string(),
        dauerMin: z.int().nullable(),
        /** As the practice software delivered it. */
        geliefert: gruppe.nullable(),
        /** As somebody of the practice said it; counts before what was delivered. */
        eigene: gruppe.nullable(),
        /** Guessed by the name, kept since the mapping was set up; counts nowhere. */
        vorschlag: gruppe.nullable(),
        wer: z.string(),
        am: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'Terminarten' });
export type AppointmentTypeMapping = z.output<typeof appointmentTypesSchema>['items'][number];
/** Without a group what was delivered counts again. */
export const saveAppointmentTypesSchema = z
  .strictObject({
    items: z
      .array(z.strictObject({ id: z.string().min(1).max(100), gruppe: gruppe.nullable() }))
      .min(1)
      .max(500),
  })
  .meta({ id: 'SaveTerminarten' });

export type KeywordMapping = z.output<typeof appointmentTypesSchema>['stichworte'][number];
/**
 * All patterns in their order; `vorher` says what they stood in place of, so that nobody writes
 * over what another one changed meanwhile.
 */
export const saveKeywordsSchema = z
  .strictObject({ items: patternListSchema, vorher: z.array(muster).max(MAX_PATTERNS) })
  .meta({ id: 'SaveStichworte' });
/** Patterns to be tried, and others that may come after them. */
export const keywordTrialSchema = z
  .strictObject({
    items: patternListSchema,
    angebote: z.array(z.string().trim().min(1).max(MAX_PATTERN_LENGTH)).max(MAX_PATTERNS),
  })
  .meta({ id: 'StichwortProbe' });
const anzahl = z.int().nonnegative();
export const keywordEffectSchema = z
  .strictObject({
    /**
     * Appointments that were delivered; of them those whose type says no group; of these those
     * without any keyword, and those with keywords that no pattern fits.
     */
    termine: anzahl,
    ohneArt: anzahl,
    ohneWort: anzahl,
    offen: anzahl,
    /**
     * By pattern: appointments that get its group, and those that it fits although an earlier one
     * decides.
     */
    treffer: z.array(z.strictObject({ zaehlt: anzahl, verdeckt: anzahl })),
    /** By offer: appointments that no pattern fits and that it would fit. */
    angebote: z.array(anzahl),
    /**
     * Keywords that no pattern fits, the most frequent first, with the group that is guessed of
     * them; `weitere` ones are not told.
     */
    texte: z.array(
      z.strictObject({ text: z.string(), termine: anzahl, gruppe: gruppe.nullable() }),
    ),
    weitere: anzahl,
  })
  .meta({ id: 'StichwortWirkung' });
export type KeywordEffect = z.output<typeof keywordEffectSchema>;
