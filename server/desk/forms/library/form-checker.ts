// Client of the form check: a child process with limits on time and memory; a form that exceeds
// them is refused with a code.

import { AppError } from '../../../../shared/base/errors.ts';
import { createChildQueue, type ChildFault } from '../../../paper/pdf/child-queue.ts';
import type { CheckAnswer, CheckJob, FormChecker } from './form-check.ts';

export interface CheckRequest {
  readonly id: number;
  readonly job: CheckJob;
}
interface CheckReply {
  readonly id: number;
  readonly rss: number;
  readonly found: CheckAnswer;
}

/** The largest form of the corpus takes half a second, including the start of the process. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;

class CheckFault extends Error {
  readonly what: ChildFault;
  readonly detail: string;
  constructor(what: ChildFault, detail: string) {
    super(`the check of a form ${what}: ${detail}`);
    this.what = what;
    this.detail = detail;
  }
}
/**
 * A process that runs out of heap ends with SIGABRT (134 if a shell is in between), one that the
 * machine has no memory for with SIGKILL.
 */
const isOverBudget = ({ what, detail }: CheckFault): boolean =>
  what === 'timeout' || (what === 'crashed' && /134|SIGABRT|SIGKILL/.test(detail));

/**
 * Creates the form check.
 * @param workerPath compiled `form-check.worker.js`; `timeoutMs`, `memoryMb`: per form
 */
export function createFormChecker({
  workerPath,
  timeoutMs = TIMEOUT_MS,
  memoryMb = MEMORY_MB,
}: {
  workerPath: string;
  timeoutMs?: number;
  memoryMb?: number;
}): FormChecker {
  // No retry: a form that exceeded its budget would do so again, and others wait behind it.
  const queue = createChildQueue<CheckRequest, CheckReply>(
    { workerPath, timeoutMs, memoryMb, tries: 1, maxRssMb: 300 },
    (what, detail) => new CheckFault(what, detail),
  );
  let id = 0;
  return {
    async check(job) {
      try {
        return (await queue.add({ id: (id += 1), job })).found;
      } catch (error) {
        if (error instanceof CheckFault && isOverBudget(error))
          return { refused: [{ level: 'error', code: 'check_too_long' }] };
        throw new AppError('unavailable', { retryAfter: 1, cause: error });
      }
    },
    close: queue.close,
  };
}
