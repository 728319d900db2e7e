// The running task under its old name `activeTask` (E1, T4): an envelope that only this browser can
// decrypt, for the duration of the task.

import { fromBase64, toBase64 } from '../../shared/exchange/sealing.ts';
import { readValue, writeValue } from './db.ts';
import type { TabletDb } from './tables.ts';
import { decrypt, encrypt, ensureKey, findKey } from './keys.ts';
import { inTransaction } from './rows.ts';

export const ACTIVE_TASK = 'activeTask';
const KEY = 'active';
/** The entry in the old format: `id` is the Mappe, `task.task` the saved state of the machine. */
interface ActiveTask {
  id: string;
  task: { taskId: string; task: unknown };
}

export interface ActiveTaskStore {
  store(entry: ActiveTask): Promise<void>;
  /** An entry that cannot be decrypted or parsed counts as empty (E1). */
  load(): Promise<ActiveTask | null>;
  clear(): Promise<void>;
}

const isEntry = (v: unknown): v is ActiveTask =>
  typeof v === 'object' &&
  v !== null &&
  'id' in v &&
  typeof v.id === 'string' &&
  'task' in v &&
  typeof v.task === 'object' &&
  v.task !== null &&
  'taskId' in v.task &&
  typeof v.task.taskId === 'string' &&
  'task' in v.task;

interface Box {
  v: 1;
  at: number;
  iv: string;
  data: string;
}
const isBox = (v: unknown): v is Box =>
  typeof v === 'object' &&
  v !== null &&
  'v' in v &&
  v.v === 1 &&
  'at' in v &&
  typeof v.at === 'number' &&
  'iv' in v &&
  typeof v.iv === 'string' &&
  'data' in v &&
  typeof v.data === 'string';

/**
 * Creates the store of the active task.
 * @param log receives a failed write; otherwise ignored [X11]
 */
export function createActiveTask(
  db: TabletDb,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  now: () => number,
  log: (error: unknown) => void,
): ActiveTaskStore {
  // Serialised: a slow write must not overwrite a newer one, or restore a cleared task.
  let line: Promise<unknown> = Promise.resolve();
  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const run = line.then(work, work);
    line = run.catch(() => undefined);
    return run;
  };

  const readStorage = (): unknown => {
    try {
      return JSON.parse(storage.getItem(ACTIVE_TASK) ?? 'null');
    } catch {
      return null;
    }
  };
  const open = async (key: CryptoKey, box: Box): Promise<ActiveTask | null> => {
    try {
      const entry: unknown = JSON.parse(
        new TextDecoder().decode(
          await decrypt(key, fromBase64(box.iv), fromBase64(box.data), ACTIVE_TASK),
        ),
      );
      return isEntry(entry) ? entry : null;
    } catch {
      return null;
    }
  };
  return {
    store: (entry) =>
      inLine(async () => {
        try {
          const { iv, bytes } = await encrypt(
            await ensureKey(db, KEY),
            new TextEncoder().encode(JSON.stringify(entry)),
            ACTIVE_TASK,
          );
          const box: Box = { v: 1, at: now(), iv: toBase64(iv), data: toBase64(bytes) };
          // The browser flushes local storage lazily, and loses seconds of it when killed; the
          // database does not.
          await writeValue(db, ACTIVE_TASK, box);
          storage.setItem(ACTIVE_TASK, JSON.stringify(box));
        } catch (error) {
          log(error);
        }
      }),
    load: () =>
      inLine(async () => {
        try {
          const [key, kept] = [await findKey(db, KEY), await readValue(db, ACTIVE_TASK)];
          if (!key) return null;
          for (const box of [readStorage(), kept].filter(isBox).sort((a, b) => b.at - a.at)) {
            const entry = await open(key, box);
            if (entry) return entry;
          }
          return null;
        } catch {
          return null;
        }
      }),
    clear: () =>
      inLine(async () => {
        try {
          storage.removeItem(ACTIVE_TASK);
        } catch (error) {
          log(error);
        }
        try {
          await inTransaction(db, 'readwrite', ['keys', 'meta'], (at) =>
            Promise.all([at('keys').delete(KEY), at('meta').delete(ACTIVE_TASK)]),
          );
        } catch (error) {
          log(error);
        }
      }),
  };
}
