/** Required reports of the reception board about a stall and a loss (L2, S2). */
import { readBoard } from '../../server/desk/tablet/read-board.ts';
import { silenceOf, type Board, type BoardTablet } from '../../shared/exchange/board.ts';
import { missingOf } from '../../practice/desk/board/view/ledger.ts';
import type { LossReport } from '../../shared/desk/tablet.ts';
import { as, note, time } from './kernel.ts';
import { Violation, type Final } from './oracle.ts';
import type { World } from './world.ts';

/** A stall of two minutes, one heartbeat interval, and a margin for the request. */
const STALL_MS = 120_000 + 20_000 + 12_000;
/** The same for a task without news from its tablet for a minute. */
const UNHEARD_MS = 60_000 + 20_000 + 12_000;

async function boardOf(
  world: World,
  tabletId: string,
): Promise<{ board: Board; tablet: BoardTablet | undefined } | undefined> {
  const r = world.machine.running;
  if (!r || world.isForeign) return undefined;
  const board = await as(r.life, () => readBoard(world.machine.look(), r.links));
  return { board, tablet: board.tablets.find((t) => t.tabletId === tabletId) };
}

/**
 * [L2] The server does not hear of an ending that does not arrive: the board reports its task
 * within a minute, whichever tablet of the practice holds it.
 */
function checkUnheard(
  f: Final,
  { board, tablet }: { board: Board; tablet: BoardTablet | undefined },
): void {
  for (const mappe of board.mappen.filter((m) => m.tabletId === tablet?.tabletId)) {
    const task = mappe.tasks.find(
        (one) => one.taskId === f.taskId && (one.state === 'assigned' || one.state === 'started'),
      ),
      entry = task && missingOf(task, mappe, tablet ?? null, board.at);
    if (entry && entry.missing !== 'staff' && !entry.isUnheard)
      throw new Violation(
        'L2',
        `task ${f.taskId.slice(-6)} was not reported for ${Math.round((time() - f.at) / 1000)} s, and the board waits for ${entry.missing}`,
      );
  }
}

/**
 * [L2] Checks that the board shows an ending that waits for more than two minutes. Returns true
 * once it did.
 */
export async function checkAlarm(world: World, serverUpSince: number): Promise<boolean> {
  let isSeen = false;
  for (const t of world.tablets) {
    const waits = (f: Final, ms: number): boolean =>
      f.place === t.disk.place &&
      !f.isLost &&
      !world.oracle.acked.has(f.opId) &&
      time() - Math.max(f.at, serverUpSince) > ms &&
      world.oracle.pending(t.disk).some((r) => r.id === f.opId);
    const late = [...world.oracle.finals.values()].filter((f) => waits(f, UNHEARD_MS));
    if (late.length === 0 || t.pages.some((p) => p.isRevoked)) continue;
    const seen = await boardOf(world, t.id).catch(() => undefined);
    if (!seen) continue;
    for (const f of late) if (f.device === t.id) checkUnheard(f, seen);
    const stalled = late.find((f) => waits(f, STALL_MS));
    if (!stalled) continue;
    const colour = seen.tablet ? silenceOf(seen.tablet, seen.board.at) : 'neutral';
    note(`board ${t.disk.place} ${colour}`);
    world.count('alarm');
    isSeen = true;
    if (colour === 'neutral')
      throw new Violation(
        'L2',
        `an ending of ${t.disk.place} waits for ${Math.round((time() - stalled.at) / 1000)} s and the board shows nothing`,
      );
  }
  return isSeen;
}

/**
 * [S2] Checks that the board reports endings lost with a tablet's storage or its sign-out: an exact
 * number must be right, any other is marked as a minimum.
 * @param begun blank forms that the tablet's last message named as begun: the report names them,
 * too
 * @param besides endings that the server may or may not have heard of
 */
export function checkLoss(
  world: World,
  tabletId: string,
  endings: readonly Final[],
  begun: readonly string[] = [],
  besides = 0,
): void {
  const [row] = world.machine.rows<{ lost: number | null; loss: string | null }>(
    'select lost_submissions as lost, loss from tablet where id = ?',
    tabletId,
  );
  const report = row?.loss ? (JSON.parse(row.loss) as LossReport) : undefined,
    told = row?.lost ?? 0,
    lost = endings.length,
    of = endings.filter((f) => f.kind !== 'blank.answers').length;
  note(
    `loss: ${lost} endings, reported ${row?.lost ?? 'nothing'}${report ? (report.isExact ? ' exactly' : ' at least') : ''}`,
  );
  world.count('loss');
  if (lost > of) world.count('loss:blank');
  if (begun.length > 0) world.count('loss:begun');
  if (told > lost + besides && report?.isExact)
    throw new Violation('S2', `${lost} endings were lost, ${told} reported`);
  if (lost > told && (report === undefined || report.isExact))
    throw new Violation(
      'S2',
      `${lost} endings were lost, the board says ${row?.lost ?? 'nothing'}`,
    );
  // A note on possible blank forms does not excuse missing endings of tasks, except after a restore:
  // the server then knows nothing more precise.
  if (of > told && !world.faults['restore:done'] && report?.mayBlank && report.maybe.length === 0)
    throw new Violation(
      'S2',
      `${of} endings of tasks were lost, the board reports ${told} and possible blank forms`,
    );
  for (const id of begun)
    if (!report?.begun?.some((one) => one.id === id))
      throw new Violation(
        'S2',
        `the blank form ${id.slice(-6)} was begun and is lost, and nothing names it`,
      );
}

/**
 * Two heartbeats: a signed-out tablet that was online within them learns of its sign-out within
 * seconds, if it has a network.
 */
const HEARD_MS = 40_000;
/**
 * [S2] Checks the report of each signed-out device. Endings held by it never arrive, nor does an
 * ending made there before it learned of the sign-out. The server cannot know of blank forms begun
 * there meanwhile.
 */
export function checkSignedOut(world: World): void {
  const { oracle, machine } = world,
    devices = machine.rows<{ id: string; at: number; health: string | null }>(
      'select id, revoked_at as at, health from tablet where revoked_at is not null',
    );
  for (const { id, at, health } of devices) {
    const gone = [...oracle.finals.values()].filter(
        (f) => f.device === id && !oracle.isThere(f.opId),
      ),
      said =
        health === null ? undefined : (JSON.parse(health) as { held?: { at: number } }).held?.at;
    const asked =
      said !== undefined && at - said <= HEARD_MS
        ? gone.filter((f) => f.kind !== 'blank.answers')
        : gone;
    checkLoss(world, id, asked, [], gone.length - asked.length);
  }
}

/**
 * [S2] Checks whether the tablet's card marks the reported loss as inexact, because no device can
 * resend endings after a restore, whatever their number.
 */
export function isTold(world: World, tabletId: string): boolean {
  const [row] = world.machine.rows<{ loss: string | null }>(
    'select loss from tablet where id = ?',
    tabletId,
  );
  return row?.loss ? !(JSON.parse(row.loss) as { isExact: boolean }).isExact : false;
}
