// The daily work of each practice as jobs: queued once a day and version, in a few statements,
// whatever the number of processes.

import type { Store } from '../db/store.ts';

/** Rows of one statement, which holds a limited number of values. */
const AT_ONCE = 200;
/** Pause between the starts of two practices, ms: signing and sealing go on between them. */
const STEP_MS = 500;

/**
 * Queues the daily work of each practice. A practice that has the key already keeps its job.
 * @param order key of the day and the version; practices
 */
export async function queueDaily(
  store: Store,
  { key, cids, now }: { key: string; cids: readonly string[]; now: number },
): Promise<void> {
  const { job } = store.t;
  for (let at = 0; at < cids.length; at += AT_ONCE) {
    const rows = cids.slice(at, at + AT_ONCE).map((cid, i) => ({
      id: `${key}:${cid}`,
      key,
      cid,
      kind: 'daily-work',
      payload: {},
      state: 'queued' as const,
      attempts: 0,
      runAfter: now + (at + i) * STEP_MS,
      createdAt: now,
    }));
    await store.write(async (db) => {
      await db.insert(job).values(rows).onConflictDoNothing();
    });
  }
}
