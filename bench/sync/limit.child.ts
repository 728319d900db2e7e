/** The limit: the same rows written by bare better-sqlite3, WAL and `synchronous=FULL`, ten a commit, no network and no other work. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { answer } from '../kit/answer.ts';
import { createTally } from './contents.ts';
import type { Filled, Sent } from './order.ts';

const BATCH = 10;
const [folder = ''] = process.argv.slice(2);
const db = new Database(join(folder, 'limit.db'));
db.pragma('journal_mode=WAL');
db.pragma('synchronous=FULL');
db.exec('create table op (client text not null, id text not null, bytes blob not null, unique (client, id)) strict');
const insert = db.prepare<[string, string, Buffer]>('insert into op (client, id, bytes) values (?, ?, ?)');
type Row = { client: string; id: string; text: Buffer };
let rows: Row[] = [];
const commit = db.transaction((some: Row[]) => { for (const row of some) insert.run(row.client, row.id, row.text); });
const write = (all: Row[]): void => { for (let at = 0; at < all.length; at += BATCH) commit.immediate(all.slice(at, at + BATCH)); };

const work = (question: Record<string, unknown>): Filled | Sent => {
  if (question.do === 'fill') {
    const { clients, warm, docs, bytes } = question as unknown as { clients: number; warm: number; docs: number; bytes: number };
    const all = Array.from({ length: clients * (warm + docs) }, (_, n): Row => ({ client: `tablet${n % clients}`, id: `${n % clients}-${Math.floor(n / clients)}`, text: randomBytes(bytes) }));
    write(all.slice(0, clients * warm));
    rows = all.slice(clients * warm);
    const tally = createTally();
    for (const row of all) tally.add(row.id, row.text);
    return tally.sum();
  }
  const cpu = process.cpuUsage(), start = performance.now();
  write(rows);
  const ms = performance.now() - start, spent = process.cpuUsage(cpu);
  return { ms, cpuMs: (spent.user + spent.system) / 1000 };
};
answer(question => Promise.resolve().then(() => work(question)));
