// Child process that reads scanned files, so that a malicious one can neither block the server nor
// exhaust its memory.

import { readScan } from './read-scan.ts';

process.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  void readScan(bytes).then((read) => {
    process.send?.({ id, read, rss: process.memoryUsage().rss });
  });
});
process.on('disconnect', () => process.exit(0));
