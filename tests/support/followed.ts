// Proposals followed as after a delivery, for tests that deliver beside the collector.

import type { TestApp } from './in-process.ts';

let times = 0;

/** Runs the job that follows a delivery of a practice, and whatever else is due. */
export async function followed(t: TestApp, cid: string): Promise<void> {
  times += 1;
  const key = `follow:test:${times}`;
  await t.deps.workshop.write(cid, { kind: 'system', cid }, (w) =>
    w.job('follow-delivery', key, {}),
  );
  await t.runJobs();
}
