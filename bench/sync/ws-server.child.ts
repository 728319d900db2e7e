/**
 * Bare WebSockets with the same work: a body of the same size, sealed to its tablet, one row
 * committed to SQLite with `synchronous=FULL`, then sent.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type WebSocket from 'ws';
import { WebSocketServer } from 'ws';
import { pointOf, sealerFor, type Sealer } from '../../server/platform/keys/node-seal.ts';
import { toBase64 } from '../../shared/exchange/sealing.ts';
import { answer } from '../kit/answer.ts';
import { noise } from './signatures.ts';

const [folder = '', port = ''] = process.argv.slice(2);
const db = new Database(join(folder, 'ws.db'));
db.pragma('journal_mode=WAL');
db.pragma('synchronous=FULL');
db.exec('create table task (id text primary key, tablet text not null, body text not null) strict');
const insert = db.prepare<[string, string, string]>(
  'insert into task (id, tablet, body) values (?, ?, ?)',
);
const tablets = new Map<string, { socket: WebSocket; sealer: Sealer }>();

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => {
    parts.push(part);
  });
  request.on('end', () => {
    const task = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
      id: string;
      at: number;
      tablet: string;
      bytes: number;
      isPlain: boolean;
    };
    const to = tablets.get(task.tablet),
      text = JSON.stringify({ id: task.id, text: noise(task.at, task.bytes) });
    if (!to) {
      response.writeHead(404).end();
      return;
    }
    const body = task.isPlain ? text : toBase64(to.sealer.seal(Buffer.from(text), task.id));
    db.exec('BEGIN IMMEDIATE');
    insert.run(task.id, task.tablet, body);
    const committing = String(process.hrtime.bigint());
    db.exec('COMMIT');
    to.socket.send(JSON.stringify({ id: task.id, committing, body, isPlain: task.isPlain }));
    response.end('{}');
  });
});
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.once('message', (data) => {
    const { tablet, sealKey } = JSON.parse(Buffer.from(data).toString('utf8')) as {
      tablet: string;
      sealKey: JsonWebKey;
    };
    const sealer = sealerFor(pointOf(sealKey));
    tablets.set(tablet, { socket, sealer });
    socket.send(JSON.stringify({ point: toBase64(sealer.point) }));
  });
});
const ready = new Promise<void>((done) => {
  server.listen(Number(port), '127.0.0.1', done);
});
answer(async () => {
  await ready;
  return tablets.size;
});
