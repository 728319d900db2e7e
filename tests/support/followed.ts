// Updates proposals as after a delivery, for tests that bypass the collector.

import type { TestApp } from './in-process.ts';

let times = 0;

/** Runs the job that follows a delivery of a practice, and all other due jobs. */
export async function followed(t: TestApp, cid: string): Promise<void> {
  times += 1;
  const key = `follow:test:${times}`;
  await t.deps.workshop.write(cid, { kind: 'system', cid }, (w) =>
    w.job('follow-delivery', key, {}),
  );
  await t.runJobs();
}
