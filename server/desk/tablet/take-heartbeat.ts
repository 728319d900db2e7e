// Handles the heartbeat of a tablet: lease, health, activity, and submissions lost with its local
// database (invariant S2).

import { STUCK_MS } from '../../../shared/exchange/board.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  LEASE_HOURS,
  type Activity,
  type BeatNumber,
  type BegunBlank,
  type Heartbeat,
  type HeartbeatAnswer,
} from '../../../shared/desk/tablet.ts';
import type { Work } from '../../platform/work.ts';
import type { Installation } from './links.ts';
import { addLoss, type Loss } from './report-loss.ts';
import { changeTablet, findTablet, headOf, type TabletRow } from './store.ts';

/** Numbers of an incarnation in the tablet row, and the loss of a change of incarnation. */
export interface Incarnation extends Loss {
  inc: string;
  highN: number;
  ackN: number;
  safeN: number;
}

/**
 * Returns the row after a report as `inc`. A new incarnation means that the old local database is
 * lost, with all its unsent submissions: counted, never silent.
 */
export async function meetIncarnation(
  w: Work,
  tablet: TabletRow,
  { epoch }: Pick<Installation, 'epoch'>,
  inc: string,
  highN: number,
): Promise<Incarnation> {
  const { lostSubmissions, loss } = tablet;
  if (tablet.inc === inc)
    return {
      inc,
      highN: Math.max(tablet.highN, highN),
      ackN: tablet.ackN,
      safeN: tablet.safeN,
      lostSubmissions,
      loss,
    };
  // The first report to this database replaces nothing.
  const lost = tablet.inc === null ? { lostSubmissions, loss } : await addLoss(w, tablet, epoch);
  return { inc, highN, ackN: await headOf(w, tablet.id, inc), safeN: 0, ...lost };
}

/**
 * Number of app starts that are remembered, to detect late heartbeats; a request delayed by more
 * starts is not expected.
 */
const RUNS_KEPT = 8;
type Newest = NonNullable<NonNullable<TabletRow['health']>['beat']>;
/** Returns the newest heartbeat after this one; `undefined` for a late or repeated one. */
function newestAfter(newest: Newest, { run, n }: BeatNumber): Newest | undefined {
  if (run === newest.run) return n > newest.n ? { ...newest, n } : undefined;
  return newest.before.includes(run)
    ? undefined
    : { run, n, before: [newest.run, ...newest.before].slice(0, RUNS_KEPT) };
}

const QUIET_MS = 60_000;
/** Returns true when the board would look different; the board itself advances times. */
function isNews(tablet: TabletRow, beat: Heartbeat, now: number): boolean {
  const h = tablet.health,
    a = tablet.activity,
    b = beat.activity ?? null;
  return (
    h === null ||
    tablet.lastSeenAt === null ||
    now - tablet.lastSeenAt > QUIET_MS ||
    h.pending !== beat.pending ||
    h.held?.unsent !== beat.unsent ||
    h.persisted !== beat.persisted ||
    h.quarantined !== beat.quarantined ||
    h.appVersion !== beat.appVersion ||
    h.charging !== beat.charging ||
    Math.round((h.battery ?? -1) * 20) !== Math.round((beat.battery ?? -1) * 20) ||
    beat.oldestPendingMs > STUCK_MS !== h.oldestPendingMs > STUCK_MS ||
    a?.taskId !== b?.taskId ||
    a?.screen !== b?.screen ||
    a?.page !== b?.page ||
    a?.of !== b?.of ||
    a?.isReading !== b?.isReading ||
    (b !== null && a !== null && b.silentMs + 1000 < a.silentMs)
  );
}

/**
 * The started blank form on the tablet; its time is the server's, of the first report about it
 * (H3).
 */
function begunOf(
  activity: Activity | undefined,
  before: BegunBlank | undefined,
  now: number,
): BegunBlank | undefined {
  if (!activity?.isBlank || activity.screen === 'done') return undefined;
  return before?.id === activity.taskId ? before : { id: activity.taskId, at: now };
}

/**
 * Stores a heartbeat and extends the lease by 24 hours; one overtaken by a newer one is answered
 * and changes nothing.
 * @throws AppError `tablet_revoked`
 */
export async function takeHeartbeat(
  w: Work,
  installation: Installation,
  tabletId: string,
  beat: Heartbeat,
): Promise<HeartbeatAnswer> {
  const tablet = await findTablet(w, tabletId);
  if (!tablet || tablet.revokedAt !== null) throw new AppError('tablet_revoked');
  const {
      beat: number,
      inc,
      highN,
      ackSeen,
      unsent,
      unsentTasks,
      feedSeq,
      activity,
      ...rest
    } = beat,
    known = tablet.health?.beat;
  const helpAnswered =
    tablet.helpAt !== null &&
    tablet.helpAnsweredAt !== null &&
    tablet.helpAnsweredAt >= tablet.helpAt;
  const answer = {
    serverTime: w.now,
    epoch: installation.epoch,
    feedSeq: tablet.feedSeq,
    helpAnswered,
  };
  const newest =
    number && known ? newestAfter(known, number) : number ? { ...number, before: [] } : known;
  if (number && !newest) return { ...answer, leaseUntil: tablet.leaseUntil, isOld: true };
  const leaseUntil = w.now + LEASE_HOURS * 3_600_000;
  // A cursor beyond the feed refers to rows that a restore lost.
  const heard = feedSeq !== undefined && feedSeq <= tablet.feedSeq ? { feedSeq } : {};
  const met = await meetIncarnation(w, tablet, installation, inc, highN);
  const held =
    unsent === undefined
      ? undefined
      : {
          inc,
          at: w.now,
          ackSeen,
          highN,
          unsent,
          tasks: unsentTasks ?? [],
          ...heard,
          storedN: met.ackN,
          epoch: installation.epoch,
        };
  const begun = begunOf(activity, tablet.health?.begun, w.now),
    health = {
      ...rest,
      ...(held && { held }),
      ...(newest && { beat: newest }),
      ...(begun && { begun }),
    };
  await changeTablet(w, tabletId, {
    ...met,
    health,
    activity: activity ?? null,
    activityAt: w.now,
    lastSeenAt: w.now,
    leaseUntil,
  });
  if (isNews(tablet, beat, w.now)) w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { ...answer, leaseUntil };
}
