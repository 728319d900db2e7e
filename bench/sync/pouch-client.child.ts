/** PouchDB tablets in one process: memory adapter, filled first, then replicated to the server. */
import PouchDB from 'pouchdb';
import memory from 'pouchdb-adapter-memory';
import { createTally } from './contents.ts';
import type { Order } from './order.ts';
import { documentOf } from './signatures.ts';
import { answerAs, seedOf, type Client } from './timed.ts';

PouchDB.plugin(memory);

answerAs(async (order): Promise<Client<Order>> => {
  const tally = createTally(),
    tablets = Array.from(
      { length: order.clients },
      (_, client) => new PouchDB(`tablet${client}`, { adapter: 'memory' }),
    );
  // The database is created before the clock starts.
  await new PouchDB(order.url).info();
  return {
    async fill(o, from, count) {
      for (const [client, db] of tablets.entries()) {
        const documents = Array.from({ length: count }, (_, n) => ({
          _id: `${client}-${from + n}`,
          ...documentOf(o.shape, seedOf(o, client, from + n)),
        }));
        for (const d of documents) tally.add(d._id, JSON.stringify(d.signature));
        if ((await db.bulkDocs(documents)).some((result) => result.ok !== true))
          throw new Error('not all documents were taken');
      }
    },
    async send(o, count) {
      const done = await Promise.all(
        tablets.map((db) => db.replicate.to(o.url, { batch_size: o.batch, batches_limit: 10 })),
      );
      if (
        done.some(
          (r) => r.docs_written !== count || r.doc_write_failures > 0 || r.errors.length > 0,
        )
      )
        throw new Error('not all documents were written');
    },
    sum: tally.sum,
  };
});
