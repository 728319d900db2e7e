// Drafts on the disk: read, sealed for the server, deleted once it has them.

import { unpackPayload } from '../../../shared/exchange/payload.ts';
import { importSealPublic, sealTo } from '../../../shared/exchange/sealing.ts';
import { draftAad } from '../../../shared/exchange/sync.ts';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import { withDb } from '../db.ts';
import type { Drafts, DraftsDeps, UnsentDraft } from './drafts.types.ts';
import { decrypt, taskKeyId } from '../keys.ts';
import { inTransaction } from '../rows.ts';
import type { DraftRow, KeyRow, TabletDb } from '../tables.ts';

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

/** Returns the text that the encryption of a draft is bound to. */
export const draftAadOf = (taskId: string, taskRev: number): string =>
  `local-draft|${taskId}|${taskRev}`;

const lookAt = (
  db: TabletDb,
  taskId: string,
): Promise<[DraftRow | undefined, KeyRow | undefined]> =>
  inTransaction(db, 'readonly', ['drafts', 'keys'], (at) =>
    Promise.all([at('drafts').get(taskId), at('keys').get(taskKeyId(taskId))]),
  );

/** Reads the draft of a task; an unreadable one is quarantined. */
export const loadDraft = (
  { db, clock }: Pick<DraftsDeps, 'db' | 'clock'>,
  task: Parameters<Drafts['load']>[0],
): ReturnType<Drafts['load']> =>
  withDb(db, async () => {
    const [row, own] = await lookAt(db, task.taskId);
    if (!row?.bytes || !row.iv || row.taskRev !== task.taskRev) return null;
    try {
      if (!own?.key) throw new Error('its key is missing');
      const draft = readDraft(
        await decrypt(own.key, row.iv, row.bytes, draftAadOf(row.taskId, row.taskRev)),
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
  });

/**
 * Seals the newest written state of a task for the server.
 * @param answers of a form without a task: sealed instead of the draft
 */
export const sealDraft = (
  { db, identity }: Pick<DraftsDeps, 'db' | 'identity'>,
  flush: Drafts['flush'],
  taskId: string,
  answers?: () => Promise<Uint8Array | undefined>,
): Promise<void> =>
  withDb(db, async () => {
    await flush();
    const [[row, own], who] = await Promise.all([lookAt(db, taskId), identity()]),
      key = own?.key;
    if (!row?.bytes || !row.iv || !key || !who || row.sealedRev === row.draftRev) return;
    // The server cannot read the draft of a form that it does not know.
    if (row.blank && !answers) return;
    const plain = await (answers
      ? answers()
      : decrypt(key, row.iv, row.bytes, draftAadOf(row.taskId, row.taskRev)));
    if (!plain) return;
    const sealed = await sealTo(
      await importSealPublic(who.serverKey),
      plain,
      draftAad(who.device, taskId, row.taskRev, row.draftRev),
    );
    await inTransaction(db, 'readwrite', ['drafts'], async (at) => {
      const now = await at('drafts').get(taskId);
      if (now && now.taskRev === row.taskRev && now.blank !== 'withdrawn')
        await at('drafts').put({
          ...now,
          sealed,
          sealedRev: row.draftRev,
          blank: answers && 'begun',
        });
    });
  });

/** Returns the sealed drafts that the server lacks. */
export const unsentDrafts = (db: TabletDb): Promise<UnsentDraft[]> =>
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
              blank: r.blank,
            },
          ]
        : [],
    ),
  );

/** Deletes the sealed copy of a revision that the server has, and a row whose key is destroyed. */
export const dropSent = (db: TabletDb, taskId: string, draftRev: number): Promise<void> =>
  withDb(db, () =>
    inTransaction(db, 'readwrite', ['drafts'], async (at) => {
      const drafts = at('drafts'),
        row = await drafts.get(taskId);
      if (!row || row.sealedRev > draftRev) return;
      if (row.bytes) await drafts.put({ ...row, sealed: null });
      else await drafts.delete(taskId);
    }),
  );
