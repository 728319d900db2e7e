/**
 * PouchDB in a real browser: its IndexedDB adapter (relaxed, not encrypted) and replication to
 * express-pouchdb.
 */
import PouchDB from 'pouchdb-browser';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import type { Digest } from './page.ts';
import { documentOf } from './signatures.ts';

globalThis.openBench = async (o) => {
  const db = new PouchDB('bench');
  const url = `${location.origin}/db/tasks`;
  await new PouchDB(url).info();
  const digests: Digest[] = [];
  return {
    async write(count) {
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const document = { _id: `0-${i}`, ...documentOf('equal', o.seed + i) };
        const start = performance.now();
        await db.put(document);
        times.push(performance.now() - start);
        digests.push({
          id: document._id,
          sha256: await sha256Hex(JSON.stringify(document.signature)),
        });
      }
      return times;
    },
    async drain() {
      const start = performance.now();
      const done = await db.replicate.to(url, { batch_size: o.batch, batches_limit: 10 });
      const ms = performance.now() - start;
      if (
        done.docs_written !== digests.length ||
        done.doc_write_failures > 0 ||
        done.errors.length > 0
      )
        throw new Error('not all documents were written');
      return { ms };
    },
    digests: async () => digests,
  };
};
