// Drafts of the patient's input, each encrypted by its own key, written within 300 ms; destroying
// the key destroys the draft (sync 6.6, F1, F2).

import type { Clock } from '../../shared/base/ports.ts';
import { packPayload, unpackPayload } from '../../shared/exchange/payload.ts';
import { importSealPublic, sealTo } from '../../shared/exchange/sealing.ts';
import type { DraftPayload } from '../../shared/papers/signature.ts';
import { draftAad } from '../../shared/exchange/sync.ts';
import { syncOf, withDb } from './db.ts';
import type { DraftRow, KeyRow, TabletDb } from './tables.ts';
import { decrypt, encrypt, ensureKey, findKey, taskKeyId, taskOfKey } from './keys.ts';
import { inTransaction, startingWith, type At, type Rows } from './rows.ts';

export const AUTOSAVE_MS = 300;

export interface DraftTask {
  taskId: string;
  taskRev: number;
  of: number;
}
/** A sealed draft waiting for the server. */
export interface UnsentDraft {
  taskId: string;
  taskRev: number;
  draftRev: number;
  page: number;
  of: number;
  sealed: Uint8Array;
}

export interface Drafts {
  /** Creates the task's key; without it nothing of the task is ever written. */
  open(taskId: string): Promise<void>;
  /** Stores the newest state of a task; debounced, or written at once by `flush`. */
  save(task: DraftTask, draft: DraftPayload): void;
  /** Writes pending states. Resolves when they are on the disk; rejects with StorageFailure. */
  flush(): Promise<void>;
  /** The stored draft; `null` when there is none; `unreadable` when it was quarantined. */
  load(task: DraftTask): Promise<DraftPayload | null | 'unreadable'>;
  /** Seals the newest written state for the server; at each page, and before a task is left. */
  seal(taskId: string): Promise<void>;
  unsent(): Promise<UnsentDraft[]>;
  /**
   * The server has this revision: deletes the sealed copy, and the whole row where its key is
   * destroyed.
   */
  sent(taskId: string, draftRev: number): Promise<void>;
  /** Destroys draft and key (X9, T2, withdrawal). */
  shred(taskId: string): Promise<void>;
  /**
   * Destroys every draft and key; sealed copies that the server lacks stay, unreadable on this
   * device.
   */
  shredAll(): Promise<void>;
  /**
   * Destroys drafts and keys of tasks removed from this tablet; what the server lacks is sealed for
   * it and stays, unreadable here. Does nothing while anything waits for the server: an ending may
   * bring a task back to a restored one (F7).
   * @param o.open the open task: dropped by the machine
   * @param o.isWhole the feed was just read to its end; otherwise a restarted feed proves nothing
   * yet
   * @returns true when something was destroyed
   */
  tidy(o?: { open?: string | undefined; isWhole?: boolean }): Promise<boolean>;
  /** Continues numbering after the server's revision. */
  raiseRev(taskId: string, draftRev: number): void;
}

export interface DraftsDeps {
  db: TabletDb;
  clock: Clock;
  identity: () => Promise<{ device: string; serverKey: JsonWebKey } | undefined>;
  /**
   * Called after every failed write (the patient must know before signing) and after every success
   * following one.
   */
  onTrouble: (error: unknown) => void;
  onSaved: () => void;
}

const isDraft = (v: unknown): v is DraftPayload =>
  typeof v === 'object' &&
  v !== null &&
  'page' in v &&
  'declarations' in v &&
  Array.isArray(v.declarations) &&
  'reading' in v &&
  typeof v.reading === 'object' &&
  v.reading !== null &&
  'sections' in v.reading &&
  Array.isArray(v.reading.sections) &&
  'ink' in v;

/** Reads draft bytes of another tablet received through the server; `null` when invalid. */
export function readDraft(bytes: Uint8Array): DraftPayload | null {
  try {
    const v = unpackPayload(bytes);
    return isDraft(v) ? v : null;
  } catch {
    return null;
  }
}

const aadOf = (taskId: string, taskRev: number): string => `local-draft|${taskId}|${taskRev}`;

/** Data that the server lacks stays sealed, unreadable here; everything else is deleted. */
const lock = (drafts: Rows<DraftRow>, row: DraftRow): Promise<unknown> =>
  row.sealed ? drafts.put({ ...row, iv: null, bytes: null }) : drafts.delete(row.taskId);

