// Checks that read the queue of jobs: work that is repeated and still does not succeed.

import { and, eq, gte } from 'drizzle-orm';
import type { Store } from '../../platform/db/store.ts';
import type { JobKind } from '../../platform/work.ts';
import type { Check } from './check-readiness.ts';

/** A single failure is no trouble: the next attempt usually succeeds. */
const ATTEMPTS = 3;

/** Fails while a job of this kind waits after several attempts. */
export const succeedsSoon =
  ({ read, t: { job } }: Store, kind: JobKind): Check =>
  async () => {
    const found = await read
      .select({ id: job.id })
      .from(job)
      .where(and(eq(job.kind, kind), eq(job.state, 'queued'), gte(job.attempts, ATTEMPTS)))
      .limit(1);
    return found.length === 0;
  };
