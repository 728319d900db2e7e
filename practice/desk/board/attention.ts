// Plain words for why a submission or a document waits for staff.

import type { EmpfangKey } from './board-texts.ts';

/** Codes of parked submissions (the server's judgement of what a tablet sent), and of what lies on a tablet only. */
const SUBMISSION: Readonly<Record<string, EmpfangKey>> = {
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
  asked_elsewhere: 'attention.asked',
  submission_lost: 'attention.lost',
  submission_unsure: 'attention.unsure',
  draft_refused: 'attention.draftRefused',
  draft_unreadable: 'attention.draftUnreadable',
};
/** Codes that stand on the tablet's loss, not on the task: they go when the loss was read, or when somebody signs again. */
export const isLossCode = (code: string): boolean => code.startsWith('submission_');
/** Codes of jobs that gave up, by how they begin. */
const JOBS: readonly (readonly [string, EmpfangKey])[] = [
  ['pdf', 'attention.render'],
  ['document', 'attention.render'],
  ['render', 'attention.render'],
  ['seal', 'attention.seal'],
  ['key', 'attention.seal'],
  ['tsa', 'attention.seal'],
];

/** Text key for a code; unknown codes are shown as they are, in a sentence. */
export function attentionKey(code: string): EmpfangKey {
  return (
    SUBMISSION[code] ?? JOBS.find(([start]) => code.startsWith(start))?.[1] ?? 'attention.other'
  );
}
