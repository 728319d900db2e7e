// Child process that checks imported forms one after another, so that a malicious form can neither
// block the server nor exhaust its memory.

import { checkHere } from './form-check.ts';
import type { CheckRequest } from './form-checker.ts';

async function answer({ id, job }: CheckRequest): Promise<void> {
  const found = await checkHere(job);
  process.send?.({ id, rss: process.memoryUsage.rss(), found });
}

// A rejection ends the process, and the parent notices.
process.on('message', (request: CheckRequest) => void answer(request));
process.once('disconnect', () => process.exit(0));
