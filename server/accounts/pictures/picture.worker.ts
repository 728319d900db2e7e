// Child process that re-encodes one uploaded picture, so that a malicious file can neither block
// the server nor exhaust its memory.

import { reencode, type PictureJob } from './reencode.ts';

async function answer(job: PictureJob): Promise<void> {
  process.send?.(await reencode(job));
}

// A rejection ends the process, and the parent notices.
process.once('message', (job: PictureJob) => void answer(job));
process.once('disconnect', () => process.exit(0));
