// Client of the check worker: one form at a time, the newest next; a check over its time is stopped
// and named.

import type { FormFindings } from '../../../../../shared/forms/design/form-findings.ts';
import type { CheckAsk, CheckSaid } from './check.worker.ts';

/** As long as the server's check takes at most. */
const TIMEOUT_MS = 10_000;
const aborted = (code: 'check_too_long' | 'check_failed'): FormFindings => ({
  findings: [{ level: 'error', code }],
  isReady: false,
  longest: undefined,
});

/** A worker, as far as it is used. */
export interface CheckThread {
  postMessage(ask: CheckAsk): void;
  terminate(): void;
  onSaid: ((event: { readonly data: CheckSaid }) => void) | null;
  onFailed: (() => void) | null;
}
export interface Checker {
  /** Checks a form after the running check; an earlier one that still waits is left out. */
  ask(ask: CheckAsk): void;
  close(): void;
}

/**
 * Creates a checker.
 * @param start starts the worker
 * @param onFound called with the result of each form that was checked
 */
export function createChecker(
  start: () => CheckThread,
  onFound: (ask: CheckAsk, found: FormFindings) => void,
  timeoutMs = TIMEOUT_MS,
): Checker {
  let thread: CheckThread | undefined,
    running: CheckAsk | undefined,
    waiting: CheckAsk | undefined,
    timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    thread?.terminate();
    thread = undefined;
  };
  const end = (found: FormFindings): void => {
    const done = running;
    clearTimeout(timer);
    running = undefined;
    if (done) onFound(done, found);
    if (waiting) run(waiting);
  };
  const abort = (code: 'check_too_long' | 'check_failed'): void => {
    stop();
    end(aborted(code));
  };
  const run = (ask: CheckAsk): void => {
    running = ask;
    waiting = undefined;
    const made = thread ?? start();
    thread = made;
    made.onSaid = ({ data }) => end('failed' in data ? aborted('check_failed') : data);
    made.onFailed = () => abort('check_failed');
    timer = setTimeout(() => abort('check_too_long'), timeoutMs);
    made.postMessage(ask);
  };
  return {
    ask(ask) {
      if (running) waiting = ask;
      else run(ask);
    },
    close() {
      running = waiting = undefined;
      stop();
    },
  };
}
