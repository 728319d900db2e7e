/** express-pouchdb in its minimal mode over LevelDB, as its authors configure it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import expressPouch from 'express-pouchdb';
import PouchDB from 'pouchdb';
import { answer } from '../kit/answer.ts';

const [folder = '', port = ''] = process.argv.slice(2);
mkdirSync(join(folder, 'db'));
const app = express();
app.get('/', (_request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end('<!doctype html><title>PouchDB</title>');
});
app.use(
  '/db',
  expressPouch(PouchDB.defaults({ prefix: `${join(folder, 'db')}/` }), {
    mode: 'minimumForPouchDB',
    configPath: join(folder, 'config.json'),
    logPath: join(folder, 'log.txt'),
    inMemoryConfig: true,
  }),
);
const ready = new Promise<void>((done) => {
  const server = app.listen(Number(port), '127.0.0.1', done);
  // Same as in RxDB's server.
  server.keepAliveTimeout = 300_000;
});
answer(async () => {
  await ready;
  return 'ready';
});
