/** What the reception board must say about a stall and about a loss (L2, S2). */
import { readBoard } from '../../server/tablet/read-board.ts';
import { silenceOf, type BoardTablet } from '../../shared/board.ts';
import { as, note, time } from './kernel.ts';
import { Violation } from './oracle.ts';
import type { World } from './world.ts';

/** A stall of two minutes, one heartbeat's way, and a margin for the request. */
const STALL_MS = 120_000 + 20_000 + 12_000;

async function boardOf(world: World, tabletId: string): Promise<{ tablet: BoardTablet | undefined; at: number } | undefined> {
  const r = world.machine.running;
  if (!r || world.isForeign) return undefined;
  const board = await as(r.life, () => readBoard(world.machine.look(), r.links));
  return { tablet: board.tablets.find(t => t.tabletId === tabletId), at: board.at };
}

/** [L2] An ending that waits for more than two minutes shows on the board. True once there was one. */
export async function checkAlarm(world: World, serverUpSince: number): Promise<boolean> {
  let isSeen = false;
  for (const t of world.tablets) {
    const stalled = [...world.oracle.finals.values()].find(f => f.place === t.disk.place && !f.isLost && !world.oracle.acked.has(f.opId) && time() - f.at > STALL_MS && time() - serverUpSince > STALL_MS && world.oracle.pending(t.disk).some(r => r.id === f.opId));
    if (!stalled || t.pages.some(p => p.isRevoked)) continue;
    const seen = await boardOf(world, t.id).catch(() => undefined);
    if (!seen) continue;
    const colour = seen.tablet ? silenceOf(seen.tablet, seen.at) : 'neutral';
    note(`board ${t.disk.place} ${colour}`);
    world.count('alarm');
    isSeen = true;
    if (colour === 'neutral') throw new Violation('L2', `an ending of ${t.disk.place} waits for ${Math.round((time() - stalled.at) / 1000)} s and the board shows nothing`);
  }
  return isSeen;
}

/** [S2] What went with a tablet's storage is reported: exact when it was heard until the end, never less than nothing. */
export function checkLoss(world: World, tabletId: string, lost: number): void {
  const [row] = world.machine.rows<{ lost: number | null; loss: string | null }>('select lost_submissions as lost, loss from tablet where id = ?', tabletId);
  const report = row?.loss ? (JSON.parse(row.loss) as { isExact: boolean }) : undefined;
  note(`loss: ${lost} endings, reported ${row?.lost ?? 'nothing'}${report ? report.isExact ? ' exactly' : ' at least' : ''}`);
  world.count('loss');
  if ((row?.lost ?? 0) > lost && report?.isExact) throw new Violation('S2', `${lost} endings were lost, ${row?.lost} reported`);
  if (lost > (row?.lost ?? 0) && (report === undefined || report.isExact)) throw new Violation('S2', `${lost} endings were lost, the board says ${row?.lost ?? 'nothing'}`);
}

/** [S2] What nobody can tell again after a restore stands on the tablet's card, however many it were. */
export function isTold(world: World, tabletId: string): boolean {
  const [row] = world.machine.rows<{ loss: string | null }>('select loss from tablet where id = ?', tabletId);
  return row?.loss ? !(JSON.parse(row.loss) as { isExact: boolean }).isExact : false;
}
