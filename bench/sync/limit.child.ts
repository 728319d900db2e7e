/**
 * Upper limit: the same rows written by bare better-sqlite3, WAL and `synchronous=FULL`, ten per
 * commit, without network or other work.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createTally } from './contents.ts';
import type { Order } from './order.ts';
import { answerAs, type Client } from './timed.ts';

/** `bytes`: per row. */
export interface LimitOrder extends Order {
  bytes: number;
}

const BATCH = 10;
const [folder = ''] = process.argv.slice(2);
const db = new Database(join(folder, 'limit.db'));
db.pragma('journal_mode=WAL');
db.pragma('synchronous=FULL');
db.exec(
  'create table op (client text not null, id text not null, bytes blob not null, unique (client, id)) strict',
);
const insert = db.prepare<[string, string, Buffer]>(
  'insert into op (client, id, bytes) values (?, ?, ?)',
);
type Row = { client: string; id: string; text: Buffer };
const commit = db.transaction((some: Row[]) => {
  for (const row of some) insert.run(row.client, row.id, row.text);
});

answerAs((): Promise<Client<LimitOrder>> => {
  const tally = createTally();
  let rows: Row[] = [];
  return Promise.resolve({
    fill({ clients, bytes }, from, count) {
      rows = Array.from({ length: clients * count }, (_, n): Row => ({
        client: `tablet${n % clients}`,
        id: `${n % clients}-${from + Math.floor(n / clients)}`,
        text: randomBytes(bytes),
      }));
      for (const row of rows) tally.add(row.id, row.text);
      return Promise.resolve();
    },
    send() {
      for (let at = 0; at < rows.length; at += BATCH) commit.immediate(rows.slice(at, at + BATCH));
      return Promise.resolve();
    },
    sum: tally.sum,
  });
});
