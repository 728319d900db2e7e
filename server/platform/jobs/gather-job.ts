// Work that many calls ask for, and that one run does for all of them: a job that has not begun yet
// is not enqueued twice.

import type { JobKind, Work } from '../work.ts';
import { enqueueJob, requeueJob } from './store.ts';

/**
 * Enqueues a job unless one of this key waits: its run begins after this call. A run that has begun
 * may have read what this call is about already, so that another one follows it. No runner is woken:
 * the job begins at the runner's next look, within seconds, and calls until then share it.
 * @param key a key of its own kind: a second run at the same time has the key with a number
 */
export async function gatherJob(
  w: Pick<Work, 'tx' | 't' | 'now' | 'newId'>,
  kind: JobKind,
  key: string,
  payload: Record<string, unknown>,
): Promise<void> {
  for (let run = 1; ; run++) {
    const own = run === 1 ? key : `${key}:${run}`,
      known = await w.tx.one(w.t.job, { key: own });
    if (known?.state === 'running') continue;
    // On PostgreSQL a runner may take the job meanwhile; it begins after this call all the same.
    if (known?.state === 'queued' && known.attempts === 0 && known.runAfter <= w.now) return;
    const job = { id: w.newId(), key: own, kind, payload, runAfter: w.now, createdAt: w.now };
    if (!known) {
      await enqueueJob(w.tx, w.t, job);
      return;
    }
    if (await requeueJob(w.tx, w.t, job, known.state)) return;
    // A runner was faster: the next round looks at the same key again.
    run--;
  }
}
