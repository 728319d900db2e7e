// The report worker: separate connection and images, so that tablets never wait for it.

import { parentPort, workerData } from 'node:worker_threads';
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

const opened = openReading(workerData as { url: string } | { file: string }),
  answerSources = opened.then(({ read, t }) =>
    createAnswerSources(sourceFrom(read, t), createProposalSource(read, t)),
  );
// Sent with the first answer.
answerSources.catch(() => undefined);

async function answer({ id, query }: Exclude<WorkerQuestion, string>): Promise<WorkerAnswer> {
  try {
    return { id, packedAnswer: pack(await answerHere(await answerSources, query)) };
  } catch (error) {
    return {
      id,
      message: error instanceof Error ? error.message : String(error),
      code: error instanceof Error && 'code' in error ? String(error.code) : '',
    };
  }
}
parentPort?.on('message', (question: WorkerQuestion) => {
  if (question !== 'ende')
    void answer(question).then((reply) => {
      parentPort?.postMessage(reply, reply.packedAnswer ? [reply.packedAnswer.codes.buffer] : []);
      const { cid, now } = question.query;
      void answerSources.then((own) => warmUp(own, cid, now)).catch(() => undefined);
    });
});
