/**
 * Transactions for tests of actions: real store, real audit chain, real job table, a clock moved by
 * the test.
 */
import { v7 as uuidv7 } from 'uuid';
import { appendAudit } from '../../server/platform/audit/store.ts';
import type { CellKeyring } from '../../server/platform/db/cells/sealed-store.ts';
import type { Store } from '../../server/platform/db/store.ts';
import { enqueueJob } from '../../server/platform/jobs/store.ts';
import { createWorkshop, type DomainEvent, type Workshop } from '../../server/platform/work.ts';
import { AppError } from '../../shared/base/errors.ts';

export interface TestBench {
  workshop: Workshop;
  now: () => number;
  newId: () => string;
  /** Moves the clock forward (ms). */
  pass(ms: number): void;
  /** Events that would have been sent live, in order. */
  events: DomainEvent[];
}

/**
 * Opens a test bench. Cells are stored in clear unless the test passes keys.
 * @param start ms since 1970; default: 20 November 2026, 09:00 in Berlin
 */
export function createTestBench(
  store: Store,
  start = Date.UTC(2026, 10, 20, 8),
  cells?: CellKeyring,
): TestBench {
  let at = start;
  const events: DomainEvent[] = [];
  const now = (): number => at;
  return {
    workshop: createWorkshop({
      store,
      cells,
      now,
      newId: () => uuidv7(),
      appendAudit,
      enqueue: enqueueJob,
      publish: (_, event) => {
        events.push(event);
      },
      wakeJobs: () => undefined,
    }),
    now,
    newId: () => uuidv7(),
    events,
    pass: (ms) => {
      at += ms;
    },
  };
}

/** Returns `ok`, or the error code of refused work. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
