// What goes with a tablet's storage or its sign-out (invariant S2, fault F15): counted from its last heartbeat, honest about what nobody can know, never silent.

import { SILENT_MS } from '../../../shared/exchange/board.ts';
import {
  HEARTBEAT_MS,
  type Activity,
  type BegunBlank,
  type LossReport,
} from '../../../shared/desk/tablet.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Look, Work } from '../../platform/work.ts';
import {
  arrivedSince,
  changeLoss,
  findTablet,
  hasBlankArrived,
  openTasksAt,
  type TabletRow,
} from './store.ts';

/** Two heartbeats: so long after the last one its live channel may have brought a tablet something, and nobody there begins a blank form, fills it in and hands it in without a word of it. */
const REACHED_MS = 2 * HEARTBEAT_MS;
/** Screens of a task that nobody is in the middle of. */
const IDLE: readonly Activity['screen'][] = ['assigned', 'done', 'idle'];
/** What a column holds. */
const MOST = 2_147_483_647;

export interface Held {
  count: number;
  tasks: string[];
}
export type Loss = Pick<TabletRow, 'lostSubmissions' | 'loss'>;

/** Submissions that each tablet held when it last spoke and that did not arrive since; none of a tablet that never said so. */
export async function heldByAll(
  s: Look | Work,
  tablets: readonly Pick<TabletRow, 'id' | 'inc' | 'health'>[],
): Promise<Map<string, Held>> {
  const told = tablets.flatMap(({ id, inc, health }) =>
    health?.held && health.held.inc === inc ? [{ id, held: health.held }] : [],
  );
  const arrived = await arrivedSince(
    s,
    told.filter((one) => one.held.unsent > 0),
  );
  return new Map(
    told.map(({ id, held }) => {
      const tasks = arrived.filter((one) => one.device === id).map((one) => one.taskId);
      return [
        id,
        {
          count: Math.max(0, held.unsent - tasks.length),
          tasks: held.unsent === 0 ? [] : held.tasks.filter((one) => !tasks.includes(one)),
        },
      ];
    }),
  );
}
export const heldBy = async (
  s: Look | Work,
  tablet: Pick<TabletRow, 'id' | 'inc' | 'health'>,
): Promise<Held | undefined> => (await heldByAll(s, [tablet])).get(tablet.id);

/** Whoever filled in a blank form so long ago was missed and asked again by now: an old tablet that lay in a drawer alarms nobody. */
const OLD_MS = 30 * DAY_MS;
/** Charge below which a tablet that is not charging is about to go out. */
const EMPTY = 0.03;
/**
 * Whether staff may have begun blank forms on a tablet after it was heard last: it keeps some, and it was in use, neither
 * put away with its screen off nor about to run empty. A private phone keeps none, one that never said a word none yet.
 */
export function mayHaveBegun({
  guestOf,
  health,
  lastSeenAt,
}: Pick<TabletRow, 'guestOf' | 'health' | 'lastSeenAt'>): boolean {
  if (guestOf !== null) return false;
  // It was heard, and a database that was put back does not know what it said.
  if (health === null) return lastSeenAt !== null;
  return (
    (health.blanks ?? 0) > 0 &&
    health.isHidden !== true &&
    (health.charging !== false || (health.battery ?? 1) > EMPTY)
  );
}
/** Its ops arrive, but this database knows no word of it, as after it was put back: that it was heard a moment ago does not say that it has a network for more. */
const isWordless = ({ health, ackN }: Pick<TabletRow, 'health' | 'ackN'>): boolean =>
  health === null && ackN > 0;
/** Blank forms that the tablet named as begun when it spoke last, and whose answers it neither held nor sent since. */
async function begunOn(s: Look | Work, { id, health }: TabletRow): Promise<BegunBlank[]> {
  const begun = health?.begun;
  return begun &&
    health.held?.tasks.includes(begun.id) !== true &&
    !(await hasBlankArrived(s, id, begun.id))
    ? [begun]
    : [];
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];

const blanksOf = (
  begun: BegunBlank[],
  mayBlank: boolean,
): Pick<LossReport, 'begun' | 'mayBlank'> => ({
  ...(begun.length > 0 && { begun }),
  ...(mayBlank && { mayBlank: true as const }),
});

