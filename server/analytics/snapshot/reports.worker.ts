// The report worker: separate connection and images, so that tablets never wait for it.

import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteFile } from '../../platform/db/file/open-file.ts';
import { openReading } from '../../platform/db/read-only.ts';
import {
  answerHere,
  createAnswerSources,
  type WorkerAnswer,
  type WorkerQuestion,
} from './report-worker.ts';
import { pack } from './tables/pack.ts';
import { sourceFrom } from './store.ts';
import { warmUp } from './warm-up.ts';
import { createProposalSource } from '../proposal-engine/store.ts';

const opened = openReading(workerData as { url: string } | SqliteFile),
  answerSources = opened.then(({ read, t }) =>
    createAnswerSources(sourceFrom(read, t), createProposalSource(read, t)),
  );
// Sent with the first answer.
answerSources.catch(() => undefined);

type Asked = Extract<WorkerQuestion, { id: number }>;
/** Questions that are waited for. */
const wanted = new Set<number>();
async function answer({ id, query }: Asked): Promise<WorkerAnswer> {
  wanted.add(id);
  try {
    const found = await answerHere(await answerSources, query, () => wanted.has(id));
    return { id, packedAnswer: pack(found) };
  } catch (error) {
    return {
      id,
      message: error instanceof Error ? error.message : String(error),
      code: error instanceof Error && 'code' in error ? String(error.code) : '',
    };
  } finally {
    wanted.delete(id);
  }
}
parentPort?.on('message', (question: WorkerQuestion) => {
  if (question === 'ende') return;
  if ('left' in question) wanted.delete(question.left);
  else
    void answer(question).then((reply) => {
      parentPort?.postMessage(reply, reply.packedAnswer ? [reply.packedAnswer.codes.buffer] : []);
      const { cid, now } = question.query;
      void answerSources.then((own) => warmUp(own, cid, now)).catch(() => undefined);
    });
});
