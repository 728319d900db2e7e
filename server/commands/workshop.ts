// The workshop of a command: its events and jobs wait for the server.

import { v7 as newId } from 'uuid';
import { appendAudit } from '../platform/audit/store.ts';
import type { Store } from '../platform/db/store.ts';
import { enqueueJob } from '../platform/jobs/store.ts';
import { createWorkshop, type Workshop } from '../platform/work.ts';

/** Creates a workshop on a store that the command has opened. */
export const workshopOf = (store: Store): Workshop =>
  createWorkshop({
    store,
    now: Date.now,
    newId,
    appendAudit,
    enqueue: enqueueJob,
    publish: () => undefined,
    wakeJobs: () => undefined,
  });
