/** Bare WebSockets: one row of 2 kB committed to SQLite with `synchronous=FULL`, then sent to the one it is for. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type WebSocket from 'ws';
import { WebSocketServer } from 'ws';
import { answer } from '../kit/answer.ts';

const [folder = '', port = ''] = process.argv.slice(2);
const db = new Database(join(folder, 'ws.db'));
db.pragma('journal_mode=WAL');
db.pragma('synchronous=FULL');
db.exec('create table task (id text primary key, tablet text not null, body text not null) strict');
const insert = db.prepare<[string, string, string]>('insert into task (id, tablet, body) values (?, ?, ?)');
const sockets = new Map<string, WebSocket>();

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => { parts.push(part); });
  request.on('end', () => {
    const task = JSON.parse(Buffer.concat(parts).toString('utf8')) as { id: string; tablet: string; body: string };
    db.exec('BEGIN IMMEDIATE');
    insert.run(task.id, task.tablet, task.body);
    const committing = String(process.hrtime.bigint());
    db.exec('COMMIT');
    sockets.get(task.tablet)?.send(JSON.stringify({ committing, body: task.body }));
    response.end('{}');
  });
});
new WebSocketServer({ server }).on('connection', (socket, request) => { sockets.set((request.url ?? '').slice(1), socket); });
const ready = new Promise<void>(done => { server.listen(Number(port), '127.0.0.1', done); });
answer(async () => { await ready; return sockets.size; });
