/**
 * The least that stores an event and answers: a bare HTTP server with one flushed insert for each
 * request; and the insert alone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { answer } from '../kit/answer.ts';

let db: Database.Database | undefined, insert: Database.Statement | undefined;
/** Opens a database with flushed commits and `count` events from before. */
function open(file: string, count: number): void {
  db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('create table event (id text primary key, type text not null, at integer not null)');
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into event select 'evt_before_' || i, 'invoice.paid', i from n`,
  ).run(Math.max(1, count));
  db.pragma('wal_checkpoint(TRUNCATE)');
  insert = db.prepare('insert into event values (?, ?, ?) on conflict do nothing');
}

function serve(): Promise<number> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
        id: string;
        type: string;
      };
      insert?.run(event.id, event.type, Date.now());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}');
    });
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
}

answer(async (question) => {
  if (question.what === 'open') {
    open(String(question.file), Number(question.count));
    return serve();
  }
  if (question.what === 'insert') {
    const times: number[] = [];
    for (const id of question.ids as string[]) {
      const began = performance.now();
      insert?.run(id, 'invoice.paid', Date.now());
      times.push(performance.now() - began);
    }
    return times;
  }
  throw new Error(`nobody asks for ${String(question.what)}`);
});
