// The end of a server in order: it reports that it leaves, ends its streams, finishes or hands back
// its jobs, and closes its ports and resources.

import type { Listening } from '../platform/listen.ts';
import type { App } from './app.ts';
import type { Deps } from './deps.ts';

/** Time for running jobs, ms; longer ones are handed back. */
const JOBS_MS = 15_000;

/** What ends with a server. */
export interface Leaving {
  app: Pick<App, 'sync' | 'runner' | 'backup' | 'watcher' | 'scanWatcher'>;
  deps: Pick<Deps, 'leaving' | 'bus' | 'reportWorker' | 'store'>;
  ports: readonly Pick<Listening, 'close'>[];
  /** Workers and connections that jobs and requests use. */
  tools: readonly ({ close(): unknown } | undefined)[];
}

/**
 * Ends a server.
 * @param drainMs time for which the server still answers everything but its readiness, so that a
 * proxy sends new requests elsewhere; its live streams end spread over this time
 */
export async function leave({ app, deps, ports, tools }: Leaving, drainMs: number): Promise<void> {
  deps.leaving.isOn = true;
  const jobs = app.runner.stop(drainMs + JOBS_MS);
  await deps.bus.close(drainMs);
  await Promise.all(ports.map((port) => port.close()));
  await Promise.all([
    jobs,
    app.sync.stop(),
    app.backup.stop(),
    app.watcher.stop(),
    app.scanWatcher.stop(),
    deps.reportWorker.close(),
  ]);
  for (const tool of tools) tool?.close();
  await deps.store.close();
}
