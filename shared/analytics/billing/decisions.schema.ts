/** Decisions on billing proposals on the wire. */
import { z } from 'zod';
import { DECISION_ACTIONS } from './billing.ts';
import { PROPOSAL_STATES, REJECTION_REASONS } from './proposal.ts';
import { comment, day, findingPlace, id, rev, toothNumber } from './wire-values.schema.ts';

export const earmarkSchema = z.strictObject({
  ...findingPlace,
  rev,
  /** Note it although its billing was submitted: it is billed late. */
  nachtrag: z.boolean().default(false),
});

export const rejectSchema = z.strictObject({
  ...findingPlace,
  rev,
  grund: z.enum(REJECTION_REASONS).default('anderer_grund'),
  comment: comment.default(''),
});

export const takeBackSchema = z.strictObject({ ...findingPlace, rev });

/**
 * State after a decision, `von` by name; also returned in `extra` of 409 `vorschlag_decided`, there
 * with the first decision.
 */
export const decisionResultSchema = z.strictObject({
  state: z.enum(PROPOSAL_STATES),
  rev: z.number().int(),
  von: z.string(),
  am: z.number(),
});

export type DecisionResult = z.output<typeof decisionResultSchema>;

/** Several proposals of one rule. */
export const bulkDecisionSchema = z.strictObject({
  tat: z.enum(DECISION_ACTIONS),
  regel: id,
  ziele: z
    .array(z.strictObject({ patid: id, tag: day, zahn: toothNumber.default(''), rev }))
    .min(1)
    .max(200),
  grund: z.enum(REJECTION_REASONS).default('anderer_grund'),
  comment: comment.default(''),
});

export const bulkAnswerSchema = z.strictObject({
  entschieden: z.array(
    z.strictObject({ patid: id, tag: day, zahn: z.string(), ...decisionResultSchema.shape }),
  ),
  /** Skipped: deleted meanwhile, or decided by another user (then with their state). */
  ausgelassen: z.array(
    z.strictObject({
      patid: id,
      tag: day,
      zahn: z.string(),
      warum: z.enum(['weg', 'anders_entschieden']),
      state: z.enum(PROPOSAL_STATES).nullable(),
      von: z.string(),
      am: z.number().nullable(),
    }),
  ),
});

export type BulkAnswer = z.output<typeof bulkAnswerSchema>;
