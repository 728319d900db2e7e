// Child process that re-encodes one uploaded picture, so that a file made to hurt can neither hold up the server nor eat its memory.

import { reencode, type PictureJob } from './reencode.ts';

async function answer(job: PictureJob): Promise<void> {
  process.send?.(await reencode(job));
}

// What rejects ends the process, and the parent hears that.
process.once('message', (job: PictureJob) => void answer(job));
process.once('disconnect', () => process.exit(0));
