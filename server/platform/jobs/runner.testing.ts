/** A runner of jobs over a test store, and jobs for it. */
import type { Store } from '../db/store.ts';
import { scopeWriter } from '../db/scope.ts';
import { createLog } from '../http/log.ts';
import type { JobHandler } from './attempt-job.ts';
import { createRunner } from './runner.ts';
import { enqueueJob } from './store.ts';

/** State of one test. */
interface At {
  store: Store;
  now: number;
  lines: string[];
}

/** Returns steps over the current store. */
export function jobsOf(at: () => At) {
  const add = (key: string, runAfter = at().now, cid = 'p1'): Promise<void> =>
    at().store.write((tx) =>
      enqueueJob(scopeWriter(tx, cid), at().store.t, {
        id: `${cid}-${key}-${at().now}`,
        key,
        kind: 'seal-document',
        payload: { taskId: key },
        runAfter,
        createdAt: at().now,
      }),
    );
  const rows = () => at().store.read.select().from(at().store.t.job);
  const runner = (handler: Partial<JobHandler>, lanes = 1) =>
    createRunner({
      lanes,
      store: at().store,
      now: () => at().now,
      log: createLog({
        level: 'info',
        write: (line) => {
          at().lines.push(line);
        },
      }),
      handlers: { 'seal-document': { tries: 3, run: () => Promise.resolve(), ...handler } },
    });
  async function drain(handler: Partial<JobHandler>): Promise<void> {
    const r = runner(handler);
    r.start();
    await r.idle();
    await r.stop();
  }
  return { add, rows, runner, drain };
}
