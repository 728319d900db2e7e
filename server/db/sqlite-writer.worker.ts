// The writing thread: a connection of its own; one question at a time, answered after the commit.

import { parentPort, workerData } from 'node:worker_threads';
import { runKnown, type KnownUnit } from './known-unit.ts';
import { openConnection, letLogGrow } from './sqlite-connection.ts';
import type { Answer, Place, Question } from './write-thread.ts';

const db = openConnection((workerData as { file: string }).file);
letLogGrow(db);

const isPlace = (p: unknown): p is Place => typeof p === 'object' && p !== null && 'at' in p && 'length' in p;
const unpack = ({ units, texts, bytes, shared }: Exclude<Question, string>): KnownUnit[] =>
  units.map(unit => unit.map(({ text, ...s }) => ({ ...s, sql: texts[text]!, params: s.params.map(p => (isPlace(p) ? Buffer.from(p.of === undefined ? bytes : shared[p.of]!, p.at, p.length) : p)) })));

/** A reader in the way is not waited for: whoever wants to write would wait as well. */
function shorten(): void {
  db.pragma('wal_checkpoint(PASSIVE)');
  const timeout = db.pragma('busy_timeout', { simple: true }) as number;
  db.pragma('busy_timeout=0');
  try { db.pragma('wal_checkpoint(TRUNCATE)'); } finally { db.pragma(`busy_timeout=${timeout}`); }
}

function answer(question: Question): boolean[] {
  if (question === 'checkpoint') { db.pragma('wal_checkpoint(PASSIVE)'); return []; }
  if (question === 'shorten') { shorten(); return []; }
  if (question === 'close') { db.close(); return []; }
  return runKnown(db, unpack(question));
}

parentPort?.on('message', (question: Question) => {
  let reply: Answer;
  try { reply = { done: answer(question) }; } catch (error) {
    reply = { failed: { message: error instanceof Error ? error.message : String(error), code: error instanceof Error && 'code' in error ? String(error.code) : '' } };
  }
  parentPort?.postMessage(reply);
  if (question === 'close') parentPort?.close();
});
