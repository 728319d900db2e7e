/** RxDB tablets in one process: memory storage, filled first, then replicated by push until each has heard of all. */
import { createRxDatabase } from 'rxdb';
import { replicateRxCollection, type PushRow } from 'rxdb/plugins/replication';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { answer } from '../kit/answer.ts';
import type { Filled, Order, Sent } from './order.ts';
import { contentsHash } from './contents.ts';
import { documentOf } from './signatures.ts';

let go: (() => Promise<void>) | undefined;

async function fill(o: Order): Promise<Filled> {
  const starts: (() => Promise<void>)[] = [], all: { id: string; text: string }[] = [];
  for (let client = 0; client < o.clients; client++) {
    const db = await createRxDatabase({ name: `tablet${client}`, storage: getRxStorageMemory(), multiInstance: false });
    const { doc } = await db.addCollections({
      doc: { schema: { version: 0, primaryKey: 'id', type: 'object', properties: { id: { type: 'string', maxLength: 40 }, signature: o.shape === 'strokes' ? { type: 'array', items: { type: 'object' } } : { type: 'string' } }, required: ['id', 'signature'] } },
    });
    if (!doc) throw new Error('no collection');
    const documents = Array.from({ length: o.docs }, (_, n) => ({ id: `${client}-${n}`, ...documentOf(o.shape, o.seed + client * o.docs + n) }));
    for (const d of documents) all.push({ id: d.id, text: JSON.stringify(d.signature) });
    const { error } = await doc.bulkInsert(documents);
    if (error.length > 0) throw new Error('not all documents were taken');
    starts.push(async () => {
      let failure: unknown;
      const replication = replicateRxCollection({
        collection: doc, replicationIdentifier: `push${client}`, live: false, autoStart: false, waitForLeadership: false, retryTime: 500,
        push: { batchSize: o.batch, handler: async (rows: PushRow[]) => (await fetch(o.url, { method: 'POST', body: JSON.stringify(rows), headers: { 'Content-Type': 'application/json' } })).json() as Promise<object[]> },
      });
      replication.error$.subscribe(error => { failure = error; });
      await replication.start();
      await replication.awaitInitialReplication();
      if (failure !== undefined) throw new Error('a push failed and was repeated: the run does not count', { cause: failure });
    });
  }
  go = async () => { await Promise.all(starts.map(start => start())); };
  return { hash: contentsHash(all), bytes: all.reduce((n, d) => n + d.text.length, 0) / all.length };
}

async function send(): Promise<Sent> {
  if (!go) throw new Error('nothing is filled');
  const cpu = process.cpuUsage(), start = performance.now();
  await go();
  const ms = performance.now() - start, spent = process.cpuUsage(cpu);
  return { ms, cpuMs: (spent.user + spent.system) / 1000 };
}
answer(question => (question.do === 'fill' ? fill(question as unknown as Order) : send()));
