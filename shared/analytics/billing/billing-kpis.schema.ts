/** Key figures of billing proposals and the end of a quarter on the wire. */
import { z } from 'zod';
import { FILING_AREAS } from './billing.ts';
import { bilingualSchema, day, id, sumSchema } from './wire-values.schema.ts';

export const kpisQuerySchema = z
  .strictObject({ von: day, bis: day, behandler: id.optional() })
  .refine((one) => one.von <= one.bis, { message: 'von after bis', path: ['bis'] });

const stateCountsSchema = {
  offen: sumSchema,
  vorgemerkt: sumSchema,
  umgesetzt: sumSchema,
  abgelehnt: sumSchema,
  verfallen: sumSchema,
};

const quoteSchema = z.strictObject({
  wert: z.number().nullable(),
  zaehler: z.number(),
  nenner: z.number(),
});

export const billingKpisSchema = z.strictObject({
  von: day,
  bis: day,
  stand: z.number().nullable(),
  ...stateCountsSchema,
  /** Accepted as a share of all decided proposals. */
  annahme: quoteSchema,
  /** Key figure 63 in cents: implemented as a share of all proposed. */
  realisiert: quoteSchema,
  /** Cents proposed per 100 cases. */
  wertJe100Faelle: quoteSchema,
  /**
   * Days from the first offer to the first decision: median, shortest and longest, and the number
   * of decisions; null without one.
   */
  tageBisEntscheid: z
    .strictObject({
      median: z.number(),
      von: z.number().int(),
      bis: z.number().int(),
      anzahl: z.number().int(),
    })
    .nullable(),
  /**
   * By the month in which the position arrived, the proposal was refused, or the billing was
   * submitted; open ones by the day of treatment.
   */
  monate: z.array(
    z.strictObject({
      monat: z.string(),
      umgesetzt: sumSchema,
      abgelehnt: sumSchema,
      verfallen: sumSchema,
      offen: sumSchema,
    }),
  ),
  regeln: z.array(
    z.strictObject({
      regel: z.string(),
      titel: bilingualSchema,
      ...stateCountsSchema,
      annahme: z.number().nullable(),
    }),
  ),
  /** Only for owners; null for other users. */
  behandler: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        ...stateCountsSchema,
        annahme: z.number().nullable(),
      }),
    )
    .nullable(),
});

export type BillingKpis = z.output<typeof billingKpisSchema>;

export const quarterQuerySchema = z.strictObject({
  quartal: z
    .string()
    .regex(/^\d{4}-Q[1-4]$/)
    .optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  kzv: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
});

const QUARTER_ITEMS = [
  'karte',
  'unabgerechnet',
  'unterschriften',
  'vorschlaege',
  'nachtragen',
  'pruefungen',
] as const;

export const quarterSchema = z.strictObject({
  quartal: z.string(),
  von: day,
  bis: day,
  heute: day,
  tageUebrig: z.number().int(),
  stand: z.number().nullable(),
  /** KZV regions of the practice's stamps, where known. */
  kzven: z.array(z.string()),
  /**
   * Proposals that are still billable, by area and period; `abgegeben` is null until the billing is
   * submitted.
   */
  bereiche: z.array(
    z.strictObject({
      bereich: z.enum(FILING_AREAS),
      zeitraum: z.string(),
      ende: day,
      offen: sumSchema,
      vorgemerkt: sumSchema,
      abgegeben: z.strictObject({ id, von: z.string(), am: z.number() }).nullable(),
    }),
  ),
  privat: z.strictObject({ offen: sumSchema, vorgemerkt: sumSchema }),
  /**
   * State of the budget; null without a region. Amounts in euros or points (`einheit`), null where
   * there is no limit.
   */
  hvm: z
    .strictObject({
      region: z.string(),
      istEingerichtet: z.boolean(),
      einheit: z.enum(['EUR', 'PUNKTE']),
      verbrauch: z.number().nullable(),
      grenze: z.number().nullable(),
      auslastung: z.number().nullable(),
      prognose: z.number().nullable(),
      hinweise: z.array(z.string()),
    })
    .nullable(),
  /** `anzahl` null: not delivered by the practice software. `pfad`: page that lists the cases. */
  punkte: z.array(
    z.strictObject({
      was: z.enum(QUARTER_ITEMS),
      anzahl: z.number().int().nullable(),
      cents: z.number().int().nullable(),
      geschaetzt: z.number().int(),
      ohneWert: z.number().int(),
      pfad: z.string(),
    }),
  ),
});

export type Quarter = z.output<typeof quarterSchema>;