export function createDrafts({ db, clock, identity, onTrouble, onSaved }: DraftsDeps): Drafts {
  let waiting: { task: DraftTask; draft: DraftPayload } | null = null;
  let cancelTimer: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();
  const floor = new Map<string, number>();

  const lookAt = (taskId: string): Promise<[DraftRow | undefined, KeyRow | undefined]> =>
    inTransaction(db, 'readonly', ['drafts', 'keys'], (at) =>
      Promise.all([at('drafts').get(taskId), at('keys').get(taskKeyId(taskId))]),
    );
  const write = async (task: DraftTask, draft: DraftPayload): Promise<void> => {
    // The key is destroyed with the task: a pending write at the end of the task is dropped.
    const key = await findKey(db, taskKeyId(task.taskId));
    if (!key) return;
    const box = await encrypt(key, packPayload(draft), aadOf(task.taskId, task.taskRev));
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
        });
      }),
    );
  };

  const flush = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    const next = waiting;
    waiting = null;
    if (next) {
      const run = writing.catch(() => undefined).then(() => write(next.task, next.draft));
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

  const shred = async (taskId: string): Promise<void> => {
    if (waiting?.task.taskId === taskId) {
      cancelTimer?.();
      waiting = null;
    }
    await writing.catch(() => undefined);
    await withDb(db, () =>
      inTransaction(db, 'readwrite', ['drafts', 'keys'], (at) =>
        Promise.all([at('drafts').delete(taskId), at('keys').delete(taskKeyId(taskId))]),
      ),
    );
  };

  const seal = (taskId: string): Promise<void> =>
    withDb(db, async () => {
      await flush();
      const [[row, own], who] = await Promise.all([lookAt(taskId), identity()]),
        key = own?.key;
      if (!row?.bytes || !row.iv || !key || !who || row.sealedRev === row.draftRev) return;
      const plain = await decrypt(key, row.iv, row.bytes, aadOf(row.taskId, row.taskRev));
      const sealed = await sealTo(
        await importSealPublic(who.serverKey),
        plain,
        draftAad(who.device, taskId, row.taskRev, row.draftRev),
      );
      await inTransaction(db, 'readwrite', ['drafts'], async (at) => {
        const now = await at('drafts').get(taskId);
        if (now && now.taskRev === row.taskRev)
          await at('drafts').put({ ...now, sealed, sealedRev: row.draftRev });
      });
    });

  return {
    open: (taskId) =>
      withDb(db, async () => {
        await ensureKey(db, taskKeyId(taskId));
      }),
    save(task, draft) {
      waiting = { task, draft };
      cancelTimer ??= clock.after(AUTOSAVE_MS, () => {
        flush().catch(() => undefined);
      });
    },
    flush,

    load: (task) =>
      withDb(db, async () => {
        const [row, own] = await lookAt(task.taskId);
        if (!row?.bytes || !row.iv || row.taskRev !== task.taskRev) return null;
        try {
          if (!own?.key) throw new Error('its key is missing');
          const draft = readDraft(
            await decrypt(own.key, row.iv, row.bytes, aadOf(row.taskId, row.taskRev)),
          );
          if (!draft) throw new Error('it is no draft');
          return draft;
        } catch (error) {
          // F2: never "counts as empty". It is kept, staff is notified, and the patient sees it.
          await inTransaction(db, 'readwrite', ['drafts', 'quarantine'], (at) =>
            Promise.all([
              at('quarantine').add({
                taskId: task.taskId,
                at: clock.now(),
                why: error instanceof Error ? error.message : 'unreadable',
                iv: row.iv,
                bytes: row.bytes,
              }),
              at('drafts').delete(task.taskId),
            ]),
          );
          return 'unreadable' as const;
        }
      }),

    seal,

    unsent: () =>
      withDb(db, async () =>
        (await inTransaction(db, 'readonly', ['drafts'], (at) => at('drafts').all())).flatMap((r) =>
          r.sealed
            ? [
                {
                  taskId: r.taskId,
                  taskRev: r.taskRev,
                  draftRev: r.sealedRev,
                  page: r.page,
                  of: r.of,
                  sealed: r.sealed,
                },
              ]
            : [],
        ),
      ),

    sent: (taskId, draftRev) =>
      withDb(db, () =>
        inTransaction(db, 'readwrite', ['drafts'], async (at) => {
          const drafts = at('drafts'),
            row = await drafts.get(taskId);
          if (!row || row.sealedRev > draftRev) return;
          if (row.bytes) await drafts.put({ ...row, sealed: null });
          else await drafts.delete(taskId);
        }),
      ),

    shred,

    shredAll: async () => {
      waiting = null;
      cancelTimer?.();
      cancelTimer = null;
      await writing.catch(() => undefined);
      await withDb(db, () =>
        inTransaction(db, 'readwrite', ['drafts', 'keys'], async (at) => {
          const [rows] = await Promise.all([
            at('drafts').all(),
            at('keys').delete(startingWith('task:')),
          ]);
          await Promise.all(rows.map((row) => lock(at('drafts'), row)));
        }),
      );
    },

    tidy: ({ open, isWhole = false } = {}) =>
      withDb(db, async () => {
        const strays = async (at: At): Promise<string[]> => {
          const [counters, there, ids] = await Promise.all([
              at('meta').get('sync'),
              at('inbox').keys(),
              at('keys').keys(startingWith('task:')),
            ]),
            sync = syncOf(counters);
          if (sync.n !== sync.ackN || (sync.cursor === 0 && !isWhole)) return [];
          const kept = new Set(
            [...there, ...(open === undefined ? [] : [open])].map((id) => taskKeyId(String(id))),
          );
          return ids.map(String).filter((id) => !kept.has(id));
        };
        const gone = await inTransaction(db, 'readonly', ['meta', 'inbox', 'keys'], strays);
        if (gone.length === 0) return false;
        // An unreadable one is of no use.
        for (const id of gone) await seal(taskOfKey(id)).catch(() => undefined);
        await inTransaction(db, 'readwrite', ['meta', 'inbox', 'drafts', 'keys'], async (at) => {
          for (const id of (await strays(at)).filter((one) => gone.includes(one))) {
            const row = await at('drafts').get(taskOfKey(id));
            await Promise.all([row && lock(at('drafts'), row), at('keys').delete(id)]);
          }
        });
        return true;
      }),

    raiseRev(taskId, draftRev) {
      floor.set(taskId, Math.max(draftRev, floor.get(taskId) ?? 0));
    },
  };
}
