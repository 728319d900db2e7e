/** The practice's own rules on the wire, with their trial on past data. */
import { z } from 'zod';
import { VALUE_KINDS } from './proposal.ts';
import { day, id } from './wire-values.schema.ts';
import { ruleInputSchema } from './rules.schema.ts';

const OWN_RULE_STATES = ['ENTWURF', 'LIVE', 'ZURUECKGEZOGEN', 'ERSETZT'] as const;

/** Days on which a rule would have matched; `beispiele` are the newest. */
export const backtestSchema = z.strictObject({
  von: day,
  bis: day,
  rev: z.number().int(),
  am: z.number(),
  treffer: z.number().int(),
  cents: z.number().int(),
  geschaetzt: z.number().int(),
  ohneWert: z.number().int(),
  tage: z.number().int(),
  beispiele: z
    .array(
      z.strictObject({
        patid: id,
        name: z.string(),
        tag: day,
        zahn: z.string(),
        cents: z.number().int(),
        wertArt: z.enum(VALUE_KINDS).nullable(),
        schonAbgerechnet: z.boolean(),
      }),
    )
    .max(50),
});

export type BacktestResult = z.output<typeof backtestSchema>;

const ownRuleSchema = z.strictObject({
  regelId: id,
  version: z.number().int(),
  state: z.enum(OWN_RULE_STATES),
  rev: z.number().int(),
  eingabe: ruleInputSchema,
  von: z.string(),
  am: z.number(),
  /** Trial run of exactly this wording; required before it can go live. */
  rueckrechnung: z
    .strictObject({
      von: day,
      bis: day,
      am: z.number(),
      treffer: z.number().int(),
      cents: z.number().int(),
      geschaetzt: z.number().int().optional(),
      ohneWert: z.number().int().optional(),
    })
    .nullable()
    .describe('The result of an older program does not mark estimated values.'),
});

export type OwnRule = z.output<typeof ownRuleSchema>;

export const ownRulesSchema = z.strictObject({ items: z.array(ownRuleSchema) });

export const newRuleSchema = z.strictObject({ regelId: z.uuid(), regel: ruleInputSchema });

/**
 * Changes a draft; for a live or withdrawn rule, creates a draft of a new version. `rev`: the
 * revision the client has seen.
 */
export const ruleChangeSchema = z.strictObject({
  rev: z.number().int().min(0),
  regel: ruleInputSchema,
});

export const backtestQuerySchema = z
  .strictObject({ rev: z.number().int().min(0), von: day, bis: day })
  .refine((one) => one.von <= one.bis, { message: 'von after bis', path: ['bis'] });

export const ruleStateSchema = z.strictObject({ rev: z.number().int().min(0) });
