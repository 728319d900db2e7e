// Shapes of switches of features: a stored rule, and what is sent.

import { z } from 'zod';
import { ENVIRONMENTS, type Environment } from '../../base/environment.ts';
import { FLAG_GROUNDS, FLAG_KEYS, FLAG_REASON_LEAST, WHOLE_SHARE } from '../../base/flags/flags.ts';
import { visible } from '../../base/visible.ts';

const MOST_REASON = 240;
const key = z.enum(FLAG_KEYS),
  environment = z.enum(ENVIRONMENTS as readonly [Environment, ...Environment[]]).nullable(),
  tenant = z.string().min(1).max(64).nullable(),
  share = z.int().min(1).max(WHOLE_SHARE),
  until = z.iso.date(),
  reason = z
    .string()
    .overwrite(visible)
    .trim()
    .min(FLAG_REASON_LEAST)
    .max(MOST_REASON)
    .regex(/^\P{C}*$/u);

/** A stored rule as it counts; a row that does not fit counts for nothing. */
export const flagRuleSchema = z.object({
  id: z.string(),
  key,
  environment,
  tenant,
  isOn: z.boolean(),
  share,
  until,
  at: z.int(),
});

export const addFlagRuleSchema = z
  .strictObject({
    /** Made by the caller: a repeat stores nothing twice. */
    id: z.uuid(),
    key,
    environment,
    tenant,
    isOn: z.boolean(),
    share,
    until,
    reason,
  })
  .refine((rule) => rule.tenant === null || rule.share === WHOLE_SHARE, {
    path: ['share'],
    message: 'practice',
  })
  .meta({ id: 'AddFlagRule' });
export type AddFlagRule = z.output<typeof addFlagRuleSchema>;
export const endFlagRuleSchema = z.strictObject({ reason });

const ruleViewSchema = z.strictObject({
  id: z.string(),
  environment,
  tenant: z.string().nullable(),
  /** Empty for rules of all practices. */
  practiceName: z.string(),
  isOn: z.boolean(),
  share: z.int(),
  until: z.string(),
  reason: z.string(),
  name: z.string(),
  at: z.int(),
  state: z.enum(['active', 'over', 'ended']),
  ended: z.strictObject({ at: z.int(), name: z.string(), reason: z.string() }).nullable(),
});
export type FlagRuleView = z.output<typeof ruleViewSchema>;
export const flagListSchema = z
  .strictObject({
    /** Of this server. */
    environment: z.enum(ENVIRONMENTS as readonly [Environment, ...Environment[]]),
    /** Rules from the newest; all that count, and the newest of the others. */
    items: z.array(z.strictObject({ key, rules: z.array(ruleViewSchema) })),
    /** Stored rules that cannot be read: the default counts in their place. */
    unreadable: z.int(),
  })
  .meta({ id: 'FlagList' });
export type FlagList = z.output<typeof flagListSchema>;

export const flagVerdictsSchema = z
  .strictObject({
    tenant: z.string(),
    practiceName: z.string(),
    items: z.array(
      z.strictObject({
        key,
        isOn: z.boolean(),
        by: z.enum(FLAG_GROUNDS),
        ruleId: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'FlagVerdicts' });
export type FlagVerdicts = z.output<typeof flagVerdictsSchema>;

/** What is switched off for the caller's practice. */
export const ownFlagsSchema = z.strictObject({ off: z.array(key) }).meta({ id: 'OwnFlags' });
export type OwnFlags = z.output<typeof ownFlagsSchema>;
