// Schemas of a KZV's fee limit, as entered from the practice's letter.

import { z } from 'zod';
import { KASSENART } from '../deliveries/pvs-words.ts';

const amount = z.number().min(0).max(100_000_000);
const HVM_POTS = [...KASSENART, 'PRIMAER', 'ALLE'] as const;
export const hvmConfigSchema = z.object({
  modell: z.enum(['FALLWERT', 'HISTORIE', 'GLEICH', 'OHNE']),
  bereiche: z.array(z.enum(['KCH', 'PAR', 'KB', 'KFO'])),
  einheit: z.enum(['EUR', 'PUNKTE']),
  toepfe: z
    .array(
      z.object({
        kassenart: z.enum(HVM_POTS),
        grenzeJeFall: amount.optional(),
        festbudget: amount.optional(),
      }),
    )
    .min(1)
    .max(12),
  fallzaehlung: z.array(z.enum(['KCH', 'IPFU_OHNE_KCH', 'UPTC_OHNE_KCH'])),
  nurWohnortKzv: z.boolean(),
  ohneStatus4: z.boolean().default(false),
  staffel: z
    .array(z.object({ bisFaelle: z.number(), faktor: z.number() }))
    .max(20)
    .optional(),
  ueberschreitung: z
    .object({
      art: z.enum(['KUERZUNG', 'QUOTE', 'LINEAR']),
      quote: z.number().min(0).max(1).optional(),
    })
    .default({ art: 'KUERZUNG' }),
  ausgenommen: z
    .array(
      z
        .string()
        .min(1)
        .max(12)
        .regex(/^[\w*äöüÄÖÜ]+$/),
    )
    .max(60)
    .default([]),
  /** Source: letter, page, day. */
  quelle: z.string().max(250).default(''),
});
export type HvmConfig = z.output<typeof hvmConfigSchema>;
const quarter = {
  jahr: z.int().min(2000).max(2100),
  /** 1 to 4; 0 is the whole year. */
  quartal: z.int().min(0).max(4),
};
export const newHvmSchema = z.strictObject({ ...quarter, config: hvmConfigSchema });
export const hvmModelsSchema = z.strictObject({
  items: z.array(
    z.strictObject({ ...quarter, config: hvmConfigSchema, wer: z.string(), am: z.number() }),
  ),
});
export type HvmModel = z.output<typeof hvmModelsSchema>['items'][number];

/**
 * The average letter of a KZV, entered by hand: how often each position was billed per hundred
 * cases.
 */
export const newKzvLetterSchema = z.strictObject({
  jahr: quarter.jahr,
  quartal: z.int().min(1).max(4),
  zeilen: z
    .array(
      z.strictObject({
        nr: z
          .string()
          .min(1)
          .max(12)
          .regex(/^[\wÄÖÜäöü ]+$/),
        je100: z.number().min(0).max(10_000),
      }),
    )
    .max(400),
});
export const kzvLettersSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      jahr: z.int(),
      quartal: z.int(),
      wer: z.string(),
      am: z.number(),
      zeilen: z.array(z.strictObject({ nr: z.string(), je100: z.number() })),
    }),
  ),
});
export type KzvLetter = z.output<typeof kzvLettersSchema>['items'][number];
