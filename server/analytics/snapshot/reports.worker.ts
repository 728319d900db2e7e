// The report worker: separate connection and images, so that tablets never wait for it.

import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { CellKeyring } from '../../platform/db/cells/sealed-store.ts';
import { createCellKeyring } from '../../platform/keys/cells/cell-keys.ts';
import { openKeyFile, rootKeysOf } from '../../platform/keys/rootkey/root-keys.ts';
import { openReading, type Instant } from '../../platform/db/read-only.ts';
import {
  answerHere,
  createAnswerSources,
  type ReportWorkerData,
  type WorkerAnswer,
  type WorkerQuestion,
} from './report-worker.ts';
import { pack } from './tables/pack.ts';
import { sourceFrom } from './store.ts';
import { warmUp } from './warm-up.ts';
import { createProposalSource } from '../proposal-engine/store.ts';

const { database, rootKeyFile } = workerData as ReportWorkerData;
/** Opens the practices' keys by the file of the root key, which is read again when it changes. */
const keysFor = (opened: Instant): CellKeyring | undefined =>
  rootKeyFile === undefined
    ? undefined
    : createCellKeyring({
        store: opened,
        rootKey: rootKeysOf(openKeyFile(rootKeyFile, { mayCreate: false }), null),
        now: Date.now,
        newId: randomUUID,
      });
const answerSources = openReading(database).then((opened) => {
  const { read, t } = opened,
    cells = keysFor(opened);
  return createAnswerSources(sourceFrom(read, t, cells), createProposalSource(read, t, cells));
});
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
