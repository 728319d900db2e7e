// Reasons to act on a Mappe or a tablet, most urgent first.

import {
  type BoardMappe,
  type BoardTablet,
  isStuck,
  silenceOf,
} from '../../../../shared/exchange/board.ts';
import { type LedgerEntry, missingOf } from './ledger.ts';
import type { TaskState } from '../../../../shared/desk/task.ts';
import { type BoardCall, isAtTablet, isRead, unreached } from './state.ts';

/** Reasons to act, most urgent first. */
export const NEEDS = [
  'help',
  'stalled',
  'unsent',
  'lost',
  'attention',
  'unheard',
  'late',
  'wrongPerson',
  'question',
  'paper',
  'interrupted',
  'quiet',
  'unreached',
  'copy',
  'talk',
  'partSigned',
] as const;

export type Need = (typeof NEEDS)[number];

const entriesOf = (mappe: BoardMappe, tablet: BoardTablet | null, now: number): LedgerEntry[] =>
  mappe.tasks.flatMap((task) => missingOf(task, mappe, tablet, now) ?? []);

/** Returns the most urgent reason, or null where nothing needs action. */
export function needOf(
  mappe: BoardMappe | null,
  tablet: BoardTablet | null,
  now: number,
  call: BoardCall | null = null,
): Need | null {
  if (call) return 'help';
  const has = (state: TaskState): boolean =>
    mappe?.tasks.some((task) => task.state === state) ?? false;
  const isOnTablet = mappe !== null && isAtTablet(mappe);
  const silence = tablet ? silenceOf(tablet, now) : 'neutral';
  if (silence === 'bad')
    return tablet && isStuck(tablet, now) ? 'unsent' : isOnTablet ? 'stalled' : null;
  if (!mappe) return null;
  if (mappe.tasks.some((task) => task.state === 'needs_attention' || task.attention !== undefined))
    return 'attention';
  const unheard = entriesOf(mappe, tablet, now).filter((entry) => entry.isUnheard);
  if (unheard.some((entry) => entry.missing === 'word')) return 'unheard';
  if (unheard.some((entry) => entry.missing === 'document' || entry.missing === 'seal'))
    return 'late';
  if (mappe.wrongPersonAt !== null && (isOnTablet || has('interrupted'))) return 'wrongPerson';
  if (has('question')) return 'question';
  if (mappe.tasks.some((task) => task.state === 'paper' && !isRead(task))) return 'paper';
  if (has('interrupted')) return 'interrupted';
  if (isOnTablet && silence === 'warn')
    return tablet && unreached(tablet, now) ? 'unreached' : 'quiet';
  if (mappe.wantsPaperCopy && mappe.tasks.some((task) => task.fileId !== undefined)) return 'copy';
  return has('talk_pending') ? 'talk' : has('part_signed') ? 'partSigned' : null;
}
