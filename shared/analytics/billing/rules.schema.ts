/** Rules of billing proposals and their settings on the wire. */
import { z } from 'zod';
import { GEBUEHREN } from '../deliveries/pvs-words.ts';
import { RULE_INSURERS, RULE_KINDS } from './rule.ts';
import { LIMIT_CERTAINTIES, LIMIT_SYSTEMS } from './limits/limit.ts';
import { LIMIT_GAPS, LIMIT_STATES } from './limits/limit-state.ts';
import { share, bilingualSchema, day, id, region, sumSchema } from './wire-values.schema.ts';
import { proposalProgressSchema } from './proposals.schema.ts';

const tokens = z.array(z.string().trim().min(1).max(120)).max(60);

const ruleWords = z.strictObject({
  de: z.string().trim().min(1).max(400),
  en: z.string().trim().min(1).max(400),
});

const optionalWords = z.strictObject({
  de: z.string().trim().max(400),
  en: z.string().trim().max(400),
});

const ageInMonths = z.number().int().min(0).max(1500).nullable();

/** A rule as a practice writes it, in the rule language. */
export const ruleInputSchema = z
  .strictObject({
    gruppe: z.string().trim().min(1).max(40),
    art: z.enum(RULE_KINDS),
    titel: ruleWords,
    grund: ruleWords,
    kasse: z.enum(RULE_INSURERS),
    alterVonM: ageInMonths,
    alterBisM: ageInMonths,
    gueltigVon: day.nullable(),
    gueltigBis: day.nullable(),
    heuteEines: tokens,
    heuteAlle: z.string().trim().max(1000),
    heuteKeines: tokens,
    historieKeine: tokens,
    historieNoetig: tokens,
    zusatz: z.string().trim().max(1000),
    position: z
      .strictObject({ system: z.enum(GEBUEHREN), nr: z.string().trim().min(1).max(20) })
      .nullable(),
    anZaehnen: z
      .strictObject({
        zaehne: z.string().trim().min(2).max(100),
        nr: z.string().trim().min(1).max(20),
      })
      .optional()
      .describe('Another number of the same schedule at these teeth: `34-38,44-48`.'),
    menge: z.string().trim().min(1).max(400),
    faktor: z.number().int().min(10).max(1000).nullable(),
    konfidenz: share,
    quelle: z.string().trim().min(1).max(400),
    noetig: ruleWords,
    dagegen: optionalWords,
  })
  .refine(
    (one) => one.gueltigVon === null || one.gueltigBis === null || one.gueltigVon <= one.gueltigBis,
    { message: 'gueltigVon after gueltigBis', path: ['gueltigBis'] },
  )
  .refine(
    (one) => one.alterVonM === null || one.alterBisM === null || one.alterVonM <= one.alterBisM,
    { message: 'alterVonM after alterBisM', path: ['alterBisM'] },
  );

export type RuleInput = z.output<typeof ruleInputSchema>;

const ruleSchema = z.strictObject({
  id,
  version: z.number().int(),
  gruppe: z.string(),
  art: z.enum(RULE_KINDS),
  titel: bilingualSchema,
  grund: bilingualSchema,
  kasse: z.enum(RULE_INSURERS),
  alterVonM: z.number().nullable(),
  alterBisM: z.number().nullable(),
  gueltigVon: day.nullable(),
  gueltigBis: day.nullable(),
  heuteEines: z.array(z.string()),
  heuteAlle: z.string(),
  heuteKeines: z.array(z.string()),
  historieKeine: z.array(z.string()),
  historieNoetig: z.array(z.string()),
  zusatz: z.string(),
  position: z.strictObject({ system: z.enum(GEBUEHREN), nr: z.string() }).nullable(),
  anZaehnen: z.strictObject({ zaehne: z.string(), nr: z.string() }).optional(),
  menge: z.string(),
  faktor: z.number().nullable(),
  konfidenz: share,
  quelle: z.string(),
  mark: z.string(),
  noetig: bilingualSchema,
  dagegen: bilingualSchema,
});

/** A rule of the rule book with the results of its proposals in this practice. */
const ruleRowSchema = z.strictObject({
  regel: ruleSchema,
  istEigen: z.boolean(),
  istAn: z.boolean(),
  istStart: z.boolean().describe('Whether it is on until somebody says otherwise.'),
  gesagt: z
    .strictObject({ von: z.string(), am: z.number() })
    .nullable()
    .describe('Who switched it, and when.'),
  gelernt: share,
  angenommen: z.number().int(),
  abgelehnt: z.number().int(),
  umgesetzt: sumSchema,
  offen: sumSchema,
  /** Often refused in this practice: offered for switching off. */
  istAnzubieten: z.boolean(),
});

export type RuleRow = z.output<typeof ruleRowSchema>;

const ruleSwitchSchema = z.strictObject({
  name: z.string(),
  titel: bilingualSchema,
  erklaerung: bilingualSchema,
  wert: z.boolean(),
  standard: z.boolean(),
});

const ruleThresholdSchema = z.strictObject({
  name: z.string(),
  titel: bilingualSchema,
  erklaerung: bilingualSchema,
  wert: z.number(),
  standard: z.number(),
  min: z.number(),
  max: z.number(),
});

/**
 * `kzv`: KZV region of a stamp as the practice set it, `ausNummer` as derived from its number;
 * empty where unknown.
 */
export const stampKzvSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  ausNummer: z.string(),
  kzv: z.string(),
});

export const rulesSchema = z.strictObject({
  items: z.array(ruleRowSchema),
  fortschritt: proposalProgressSchema,
  einstellung: z.strictObject({
    rev: z.number().int(),
    mitVertretung: z.boolean(),
    mitAnderenTraegern: z.boolean(),
    schalter: z.array(ruleSwitchSchema),
    schwellen: z.array(ruleThresholdSchema),
    stempel: z.array(stampKzvSchema),
  }),
});

export type Rules = z.output<typeof rulesSchema>;

export const ruleParams = z.strictObject({ regelId: id });

/** null resets to the start set. */
export const switchRuleSchema = z.strictObject({ istAn: z.boolean().nullable() });

export const settingsChangeSchema = z.strictObject({
  rev: z.number().int().min(0),
  mitVertretung: z.boolean(),
  mitAnderenTraegern: z.boolean(),
  schalter: z.record(z.string().max(80), z.boolean()),
  schwellen: z.record(z.string().max(80), z.number().min(0).max(1_000_000)),
  /** KZV region by stamp id; empty removes the setting, omitted leaves it unchanged. */
  kzv: z
    .record(z.string().min(1).max(80), region)
    .refine((all) => Object.keys(all).length <= 400, { message: 'too many' })
    .optional(),
});

/** A limit that no delivered row answers: no rule checks it. */
const openLimitSchema = z.strictObject({
  id,
  system: z.enum(LIMIT_SYSTEMS),
  nr: z.string(),
  text: z.string(),
  grund: z.enum(LIMIT_GAPS),
  halt: z.string().describe('Reason in words, where the row has its own.'),
  quelle: z.string(),
  sicherheit: z.enum(LIMIT_CERTAINTIES),
});
export type OpenLimit = z.output<typeof openLimitSchema>;
export const limitsSchema = z.strictObject({
  zahl: z.record(z.enum(LIMIT_STATES), z.number().int()),
  offen: z.array(openLimitSchema),
});
export type Limits = z.output<typeof limitsSchema>;
