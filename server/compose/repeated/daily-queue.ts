// Queues the daily work of all practices: at each start with something new, and after midnight.

import { createHash } from 'node:crypto';
import { berlinDay } from '../../../shared/base/dates.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { queueDaily } from '../../platform/jobs/daily-store.ts';
import { rootKeyId } from '../../platform/keys/rootkey/root-key.ts';
import { keysOf } from '../../platform/keys/rootkey/root-keys.ts';
import { listCids, type Deps } from '../deps.ts';

/**
 * Returns the part of the key that separates starts. On SQLite it is each start; on a shared
 * database each version and configuration, so that the practices are not walked once per process.
 */
function startOf(d: Deps): string {
  if (d.store.kind === 'sqlite') return d.newId();
  const facts = [
    d.version,
    d.build,
    keysOf(d.rootKey).map(rootKeyId),
    d.mail?.sender !== undefined,
    d.tsa !== undefined,
    d.licences !== undefined,
    d.payment !== undefined,
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}

/** Returns the function that queues the work of the current day unless this process did. */
export function dailyQueue(d: Deps): () => Promise<void> {
  const start = startOf(d);
  let queued = '';
  return async () => {
    const today = berlinDay(d.now());
    if (queued === today) return;
    const cids = [...(await listCids(d)), VENDOR_CID];
    await queueDaily(d.store, { key: `daily:${today}:${start}`, cids, now: d.now() });
    queued = today;
    d.jobsWaiting.wake();
  };
}
