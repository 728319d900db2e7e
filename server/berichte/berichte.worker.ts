// The reports' thread: its own connection, its own images; tablets never wait for it.

import { parentPort, workerData } from 'node:worker_threads';
import { openReading } from '../db/read-only.ts';
import { macheBericht, type WorkerAntwort, type WorkerFrage } from './auswerter.ts';
import { createHalter } from './halter.ts';
import { quelleAus } from './store.ts';

const opened = openReading(workerData as { url: string } | { file: string }), halter = opened.then(({ read, t }) => createHalter(quelleAus(read, t)));
// Told with the first answer.
halter.catch(() => undefined);

async function answer({ id, frage }: Exclude<WorkerFrage, string>): Promise<WorkerAntwort> {
  try { return { id, bericht: JSON.stringify(await macheBericht(await halter, frage)) }; } catch (error) {
    return { id, message: error instanceof Error ? error.message : String(error), code: error instanceof Error && 'code' in error ? String(error.code) : '' };
  }
}
parentPort?.on('message', (question: WorkerFrage) => { if (question !== 'ende') void answer(question).then(reply => { parentPort?.postMessage(reply); }); });
