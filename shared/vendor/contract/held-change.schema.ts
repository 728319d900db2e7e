// Shapes of waiting changes on the wire.

import { z } from 'zod';
import { HELD_KINDS, HELD_STATES } from './held-change.ts';

export const heldChangeSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(HELD_KINDS),
  state: z.enum(HELD_STATES),
  /** The new detail as text; of an account its last signs. */
  what: z.string(),
  at: z.number(),
  /** Who asked. */
  name: z.string(),
  isOwn: z.boolean(),
  /** Counts from then on at the earliest, ms. */
  dueAt: z.number(),
  /** Ends then without the words that it needs, ms. */
  lapsesAt: z.number(),
  needsSecond: z.boolean(),
  approvedAt: z.number().nullable(),
  needsReader: z.boolean(),
  confirmedAt: z.number().nullable(),
  /** The caller's word is missing. */
  mayApprove: z.boolean(),
  endedAt: z.number().nullable(),
});
export type HeldChange = z.output<typeof heldChangeSchema>;

/** `waiting`: stored, and counts later; `done`: counts now. */
export const changedSchema = z.strictObject({ state: z.enum(['waiting', 'done']) });
export type Changed = z.output<typeof changedSchema>;

export const heldLinkSchema = z.strictObject({ token: z.string().regex(/^lnk_[\w-]{43}$/) });
/** What a link did; of the change only its kind. */
export const heldLinkAnswerSchema = z.strictObject({ kind: z.enum(HELD_KINDS) });
