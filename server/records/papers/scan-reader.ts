// Client of the scan reader: a child process that is replaced often; a file that crashes or blocks
// it is unreadable.

import { createChildQueue } from '../../paper/pdf/child-queue.ts';
import type { ScanRead, ScanReader } from './read-scan.ts';

/** Time limit for a file of forty pages on a slow machine. */
const TIMEOUT_MS = 100_000;

/** Creates the reader of scans. @param workerPath compiled `scan.worker.js` */
export function createScanReader({
  workerPath,
  timeoutMs = TIMEOUT_MS,
}: {
  workerPath: string;
  timeoutMs?: number;
}): ScanReader & { close(): void } {
  const queue = createChildQueue<
    { id: number; bytes: Uint8Array },
    { id: number; rss: number; read: ScanRead }
  >(
    { workerPath, timeoutMs, maxDocuments: 40, maxRssMb: 300 },
    (what) => new Error(`the reader of scans ${what}`),
  );
  let id = 0;
  return {
    read: async (bytes) => {
      try {
        return (await queue.add({ id: (id += 1), bytes })).read;
      } catch {
        return { refused: 'broken' };
      }
    },
    close: queue.close,
  };
}
