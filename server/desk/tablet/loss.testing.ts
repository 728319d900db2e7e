/** Test helpers for losses at a tablet: heartbeats, a wiped storage, begun and signed papers. */
import { v7 } from 'uuid';
import type { Heartbeat } from '../../../shared/desk/tablet.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { START, submission, type Device, type World } from '../sync/testing.ts';
import { readBoard } from './read-board.ts';
import { beatOf, linksOf } from './testing.ts';

/** State of one test. */
interface At {
  world: World;
  tablet: Device;
}

/** Returns steps at the current tablet, and what the board and the audit log say of them. */
export function lossesOf(at: () => At) {
  const links = linksOf(() => at().world);

  const beat = (unsent?: string[], change?: Partial<Heartbeat>) =>
    beatOf(at().world, at().tablet, unsent, change);
  const wiped = (): void => {
    at().tablet.inc = v7();
    at().tablet.n = 0;
  };
  const seen = async () =>
    (await readBoard(at().world.look(), links)).tablets.find((t) => t.tabletId === at().tablet.id);
  const attentionOf = async (taskId: string | undefined) =>
    (await readBoard(at().world.look(), links)).mappen
      .flatMap((m) => m.tasks)
      .find((t) => t.taskId === taskId)?.attention;
  const auditOf = async (type: string) =>
    (await at().world.look().db.find(at().world.look().t.audit))
      .filter((a) => a.type === type)
      .map((a) => a.data);
  /** A Mappe of two papers on the tablet, both begun. */
  async function begun(): Promise<TaskBody[]> {
    await at().world.mappe({ tabletId: at().tablet.id, templates: ['foto@1', 'foto@1'] });
    const bodies = await at().tablet.inbox();
    for (const b of bodies)
      await at().tablet.push(
        await at().tablet.op('task.start', b, { taskId: b.taskId, at: START, language: 'de' }),
      );
    return bodies;
  }
  const signed = (b: TaskBody | undefined) => {
    if (!b) throw new Error('no task');
    return at().tablet.op('task.submit', b, submission(b));
  };
  return { links, beat, wiped, seen, attentionOf, auditOf, begun, signed };
}
