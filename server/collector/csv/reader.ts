// Reads tables in pieces: in a thread of its own in the real server and the command, in this one in tests; a few pieces ahead of who takes them.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { readPieces, type FilePlan, type Piece, type ReadOptions } from './read-file.ts';
import { FileRefused, type FileTrouble } from './text-of.ts';

export interface TableReader {
  /** @throws FileRefused */
  read(plan: FilePlan, options: ReadOptions): AsyncGenerator<Piece>;
}
export const readHere: TableReader = { read: readPieces };

/** What crosses to the thread and back. */
export type ReadQuestion = { plan: FilePlan; options: ReadOptions } | 'next';
export type ReadAnswer = { piece: Piece } | { refused: { why: FileTrouble; line: number | undefined } } | { failed: string } | 'end';
/** Pieces that are made before the first of them is taken. */
export const AHEAD = 4;

/** A thread for each file, ended with it. @param workerPath compiled `read-tables.worker.js` */
export function readInThread(workerPath: string): TableReader {
  return {
    async *read(plan, options) {
      if (!existsSync(workerPath)) throw new Error(`the thread that reads tables is missing: ${workerPath}`);
      const worker = new Worker(workerPath), answers: ReadAnswer[] = [];
      let wake = (): void => undefined;
      const say = (answer: ReadAnswer): void => { answers.push(answer); wake(); };
      worker.on('message', say);
      worker.on('error', error => { say({ failed: error instanceof Error ? error.message : String(error) }); });
      worker.on('exit', code => { say({ failed: `the thread that reads tables ended with ${code}` }); });
      worker.postMessage({ plan, options } satisfies ReadQuestion);
      try {
        for (;;) {
          while (answers.length === 0) await new Promise<void>(done => { wake = done; });
          const answer = answers.shift()!;
          if (answer === 'end') return;
          if ('refused' in answer) throw new FileRefused(answer.refused.why, answer.refused.line);
          if ('failed' in answer) throw new Error(answer.failed);
          worker.postMessage('next' satisfies ReadQuestion);
          yield answer.piece;
        }
      } finally {
        worker.removeAllListeners();
        await worker.terminate();
      }
    },
  };
}
