// The writer thread with a separate connection: all waiting units are one commit, answered after
// it.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { GROUP, runKnown, type KnownUnit } from './known-unit.ts';
import type { SqliteFile } from './file/open-file.ts';
import { isSyncFailure, letLogGrow, openConnection } from './sqlite-connection.ts';
import type { Answer, Place, Question } from './write-thread.ts';

const db = openConnection(workerData as SqliteFile);
letLogGrow(db);

const isPlace = (p: unknown): p is Place =>
  typeof p === 'object' && p !== null && 'at' in p && 'length' in p;
const unpack = ({ units, texts, bytes, shared }: Exclude<Question, string>): KnownUnit[] =>
  units.map((unit) =>
    unit.map(({ text, ...s }) => ({
      ...s,
      sql: texts[text]!,
      params: s.params.map((p) =>
        isPlace(p) ? Buffer.from(p.of === undefined ? bytes : shared[p.of]!, p.at, p.length) : p,
      ),
    })),
  );

/** Does not wait for readers: writers would wait as well. */
function shorten(): void {
  db.pragma('wal_checkpoint(PASSIVE)');
  const timeout = db.pragma('busy_timeout', { simple: true }) as number;
  db.pragma('busy_timeout=0');
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout=${timeout}`);
  }
}

/** The first failed sync: a later one proves nothing, so all work is refused from then on. */
let broken: Error | undefined;

function refuseAfterBreak(): void {
  if (broken) throw broken;
}

function run(group: readonly Exclude<Question, string>[]): boolean[] {
  refuseAfterBreak();
  return runKnown(db, group.flatMap(unpack));
}

function obey(order: Extract<Question, string>): boolean[] {
  if (order !== 'close') refuseAfterBreak();
  if (order === 'checkpoint') db.pragma('wal_checkpoint(PASSIVE)');
  else if (order === 'shorten') shorten();
  else db.close();
  return [];
}

function answer(of: number, work: () => boolean[]): void {
  let reply: Answer;
  try {
    reply = { of, done: work() };
  } catch (error) {
    if (isSyncFailure(error)) broken = error;
    reply = {
      of,
      failed: {
        message: error instanceof Error ? error.message : String(error),
        code: error instanceof Error && 'code' in error ? String(error.code) : '',
      },
    };
  }
  parentPort?.postMessage(reply);
}

const next = (): Question | undefined =>
  parentPort ? (receiveMessageOnPort(parentPort)?.message as Question | undefined) : undefined;

parentPort?.on('message', (first: Question) => {
  for (let question: Question | undefined = first; question !== undefined;) {
    if (typeof question === 'string') {
      const order: Extract<Question, string> = question;
      answer(1, () => obey(order));
      if (order === 'close') {
        parentPort?.close();
        return;
      }
      question = next();
    } else {
      const group: Exclude<Question, string>[] = [];
      for (
        let units = 0;
        question !== undefined && typeof question !== 'string' && units < GROUP;
        question = next()
      ) {
        group.push(question);
        units += question.units.length;
      }
      answer(group.length, () => run(group));
    }
  }
});
