// States of papers, Mappen and tablets, as the board words them.

import type { BoardMappe, BoardTablet, BoardTask } from '../../../../shared/exchange/board.ts';
import type { HelpCall } from '../../../../shared/desk/tablet.ts';
import type { TaskState } from '../../../../shared/desk/task.ts';

const MINUTE = 60_000;

export type StateKey =
  | 'free'
  | 'created'
  | 'assigned'
  | 'filling'
  | 'signing'
  | 'talk'
  | 'submitted'
  | 'sealed'
  | 'filed'
  | 'help'
  | 'question'
  | 'declined'
  | 'partSigned'
  | 'paper'
  | 'interrupted'
  | 'unreached'
  | 'attention'
  | 'cancelled'
  | 'expired'
  | 'revoked'
  | 'there'
  | 'inRoom'
  | 'treated'
  | 'blank';

/** A state with the values of its words: pages, or the instant (ms) since when. */
export interface StateView {
  key: StateKey;
  page?: number;
  of?: number;
  at?: number;
  isLong?: boolean;
}

/** An unanswered call for help, and where it was made. */
export interface BoardCall extends HelpCall {
  tabletId: string;
}

const WORD_OF_TASK: Record<TaskState, StateKey> = {
  created: 'created',
  assigned: 'assigned',
  started: 'filling',
  submitted: 'submitted',
  sealed: 'sealed',
  filed: 'filed',
  interrupted: 'interrupted',
  talk_pending: 'talk',
  question: 'question',
  part_signed: 'partSigned',
  declined: 'declined',
  paper: 'paper',
  cancelled: 'cancelled',
  expired: 'expired',
  needs_attention: 'attention',
};

/**
 * Returns the leading task of a Mappe: first tasks that need action, then running, waiting, ended
 * ones.
 */
const SPEAKS: readonly TaskState[] = [
  'needs_attention',
  'question',
  'started',
  'interrupted',
  'paper',
  'talk_pending',
  'assigned',
  'created',
  'part_signed',
  'submitted',
  'sealed',
  'declined',
  'filed',
  'expired',
  'cancelled',
];

/**
 * Checks for a handwritten paper that is being read on a tablet; before and after it is only paper.
 */
export const isRead = (task: BoardTask): boolean => task.reading === 'running';

const runs = (task: BoardTask): boolean => task.state === 'started' || isRead(task);

/** Checks whether some task of the Mappe occupies its tablet. */
export const isAtTablet = (mappe: BoardMappe): boolean =>
  mappe.tasks.some((task) => task.state === 'assigned' || runs(task));

export function stateOfTask(task: BoardTask): StateView {
  if (task.isHeld === true) return { key: 'submitted' };
  const key = isRead(task) ? 'filling' : WORD_OF_TASK[task.state];
  return key === 'filling' || key === 'interrupted'
    ? { key, page: task.page, of: task.of }
    : { key };
}

export function leadingTask(mappe: BoardMappe): BoardTask | undefined {
  return SPEAKS.map((state) =>
    mappe.tasks.find((task) => (isRead(task) ? 'started' : task.state) === state),
  ).find((task) => task !== undefined);
}

export const isOver = (mappe: BoardMappe): boolean =>
  mappe.tasks.every((t) =>
    ['submitted', 'sealed', 'filed', 'declined', 'cancelled', 'expired'].includes(t.state),
  );

/** Checks for 60 s without contact; `isLong` after 15 min. */
export function unreached(tablet: BoardTablet, now: number): StateView | undefined {
  const silent = tablet.lastSeenAt === null ? Infinity : now - tablet.lastSeenAt;
  return silent > MINUTE
    ? {
        key: 'unreached',
        at: tablet.lastSeenAt ?? tablet.registeredAt,
        isLong: silent > 15 * MINUTE,
      }
    : undefined;
}

/**
 * Returns the state texts of a Mappe: those of its leading task, unless it has a call for help or
 * its tablet has something more urgent to report.
 */
export function stateOfMappe(
  mappe: BoardMappe,
  tablet: BoardTablet | null,
  now: number,
  call: BoardCall | null = null,
): StateView {
  if (call) return { key: 'help' };
  const task = leadingTask(mappe);
  const isOnTablet = task !== undefined && (runs(task) || task.state === 'assigned');
  const gone = tablet && isOnTablet ? unreached(tablet, now) : undefined;
  if (gone) return gone;
  if (task && task.isHeld !== true && runs(task) && tablet?.activity?.taskId === task.taskId) {
    const { screen, page, of } = tablet.activity;
    // The run was lost or aborted before the server learned why: it waits for a patient again.
    if (screen === 'assigned') return { key: 'assigned' };
    return screen === 'signing' ? { key: 'signing' } : { key: 'filling', page, of };
  }
  return task ? stateOfTask(task) : { key: 'created' };
}

/**
 * Returns the blank form that is being filled in on this tablet; the practice has no Mappe for it.
 */
export function blankOn({ activity }: BoardTablet): StateView | undefined {
  if (
    activity?.isBlank !== true ||
    activity.screen === 'assigned' ||
    activity.screen === 'done' ||
    activity.screen === 'idle'
  )
    return undefined;
  return { key: 'blank', page: activity.page, of: activity.of };
}

export function stateOfTablet(
  tablet: BoardTablet,
  mappe: BoardMappe | null,
  now: number,
  call: BoardCall | null = null,
): StateView {
  if (tablet.revokedAt !== null) return { key: 'revoked', at: tablet.revokedAt };
  if (call) return { key: 'help' };
  return (
    unreached(tablet, now) ??
    blankOn(tablet) ??
    (mappe ? stateOfMappe(mappe, tablet, now) : { key: 'free' })
  );
}
