// Schemas of the practice's lists, of the fee catalogue with the practice's own values, and of
// changes to them.

import { z } from 'zod';
import { PRACTICE_VALUE_KINDS, PUNKTWERT_AREAS } from './practice-value.ts';
import { SERVICE_AREAS, GEBUEHREN } from './pvs-words.ts';

/** Lists shown as delivered by the practice software. */
export const STATIC_LISTS = [
  'behandler',
  'terminarten',
  'termingruppen',
  'zimmer',
  'teams',
  'stichworte',
  'params',
  'stempel',
] as const;
export type StaticList = (typeof STATIC_LISTS)[number];
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const staticListSchema = z
  .strictObject({
    /** When the last valid delivery was closed, ms since 1970; null before the first. */
    stand: z.number().nullable(),
    items: z.array(z.record(z.string(), cell)),
  })
  .meta({ id: 'StaticList' });
export type StaticListAnswer = z.output<typeof staticListSchema>;

const day = z.iso.date(),
  mark = z.enum(['confirmed', 'read', 'derived', 'memory']),
  valid = { gueltigVon: day.nullable(), gueltigBis: day.nullable() };
const id = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\w-]+$/);
/** Stored value; `wert` in ten-thousandths of a euro for PUNKTWERT, in cents otherwise. */
const ownValue = {
  id,
  art: z.enum(PRACTICE_VALUE_KINDS),
  schluessel: z.string().min(1).max(60),
  wert: z.int().min(0).max(10_000_000),
  validFrom: day,
  validTo: day.nullable(),
  note: z.string().max(250),
};
export const newPraxiswertSchema = z.strictObject(ownValue);
export type NewPraxiswert = z.output<typeof newPraxiswertSchema>;
export const praxiswertParams = z.strictObject({ wertId: id });
const praxiswertSchema = z.strictObject({
  ...ownValue,
  changedBy: z.string(),
  changedAt: z.number(),
});
export type Praxiswert = z.output<typeof praxiswertSchema>;

export const catalogueQuerySchema = z.strictObject({ tag: day.optional() });
export const catalogueSchema = z
  .strictObject({
    tag: day,
    stand: z.number().nullable(),
    /** Region code of the practice's KZV, from its own parameters; null: unknown. */
    region: z.string().nullable(),
    regionen: z.array(z.strictObject({ region: z.string(), kurz: z.string(), name: z.string() })),
    positionen: z.array(
      z.strictObject({
        system: z.enum(GEBUEHREN),
        nr: z.string(),
        kuerzel: z.string(),
        text: z.string(),
        punkte: z.number().nullable(),
        bereich: z.enum(SERVICE_AREAS),
        einheit: z.string(),
        grenzen: z.string(),
        zeichen: mark.nullable(),
        ...valid,
        preis: z.number().nullable(),
        istEigen: z.boolean(),
      }),
    ),
    /** Values valid on the day for each area, without those entered by the practice. */
    punktwerte: z.array(
      z.strictObject({
        region: z.string().nullable(),
        kassenart: z.string().nullable(),
        bereich: z.enum(PUNKTWERT_AREAS),
        wert: z.number(),
        zeichen: mark,
        quelle: z.string(),
        ...valid,
      }),
    ),
    festzuschuesse: z.array(
      z.strictObject({
        befund: z.string(),
        text: z.string(),
        regelversorgung: z.string(),
        betraege: z.strictObject({
          60: z.number(),
          70: z.number(),
          75: z.number(),
          100: z.number(),
        }),
        zeichen: mark,
        ...valid,
      }),
    ),
    quellen: z.strictObject({
      bema: z.string(),
      goz: z.string(),
      goae: z.string(),
      festzuschuss: z.string(),
    }),
    /** All values entered by the practice, newest first. */
    werte: z.array(praxiswertSchema),
  })
  .meta({ id: 'FeeCatalogue' });
export type FeeCatalogue = z.output<typeof catalogueSchema>;
