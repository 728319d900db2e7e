// Reads tables in pieces: in a thread of its own in the real server and the command, in this one in tests; a few pieces ahead of who takes them.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { readPieces, type FilePlan, type Piece, type ReadOptions } from './read-file.ts';
import { FileRefused, type FileTrouble } from './text-of.ts';

/** What reading brings: a piece of the file at that place of the list, or why nothing more of it comes. */
type Read = { file: number; piece: Piece } | { file: number; refused: FileRefused };
export interface TableReader {
  /** Reads files one after another; one that cannot be read does not keep the others from being looked at. */
  read(plans: readonly FilePlan[], options: ReadOptions): AsyncGenerator<Read>;
}
export const readHere: TableReader = {
  async *read(plans, options) {
    for (const [file, plan] of plans.entries()) {
      try {
        for await (const piece of readPieces(plan, options)) yield { file, piece };
      } catch (error) {
        if (!(error instanceof FileRefused)) throw error;
        yield { file, refused: error };
      }
    }
  },
};

/** What crosses to the thread and back. */
export type ReadQuestion = { plans: readonly FilePlan[]; options: ReadOptions } | 'next';
export type ReadAnswer =
  | { file: number; piece: Piece }
  | { file: number; refused: { why: FileTrouble; line: number | undefined } }
  | { failed: string }
  | 'end';
/** Pieces that are made before the first of them is taken. */
export const AHEAD = 4;
/** MB of what passes quickly: nearly all that is read does, and a thread by itself clears away four times as often. */
const YOUNG_MB = 64;

/** One thread for all files of a delivery, which learns to read quickly once, ended with it. @param workerPath compiled `read-tables.worker.js` */
export function readInThread(workerPath: string): TableReader {
  return {
    async *read(plans, options) {
      if (!existsSync(workerPath))
        throw new Error(`the thread that reads tables is missing: ${workerPath}`);
      const worker = new Worker(workerPath, {
          resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
        }),
        answers: ReadAnswer[] = [];
      let wake = (): void => undefined;
      const say = (answer: ReadAnswer): void => {
        answers.push(answer);
        wake();
      };
      worker.on('message', say);
      worker.on('error', (error) => {
        say({ failed: error instanceof Error ? error.message : String(error) });
      });
      worker.on('exit', (code) => {
        say({ failed: `the thread that reads tables ended with ${code}` });
      });
      worker.postMessage({ plans, options } satisfies ReadQuestion);
      try {
        for (;;) {
          while (answers.length === 0)
            await new Promise<void>((done) => {
              wake = done;
            });
          const answer = answers.shift()!;
          if (answer === 'end') return;
          if ('failed' in answer) throw new Error(answer.failed);
          if ('refused' in answer) {
            yield {
              file: answer.file,
              refused: new FileRefused(answer.refused.why, answer.refused.line),
            };
            continue;
          }
          worker.postMessage('next' satisfies ReadQuestion);
          yield answer;
        }
      } finally {
        worker.removeAllListeners();
        await worker.terminate();
      }
    },
  };
}
