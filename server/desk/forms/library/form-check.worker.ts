// Child process that checks imported forms and judges answers, one after another, so that a
// malicious form can neither block the server nor exhaust its memory.

import { checkHere, judgeHere } from './form-check.ts';
import type { CheckRequest } from './form-checker.ts';

async function answer({ id, check, judge }: CheckRequest): Promise<void> {
  const found = check && (await checkHere(check)),
    judged = judge && (await judgeHere(judge));
  process.send?.({ id, rss: process.memoryUsage.rss(), found, judged });
}

// A rejection ends the process, and the parent notices.
process.on('message', (request: CheckRequest) => void answer(request));
process.once('disconnect', () => process.exit(0));
