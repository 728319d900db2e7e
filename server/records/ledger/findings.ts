// Findings of the ledger check: each a rule with ids, never a word about a patient.

export const RULES = {
  'op.gap': 'numbers of a local database have a gap',
  'op.head': 'acknowledged up to another number than is stored',
  'op.twice': 'one operation is stored twice',
  'op.bytes': 'stored bytes or header differ from what was acknowledged',
  'op.unjudged': 'acknowledged for over a minute and not judged',
  'op.nobody': 'an operation belongs to no practice or no tablet',
  'op.effect': 'an accepted result has no trace in its task',
  'audit.chain': 'the audit chain is broken',
  'task.trail': 'the state of a task differs from its audit trail',
  'task.end': 'a closed task has no proof of its end, or more than one',
  'task.twice': 'one revision of a task ended twice',
  'submission.lost': 'an accepted submission has no envelope',
  'submission.unsealed': 'an accepted submission is neither sealed nor being sealed',
  'document.missing': 'a sealed submission has no document, or another one',
  'document.blob': 'a stored file is gone, or is not what its name says',
  'document.orphan': 'a document or envelope without the operation that brought it',
} as const;
export type Rule = keyof typeof RULES;
/** `what` contains row ids: `task 0190…`, `op 0190…`. */
export interface Finding {
  rule: Rule;
  what: string;
}
export type Say = (rule: Rule, what: string) => void;

/** How long work may be in progress before it counts as stuck, ms. */
export const JUDGE_MS = 60_000;
export const SEAL_MS = 120_000;
