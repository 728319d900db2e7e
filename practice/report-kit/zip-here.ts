// Replaces `fflate` in the build: its `zip` starts a worker from a blob for files over 160 kB,
// which the content policy blocks, so the Excel file was never created.

import { zipSync, type AsyncZippable, type FlateError } from 'fflate/browser';

export * from 'fflate/browser';

/** Compresses with `zip` of fflate without a worker. */
export function zip(
  files: AsyncZippable,
  done: (error: FlateError | null, archive: Uint8Array) => void,
): () => void {
  done(null, zipSync(files));
  return () => undefined;
}