/**
 * The loss of everything this tablet held, added to what nobody has read yet; unchanged where nothing can be lost.
 * Exact where nothing lay on it that could be signed since it last said what it holds; a push says nothing of that, it may come late or twice.
 * @param epoch of this database: whom it has not heard since it was put back may have done what it knows nothing of (F7)
 */
export async function addLoss(
  w: Work,
  tablet: TabletRow,
  epoch: string,
  isSignedOut = false,
): Promise<Loss> {
  const before: Loss = { lostSubmissions: tablet.lostSubmissions, loss: tablet.loss };
  // Reported before, by `reportGone`. One that was never heard by this database may have been by the one before a restore (F7).
  if (tablet.inc === null && tablet.health !== null) return before;
  const held = await heldBy(w, tablet),
    said = held && tablet.health?.held,
    { activity } = tablet,
    since = said?.at ?? tablet.lastSeenAt ?? tablet.registeredAt;
  const { count, tasks } = held ?? { count: 0, tasks: [] },
    begun = activity === null || IDLE.includes(activity.screen) ? undefined : activity.taskId;
  const open = await openTasksAt(w, tablet.id, {
    since,
    until: since + REACHED_MS,
    feedSeq: said?.feedSeq,
    begun,
    held: tasks,
  });
  const maybe = open.map((t) => t.taskId),
    isBusy = open.some((t) => t.isStarted || t.taskId === begun);
  const isUnheard = said?.epoch !== undefined && said.epoch !== epoch;
  // No server knows of a blank form before its answers; what was heard of it is named.
  const blanks = await begunOn(w, tablet),
    age = w.now - since,
    isReached = age <= REACHED_MS && !isWordless(tablet),
    mayBlank = !isReached && age < OLD_MS && mayHaveBegun(tablet);
  // A tablet that never named its submissions may have held some among its ops.
  const isExact =
    maybe.length === 0 &&
    !isUnheard &&
    !mayBlank &&
    (held !== undefined || tablet.highN <= tablet.ackN);
  if (count === 0 && isExact && blanks.length === 0) return before;
  const old = tablet.loss;
  const loss: LossReport = {
    isExact: isExact && (old?.isExact ?? true),
    since: Math.min(since, old?.since ?? since),
    at: w.now,
    tasks: union(old?.tasks ?? [], tasks),
    maybe: union(old?.maybe ?? [], maybe),
    ...((isSignedOut || old?.isSignedOut) && { isSignedOut: true }),
    ...((isBusy || blanks.length > 0 || old?.isBusy) && { isBusy: true }),
    ...blanksOf(
      [...(old?.begun ?? []).filter((one) => !blanks.some(({ id }) => id === one.id)), ...blanks],
      mayBlank || old?.mayBlank === true,
    ),
  };
  await w.audit('tablet.lost', {
    tabletId: tablet.id,
    count,
    isExact,
    since,
    tasks,
    maybe,
    ...blanksOf(blanks, mayBlank),
  });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { lostSubmissions: Math.min(MOST, (tablet.lostSubmissions ?? 0) + count), loss };
}

/**
 * The database was put back further than this tablet keeps its ops (P16): what lay between is gone, and nobody can say how many submissions it was.
 * @param before time (ms) of the last op that is left, `undefined` when none is
 */
export async function reportGap(
  w: Work,
  tabletId: string,
  before: number | undefined,
): Promise<void> {
  const tablet = await findTablet(w, tabletId);
  if (!tablet) return;
  const { loss: old, lostSubmissions } = tablet,
    since = before ?? tablet.registeredAt;
  await changeLoss(w, tabletId, {
    lostSubmissions: lostSubmissions ?? 0,
    loss: {
      tasks: [],
      maybe: [],
      ...old,
      isExact: false,
      since: Math.min(since, old?.since ?? since),
      at: w.now,
    },
  });
}

/** True once a tablet has not been heard for a minute. */
export const isSilent = (tablet: Pick<TabletRow, 'lastSeenAt'>, now: number): boolean =>
  tablet.lastSeenAt === null || now - tablet.lastSeenAt > SILENT_MS;

/** Staff says that this tablet is gone, or signs it out: what it held is reported. Should it speak again, what it sends counts all the same. */
export async function reportGone(
  w: Work,
  tablet: TabletRow,
  epoch: string,
  isSignedOut = false,
): Promise<void> {
  // Without its incarnation it is not counted again when it is signed out later.
  await changeLoss(w, tablet.id, { ...(await addLoss(w, tablet, epoch, isSignedOut)), inc: null });
}
