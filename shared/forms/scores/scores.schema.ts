// Schemas of a person's scores over time.

import { z } from 'zod';
import { patidSchema } from '../../desk/patient.schema.ts';

export const scoresQuerySchema = z.strictObject({ patid: patidSchema });

/**
 * Why a set of answers has no value: `not_computed`, the formula had no result; `contradicted`, the
 * value does not follow from the answers; `unfinished`, the form was abandoned; `empty`, answers
 * were missing or the part was not asked; `damaged`, the stored answers cannot be read.
 */
const GAPS = ['not_computed', 'contradicted', 'unfinished', 'empty', 'damaged'] as const;
export type Gap = (typeof GAPS)[number];

const point = z.strictObject({
  answersId: z.uuid(),
  at: z.number(),
  /** `id@version` of the form. */
  form: z.string(),
  /** Name of the form at that time. */
  title: z.string(),
  value: z.number().nullable(),
  gap: z.enum(GAPS).nullable(),
  /** The verdict in the form's own words, or empty. */
  verdict: z.string(),
  /** The server has not compared the value with the answers, or could not. */
  isUnjudged: z.boolean(),
});
export type ScorePoint = z.output<typeof point>;

const line = z.strictObject({
  /** Forms (`id@version`) of this line, oldest first. */
  forms: z.array(z.string()),
  unit: z.string(),
  /** Oldest first. */
  points: z.array(point),
});
export type ScoreLine = z.output<typeof line>;

const curve = z.strictObject({
  /** LinkId of the score. */
  linkId: z.string(),
  /** Name of the newest form. */
  form: z.string(),
  title: z.string(),
  /** The score in the newest form's own words. */
  text: z.string(),
  /** More than one: their values cannot be compared. */
  lines: z.array(line),
});
export type ScoreCurve = z.output<typeof curve>;

export const scoresSchema = z
  .strictObject({
    curves: z.array(curve),
    /** Older answers than the newest hundred were not read. */
    isCut: z.boolean(),
    /** Titles of answers whose form is unknown. */
    unread: z.array(z.string()),
  })
  .meta({ id: 'Scores' });
export type Scores = z.output<typeof scoresSchema>;
