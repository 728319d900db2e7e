// Queries of the ledger check: every row of a practice page by page, without heavy columns that are
// not needed.

import { and, asc, eq, gt, like, or, type SQL } from 'drizzle-orm';
import { WAITING_OPS } from '../../platform/db/schema/tablet.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Row, ScopedReader } from '../../platform/db/scope.ts';
import type { Reader } from '../../platform/db/store.ts';

const PAGE = 500;
const HEAD = [
  'device',
  'inc',
  'n',
  'id',
  'kind',
  'taskId',
  'taskRev',
  'schema',
  'sha256',
  'header',
  'bytes',
  'result',
  'code',
  'receivedAt',
  'settledAt',
] as const;
const TASK = [
  'taskId',
  'mappeId',
  'kind',
  'state',
  'stateAt',
  'taskRev',
  'attention',
  'filedBy',
  'createdAt',
] as const;
const ENVELOPE = [
  'id',
  'taskId',
  'opId',
  'finalSha256',
  'pointFiles',
  'sealedAt',
  'voidedAt',
] as const;
export type StoredOp = Pick<Row<Schema['op']>, (typeof HEAD)[number]>;
export type LedgerTask = Pick<Row<Schema['task']>, (typeof TASK)[number]>;
export type LedgerEnvelope = Pick<Row<Schema['envelope']>, (typeof ENVELOPE)[number]>;
export type LedgerDocument = Pick<Row<Schema['document']>, 'fileId' | 'taskId' | 'sha256'>;

export const practices = async (
  read: Reader,
  t: Schema,
): Promise<{ cid: string; name: string }[]> =>
  read
    .select({ cid: t.praxis.cid, name: t.praxis.name })
    .from(t.praxis)
    .orderBy(asc(t.praxis.createdAt));
/** Counts the ops of all practices, including those without a practice. */
export const countOps = (read: Reader, t: Schema): Promise<number> => read.$count(t.op);

/** Reads ops by number, per local database. */
export async function* opPages(db: ScopedReader, { op }: Schema): AsyncGenerator<StoredOp[]> {
  let after: SQL | undefined;
  for (;;) {
    const rows = await db.pick(op, HEAD, after, {
      orderBy: [asc(op.device), asc(op.inc), asc(op.n)],
      limit: PAGE,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = or(
      gt(op.device, last.device),
      and(eq(op.device, last.device), gt(op.inc, last.inc)),
      and(eq(op.device, last.device), eq(op.inc, last.inc), gt(op.n, last.n)),
    );
  }
}
export const opHeads = (db: ScopedReader, t: Schema): Promise<Row<Schema['opHead']>[]> =>
  db.find(t.opHead);

export async function* taskPages(db: ScopedReader, { task }: Schema): AsyncGenerator<LedgerTask[]> {
  let after: SQL | undefined;
  for (;;) {
    const rows = await db.pick(task, TASK, after, { orderBy: asc(task.taskId), limit: PAGE });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = gt(task.taskId, last.taskId);
  }
}
export const envelopes = (db: ScopedReader, t: Schema): Promise<LedgerEnvelope[]> =>
  db.pick(t.envelope, ENVELOPE);
export const documents = (db: ScopedReader, t: Schema): Promise<LedgerDocument[]> =>
  db.pick(t.document, ['fileId', 'taskId', 'sha256']);
/**
 * Lists the documents made of scanned pages: they have the practice's seal instead of an envelope.
 */
export const scannedFiles = async (db: ScopedReader, t: Schema): Promise<Set<string>> =>
  new Set((await db.pick(t.scanPage, ['fileId'])).flatMap((one) => one.fileId ?? []));
export const blobNames = async (db: ScopedReader, t: Schema): Promise<Set<string>> =>
  new Set((await db.pick(t.blob, ['sha256'])).map((b) => b.sha256));
/** Lists the tasks whose sealing is queued or running. */
export async function sealingTasks(db: ScopedReader, { job }: Schema): Promise<Set<string>> {
  const rows = await db.pick(job, ['key', 'state'], like(job.key, 'seal:%'));
  return new Set(
    rows
      .filter((r) => r.state === 'queued' || r.state === 'running')
      .map((r) => r.key.slice('seal:'.length)),
  );
}
/**
 * Lists the stored answers of blank forms from tablets, whatever their state, by the id that the
 * tablet assigned.
 */
export const blankForms = async (db: ScopedReader, t: Schema): Promise<Set<string>> =>
  new Set((await db.pick(t.unmatched, ['id'])).map((a) => a.id));
/** Lists the ops that brought one of several signatures, with their tasks. */
export const signedParts = (
  db: ScopedReader,
  t: Schema,
): Promise<Pick<Row<Schema['signaturePart']>, 'taskId' | 'opId'>[]> =>
  db.pick(t.signaturePart, ['taskId', 'opId']);
/** Lists the ops whose answers are stored. */
export const answeredOps = async (db: ScopedReader, t: Schema): Promise<Set<string>> =>
  new Set((await db.pick(t.answers, ['id'])).map((a) => a.id));
export async function tabletOfMappen(
  db: ScopedReader,
  t: Schema,
): Promise<Map<string, string | null>> {
  return new Map((await db.pick(t.mappe, ['id', 'tabletId'])).map((m) => [m.id, m.tabletId]));
}
/** Lists the ids of shares: those through which papers were signed appear in place of a tablet. */
export const shareIds = async (db: ScopedReader, t: Schema): Promise<string[]> =>
  (await db.pick(t.share, ['id'])).map((one) => one.id);
export const tablets = (
  db: ScopedReader,
  t: Schema,
): Promise<
  Pick<
    Row<Schema['tablet']>,
    'id' | 'name' | 'lostSubmissions' | 'loss' | 'lastSeenAt' | 'revokedAt'
  >[]
> => db.pick(t.tablet, ['id', 'name', 'lostSubmissions', 'loss', 'lastSeenAt', 'revokedAt']);
export const waitingParked = (db: ScopedReader, t: Schema): Promise<number> =>
  db.count(t.op, WAITING_OPS);
