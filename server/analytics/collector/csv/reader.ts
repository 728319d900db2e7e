// Reads tables in chunks: in a worker thread in the real server and the command, in the calling
// thread in tests; a few chunks ahead of the consumer.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { readPieces, type FilePlan, type Piece, type ReadOptions } from './read-file.ts';
import { FileRefused, type FileTrouble } from './text-of.ts';

/** Result of a read: a chunk of the file at that index of the list, or why the file was aborted. */
type Read = { file: number; piece: Piece } | { file: number; refused: FileRefused };
export interface TableReader {
  /**
   * Reads files one after another; an unreadable one does not prevent the others from being
   * inspected.
   */
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

/** Messages to and from the worker. */
export type ReadQuestion = { plans: readonly FilePlan[]; options: ReadOptions } | 'next';
export type ReadAnswer =
  | { file: number; piece: Piece }
  | { file: number; refused: { why: FileTrouble; line: number | undefined } }
  | { failed: string }
  | 'end';
/** Number of chunks produced ahead of the consumer. */
export const AHEAD = 4;
/**
 * MB for short-lived objects: nearly everything read is short-lived, and a worker with the default
 * limit collects garbage four times as often.
 */
const YOUNG_MB = 64;

/**
 * Reads files in a worker: one for all files of a delivery, so that its code is optimized once;
 * ended with the delivery.
 * @param workerPath compiled `read-tables.worker.js`
 */
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
