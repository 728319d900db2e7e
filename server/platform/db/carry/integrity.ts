// Checks a SQLite file for damage: at the start, then once a day, in a worker thread.

import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { CIPHER, keyName, type SqliteFile } from '../file/open-file.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';

/**
 * `quick_check` finds torn pages and broken trees; it reads the whole file and blocks its thread.
 */
const CHECK = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
let problem;
try {
  const db = new Database(workerData.file, { readonly: true, fileMustExist: true });
  db.pragma("temp_store=MEMORY");
  if (workerData.key !== undefined) {
    db.pragma("cipher='" + workerData.cipher + "'");
    db.key(Buffer.from(workerData.key));
  }
  const [first] = db.pragma('quick_check(1)', { simple: false });
  db.close();
  if (first.quick_check !== 'ok') problem = 'quick_check';
} catch (error) {
  problem = error.code ?? 'unreadable';
}
parentPort.postMessage(problem);
`;

/** Codes that do not indicate damage: the file could not be checked at the moment. */
const NOT_NOW = /^SQLITE_(BUSY|IOERR|CANTOPEN)/;

/**
 * Checks the integrity of a database.
 * @returns a code of the damage; undefined when nothing was found
 */
export function checkIntegrity({ file, key }: SqliteFile): Promise<string | undefined> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  return new Promise((resolve, reject) => {
    const worker = new Worker(CHECK, {
      eval: true,
      workerData: { driver, file, cipher: CIPHER, key: key && keyName(key) },
    });
    worker.once('message', (problem: string | undefined) => {
      resolve(problem !== undefined && NOT_NOW.test(problem) ? undefined : problem);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      resolve(undefined);
    });
  });
}

export interface IntegrityWatch {
  /** False once damage was found; it stays so until the next start. */
  isSound(): boolean;
  /** Checks the file now, because a call met damage; at most once a minute. */
  suspect(): void;
  stop(): void;
}

const SUSPECT_MS = 60_000;

/**
 * Checks the file at once, daily and on suspicion.
 * @param onDamage called once, with a code and no content of the file
 */
export function watchIntegrity(file: SqliteFile, onDamage: (code: string) => void): IntegrityWatch {
  let isSound = true,
    lastLook = -Infinity;
  const look = async (): Promise<void> => {
    lastLook = performance.now();
    const problem = await checkIntegrity(file).catch(() => undefined);
    if (problem === undefined || !isSound) return;
    isSound = false;
    onDamage(problem);
  };
  void look();
  const timer = setInterval(() => {
    void look();
  }, DAY_MS);
  timer.unref();
  return {
    isSound: () => isSound,
    suspect() {
      if (isSound && performance.now() - lastLook > SUSPECT_MS) void look();
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}
