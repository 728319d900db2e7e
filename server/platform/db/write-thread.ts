// Client of the worker thread that writes known units and checkpoints the WAL, so that requests are
// read while the disk works.

import { Worker } from 'node:worker_threads';
import type { SqliteFile } from './file/open-file.ts';
import type { KnownStatement, KnownUnit } from './known-unit.ts';

/** A statement in a message: `text` is an index into the few texts. */
type Packed = Omit<KnownStatement, 'sql'> & { text: number };
/**
 * A request to the thread; statements contain the offsets of their bytes: in shared memory, or in
 * one transferred buffer.
 */
export type Question =
  | { units: Packed[][]; texts: string[]; bytes: ArrayBuffer; shared: SharedArrayBuffer[] }
  | 'checkpoint'
  | 'shorten'
  | 'close';
/** Answers the `of` oldest open requests; `done` lists the results of their units, in order. */
export type Answer = { of: number } & (
  | { done: boolean[] }
  | { failed: { message: string; code: string } }
);
/**
 * Placeholder for bytes among the values of a statement: of `Question.bytes`, or of one of
 * `Question.shared`.
 */
export interface Place {
  at: number;
  length: number;
  of?: number;
}

export interface WriteThread {
  /**
   * Commits them together with the requests waiting behind them.
   * @throws as runKnown does, with SQLite's code
   */
  run(units: readonly KnownUnit[]): Promise<boolean[]>;
  /** Checkpoints the WAL without blocking readers or writers. */
  checkpoint(): Promise<void>;
  /** The same, and truncates the WAL; not while a reader uses it. */
  shorten(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the writing thread.
 * @param workerPath compiled `sqlite-writer.worker.js`;
 * @param onDeath called when the thread ended unexpectedly
 */
export function startWriteThread(
  workerPath: string,
  { file, key }: SqliteFile,
  onDeath: (error: unknown) => void,
): WriteThread {
  const worker = new Worker(workerPath, { workerData: { file, key } satisfies SqliteFile });
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

  // The thread answers in the order of the requests.
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

/**
 * Bytes in shared memory are not copied; the caller leaves them unchanged until the answer. All
 * others are concatenated: one copy here, none during the transfer.
 */
function packUnits(units: readonly KnownUnit[]): Exclude<Question, string> {
  let size = 0;
  for (const unit of units)
    for (const { params } of unit)
      for (const p of params) if (p instanceof Uint8Array && !isShared(p)) size += p.length;
  // Not from a pool, because it is transferred; not cleared, because every byte is written.
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
