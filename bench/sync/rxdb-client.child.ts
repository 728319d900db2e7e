/**
 * RxDB tablets in one process: memory storage, filled first, then replicated by push until each is
 * acknowledged.
 */
import { createRxDatabase } from 'rxdb';
import { replicateRxCollection, type PushRow } from 'rxdb/plugins/replication';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { createTally } from './contents.ts';
import type { Order } from './order.ts';
import { documentOf } from './signatures.ts';
import { answerAs, seedOf, type Client } from './timed.ts';

interface Tablet {
  add(from: number, count: number): Promise<void>;
  replicate(): Promise<void>;
}

async function tabletOf(
  o: Order,
  client: number,
  tally: ReturnType<typeof createTally>,
): Promise<Tablet> {
  const db = await createRxDatabase({
    name: `tablet${client}`,
    storage: getRxStorageMemory(),
    multiInstance: false,
  });
  const { doc } = await db.addCollections({
    doc: {
      schema: {
        version: 0,
        primaryKey: 'id',
        type: 'object',
        properties: {
          id: { type: 'string', maxLength: 40 },
          signature:
            o.shape === 'strokes'
              ? { type: 'array', items: { type: 'object' } }
              : { type: 'string' },
        },
        required: ['id', 'signature'],
      },
    },
  });
  if (!doc) throw new Error('no collection');
  return {
    async add(from, count) {
      const documents = Array.from({ length: count }, (_, n) => ({
        id: `${client}-${from + n}`,
        ...documentOf(o.shape, seedOf(o, client, from + n)),
      }));
      for (const d of documents) tally.add(d.id, JSON.stringify(d.signature));
      const { error } = await doc.bulkInsert(documents);
      if (error.length > 0) throw new Error('not all documents were taken');
    },
    async replicate() {
      let failure: unknown;
      const replication = replicateRxCollection({
        collection: doc,
        replicationIdentifier: `push${client}`,
        live: false,
        autoStart: false,
        waitForLeadership: false,
        retryTime: 500,
        push: {
          batchSize: o.batch,
          handler: async (rows: PushRow[]) =>
            (
              await fetch(o.url, {
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
      if (failure !== undefined)
        throw new Error('a push failed and was repeated: the run does not count', {
          cause: failure,
        });
    },
  };
}

answerAs(async (order): Promise<Client<Order>> => {
  const tally = createTally(),
    tablets: Tablet[] = [];
  for (let client = 0; client < order.clients; client++)
    tablets.push(await tabletOf(order, client, tally));
  return {
    fill: async (_order, from, count) => {
      await Promise.all(tablets.map((t) => t.add(from, count)));
    },
    send: async () => {
      await Promise.all(tablets.map((t) => t.replicate()));
    },
    sum: tally.sum,
  };
});
