/** The practice's own rules on the wire, with their trial on past data. */
import { z } from 'zod';
import { VALUE_KINDS } from './proposal.ts';
import { day, id, share } from './wire-values.schema.ts';
import { ruleInputSchema } from './rules.schema.ts';

const OWN_RULE_STATES = ['ENTWURF', 'LIVE', 'ZURUECKGEZOGEN', 'ERSETZT'] as const;

/**
 * What became of a hit: accepted or refused (also as the same position of another rule), charged
 * within a month, a chance within a year, or none of these.
 */
export const TRIAL_OUTCOMES = ['angenommen', 'abgelehnt', 'spaeter', 'offen'] as const;
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number];

/** Days on which a rule would have matched; `beispiele` are the newest. */
export const ruleTrialSchema = z.strictObject({
  von: day,
  bis: day,
  treffer: z.number().int(),
  cents: z.number().int(),
  geschaetzt: z.number().int(),
  ohneWert: z.number().int(),
  tage: z.number().int(),
  ausgang: z
    .record(z.enum(TRIAL_OUTCOMES), z.number().int())
    .describe('Hits by outcome, with accepted and refused ones that the rule no longer finds.'),
  selbst: z
    .number()
    .int()
    .nullable()
    .describe(
      'Places where the practice charged the position itself and the rule would have proposed it; null for a rule that proposes no single position.',
    ),
  quote: z
    .strictObject({
      wert: share.nullable(),
      zaehler: z.number().int(),
      nenner: z.number().int(),
    })
    .describe(
      'Confirmed places as a share of all; of a rule without a position, accepted hits as a share of the decided ones.',
    ),
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
        ausgang: z.enum(TRIAL_OUTCOMES),
      }),
    )
    .max(50),
});

export type RuleTrialResult = z.output<typeof ruleTrialSchema>;

export const backtestSchema = ruleTrialSchema.extend({
  rev: z.number().int(),
  am: z.number(),
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

const isInOrder = (one: { von: string; bis: string }): boolean => one.von <= one.bis;
const OUT_OF_ORDER = { message: 'von after bis', path: ['bis'] };

/** Name of a trial, by which its progress is asked. */
const probe = z.uuid().optional();
export const backtestQuerySchema = z
  .strictObject({ rev: z.number().int().min(0), von: day, bis: day, probe })
  .refine(isInOrder, OUT_OF_ORDER);

/** A trial of a rule of the book. */
export const ruleTrialQuerySchema = z
  .strictObject({ von: day, bis: day, probe })
  .refine(isInOrder, OUT_OF_ORDER);

export const trialProgressQuerySchema = z.strictObject({ probe });
/** Share of a running trial of a rule; null where none of this name runs. */
export const trialProgressSchema = z.strictObject({ anteil: share.nullable() });

export const ruleStateSchema = z.strictObject({ rev: z.number().int().min(0) });
