// Client of the form check: a child process with limits on time and memory; a form that exceeds
// them is refused with a code, and answers that do are marked as not judged.

import { AppError } from '../../../../shared/base/errors.ts';
import { createChildQueue, type ChildFault } from '../../../paper/pdf/child-queue.ts';
import {
  JUDGE_TOO_LONG,
  type CheckAnswer,
  type CheckJob,
  type FactsJob,
  type FormChecker,
  type JudgeAnswer,
  type JudgeJob,
} from './form-check.ts';
import type { FormFacts } from './form-facts.ts';

/** One of `check`, `judge` and `facts`. */
interface CheckWork {
  readonly facts?: FactsJob;
  readonly check?: CheckJob;
  readonly judge?: JudgeJob;
}
export interface CheckRequest extends CheckWork {
  readonly id: number;
}
interface CheckReply {
  readonly id: number;
  readonly rss: number;
  readonly found?: CheckAnswer;
  readonly judged?: JudgeAnswer;
  readonly said?: FormFacts;
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
  const ask = async <Reply>(
    work: CheckWork,
    read: (reply: CheckReply) => Reply | undefined,
    overBudget: Reply,
  ): Promise<Reply> => {
    try {
      const found = read(await queue.add({ id: (id += 1), ...work }));
      if (found === undefined) throw new CheckFault('crashed', 'no answer');
      return found;
    } catch (error) {
      if (error instanceof CheckFault && isOverBudget(error)) return overBudget;
      throw new AppError('unavailable', { retryAfter: 1, cause: error });
    }
  };
  return {
    check: (check) =>
      ask({ check }, ({ found }) => found, {
        refused: [{ level: 'error', code: 'check_too_long' }],
      }),
    judge: (work) => ask({ judge: work }, ({ judged }) => judged, JUDGE_TOO_LONG),
    facts: (work) => ask<FormFacts | undefined>({ facts: work }, ({ said }) => said, undefined),
    close: queue.close,
  };
}
