/**
 * Seals submissions that a tablet sends over the wire to the built server, one after another, while
 * watching its event loop.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../../kiosk/sync/events.ts';
import type { Board, BoardTask } from '../../shared/exchange/board.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import { Desk, until } from '../kit/desk.ts';
import { watchLoop, type LoopReading } from '../kit/loop.ts';
import { freshFolder, startMolar } from '../kit/server.ts';
import { BenchTablet } from '../kit/tablet.ts';
import { watchIdle } from '../kit/idle.ts';
import { FIELDS, handwriting, SIGNERS, TEMPLATE } from './paper.ts';

const PORT = 4761;
/** Number of warm-up documents. */
const WARM = 5;

export interface OnServer {
  seals: number;
  acked: number[];
  filed: number[];
  loop: LoopReading;
  idle: { max: number };
}

/**
 * Seals documents on the server and measures its event loop.
 * @throws Error if a document does not become exactly one sealed file
 */
export async function sealOnServer(seals: number, say: (line: string) => void): Promise<OnServer> {
  const folder = freshFolder('seal'),
    watch = watchLoop(folder);
  const server = await startMolar(join(folder, 'data'), PORT, watch.env);
  const acked: number[] = [],
    filed: number[] = [];
  const tasks: TaskBody[] = [];
  try {
    const reception = await Desk.open(server),
      owner = await Desk.open(server, 'owner');
    const { patid } = await reception.call<{ patid: string }>('/patient/patients', {
      firstName: 'Lena',
      lastName: 'Groß',
      geburtsdatum: '2012-03-04',
    });
    const tablet = new BenchTablet(reception.place, await reception.register('Siegel'), {
      onTask: (_, body) => {
        tasks.push(body);
      },
      onAck: (kind, ms) => {
        if (kind === 'task.submit') acked.push(ms);
      },
      onPush: () => undefined,
      onConnected: () => undefined,
    });
    tablet.start();
    const taskOf = async (mappeId: string): Promise<BoardTask | undefined> =>
      (await reception.call<Board>('/tablet/board')).mappen.find((m) => m.mappeId === mappeId)
        ?.tasks[0];
    const reaches = (mappeId: string, state: BoardTask['state']): Promise<void> =>
      until(
        `the task is ${state}`,
        async () => (await taskOf(mappeId))?.state === state,
        20_000,
        25,
      );
    // Uses the live channel: polling would itself delay the event loop.
    const hears = new Map<string, () => void>(),
      over = new AbortController();
    void readEvents(await reception.live(over.signal), over.signal, {
      onBytes: () => undefined,
      onEvent: (name, text) => {
        if (name === 'filed') hears.get((JSON.parse(text) as { taskId: string }).taskId)?.();
      },
    }).catch(() => undefined);
    const next = async (): Promise<TaskBody> => {
      await until('the task reaches the tablet', async () => tasks.length > 0, 20_000, 2);
      const body = tasks.shift();
      if (body === undefined) throw new Error('no task');
      return body;
    };
    const one = async (): Promise<void> => {
      const { mappeId } = await reception.call<{ mappeId: string }>('/tablet/mappen', {
        patids: [patid],
        items: [{ template: TEMPLATE, fields: FIELDS }],
        tabletId: tablet.id,
        language: 'de',
        textScale: 100,
        identifiedBy: 'gesundheitskarte',
        signers: SIGNERS,
      });
      const first = await next();
      await tablet.begin(first);
      await tablet.wait(first);
      await reaches(mappeId, 'talk_pending');
      await owner.call(`/tablet/tasks/${first.taskId}/talk`, {});
      const open = await next();
      const isFiled = new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => {
          reject(new Error('a signature was not filed within 20 s'));
        }, 20_000);
        hears.set(open.taskId, () => {
          clearTimeout(late);
          resolve();
        });
      });
      const began = performance.now();
      await tablet.sign(open, (signer) => handwriting(signer + seals));
      await isFiled;
      filed.push(performance.now() - began);
    };
    for (let i = 0; i < WARM; i++) await one();
    acked.length = 0;
    filed.length = 0;
    await watch.read();
    const idle = watchIdle();
    for (let i = 0; i < seals; i++) {
      await one();
      if ((i + 1) % 20 === 0) say(`server: ${i + 1}/${seals} sealed`);
    }
    const loop = await watch.read();
    const beside = await idle.end();
    over.abort();
    await tablet.stop();
    return { seals, acked, filed, loop, idle: beside };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
