// How long what a practice keeps is kept: when a period ends, what keeps something longer, and what a released deletion is called.

/** What is deleted together: a person's record, or the X-rays that outlive it. */
export const KEPT_KINDS = ['record', 'xray'] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

export const ERASURE_ORIGINS = ['due', 'demand'] as const;
/** `due`: the period is over; `demand`: the person asked for it (Art. 17 GDPR). */
export type ErasureOrigin = (typeof ERASURE_ORIGINS)[number];
export const RUN_STATES = ['waiting', 'running', 'done', 'stopped'] as const;
export type RunState = (typeof RUN_STATES)[number];
export const ITEM_STATES = ['waiting', 'erasing', 'done', 'skipped'] as const;
/** From `erasing` on an item stands in the list outside of the database and is deleted for good. */
export type ItemState = (typeof ITEM_STATES)[number];
export const SKIP_REASONS = ['hold', 'not_due', 'open', 'gone'] as const;
/** Why a released item was left alone: held back, its person came again, something of theirs is under way, or nothing was there any more. */
export type SkipReason = (typeof SKIP_REASONS)[number];
/** How many of what was deleted: numbers only. */
export interface ErasureCounts { people: number; documents: number; papers: number; answers: number; termine: number; files: number; others: number }
export const NO_COUNTS: ErasureCounts = { people: 0, documents: 0, papers: 0, answers: 0, termine: 0, files: 0, others: 0 };
export const addCounts = (a: ErasureCounts, b: ErasureCounts): ErasureCounts => ({
  people: a.people + b.people, documents: a.documents + b.documents, papers: a.papers + b.papers, answers: a.answers + b.answers, termine: a.termine + b.termine, files: a.files + b.files, others: a.others + b.others,
});
