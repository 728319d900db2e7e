/** PouchDB tablets in one process: memory adapter, filled first, then replicated to the server. */
import PouchDB from 'pouchdb';
import memory from 'pouchdb-adapter-memory';
import { answer } from '../kit/answer.ts';
import { createTally } from './contents.ts';
import type { Filled, Order } from './order.ts';
import { timed } from './timed.ts';
import { documentOf } from './signatures.ts';

PouchDB.plugin(memory);
let go: (() => Promise<void>) | undefined;

async function fill(o: Order): Promise<Filled> {
  const tablets = Array.from({ length: o.clients }, (_, client) => new PouchDB(`tablet${client}`, { adapter: 'memory' })), tally = createTally();
  const add = async (from: number, count: number): Promise<void> => {
    for (const [client, db] of tablets.entries()) {
      const documents = Array.from({ length: count }, (_, n) => ({ _id: `${client}-${from + n}`, ...documentOf(o.shape, o.seed + client * (o.warm + o.docs) + from + n) }));
      for (const d of documents) tally.add(d._id, JSON.stringify(d.signature));
      if ((await db.bulkDocs(documents)).some(result => result.ok !== true)) throw new Error('not all documents were taken');
    }
  };
  const replicate = async (count: number): Promise<void> => {
    const done = await Promise.all(tablets.map(db => db.replicate.to(o.url, { batch_size: o.batch, batches_limit: 10 })));
    if (done.some(r => r.docs_written !== count || r.doc_write_failures > 0 || r.errors.length > 0)) throw new Error('not all documents were written');
  };
  // The database is made before the clock runs.
  await new PouchDB(o.url).info();
  await add(0, o.warm);
  await replicate(o.warm);
  await add(o.warm, o.docs);
  go = () => replicate(o.docs);
  return tally.sum();
}

answer(question => (question.do === 'fill' ? fill(question as unknown as Order) : timed(go)));
