// Wire format of a practice's appointment types and of the standard groups used by key figures and
// rules.

import { z } from 'zod';
import { STANDARD_GROUPS } from './standard-groups.ts';
import { MAX_PATTERNS, MAX_PATTERN_LENGTH, patternProblem } from './keywords.ts';

const group = z.enum(STANDARD_GROUPS);
/** A pattern of keywords with its group. */
const muster = z.strictObject({
  muster: z.string().trim().min(1).max(MAX_PATTERN_LENGTH),
  gruppe: group,
});
/** Ordered patterns, each different. */
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
    /** Keywords count if the type has no group; the first matching pattern decides. */
    stichworte: z.array(
      muster.extend({
        /** Guessed during the setup of the mapping; not used. */
        istVorschlag: z.boolean(),
        wer: z.string(),
        am: z.number(),
      }),
    ),
    items: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        /** Name of the practice's own group. */
        gruppenname: z.string(),
        dauerMin: z.int().nullable(),
        /** As delivered by the practice software. */
        geliefert: group.nullable(),
        /** Set by a user of the practice; overrides the delivered one. */
        eigene: group.nullable(),
        /** Guessed by the name, stored since the setup of the mapping; not used. */
        vorschlag: group.nullable(),
        wer: z.string(),
        am: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'Terminarten' });
export type AppointmentTypeMapping = z.output<typeof appointmentTypesSchema>['items'][number];
/** Without a group the delivered one applies again. */
export const saveAppointmentTypesSchema = z
  .strictObject({
    items: z
      .array(z.strictObject({ id: z.string().min(1).max(100), gruppe: group.nullable() }))
      .min(1)
      .max(500),
  })
  .meta({ id: 'SaveTerminarten' });

export type KeywordMapping = z.output<typeof appointmentTypesSchema>['stichworte'][number];
/** All patterns in order; `vorher` are the replaced ones, to detect concurrent changes. */
export const saveKeywordsSchema = z
  .strictObject({ items: patternListSchema, vorher: z.array(muster).max(MAX_PATTERNS) })
  .meta({ id: 'SaveStichworte' });
/** Patterns to be tested, and offers that may follow them. */
export const keywordTrialSchema = z
  .strictObject({
    items: patternListSchema,
    angebote: z.array(z.string().trim().min(1).max(MAX_PATTERN_LENGTH)).max(MAX_PATTERNS),
  })
  .meta({ id: 'StichwortProbe' });
const count = z.int().nonnegative();
export const keywordEffectSchema = z
  .strictObject({
    /**
     * Delivered appointments; of them those whose type has no group; of these those without any
     * keyword, and those with keywords that no pattern matches.
     */
    termine: count,
    ohneArt: count,
    ohneWort: count,
    offen: count,
    /**
     * By pattern: appointments that get its group, and those that it matches although an earlier
     * one decides.
     */
    treffer: z.array(z.strictObject({ zaehlt: count, verdeckt: count })),
    /** By offer: unmatched appointments that it would match. */
    angebote: z.array(count),
    /**
     * Keywords that no pattern matches, most frequent first, with their guessed group; `weitere` is
     * the number of those left out.
     */
    texte: z.array(z.strictObject({ text: z.string(), termine: count, gruppe: group.nullable() })),
    weitere: count,
  })
  .meta({ id: 'StichwortWirkung' });
export type KeywordEffect = z.output<typeof keywordEffectSchema>;
