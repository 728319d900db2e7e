// The running task under its old name `activeTask` (E1, T4): an envelope that only this browser can open, as long as the task runs.

import { fromBase64, toBase64 } from '../../shared/sealing.ts';
import type { TabletDb } from './db.ts';
import { decrypt, encrypt, ensureKey, findKey } from './keys.ts';

export const ACTIVE_TASK = 'activeTask';
const KEY = 'active';
/** The entry as the source has it: `id` is the Mappe, `task.task` what the machine saved. */
export interface ActiveTask { id: string; task: { taskId: string; task: unknown } }

export interface ActiveTaskStore {
  store(entry: ActiveTask): Promise<void>;
  /** Anything that cannot be opened or parsed counts as empty (E1). */
  load(): Promise<ActiveTask | null>;
  clear(): Promise<void>;
}

const isEntry = (v: unknown): v is ActiveTask =>
  typeof v === 'object' && v !== null && 'id' in v && typeof v.id === 'string' && 'task' in v && typeof v.task === 'object' && v.task !== null
  && 'taskId' in v.task && typeof v.task.taskId === 'string' && 'task' in v.task;

/** @param log told of a failed write; nothing else happens [X11] */
export function createActiveTask(db: TabletDb, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, log: (error: unknown) => void): ActiveTaskStore {
  // One after the other: a slow write must not overwrite a newer one, or bring back what was cleared.
  let line: Promise<unknown> = Promise.resolve();
  const inLine = <T>(work: () => Promise<T>): Promise<T> => { const run = line.then(work, work); line = run.catch(() => undefined); return run; };
  return {
    store: entry => inLine(async () => {
      try {
        const { iv, bytes } = await encrypt(await ensureKey(db, KEY), new TextEncoder().encode(JSON.stringify(entry)), ACTIVE_TASK);
        storage.setItem(ACTIVE_TASK, JSON.stringify({ v: 1, iv: toBase64(iv), data: toBase64(bytes) }));
      } catch (error) { log(error); }
    }),
    load: () => inLine(async () => {
      try {
        const [text, key] = [storage.getItem(ACTIVE_TASK), await findKey(db, KEY)];
        if (!text || !key) return null;
        const box: unknown = JSON.parse(text);
        if (typeof box !== 'object' || box === null || !('iv' in box) || !('data' in box)) return null;
        const entry: unknown = JSON.parse(new TextDecoder().decode(await decrypt(key, fromBase64(String(box.iv)), fromBase64(String(box.data)), ACTIVE_TASK)));
        return isEntry(entry) ? entry : null;
      } catch { return null; }
    }),
    clear: () => inLine(async () => {
      try { storage.removeItem(ACTIVE_TASK); } catch (error) { log(error); }
      try { await db.keys.delete(KEY); } catch (error) { log(error); }
    }),
  };
}
