// Photos of forms on the disk: sealed for the server when they are taken, shown from a copy under
// the task's key, deleted when the server has them and their op is safe there.

import { openSealed } from '../../shared/exchange/opening.ts';
import { attachmentAad } from '../../shared/exchange/attachment.ts';
import { importSealPublic, sealTo, sha256Hex } from '../../shared/exchange/sealing.ts';
import { SUBMISSION_KINDS } from '../../shared/exchange/sync.ts';
import { syncOf, withDb } from './db.ts';
import { decrypt, encrypt, findKey, sealPrivate, taskKeyId } from './keys.ts';
import { inTransaction } from './rows.ts';
import type { AttachmentRow, TabletDb } from './tables.ts';

export interface Attachments {
  /** Stores a photo of an open task. @returns its name @throws StorageFailure */
  keep(taskId: string, photo: Uint8Array): Promise<string>;
  /** Reads a photo taken on this device; undefined without it or its key. */
  load(taskId: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Opens a photo of another tablet, as the server sealed it to this one. */
  open(taskId: string, sealed: Uint8Array): Promise<Uint8Array | undefined>;
  /** Returns the photos that the server lacks. */
  unsent(): Promise<AttachmentRow[]>;
  /** Returns the sealed bytes of a photo. */
  sealed(sha256: string): Promise<Uint8Array | undefined>;
  /** The server with this epoch has a photo. */
  sent(sha256: string, epoch: string): Promise<void>;
  /** Deletes the photos of a task that its answers do not name. */
  keepOnly(taskId: string, names: readonly string[]): Promise<void>;
  /** Deletes the photos of tasks whose input the patient withdrew. */
  forget(taskIds: readonly string[]): Promise<void>;
  /** Deletes photos that the server has and whose task has left, and those of another device. */
  tidy(): Promise<void>;
}

const STORES = ['attachments', 'attachmentBytes'] as const;
const localAad = (taskId: string): string => `local-attachment|${taskId}`;

export interface AttachmentsDeps {
  db: TabletDb;
  identity: () => Promise<{ device: string; serverKey: JsonWebKey } | undefined>;
}

type Which = (row: AttachmentRow) => boolean;
const drop = (db: TabletDb, isGone: Which): Promise<void> =>
  withDb(db, () =>
    inTransaction(db, 'readwrite', STORES, async (at) => {
      for (const row of (await at('attachments').all()).filter(isGone))
        for (const store of STORES) void at(store).delete(row.sha256);
    }),
  );

/** Returns tasks that may still need their photos: open, as a draft, or with an op that is kept. */
const neededTasks = (db: TabletDb): Promise<Set<string>> =>
  inTransaction(db, 'readonly', ['inbox', 'drafts', 'outbox'], async (at) => {
    const [open, drafts, ops] = await Promise.all([
      at('inbox').keys(),
      at('drafts').keys(),
      at('outbox').all(),
    ]);
    return new Set([
      ...[...open, ...drafts].map(String),
      ...ops.filter((op) => SUBMISSION_KINDS.includes(op.kind)).map((op) => op.taskId),
    ]);
  });

/** Creates the store of photos. */
export function createAttachments({ db, identity }: AttachmentsDeps): Attachments {
  return {
    keep: (taskId, photo) =>
      withDb(db, async () => {
        const [key, who] = [await findKey(db, taskKeyId(taskId)), await identity()];
        // The key is destroyed with the task: nothing is written after its end.
        if (!key || !who) throw new Error('the task is over');
        const sealed = await sealTo(
            await importSealPublic(who.serverKey),
            photo,
            attachmentAad(who.device, taskId),
          ),
          sha256 = await sha256Hex(sealed),
          local = await encrypt(key, photo, localAad(taskId));
        await inTransaction(db, 'readwrite', STORES, async (at) => {
          void at('attachmentBytes').put({ sha256, sealed, ...local });
          await at('attachments').put({
            sha256,
            taskId,
            device: who.device,
            size: sealed.length,
            sentTo: null,
          });
        });
        return sha256;
      }),
    load: (taskId, sha256) =>
      withDb(db, async () => {
        const [row, key] = [
          await inTransaction(db, 'readonly', STORES, (at) => at('attachmentBytes').get(sha256)),
          await findKey(db, taskKeyId(taskId)),
        ];
        return row && key && decrypt(key, row.iv, row.bytes, localAad(taskId));
      }),
    async open(taskId, sealed) {
      const [key, who] = [await sealPrivate(db), await identity()];
      return key && who && openSealed(key, sealed, attachmentAad(who.device, taskId));
    },
    unsent: () =>
      withDb(db, async () => {
        const who = await identity();
        return inTransaction(db, 'readonly', ['meta', 'attachments'], async (at) => {
          const [counters, rows] = await Promise.all([
              at('meta').get('sync'),
              at('attachments').all(),
            ]),
            // A tablet that has not pushed yet does not know the server's epoch.
            epoch = syncOf(counters).epoch;
          return rows.filter(
            (row) =>
              row.device === who?.device &&
              (row.sentTo === null || (epoch !== '' && row.sentTo !== epoch)),
          );
        });
      }),
    sealed: (sha256) =>
      withDb(db, async () =>
        inTransaction(
          db,
          'readonly',
          STORES,
          async (at) => (await at('attachmentBytes').get(sha256))?.sealed,
        ),
      ),
    sent: (sha256, epoch) =>
      withDb(db, () =>
        inTransaction(db, 'readwrite', ['attachments'], async (at) => {
          const row = await at('attachments').get(sha256);
          if (row) await at('attachments').put({ ...row, sentTo: epoch });
        }),
      ),
    keepOnly: (taskId, names) =>
      drop(db, (row) => row.taskId === taskId && !names.includes(row.sha256)),
    forget: (taskIds) => drop(db, (row) => taskIds.includes(row.taskId)),
    tidy: () =>
      withDb(db, async () => {
        const [needed, who] = [await neededTasks(db), await identity()];
        if (who)
          await drop(
            db,
            (row) => row.device !== who.device || (row.sentTo !== null && !needed.has(row.taskId)),
          );
      }),
  };
}
