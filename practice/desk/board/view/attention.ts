// Plain words for why a submission or a document waits for staff.

import type { BoardKey } from '../board-texts.ts';

/**
 * Codes of parked submissions (the server's check of what a tablet sent), and of data that exists
 * on a tablet only.
 */
const SUBMISSION: Readonly<Record<string, BoardKey>> = {
  hash_mismatch: 'attention.hash',
  paper_required: 'attention.paper',
  declaration_missing: 'attention.incomplete',
  signer_mismatch: 'attention.incomplete',
  no_ink: 'attention.incomplete',
  talk_missing: 'attention.talk',
  already_signed: 'attention.twice',
  stale_rev: 'attention.late',
  state_conflict: 'attention.late',
  unknown_task: 'attention.late',
  other_tablet: 'attention.late',
  too_large: 'attention.aside',
  damaged: 'attention.aside',
  unreadable: 'attention.aside',
  invalid_payload: 'attention.aside',
  unknown_seal: 'attention.aside',
  unknown_kind: 'attention.aside',
  unknown_schema: 'attention.aside',
  internal: 'attention.aside',
  signed_differs: 'attention.differs',
  asked_elsewhere: 'attention.asked',
  submission_lost: 'attention.lost',
  submission_unsure: 'attention.unsure',
  draft_refused: 'attention.draftRefused',
  draft_unreadable: 'attention.draftUnreadable',
  entry_damaged: 'attention.entryDamaged',
};
/**
 * Checks for codes stored with the tablet's loss, not with the task: cleared when the loss is
 * acknowledged, or when the paper is signed again.
 */
export const isLossCode = (code: string): boolean => code.startsWith('submission_');
/** Codes of failed jobs, by prefix. */
const JOBS: readonly (readonly [string, BoardKey])[] = [
  ['pdf', 'attention.render'],
  ['document', 'attention.render'],
  ['render', 'attention.render'],
  ['seal', 'attention.seal'],
  ['key', 'attention.seal'],
  ['tsa', 'attention.seal'],
];

/** Returns the text key for a code; unknown codes are shown unchanged, in a sentence. */
export function attentionKey(code: string): BoardKey {
  return (
    SUBMISSION[code] ?? JOBS.find(([start]) => code.startsWith(start))?.[1] ?? 'attention.other'
  );
}
