/**
 * RxDB's server: its push protocol in front of SQLite with `synchronous=FULL`, one transaction per
 * request, on bare node:http.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { PushRow } from 'rxdb/plugins/replication';
import { answer } from '../kit/answer.ts';

const [folder = '', port = ''] = process.argv.slice(2);
const db = new Database(join(folder, 'rxdb.db'));
db.pragma('journal_mode=WAL');
db.pragma('synchronous=FULL');
db.exec(
  'create table doc (id text primary key, json text not null, deleted integer not null) strict',
);
const find = db.prepare<[string], { json: string }>('select json from doc where id = ?');
const put = db.prepare<[string, string, number]>(
  'insert into doc (id, json, deleted) values (?, ?, ?) on conflict(id) do update set json = excluded.json, deleted = excluded.deleted',
);

/**
 * Rows whose assumed master state is outdated are answered with the master's as conflicts; the
 * others are stored.
 */
const push = db.transaction((rows: PushRow[]): unknown[] =>
  rows.flatMap((row) => {
    const doc = row.newDocumentState;
    const held = find.get(doc.id);
    if (
      held &&
      (row.assumedMasterState === undefined || held.json !== JSON.stringify(row.assumedMasterState))
    )
      return [JSON.parse(held.json) as unknown];
    put.run(doc.id, JSON.stringify(doc), doc._deleted ? 1 : 0);
    return [];
  }),
);

// A tablet's next push may come long after its last: a keep-alive connection closed during reuse
// would count as a failed push.
const server = createServer({ keepAliveTimeout: 300_000 }, (request, response) => {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>RxDB</title>');
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => {
    parts.push(part);
  });
  request.on('end', () => {
    const conflicts = push.immediate(
      JSON.parse(Buffer.concat(parts).toString('utf8')) as PushRow[],
    );
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(conflicts));
  });
});
const ready = new Promise<void>((done) => {
  server.listen(Number(port), '127.0.0.1', done);
});
answer(async () => {
  await ready;
  return 'ready';
});
