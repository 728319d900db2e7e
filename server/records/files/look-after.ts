// Maintenance of the stored files of a practice: list with references, verification of contents,
// and unreferenced files.

import { AppError } from '../../../shared/base/errors.ts';
import type {
  BucketChecked,
  BucketFile,
  BucketList,
  BucketOrphans,
} from '../../../shared/records/files.schema.ts';
import { BLOB_USES } from '../../../shared/records/files.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { findBlob, sumOf, usesOf } from '../../platform/blobs/store.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Look } from '../../platform/work.ts';
import { allBlobs, blobsAfter, newestBlobs, patidsOfTasks } from './store.ts';

export interface BucketDeps {
  /** Storage limit of the practice's files, in bytes. */
  limit: (look: Look) => Promise<number>;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  now: () => number;
}
const PAGE = 50;
/** Limits of one call in time and number; the next call continues. */
const CHECK_MS = 2000,
  CHECK_MOST = 500;
/** A file in the process of being filed is on the disk before it is listed. */
const FRESH_MS = 3_600_000;
const SHOWN = 100;

export async function listFiles(
  deps: BucketDeps,
  look: Look,
  query: { cursor?: string | undefined; limit?: number | undefined },
): Promise<BucketList> {
  const limit = query.limit ?? PAGE,
    [at, sha256] = query.cursor?.split('.') ?? [];
  const rows = await newestBlobs(
      look,
      at !== undefined && sha256 !== undefined ? { at: Number(at), sha256 } : undefined,
      limit + 1,
    ),
    page = rows.slice(0, limit),
    last = page.at(-1);
  const named = await usesOf(
    look.db,
    look.t,
    page.map((one) => one.sha256),
  );
  const usesFor = (name: string): BucketFile['uses'] =>
    BLOB_USES.flatMap((use) => {
      const count = named.filter((one) => one.sha256 === name && one.use === use).length;
      return count === 0 ? [] : [{ use, count }];
    });
  return {
    ...(await sumOf(look)),
    limit: await deps.limit(look),
    cursor: rows.length > limit && last ? `${last.at}.${last.sha256}` : null,
    items: page.map((one) => ({
      sha256: one.sha256,
      size: one.size,
      mime: one.mime,
      at: one.at,
      uses: usesFor(one.sha256),
    })),
  };
}

/** Opens file after file in name order within the limits; reports those that fail. */
export async function checkFiles(
  deps: BucketDeps,
  context: RequestContext,
  after: string | undefined,
): Promise<BucketChecked> {
  const { cid } = context,
    look = context.look(),
    end = deps.now() + CHECK_MS;
  if (after === undefined)
    await context.write((w) => w.audit('bucket.checked', { requestId: context.requestId }));
  const { blobKeyId, blobKey } = await deps.keys(cid),
    rows = await blobsAfter(look, after, CHECK_MOST),
    faults: BucketChecked['faults'] = [];
  let checked = 0,
    reached: string | undefined;
  for (const { sha256 } of rows) {
    if (checked > 0 && deps.now() > end) break;
    const error = await deps.blobs.get(cid, sha256, { keyId: blobKeyId, key: blobKey }).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    // A file whose row was deleted meanwhile is no fault.
    if (error !== undefined && (await findBlob(look, sha256)))
      faults.push({ sha256, what: isGone(error) ? 'missing' : 'damaged' });
    checked += 1;
    reached = sha256;
  }
  const isOver = checked === rows.length && rows.length < CHECK_MOST;
  return { checked, faults, next: isOver ? null : (reached ?? null) };
}
const isGone = (error: unknown): boolean =>
  error instanceof AppError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ENOENT';

/** Reads the whole list and the whole folder; only on request of a user, never automatically. */
export async function findOrphans(deps: BucketDeps, look: Look): Promise<BucketOrphans> {
  // The files first: one that is listed during the read is not reported as unlisted.
  const kept = await deps.blobs.list(look.cid),
    listed = await allBlobs(look),
    names = new Set(
      await Promise.all(listed.map((one) => deps.blobs.nameOf(look.cid, one.sha256))),
    ),
    used = new Set((await usesOf(look.db, look.t)).map((one) => one.sha256));
  const before = deps.now() - FRESH_MS;
  const heap = (all: readonly { name: string; size: number }[]): BucketOrphans['unused'] => ({
    files: all.length,
    size: all.reduce((sum, one) => sum + one.size, 0),
    names: all
      .map((one) => one.name)
      .sort()
      .slice(0, SHOWN),
  });
  return {
    unused: heap(
      listed
        .filter((one) => !used.has(one.sha256))
        .map(({ sha256, size }) => ({ name: sha256, size })),
    ),
    strays: heap(kept.filter((one) => !names.has(one.name) && one.at < before)),
  };
}

/**
 * Returns the bytes of a listed file; the access to its patient is audited before.
 * @throws not_found for unknown and foreign names alike
 */
export async function takeFile(
  deps: BucketDeps,
  context: RequestContext,
  sha256: string,
): Promise<Uint8Array> {
  const look = context.look();
  if (!(await findBlob(look, sha256))) throw new AppError('not_found');
  const named = await usesOf(look.db, look.t, [sha256]);
  const patids = new Set([
    ...named.flatMap((one) => one.patid ?? []),
    ...(await patidsOfTasks(
      look,
      named.flatMap((one) => (one.patid === null && one.taskId !== null ? [one.taskId] : [])),
    )),
  ]);
  await context.write(async (w) => {
    const data = { sha256, requestId: context.requestId };
    if (patids.size === 0) await w.audit('bucket.downloaded', data);
    for (const patid of patids) await w.audit('bucket.downloaded', data, patid);
  });
  const { blobKeyId, blobKey } = await deps.keys(context.cid);
  return deps.blobs.get(context.cid, sha256, { keyId: blobKeyId, key: blobKey });
}
