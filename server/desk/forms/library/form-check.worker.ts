// Child process that checks imported and stored forms and judges answers, one after another, so that a
// malicious form can neither block the server nor exhaust its memory.

import { checkHere, factsHere, judgeHere } from './form-check.ts';
import type { CheckRequest } from './form-checker.ts';

async function answer({ id, check, judge, facts }: CheckRequest): Promise<void> {
  const found = check && (await checkHere(check)),
    judged = judge && (await judgeHere(judge)),
    said = facts && (await factsHere(facts));
  process.send?.({ id, rss: process.memoryUsage.rss(), found, judged, said });
}

// A rejection ends the process, and the parent notices.
process.on('message', (request: CheckRequest) => void answer(request));
process.once('disconnect', () => process.exit(0));
