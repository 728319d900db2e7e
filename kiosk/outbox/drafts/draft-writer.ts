// Writes the newest state of a draft, debounced; one write follows the other.

import { packPayload } from '../../../shared/exchange/payload.ts';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import { withDb } from '../db.ts';
import { draftAadOf } from './stored-drafts.ts';
import type { Drafts, DraftsDeps, DraftTask } from './drafts.types.ts';
import { encrypt, findKey, taskKeyId } from '../keys.ts';
import { inTransaction } from '../rows.ts';
import type { TabletDb } from '../tables.ts';

export const AUTOSAVE_MS = 300;

/** @param floor the server's revision of a task, above which the numbering continues */
async function writeDraft(
  db: TabletDb,
  floor: ReadonlyMap<string, number>,
  task: DraftTask,
  draft: DraftPayload,
): Promise<void> {
  // The key is destroyed with the task: a pending write at the end of the task is dropped.
  const key = await findKey(db, taskKeyId(task.taskId));
  if (!key) return;
  const box = await encrypt(key, packPayload(draft), draftAadOf(task.taskId, task.taskRev));
  await withDb(db, () =>
    inTransaction(db, 'readwrite', ['drafts', 'keys'], async (at) => {
      const [still, old] = await Promise.all([
        at('keys').get(taskKeyId(task.taskId)),
        at('drafts').get(task.taskId),
      ]);
      // The task may have ended during encryption.
      if (!still) return;
      const isSame = old?.taskRev === task.taskRev;
      const draftRev = Math.max(isSame ? old.draftRev : 0, floor.get(task.taskId) ?? 0) + 1;
      await at('drafts').put({
        taskId: task.taskId,
        taskRev: task.taskRev,
        draftRev,
        page: draft.page,
        of: task.of,
        ...box,
        sealed: isSame ? old.sealed : null,
        sealedRev: isSame ? old.sealedRev : 0,
        blank: old?.blank,
      });
    }),
  );
}

interface DraftWriter extends Pick<Drafts, 'save' | 'flush' | 'raiseRev'> {
  /** Drops the pending state of a task; resolves when nothing is being written. */
  drop(taskId: string): Promise<void>;
  /** Drops the pending state; resolves when nothing is being written. */
  dropAll(): Promise<void>;
}

/** Creates the writer of drafts. */
export function createDraftWriter({
  db,
  clock,
  onTrouble,
  onSaved,
}: Omit<DraftsDeps, 'identity'>): DraftWriter {
  let waiting: { task: DraftTask; draft: DraftPayload } | null = null;
  let cancelTimer: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();
  const floor = new Map<string, number>();

  const take = (): typeof waiting => {
    cancelTimer?.();
    cancelTimer = null;
    const taken = waiting;
    waiting = null;
    return taken;
  };

  const flush = (): Promise<void> => {
    const next = take();
    if (next) {
      const run = writing
        .catch(() => undefined)
        .then(() => writeDraft(db, floor, next.task, next.draft));
      writing = run;
      // Callers with newer input are resolved after the next write.
      run.then(
        () => {
          if (waiting === null) onSaved();
        },
        (error: unknown) => {
          waiting ??= next;
          onTrouble(error);
        },
      );
    }
    return writing;
  };

  return {
    save(task, draft) {
      waiting = { task, draft };
      cancelTimer ??= clock.after(AUTOSAVE_MS, () => {
        flush().catch(() => undefined);
      });
    },
    flush,
    drop(taskId) {
      if (waiting?.task.taskId === taskId) take();
      return writing.catch(() => undefined);
    },
    dropAll() {
      take();
      return writing.catch(() => undefined);
    },
    raiseRev(taskId, draftRev) {
      floor.set(taskId, Math.max(draftRev, floor.get(taskId) ?? 0));
    },
  };
}
