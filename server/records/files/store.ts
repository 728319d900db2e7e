// Queries of the list of stored files.

import { and, asc, desc, eq, gt, inArray, lt, or } from 'drizzle-orm';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Look } from '../../platform/work.ts';

export type BlobRow = Row<Schema['blob']>;
export interface Cursor {
  at: number;
  sha256: string;
}

/** Lists files, newest first. */
export function newestBlobs(
  { db, t: { blob } }: Look,
  after: Cursor | undefined,
  limit: number,
): Promise<BlobRow[]> {
  const page =
    after && or(lt(blob.at, after.at), and(eq(blob.at, after.at), lt(blob.sha256, after.sha256)));
  return db.find(blob, page, { orderBy: [desc(blob.at), desc(blob.sha256)], limit });
}
/** Returns files in name order, for a check that resumes. */
export const blobsAfter = (
  { db, t: { blob } }: Look,
  after: string | undefined,
  limit: number,
): Promise<Pick<BlobRow, 'sha256'>[]> =>
  db.pick(blob, ['sha256'], after === undefined ? undefined : gt(blob.sha256, after), {
    orderBy: asc(blob.sha256),
    limit,
  });
export const allBlobs = ({ db, t: { blob } }: Look): Promise<Pick<BlobRow, 'sha256' | 'size'>[]> =>
  db.pick(blob, ['sha256', 'size']);

/** Returns the patients of these tasks. */
export async function patidsOfTasks(look: Look, taskIds: readonly string[]): Promise<string[]> {
  return taskIds.length === 0
    ? []
    : (await look.db.pick(look.t.task, ['patid'], inArray(look.t.task.taskId, [...taskIds]))).map(
        (one) => one.patid,
      );
}
