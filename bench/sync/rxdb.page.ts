/**
 * RxDB in a real browser: its free IndexedDB storage (Dexie, relaxed, not encrypted) and push
 * replication.
 */
import { createRxDatabase } from 'rxdb';
import { replicateRxCollection, type PushRow } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import type { Digest } from './page.ts';
import { documentOf } from './signatures.ts';

globalThis.openBench = async (o) => {
  const db = await createRxDatabase({
    name: 'bench',
    storage: getRxStorageDexie(),
    multiInstance: false,
  });
  const { doc } = await db.addCollections({
    doc: {
      schema: {
        version: 0,
        primaryKey: 'id',
        type: 'object',
        properties: { id: { type: 'string', maxLength: 40 }, signature: { type: 'string' } },
        required: ['id', 'signature'],
      },
    },
  });
  if (!doc) throw new Error('no collection');
  const digests: Digest[] = [];
  return {
    async write(count) {
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const document = { id: `0-${i}`, ...documentOf('equal', o.seed + i) };
        const start = performance.now();
        await doc.insert(document);
        times.push(performance.now() - start);
        digests.push({
          id: document.id,
          sha256: await sha256Hex(JSON.stringify(document.signature)),
        });
      }
      return times;
    },
    async drain() {
      let failure: unknown;
      const start = performance.now();
      const replication = replicateRxCollection({
        collection: doc,
        replicationIdentifier: 'push',
        live: false,
        autoStart: false,
        waitForLeadership: false,
        retryTime: 500,
        push: {
          batchSize: o.batch,
          handler: async (rows: PushRow[]) =>
            (
              await fetch('/push', {
                method: 'POST',
                body: JSON.stringify(rows),
                headers: { 'Content-Type': 'application/json' },
              })
            ).json() as Promise<object[]>,
        },
      });
      replication.error$.subscribe((error) => {
        failure = error;
      });
      await replication.start();
      await replication.awaitInitialReplication();
      const ms = performance.now() - start;
      if (failure !== undefined)
        throw new Error('a push failed and was repeated: the run does not count', {
          cause: failure,
        });
      return { ms };
    },
    digests: async () => digests,
  };
};
