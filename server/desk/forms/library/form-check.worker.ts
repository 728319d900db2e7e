// Child process that checks foreign forms one after another, so that a form made to hurt can neither hold up the server nor eat its memory.

import { checkHere } from './form-check.ts';
import type { CheckRequest } from './form-checker.ts';

async function answer({ id, job }: CheckRequest): Promise<void> {
  const found = await checkHere(job);
  process.send?.({ id, rss: process.memoryUsage.rss(), found });
}

// What rejects ends the process, and the parent hears that.
process.on('message', (request: CheckRequest) => void answer(request));
process.once('disconnect', () => process.exit(0));
