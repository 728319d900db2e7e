// The reports' thread: its own connection, its own images; tablets never wait for it.

import { parentPort, workerData } from 'node:worker_threads';
import { openReading } from '../../platform/db/read-only.ts';
import { antworte, rechnerAus, type WorkerAntwort, type WorkerFrage } from './report-worker.ts';
import { packe } from './tables/pack.ts';
import { quelleAus } from './store.ts';
import { waermeVor } from './warm-up.ts';
import { vorschlagQuelle } from '../proposal-engine/store.ts';

const opened = openReading(workerData as { url: string } | { file: string }),
  rechner = opened.then(({ read, t }) => rechnerAus(quelleAus(read, t), vorschlagQuelle(read, t)));
// Told with the first answer.
rechner.catch(() => undefined);

async function answer({ id, frage }: Exclude<WorkerFrage, string>): Promise<WorkerAntwort> {
  try {
    return { id, antwort: packe(await antworte(await rechner, frage)) };
  } catch (error) {
    return {
      id,
      message: error instanceof Error ? error.message : String(error),
      code: error instanceof Error && 'code' in error ? String(error.code) : '',
    };
  }
}
parentPort?.on('message', (question: WorkerFrage) => {
  if (question !== 'ende')
    void answer(question).then((reply) => {
      parentPort?.postMessage(reply, reply.antwort ? [reply.antwort.codes.buffer] : []);
      const { cid, jetzt } = question.frage;
      void rechner.then((own) => waermeVor(own, cid, jetzt)).catch(() => undefined);
    });
});
