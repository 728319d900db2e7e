// Rows of stored files: content and key per practice, and all references to a file.

import { inArray, sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../../shared/base/errors.ts';
import type { BlobUse } from '../../../shared/records/files.ts';
import type { Schema } from '../db/schema.ts';
import type { ScopedQuery, ScopedReader } from '../db/scope.ts';
import type { Reader } from '../db/store.ts';
import type { Look, Work } from '../work.ts';

/** Records a stored file; idempotent. */
export async function recordBlob(
  w: Work,
  blob: { sha256: string; size: number; mime: string; keyId: string },
): Promise<void> {
  await w.tx.insert(w.t.blob, { ...blob, at: w.now }, { ifAbsent: true });
}

/**
 * Deletes a picture's row unless another row still references the same content: two slices may have
 * stored equal bytes. Sealed content and pen movements are never deleted this way.
 * @returns whether it was deleted; its bytes are deleted after the commit
 */
export async function forgetBlob(w: Work, sha256: string): Promise<boolean> {
  if ((await looseUses(w.tx, w.t, [sha256])).length > 0) return false;
  return (await w.tx.remove(w.t.blob, { sha256 })) > 0;
}

export const findBlob = (
  look: Look,
  sha256: string,
): Promise<{ sha256: string; size: number; mime: string; keyId: string } | undefined> =>
  look.db.one(look.t.blob, { sha256 });

const SUM: ScopedQuery<Reader, { files: number | string; size: number | string | null }[]> = {
  build: (db, { blob }, own) =>
    db
      .select({
        files: sql<number | string>`count(*)`,
        size: sql<number | string | null>`sum(${blob.size})`,
      })
      .from(blob)
      .where(own(blob)),
};
/** Returns the number of a practice's stored files and their total size (bytes). */
export async function sumOf({ db, t }: Look): Promise<{ files: number; size: number }> {
  const [row] = await db.run(SUM, t, {});
  return { files: Number(row?.files ?? 0), size: Number(row?.size ?? 0) };
}
/**
 * Checks the free space before staff adds a file; never called before a signed document is stored.
 * @param limit bytes
 * @throws AppError storage_full
 */
export async function requireRoom(look: Look, limit: number, size: number): Promise<void> {
  if ((await sumOf(look)).size + size > limit) throw new AppError('storage_full');
}

/**
 * One reference to a stored file. A new table that stores files must be added below: a file without
 * a reference counts as unneeded.
 */
interface Named {
  sha256: string;
  use: BlobUse;
  /** Patient of the file; null if there is none, or only its task knows. */
  patid: string | null;
  taskId: string | null;
}

/** States of a scanned page whose picture is still needed. */
const LIVE_SCANS = ['waiting', 'tray', 'filing'] as const;

/**
 * Reads the tables with pictures and files that no seal covers.
 * @param only names to look up; by default all
 */
export async function looseUses(
  db: ScopedReader,
  t: Schema,
  only?: readonly string[],
): Promise<Named[]> {
  const among = (column: Parameters<typeof inArray>[0]): SQL | undefined =>
    only && inArray(column, [...only]);
  const [documents, versions, images, scans, exports, tickets] = [
    await db.pick(t.document, ['sha256', 'patid', 'taskId'], among(t.document.sha256)),
    await db.pick(t.sealVersion, ['sha256'], among(t.sealVersion.sha256)),
    await db.pick(t.image, ['sha256'], among(t.image.sha256)),
    await db.pick(t.scanPage, ['sha256', 'state', 'patid', 'taskId'], among(t.scanPage.sha256)),
    await db.pick(t.personExport, ['sha256', 'patid'], among(t.personExport.sha256)),
    await db.pick(t.ticketFile, ['sha256'], among(t.ticketFile.sha256)),
  ];
  const current = new Set(documents.map((one) => one.sha256));
  return [
    ...documents.map((one) => ({
      sha256: one.sha256,
      use: 'document' as const,
      patid: one.patid,
      taskId: one.taskId,
    })),
    // The newest form of a document is named above.
    ...versions
      .filter((one) => !current.has(one.sha256))
      .map((one) => ({
        sha256: one.sha256,
        use: 'document' as const,
        patid: null,
        taskId: null,
      })),
    ...images.map((one) => ({
      sha256: one.sha256,
      use: 'picture' as const,
      patid: null,
      taskId: null,
    })),
    ...scans
      .filter((one) => LIVE_SCANS.some((state) => state === one.state))
      .map((one) => ({
        sha256: one.sha256,
        use: 'scan' as const,
        patid: one.patid,
        taskId: one.taskId,
      })),
    ...exports.flatMap((one) =>
      one.sha256 === null
        ? []
        : [{ sha256: one.sha256, use: 'export' as const, patid: one.patid, taskId: null }],
    ),
    ...tickets.map((one) => ({
      sha256: one.sha256,
      use: 'ticket' as const,
      patid: null,
      taskId: null,
    })),
  ];
}

/**
 * Returns all references. Sealed forms and pen movements are in lists within their rows, so that
 * every envelope of the practice is read, whatever the filter: for an interactive page, never
 * inside a write.
 */
export async function usesOf(
  db: ScopedReader,
  t: Schema,
  only?: readonly string[],
): Promise<Named[]> {
  if (only?.length === 0) return [];
  const wanted = only && new Set(only),
    tasks = await db.pick(
      t.task,
      ['presentedPdfSha256', 'patid', 'taskId', 'kind'],
      only && inArray(t.task.presentedPdfSha256, [...only]),
    );
  const envelopes = await db.pick(t.envelope, ['finalSha256', 'pointFiles', 'taskId']),
    listed = envelopes.flatMap((one) => [
      ...one.finalSha256.map((sha256) => ({
        sha256,
        use: 'sealed' as const,
        patid: null,
        taskId: one.taskId,
      })),
      ...one.pointFiles.flatMap((sha256) =>
        sha256 === null ? [] : [{ sha256, use: 'ink' as const, patid: null, taskId: one.taskId }],
      ),
    ]);
  return [
    ...(await looseUses(db, t, only)),
    ...(wanted ? listed.filter((one) => wanted.has(one.sha256)) : listed),
    // A questionnaire has no page: the field contains the hash of its questions.
    ...tasks.flatMap((one) =>
      one.presentedPdfSha256 === null || one.kind === 'questionnaire'
        ? []
        : [
            {
              sha256: one.presentedPdfSha256,
              use: 'presented' as const,
              patid: one.patid,
              taskId: one.taskId,
            },
          ],
    ),
  ];
}
