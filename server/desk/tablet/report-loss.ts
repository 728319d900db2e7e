// Losses with a tablet's storage or its sign-out (invariant S2, fault F15): counted from its last
// heartbeat, explicit about unknown numbers, never silent.

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
  hasBlankDrafts,
  openTasksAt,
  type TabletRow,
} from './store.ts';

/**
 * Two heartbeats: after this time the live channel may have brought a tablet tasks, and no blank
 * form can be started, filled in and submitted without a report.
 */
const REACHED_MS = 2 * HEARTBEAT_MS;
/** Screens of a task that no patient is in the middle of. */
const IDLE: readonly Activity['screen'][] = ['assigned', 'done', 'idle'];
/** Limit of a column. */
const MOST = 2_147_483_647;

export interface Held {
  count: number;
  tasks: string[];
}
export type Loss = Pick<TabletRow, 'lostSubmissions' | 'loss'>;

/**
 * Returns submissions that each tablet held at its last report and that did not arrive since; none
 * for a tablet that never reported any.
 */
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

/**
 * A patient who filled in a blank form this long ago was missed and asked again: an old unused
 * tablet raises no alarm.
 */
const OLD_MS = 30 * DAY_MS;
/** Charge below which a tablet that is not charging is about to switch off. */
const EMPTY = 0.03;
/**
 * Checks whether blank forms may have been started on a tablet after its last contact: it allows
 * them, and it was in use, neither put away with its screen off nor about to run empty. A private
 * phone has none, and neither does one that never reported.
 */
export function mayHaveBegun({
  guestOf,
  health,
  lastSeenAt,
}: Pick<TabletRow, 'guestOf' | 'health' | 'lastSeenAt'>): boolean {
  if (guestOf !== null) return false;
  // It was in contact, and a restored database does not know its report.
  if (health === null) return lastSeenAt !== null;
  return (
    (health.blanks ?? 0) > 0 &&
    health.isHidden !== true &&
    (health.charging !== false || (health.battery ?? 1) > EMPTY)
  );
}
/**
 * Its ops arrive, but this database has no heartbeat of it, as after a restore: recent contact does
 * not prove that it has a network for more.
 */
const isWordless = ({ health, ackN }: Pick<TabletRow, 'health' | 'ackN'>): boolean =>
  health === null && ackN > 0;
/**
 * Returns blank forms that the tablet reported as started at its last contact, and whose answers it
 * neither held nor sent since.
 */
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
 * Returns the loss of everything this tablet held, added to an unread one; unchanged when nothing
 * can be lost. Exact when it had nothing that could be signed since it last reported its tasks; a
 * push reports none, it may come late or twice.
 * @param epoch of this database: a tablet not in contact since a restore may have unknown work (F7)
 */
export async function addLoss(
  w: Work,
  tablet: TabletRow,
  epoch: string,
  isSignedOut = false,
): Promise<Loss> {
  // The tablet cannot submit these any more.
  if (await hasBlankDrafts(w, tablet.id))
    await w.job('rescue-blanks', `blanks:${tablet.id}:${w.now}`, {
      tabletId: tablet.id,
      before: w.now,
    });
  const before: Loss = { lostSubmissions: tablet.lostSubmissions, loss: tablet.loss };
  // Reported before, by `reportGone`. A tablet without contact to this database may have had
  // contact before a restore (F7).
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
  // The server does not know a blank form before its answers; the reported one is named.
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
 * Reports a gap. The database was restored to a point earlier than this tablet keeps its ops (P16):
 * the ops in between are lost, and the number of submissions is unknown.
 * @param before time (ms) of the last remaining op, `undefined` when there is none
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

/** Returns true once a tablet has had no contact for a minute. */
export const isSilent = (tablet: Pick<TabletRow, 'lastSeenAt'>, now: number): boolean =>
  tablet.lastSeenAt === null || now - tablet.lastSeenAt > SILENT_MS;

/**
 * Reports a tablet as gone, or signs it out: its unsent work is reported. If it returns, its ops
 * still count.
 */
export async function reportGone(
  w: Work,
  tablet: TabletRow,
  epoch: string,
  isSignedOut = false,
): Promise<void> {
  // Without its incarnation it is not counted again when it is signed out later.
  await changeLoss(w, tablet.id, { ...(await addLoss(w, tablet, epoch, isSignedOut)), inc: null });
}
