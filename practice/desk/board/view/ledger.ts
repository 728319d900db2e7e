// The ledger: the missing steps of each task until its proven end, and whether the server has had
// no contact for a minute; a view, no table (invariant L2).

import {
  SILENT_MS,
  waitOf,
  type BoardMappe,
  type BoardTablet,
  type BoardTask,
} from '../../../../shared/exchange/board.ts';
import { isEnd } from '../../../../shared/desk/task.ts';

/**
 * `tablet` not assigned to a tablet · `document` its PDF is being made · `begin` not begun · `end`
 * in progress · `contact` its tablet is silent · `word` its tablet has contact, but does not report
 * the task · `arrival` finished, in transit · `seal` being sealed and filed · `signer` another
 * signer is missing · `resume`, `talk`, `answer`, `hand`, `staff` wait for people
 */
export type Missing =
  | 'tablet'
  | 'document'
  | 'begin'
  | 'end'
  | 'contact'
  | 'word'
  | 'arrival'
  | 'seal'
  | 'resume'
  | 'talk'
  | 'answer'
  | 'signer'
  | 'hand'
  | 'staff';
/**
 * `since`: time (ms) of the last contact about it; `isUnheard`: that is more than a minute ago, and
 * no person is waited for.
 */
export interface LedgerEntry {
  missing: Missing;
  since: number;
  isUnheard: boolean;
}

/** Work of the server or of a tablet, which must report within the minute. */
const work = (missing: Missing, since: number, now: number): LedgerEntry => ({
  missing,
  since,
  isUnheard: now - since > SILENT_MS,
});
const people = (missing: Missing, since: number): LedgerEntry => ({
  missing,
  since,
  isUnheard: false,
});

function onTablet(task: BoardTask, tablet: BoardTablet | null, now: number): LedgerEntry {
  if (!tablet || tablet.revokedAt !== null)
    return work('contact', tablet?.lastSeenAt ?? task.stateAt, now);
  const seen = tablet.lastSeenAt ?? tablet.registeredAt;
  if (now - seen > SILENT_MS) return work('contact', seen, now);
  if (task.isHeld === true) return work('arrival', now - waitOf(tablet, now), now);
  if (task.state === 'assigned') return people('begin', task.stateAt);
  const heard = Math.max(task.stateAt, task.heardAt ?? 0);
  return now - heard > SILENT_MS ? work('word', heard, now) : people('end', heard);
}

/**
 * Returns the missing step, or `undefined` for a task with a proven end. `tablet` is the one in its
 * Mappe, also when it is signed out.
 */
export function missingOf(
  task: BoardTask,
  mappe: Pick<BoardMappe, 'tabletId'>,
  tablet: BoardTablet | null,
  now: number,
): LedgerEntry | undefined {
  if (isEnd(task.state)) return undefined;
  if (task.state === 'needs_attention' || task.attention !== undefined)
    return people('staff', task.stateAt);
  switch (task.state) {
    case 'created':
      return mappe.tabletId === null
        ? people('tablet', task.stateAt)
        : work('document', task.stateAt, now);
    case 'assigned':
    case 'started':
      return onTablet(task, tablet, now);
    case 'submitted':
    case 'sealed':
      return work('seal', task.stateAt, now);
    case 'paper':
      return task.reading === 'running'
        ? onTablet(task, tablet, now)
        : people('hand', task.stateAt);
    case 'interrupted':
      return task.isHeld === true && tablet
        ? onTablet(task, tablet, now)
        : people('resume', task.stateAt);
    case 'talk_pending':
      return people('talk', task.stateAt);
    case 'question':
      return people('answer', task.stateAt);
    case 'part_signed':
      return people('signer', task.stateAt);
    default:
      return people('staff', task.stateAt);
  }
}
