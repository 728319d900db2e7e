// Applies rows of the feed to the inbox, together with the cursor; replays change nothing.

import type { ConfigBody, TaskBody } from '../../shared/exchange/sync.ts';
import { syncOf, valueOf, withDb } from './db.ts';
import { encrypt, ensureKey, taskKeyId } from './keys.ts';
import { inTransaction, type At } from './rows.ts';
import type { InboxRow, TabletDb } from './tables.ts';

/** A feed row with its decrypted body. */
export type FeedRow =
  | { seq: number; op: 'put'; body: TaskBody }
  | { seq: number; op: 'revoke' | 'purge'; taskId: string }
  | { seq: number; op: 'config'; body: ConfigBody }
  | { seq: number; op: 'skip' };

/** Sequence number of local tasks; the feed counts from 1. */
export const OWN = 0;

/** Returns the text that the encryption of an inbox row is bound to. */
export const inboxAad = (row: { taskId: string; taskRev: number; seq: number }): string =>
  `inbox|${row.taskId}|${row.taskRev}|${row.seq}`;

/** Encrypts the tasks of feed rows by the lease key; returns the rows by number. */
export async function sealRows(
  db: TabletDb,
  rows: readonly FeedRow[],
): Promise<Map<number, InboxRow>> {
  const key = await ensureKey(db, 'lease');
  const out = new Map<number, InboxRow>();
  for (const row of rows) {
    if (row.op !== 'put') continue;
    const { taskId, mappeId, taskRev } = row.body;
    const head = { taskId, mappeId, taskRev, seq: row.seq };
    out.set(row.seq, {
      ...head,
      ...(await encrypt(key, new TextEncoder().encode(JSON.stringify(row.body)), inboxAad(head))),
    });
  }
  return out;
}

/** True where an ended task, `taskId:taskRev`, is this one or a later revision of it. */
function endsTask(ended: string, { taskId, taskRev }: TaskBody): boolean {
  const colon = ended.lastIndexOf(':');
  return ended.slice(0, colon) === taskId && Number(ended.slice(colon + 1)) >= taskRev;
}

async function applyRow(
  row: FeedRow,
  at: At,
  sealed: ReadonlyMap<number, InboxRow>,
  done: readonly string[],
): Promise<void> {
  const [meta, inbox] = [at('meta'), at('inbox')];
  if (row.op === 'put') {
    const made = sealed.get(row.seq);
    const old = await inbox.get(row.body.taskId);
    const isDone = done.some((k) => endsTask(k, row.body));
    if (made && !isDone && (old?.taskRev ?? 0) <= row.body.taskRev) await inbox.put(made);
  } else if (row.op === 'revoke') {
    // The draft belongs to the running patient: the machine drops it when the page has been left.
    await inbox.delete(row.taskId);
  } else if (row.op === 'purge') {
    await Promise.all([
      inbox.delete(row.taskId),
      at('drafts').delete(row.taskId),
      at('keys').delete(taskKeyId(row.taskId)),
    ]);
  } else if (row.op === 'config') {
    await meta.put({ key: 'config', value: row.body });
  }
}

/**
 * Applies rows and cursor.
 * @param from cursor that the rows follow, null for a complete feed
 * @returns false, with nothing applied, where the database was restored to before `from` meanwhile
 */
export const applyFeed = (
  db: TabletDb,
  rows: readonly FeedRow[],
  cursor: number,
  epoch: string,
  from: number | null,
): Promise<boolean> =>
  withDb(db, async () => {
    const sealed = await sealRows(db, rows);
    return inTransaction(db, 'readwrite', ['meta', 'inbox', 'drafts', 'keys'], async (at) => {
      const [meta, inbox] = [at('meta'), at('inbox')],
        [counters, gone] = await Promise.all([meta.get('sync'), meta.get('ended')]);
      const sync = syncOf(counters),
        ended = valueOf(gone),
        done = Array.isArray(ended) ? ended.map(String) : [];
      // The lease ended or a row was corrupt meanwhile.
      if (from !== null && sync.cursor < from) return false;
      const isReset = from === null,
        known = isReset ? -1 : sync.cursor;
      // A blank form started here is not in any feed.
      if (isReset)
        await Promise.all(
          (await inbox.all(IDBKeyRange.lowerBound(OWN, true), 'seq')).map((row) =>
            inbox.delete(row.taskId),
          ),
        );
      for (const row of rows) {
        if (row.seq <= known) continue;
        await applyRow(row, at, sealed, done);
      }
      await meta.put({
        ...sync,
        cursor: isReset ? cursor : Math.max(sync.cursor, cursor),
        feedEpoch: epoch,
      });
      return true;
    });
  });
