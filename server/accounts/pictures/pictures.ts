// Client of the re-encoder: a fresh process per picture, with limits on time and concurrency.

import { fork } from 'node:child_process';
import type { PictureJob, PictureResult } from './reencode.ts';

export interface Pictures {
  reencode(job: PictureJob): Promise<PictureResult>;
}

/**
 * Creates the picture service.
 * @param workerPath compiled `picture.worker.js`. A picture that exceeds `timeoutMs`, or crashes
 * its process, is unreadable.
 */
export function createPictures({
  workerPath,
  timeoutMs = 15_000,
  atOnce = 2,
}: {
  workerPath: string;
  timeoutMs?: number;
  atOnce?: number;
}): Pictures {
  let running = 0;
  const waiting: (() => void)[] = [];
  const make = (job: PictureJob): Promise<PictureResult> =>
    new Promise((resolve, reject) => {
      const child = fork(workerPath, [], {
        serialization: 'advanced',
        execArgv: ['--max-old-space-size=256'],
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const end = (result: PictureResult): void => {
        clearTimeout(timer);
        resolve(result);
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => {
        end({ refused: 'unreadable_file' });
      }, timeoutMs);
      child.once('message', (result) => {
        end(result as PictureResult);
      });
      child.once('error', reject);
      child.once('exit', () => {
        end({ refused: 'unreadable_file' });
      });
      child.send(job, (error) => {
        if (error !== null) end({ refused: 'unreadable_file' });
      });
    });
  return {
    async reencode(job) {
      while (running >= atOnce) await new Promise<void>((free) => waiting.push(free));
      running += 1;
      try {
        return await make(job);
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
}
