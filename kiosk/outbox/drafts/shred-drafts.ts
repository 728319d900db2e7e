// Destroys drafts and their keys: of one task, of all, of tasks removed from this tablet (F7).

import { syncOf, withDb } from '../db.ts';
import type { Drafts } from './drafts.types.ts';
import { taskKeyId, taskOfKey } from '../keys.ts';
import { inTransaction, startingWith, type At, type Rows } from '../rows.ts';
import type { DraftRow, TabletDb } from '../tables.ts';

/** Data that the server lacks stays sealed, unreadable here; everything else is deleted. */
const lock = (drafts: Rows<DraftRow>, row: DraftRow): Promise<unknown> =>
  row.sealed ? drafts.put({ ...row, iv: null, bytes: null }) : drafts.delete(row.taskId);

/** Destroys the draft and the key of a task. */
export const shredDraft = (db: TabletDb, taskId: string): Promise<unknown> =>
  withDb(db, () =>
    inTransaction(db, 'readwrite', ['drafts', 'keys'], (at) =>
      Promise.all([at('drafts').delete(taskId), at('keys').delete(taskKeyId(taskId))]),
    ),
  );

/** Destroys every key of a task; keeps sealed copies that the server lacks. */
export const shredAllDrafts = (db: TabletDb): Promise<void> =>
  withDb(db, () =>
    inTransaction(db, 'readwrite', ['drafts', 'keys'], async (at) => {
      const [rows] = await Promise.all([
        at('drafts').all(),
        at('keys').delete(startingWith('task:')),
      ]);
      await Promise.all(rows.map((row) => lock(at('drafts'), row)));
    }),
  );

/** Returns the ids of task keys without a task; none while anything waits for the server. */
async function strays(at: At, { open, isWhole = false }: TidyOptions): Promise<string[]> {
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
}

type TidyOptions = NonNullable<Parameters<Drafts['tidy']>[0]>;

/** Destroys drafts and keys of tasks removed from this tablet, sealed for the server before. */
export const tidyDrafts = (
  db: TabletDb,
  seal: Drafts['seal'],
  options: TidyOptions,
): Promise<boolean> =>
  withDb(db, async () => {
    const gone = await inTransaction(db, 'readonly', ['meta', 'inbox', 'keys'], (at) =>
      strays(at, options),
    );
    if (gone.length === 0) return false;
    // An unreadable one is of no use.
    for (const id of gone) await seal(taskOfKey(id)).catch(() => undefined);
    await inTransaction(db, 'readwrite', ['meta', 'inbox', 'drafts', 'keys'], async (at) => {
      for (const id of (await strays(at, options)).filter((one) => gone.includes(one))) {
        const row = await at('drafts').get(taskOfKey(id));
        await Promise.all([row && lock(at('drafts'), row), at('keys').delete(id)]);
      }
    });
    return true;
  });
