// Checks disk and network again; loaded when it is asked for.

import type { Running } from './running.ts';

/** Writes a probe to the database and contacts the server. */
export function recheck({ actor, parts, loops, onTrouble }: Running): void {
  parts.outbox
    .append([
      {
        kind: 'log',
        taskId: '',
        taskRev: 0,
        payload: { code: 'storage_probe', at: parts.clock.now() },
      },
    ])
    .then(() => actor.send({ type: 'STORAGE', trouble: null }), onTrouble);
  loops?.receiver.wake();
  loops?.heartbeat.beat();
}
