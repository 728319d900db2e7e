// Reads the reception board at once: tablets, Mappen, waiting registrations and expected patients.

import type {
  Board,
  BoardLoss,
  BoardMappe,
  BoardTablet,
  BoardTask,
} from '../../../shared/exchange/board.ts';
import type { LossReport } from '../../../shared/desk/tablet.ts';
import type { Look } from '../../platform/work.ts';
import type { TabletLinks } from './links.ts';
import { openCalls } from './help.ts';
import { heldByAll } from './report-loss.ts';
import { listTablets, waitingPending, type TabletRow } from './store.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

/** States in which a task occupies a tablet; paper that is only offered for reading does not. */
const ON_TABLET = ['created', 'assigned', 'started'];

/**
 * Counts ops that a tablet still waits for: those that arrived since its last heartbeat are
 * excluded, and a lost database has none. Ops that had arrived before and are still waited for mean
 * a tablet that receives no acknowledgement: they count.
 */
function pendingOf({ inc, ackN, health }: TabletRow): number {
  const { pending = 0, held } = health ?? {};
  if (!held || inc === null) return pending;
  if (held.inc !== inc) return 0;
  return ackN > (held.storedN ?? held.ackSeen)
    ? Math.min(pending, Math.max(0, held.highN - ackN))
    : pending;
}

const lossOf = ({
  isExact,
  since,
  isSignedOut,
  isBusy,
  begun,
  mayBlank,
}: LossReport): BoardLoss => ({
  isExact,
  since,
  ...(isSignedOut && { isSignedOut }),
  ...(isBusy && { isBusy }),
  ...(begun && { begunAt: begun.map(({ at }) => at) }),
  ...(mayBlank && { mayBlank }),
});

function boardTablet(
  t: TabletRow,
  mappen: readonly BoardMappe[],
  version: string,
  unsent: number,
): BoardTablet {
  const h = t.health;
  return {
    tabletId: t.id,
    name: t.name,
    posture: t.posture,
    registeredAt: t.registeredAt,
    lastSeenAt: t.lastSeenAt,
    leaseUntil: t.leaseUntil,
    pending: pendingOf(t),
    oldestPendingMs: h?.oldestPendingMs ?? 0,
    unsent,
    battery: h?.battery ?? null,
    charging: h?.charging ?? null,
    appVersion: h?.appVersion ?? null,
    isOutdated: h !== null && h.appVersion !== version,
    ...(t.guestOf !== null && { isGuest: true as const }),
    clockOffsetMs: h?.clockOffsetMs ?? 0,
    persisted: h?.persisted ?? t.gate.storage === 'ok',
    quarantined: h?.quarantined ?? 0,
    exceptions: t.exceptions,
    calls: openCalls(t),
    activity: t.activity,
    activityAt: t.activityAt,
    mappeId:
      mappen.find(
        (m) =>
          m.tabletId === t.id &&
          m.tasks.some((k) => ON_TABLET.includes(k.state) || k.reading === 'running'),
      )?.mappeId ?? null,
    revokedAt: t.revokedAt,
    lostSubmissions: t.lostSubmissions,
    loss: t.loss && lossOf(t.loss),
    ...((h?.blanks ?? 0) > 0 && { keepsBlanks: true as const }),
  };
}

/** States after a lost submission: a patient signed, and the server still waits for it. */
const UNENDED = ['assigned', 'started', 'interrupted'];

/** Reports of tablets about a task, and their losses: valid until the task moves. */
function heardOf(
  task: BoardTask,
  tablet: TabletRow | undefined,
  held: readonly string[],
  losses: readonly LossReport[],
): BoardTask {
  const lost =
    UNENDED.includes(task.state) && task.attention === undefined
      ? losses.filter((l) => task.stateAt <= l.at)
      : [];
  const attention = lost.some((l) => l.tasks.includes(task.taskId))
    ? 'submission_lost'
    : lost.some((l) => l.maybe.includes(task.taskId))
      ? 'submission_unsure'
      : undefined;
  const isNamed = tablet?.activity?.taskId === task.taskId && tablet.activityAt !== null;
  return {
    ...task,
    ...(attention !== undefined && { attention }),
    ...(isNamed && { heardAt: tablet.activityAt ?? 0 }),
    ...(held.includes(task.taskId) && UNENDED.includes(task.state) && { isHeld: true }),
  };
}

/**
 * Returns the current board of the practice; every later change is announced on the live channel.
 */
export async function readBoard(
  look: Look,
  links: Pick<TabletLinks, 'boardMappen' | 'expected' | 'rooms' | 'arrivals' | 'version'>,
): Promise<Board> {
  const tablets = await listTablets(look),
    held = await heldByAll(look, tablets);
  await letOthersRun();
  const sent = await links.boardMappen(look);
  await letOthersRun();
  const expected = await links.expected(look);
  await letOthersRun();
  const [registrations, rooms, arrivals] = await Promise.all([
    waitingPending(look),
    links.rooms(look),
    links.arrivals(look),
  ]);
  const losses = tablets.flatMap((t) => t.loss ?? []),
    all = [...held.values()].flatMap((h) => h.tasks);
  const mappen = sent.map((m) => ({
    ...m,
    tasks: m.tasks.map((task) =>
      heardOf(
        task,
        tablets.find((t) => t.id === m.tabletId),
        all,
        losses,
      ),
    ),
  }));
  return {
    at: look.now,
    tablets: tablets.map((t) => boardTablet(t, mappen, links.version, held.get(t.id)?.count ?? 0)),
    mappen,
    registrations: registrations.map((p) => ({
      pendingId: p.id,
      number: p.number,
      requestedAt: p.requestedAt,
      gate: p.gate,
      userAgent: p.userAgent,
    })),
    expected,
    rooms,
    arrivals,
  };
}
