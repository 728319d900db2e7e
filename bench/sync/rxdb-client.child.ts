/** RxDB tablets in one process: memory storage, filled first, then replicated by push until each has heard of all. */
import { createRxDatabase } from 'rxdb';
import { replicateRxCollection, type PushRow } from 'rxdb/plugins/replication';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { answer } from '../kit/answer.ts';
import type { Filled, Order } from './order.ts';
import { timed } from './timed.ts';
import { createTally } from './contents.ts';
import { documentOf } from './signatures.ts';

let go: (() => Promise<void>) | undefined;

async function fill(o: Order): Promise<Filled> {
  const tablets: { add(from: number, count: number): Promise<void>; replicate(): Promise<void> }[] = [], tally = createTally();
  for (let client = 0; client < o.clients; client++) {
    const db = await createRxDatabase({ name: `tablet${client}`, storage: getRxStorageMemory(), multiInstance: false });
    const { doc } = await db.addCollections({
      doc: { schema: { version: 0, primaryKey: 'id', type: 'object', properties: { id: { type: 'string', maxLength: 40 }, signature: o.shape === 'strokes' ? { type: 'array', items: { type: 'object' } } : { type: 'string' } }, required: ['id', 'signature'] } },
    });
    if (!doc) throw new Error('no collection');
    tablets.push({
      async add(from, count) {
        const documents = Array.from({ length: count }, (_, n) => ({ id: `${client}-${from + n}`, ...documentOf(o.shape, o.seed + client * (o.warm + o.docs) + from + n) }));
        for (const d of documents) tally.add(d.id, JSON.stringify(d.signature));
        const { error } = await doc.bulkInsert(documents);
        if (error.length > 0) throw new Error('not all documents were taken');
      },
      async replicate() {
        let failure: unknown;
        const replication = replicateRxCollection({
          collection: doc, replicationIdentifier: `push${client}`, live: false, autoStart: false, waitForLeadership: false, retryTime: 500,
          push: { batchSize: o.batch, handler: async (rows: PushRow[]) => (await fetch(o.url, { method: 'POST', body: JSON.stringify(rows), headers: { 'Content-Type': 'application/json' } })).json() as Promise<object[]> },
        });
        replication.error$.subscribe(error => { failure = error; });
        await replication.start();
        await replication.awaitInitialReplication();
        if (failure !== undefined) throw new Error('a push failed and was repeated: the run does not count', { cause: failure });
      },
    });
  }
  go = async () => { await Promise.all(tablets.map(t => t.replicate())); };
  await Promise.all(tablets.map(t => t.add(0, o.warm)));
  await go();
  await Promise.all(tablets.map(t => t.add(o.warm, o.docs)));
  return tally.sum();
}

answer(question => (question.do === 'fill' ? fill(question as unknown as Order) : timed(go)));
