// Schemas of the rules that propose a Mappe, of their proposals, and of the page that edits them.
import { z } from 'zod';
import type { MappeRule, Proposed, Reason } from './mappe-rules.ts';
import { patidSchema } from './patient.schema.ts';

/** A form or document without its version. */
const itemSchema = z
  .string()
  .max(40)
  .regex(/^[a-z][a-zA-Z0-9-]{0,39}$/);
const age = z.int().min(0).max(120),
  monthCount = z.int().min(1).max(240);
const word = z.string().trim().min(1).max(60),
  words = z.array(word).max(30);

const repeatSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('each') }),
  z.strictObject({ kind: z.literal('once') }),
  z.strictObject({ kind: z.literal('version') }),
  z.strictObject({ kind: z.literal('months'), months: monthCount }),
]);
const whenSchema = z
  .strictObject({
    ageFrom: age.optional(),
    ageTo: age.optional(),
    visit: z.enum(['first', 'again']).optional(),
    arten: words.optional(),
    words: words.optional(),
    notWords: words.optional(),
    behandler: words.optional(),
  })
  .refine(
    (when) => when.ageFrom === undefined || when.ageTo === undefined || when.ageFrom <= when.ageTo,
    { path: ['ageTo'], message: 'before_from' },
  );
export const mappeRuleSchema: z.ZodType<MappeRule> = z
  .strictObject({
    id: z
      .string()
      .max(40)
      .regex(/^[a-zA-Z0-9-]+$/),
    isOn: z.boolean(),
    item: itemSchema,
    repeat: repeatSchema,
    isFull: z.boolean(),
    when: whenSchema,
    note: z.string().trim().max(250),
  })
  .meta({ id: 'MappeRule' });
export const ruleListSchema = z
  .array(mappeRuleSchema)
  .max(100)
  .refine((rules) => new Set(rules.map((one) => one.id)).size === rules.length, 'twice');

const n = z.int();
const reasonSchema: z.ZodType<Reason> = z.discriminatedUnion('code', [
  z.strictObject({ code: z.literal('never') }),
  z.strictObject({ code: z.literal('each') }),
  z.strictObject({ code: z.literal('first') }),
  z.strictObject({ code: z.literal('again') }),
  z.strictObject({ code: z.literal('since'), months: n }),
  z.strictObject({ code: z.literal('sinceFull'), months: n }),
  z.strictObject({ code: z.literal('version'), version: n }),
  z.strictObject({ code: z.literal('ageFrom'), age: n }),
  z.strictObject({ code: z.literal('ageTo'), age: n }),
  z.strictObject({ code: z.literal('art'), art: z.string() }),
  z.strictObject({ code: z.literal('behandler'), behandler: z.string() }),
]);
export const proposedSchema: z.ZodType<Proposed> = z
  .strictObject({
    item: z.string(),
    isFull: z.boolean(),
    rule: z.string(),
    reasons: z.array(reasonSchema),
  })
  .meta({ id: 'Proposed' });

/**
 * Proposal for one person: `hasTermin` is whether they have an appointment today, `language` their
 * last reading language.
 */
export const personProposalSchema = z
  .strictObject({
    patid: z.string(),
    hasTermin: z.boolean(),
    isFirst: z.boolean(),
    language: z.string().nullable(),
    items: z.array(proposedSchema),
  })
  .meta({ id: 'MappeProposal' });
export type PersonProposal = z.output<typeof personProposalSchema>;

const localText = z.record(z.string(), z.string());
/** `version` 0: the shipped rules, unchanged. `shipped` is the reset target. */
export const mappeRulesSchema = z
  .strictObject({
    rules: z.array(mappeRuleSchema),
    shipped: z.array(mappeRuleSchema),
    version: z.int(),
    changedAt: z.number().nullable(),
    /** Null: never changed; empty: not by a user of the practice. */
    changedByName: z.string().nullable(),
    items: z.array(
      z.strictObject({
        id: z.string(),
        version: z.int(),
        kind: z.enum(['consent', 'notice', 'plan', 'questionnaire']),
        title: localText,
      }),
    ),
    /** Types of today's appointments and their practitioners, to choose from. */
    arten: z.array(z.string()),
    behandler: z.array(z.string()),
  })
  .meta({ id: 'MappeRules' });
export type MappeRulesView = z.output<typeof mappeRulesSchema>;
export const saveRulesSchema = z
  .strictObject({ version: z.int().min(0), rules: ruleListSchema })
  .meta({ id: 'SaveMappeRules' });
export const resetRulesSchema = z
  .strictObject({ version: z.int().min(0) })
  .meta({ id: 'ResetMappeRules' });
export const savedRulesSchema = z
  .strictObject({ version: z.int() })
  .meta({ id: 'MappeRulesSaved' });
export const tryRulesSchema = z
  .strictObject({ rules: ruleListSchema })
  .meta({ id: 'TryMappeRules' });
export const triedRulesSchema = z
  .array(
    z.strictObject({
      patid: z.string(),
      name: z.string(),
      time: z.string(),
      art: z.string(),
      isFirst: z.boolean(),
      items: z.array(proposedSchema),
    }),
  )
  .meta({ id: 'TriedMappeRules' });
export type TriedRules = z.output<typeof triedRulesSchema>;
export const proposalQuerySchema = z.strictObject({
  patid: patidSchema,
});
