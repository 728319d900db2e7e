// The thread that writes known units and copies the WAL back, so that requests are read while the disk works.

import { Worker } from 'node:worker_threads';
import type { KnownStatement, KnownUnit } from './known-unit.ts';

/** A statement on its way: `text` is its place among the texts, which are few. */
type Packed = Omit<KnownStatement, 'sql'> & { text: number };
/** What the thread is asked; statements name the place of their bytes: in memory that both threads see, or in one buffer that changes hands. */
export type Question =
  | { units: Packed[][]; texts: string[]; bytes: ArrayBuffer; shared: SharedArrayBuffer[] }
  | 'checkpoint'
  | 'shorten'
  | 'close';
/** To the `of` oldest questions that are open; `done` says it of their units, in their order. */
export type Answer = { of: number } & (
  | { done: boolean[] }
  | { failed: { message: string; code: string } }
);
/** Stands for bytes among the values of a statement: of `Question.bytes`, or of one of `Question.shared`. */
export interface Place {
  at: number;
  length: number;
  of?: number;
}

export interface WriteThread {
  /** Commits them together, and with them what waits behind them. @throws as runKnown does, with SQLite's code */
  run(units: readonly KnownUnit[]): Promise<boolean[]>;
  /** Copies what was committed from the WAL to the database, beside whoever reads or writes. */
  checkpoint(): Promise<void>;
  /** The same, and gives the log's room back to the disk; not while somebody reads from the log. */
  shorten(): Promise<void>;
  close(): Promise<void>;
}

/** @param workerPath compiled `sqlite-writer.worker.js`; @param onDeath the thread ended without being asked */
export function startWriteThread(
  workerPath: string,
  file: string,
  onDeath: (error: unknown) => void,
): WriteThread {
  const worker = new Worker(workerPath, { workerData: { file } });
  let asked: {
      units: number;
      resolve: (done: boolean[]) => void;
      reject: (error: unknown) => void;
    }[] = [],
    isEnding = false;
  const ended = new Promise<void>((done) => {
    worker.once('exit', () => done());
  });
  const die = (error: unknown): void => {
    const open = asked;
    asked = [];
    for (const { reject } of open) reject(error);
    if (!isEnding) onDeath(error);
    isEnding = true;
  };
  worker.on('message', (answer: Answer) => {
    let at = 0;
    for (const { units, resolve, reject } of asked.splice(0, answer.of)) {
      if ('failed' in answer)
        reject(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }));
      else resolve(answer.done.slice(at, (at += units)));
    }
  });
  worker.on('error', die);
  worker.on('exit', (code) => die(new Error(`the writing thread ended with ${code}`)));

  // The thread answers in the order it was asked.
  const ask = (question: Question, units = 0, transfer: ArrayBuffer[] = []): Promise<boolean[]> => {
    if (isEnding) return Promise.reject(new Error('the writing thread has ended'));
    return new Promise((resolve, reject) => {
      asked.push({ units, resolve, reject });
      worker.postMessage(question, transfer);
    });
  };
  return {
    run(units) {
      const packed = packUnits(units);
      return ask(packed, units.length, [packed.bytes]);
    },
    async checkpoint() {
      await ask('checkpoint');
    },
    async shorten() {
      await ask('shorten');
    },
    async close() {
      const last = ask('close');
      isEnding = true;
      await last;
      await ended;
    },
  };
}

const isShared = (p: Uint8Array): boolean => p.buffer instanceof SharedArrayBuffer;

/** Bytes in shared memory stay where they are; whoever asked leaves them there until the answer. All others are copied behind one another: one copy here, none on the way. */
function packUnits(units: readonly KnownUnit[]): Exclude<Question, string> {
  let size = 0;
  for (const unit of units)
    for (const { params } of unit)
      for (const p of params) if (p instanceof Uint8Array && !isShared(p)) size += p.length;
  // Not from a pool, because it is given away; not cleared, because every byte is written.
  const all = Buffer.allocUnsafeSlow(size),
    shared: SharedArrayBuffer[] = [];
  const texts = new Map<string, number>();
  const textOf = (sql: string): number => {
    const known = texts.get(sql) ?? texts.size;
    texts.set(sql, known);
    return known;
  };
  let at = 0;
  const place = (p: unknown): unknown => {
    if (!(p instanceof Uint8Array)) return p;
    if (p.buffer instanceof SharedArrayBuffer) {
      let of = shared.indexOf(p.buffer);
      if (of === -1) of = shared.push(p.buffer) - 1;
      return { at: p.byteOffset, length: p.length, of } satisfies Place;
    }
    all.set(p, at);
    const found: Place = { at, length: p.length };
    at += p.length;
    return found;
  };
  return {
    units: units.map((unit) =>
      unit.map(({ sql, params, ...s }) => ({ ...s, text: textOf(sql), params: params.map(place) })),
    ),
    texts: [...texts.keys()],
    bytes: all.buffer,
    shared,
  };
}
