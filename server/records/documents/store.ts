// The practice's list of stored documents; the only writer of its table.

import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { DocumentListQuery } from '../../../shared/papers/documents.schema.ts';
import type { ProofLevel } from '../../../shared/papers/seal/proof-level.ts';
import type { UploadKind } from '../../../shared/papers/upload.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { SealProof } from '../../platform/keys/practice-seal.ts';
import { authorityRows } from '../../platform/keys/store.ts';
import type { Look, Work } from '../../platform/work.ts';

export type DocumentRecord = Row<Schema['document']>;
export interface Cursor {
  at: number;
  fileId: string;
}

const RAISE_AFTER_MS = 30_000;
/** Notes a form of a sealed document; once. */
export const addVersion = async (
  w: Work,
  row: {
    fileId: string;
    sha256: string;
    level: ProofLevel;
    until: number | null;
    scheme?: string | null;
  },
): Promise<void> => {
  await w.tx.insert(w.t.sealVersion, { ...row, at: w.now }, { ifAbsent: true });
};

/** Sets the end (ms) of the proof of a noted form. */
export const endVersion = async (w: Work, sha256: string, until: number): Promise<void> => {
  await w.tx.update(w.t.sealVersion, { until }, { sha256 });
};

export async function insertDocument(
  w: Work,
  {
    proof,
    ...row
  }: {
    fileId: string;
    patid: string;
    taskId: string | null;
    sha256: string;
    title: string;
    mime: string;
    uploadKind?: UploadKind;
    uploadedBy?: string;
    /** Of a document that is sealed here. */
    proof?: SealProof;
  },
): Promise<DocumentRecord | undefined> {
  const [made] = await w.tx.insert(w.t.document, { ...row, at: w.now }, { ifAbsent: true });
  if (made && proof) {
    const { fileId, sha256 } = row;
    await addVersion(w, {
      fileId,
      sha256,
      level: proof.level,
      until: proof.until,
      scheme: proof.scheme,
    });
    if (proof.isPending)
      await w.job('raise-proof', `raise-proof:${fileId}`, { fileId }, w.now + RAISE_AFTER_MS);
  }
  return made;
}
/** Points a document to its next form. @returns false when it had another one meanwhile */
export const pointDocument = async (
  w: Work,
  fileId: string,
  from: string,
  sha256: string,
): Promise<boolean> =>
  (await w.tx.update(w.t.document, { sha256 }, { fileId, sha256: from })).length > 0;
/** Notes the algorithms of the newest stamp of a form. */
export const noteScheme = async (w: Work, sha256: string, scheme: string): Promise<void> => {
  await w.tx.update(w.t.sealVersion, { scheme }, { sha256 });
};
/** Lists the algorithms of all stamps of the practice. */
export const schemesOf = async (look: Look): Promise<string[]> => [
  ...new Set(
    (await look.db.pick(look.t.sealVersion, ['scheme'])).flatMap(({ scheme }) => scheme ?? []),
  ),
];
/** Finds the form of a sealed document with these bytes. */
export const versionBySha = (
  look: Look,
  sha256: string,
): Promise<Row<Schema['sealVersion']> | undefined> => look.db.one(look.t.sealVersion, { sha256 });
/**
 * Lists documents made here whose proof ends before an instant (ms), was never raised, rests on one
 * of the given algorithms, or on unknown ones, by their id.
 */
export const proofsEndingBefore = (
  look: Look,
  {
    before,
    after,
    limit,
    schemes,
    never,
  }: {
    before: number;
    after: string;
    limit: number;
    /** Algorithms that end. */
    schemes: readonly string[];
    /** End of a proof that nothing can raise. */
    never: number;
  },
): Promise<DocumentRecord[]> => {
  const { document, sealVersion } = look.t;
  return look.db.find(
    document,
    and(
      gt(document.fileId, after),
      isNull(document.uploadKind),
      eq(document.mime, 'application/pdf'),
      sql`not exists (
        select 1 from ${sealVersion}
        where ${sealVersion.cid} = ${document.cid} and ${sealVersion.sha256} = ${document.sha256}
          and ${sealVersion.until} >= ${before}
          and (${sealVersion.until} >= ${never}
            or (${sealVersion.scheme} is not null
              and ${schemes.length === 0 ? sql`1 = 1` : notInArray(sealVersion.scheme, [...schemes])})))`,
    ),
    { orderBy: [asc(document.fileId)], limit },
  );
};
export const documentOfTask = (
  db: Look['db'],
  t: Schema,
  taskId: string,
): Promise<DocumentRecord | undefined> => db.one(t.document, { taskId });
export const documentById = (look: Look, fileId: string): Promise<DocumentRecord | undefined> =>
  look.db.one(look.t.document, { fileId });

/** Checks whether an issued link leads to it. */
export const isGivenHome = async (w: Work, fileId: string): Promise<boolean> =>
  (await w.tx.count(
    w.t.shareItem,
    and(eq(w.t.shareItem.ref, fileId), eq(w.t.shareItem.kind, 'document')),
  )) > 0;
/** Removes an upload from the list, never a document created here. */
export const removeUpload = (w: Work, fileId: string): Promise<number> =>
  w.tx.remove(
    w.t.document,
    and(eq(w.t.document.fileId, fileId), isNotNull(w.t.document.uploadKind))!,
  );

/** Marks an upload as misfiled, once. @returns false when it was marked before, or created here */
export const setVoided = async (
  w: Work,
  fileId: string,
  by: { voidedBy: string; voidedByName: string; voidNote: string; movedTo: string | null },
): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.document,
      { voidedAt: w.now, ...by },
      and(
        eq(w.t.document.fileId, fileId),
        isNotNull(w.t.document.uploadKind),
        isNull(w.t.document.voidedAt),
      )!,
    )
  ).length > 0;
/** Voids documents made of scanned pages. */
export const voidScan = async (
  w: Work,
  fileId: string,
  by: { voidedBy: string; voidedByName: string; voidNote: string },
): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.document,
      { voidedAt: w.now, ...by },
      { fileId, uploadKind: NOTHING, taskId: NOTHING, voidedAt: NOTHING },
    )
  ).length > 0;
export const documentsByIds = (look: Look, ids: readonly string[]): Promise<DocumentRecord[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : look.db.find(look.t.document, inArray(look.t.document.fileId, [...ids]));
/** Finds the listed documents with these bytes, including uploads. */
export const documentsBySha = (look: Look, sha256: string): Promise<DocumentRecord[]> =>
  look.db.find(look.t.document, eq(look.t.document.sha256, sha256));
/** Lists the withdrawals of a paper that were not revoked, oldest first. */
export const withdrawalsOf = (look: Look, taskId: string): Promise<Row<Schema['withdrawal']>[]> =>
  look.db.find(
    look.t.withdrawal,
    and(eq(look.t.withdrawal.taskId, taskId), isNull(look.t.withdrawal.undoneAt)),
    { orderBy: [asc(look.t.withdrawal.at)] },
  );
/** Finds the valid envelopes that replaced another one. */
export const envelopesReplacing = (
  look: Look,
  envelopeId: string,
): Promise<Row<Schema['envelope']>[]> =>
  look.db.find(
    look.t.envelope,
    and(eq(look.t.envelope.prevEnvelopeId, envelopeId), isNull(look.t.envelope.voidedAt)),
  );
/** Lists the patients whose data must not be deleted. */
export const heldAmong = async (look: Look, patids: readonly string[]): Promise<Set<string>> =>
  new Set(
    patids.length === 0
      ? []
      : (
          await look.db.pick(
            look.t.legalHold,
            ['patid'],
            and(inArray(look.t.legalHold.patid, [...patids]), isNull(look.t.legalHold.liftedAt)),
          )
        ).map((row) => row.patid),
  );

export interface ListFilter extends Pick<DocumentListQuery, 'kind' | 'state' | 'sealed'> {
  patids?: readonly string[];
  /** UTC ms: filed at `since` or later, and before `before`. */
  since?: number;
  before?: number;
  after?: Cursor;
  limit: number;
}

/** Conditions on other tables of the same practice. */
function conditionsOf(
  { document, envelope, scanPage, task }: Schema,
  { kind, state, sealed }: ListFilter,
): (SQL | undefined)[] {
  const isScan = sql`exists (
    select 1 from ${scanPage}
    where ${scanPage.cid} = ${document.cid} and ${scanPage.fileId} = ${document.fileId})`;
  const isReceipt = and(isNull(document.taskId), isNull(document.uploadKind), not(isScan))!;
  const ofEnvelope = (which: SQL): SQL =>
    sql`exists (
      select 1 from ${envelope}
      where ${envelope.cid} = ${document.cid} and ${envelope.taskId} = ${document.taskId}
        and ${which})`;
  const ofTask = (which: SQL): SQL =>
    sql`exists (
      select 1 from ${task}
      where ${task.cid} = ${document.cid} and ${task.taskId} = ${document.taskId}
        and ${which})`;
  const isVoided = or(
      isNotNull(document.voidedAt),
      ofEnvelope(isNotNull(envelope.voidedAt)),
      ofTask(isNotNull(task.voidedAt)),
    )!,
    isSealed = or(isReceipt, isScan, ofEnvelope(not(eq(envelope.level, 'none'))))!;
  return [
    kind &&
      {
        upload: isNotNull(document.uploadKind),
        receipt: isReceipt,
        scan: isScan,
        notice: and(ofTask(eq(task.kind, 'notice')), not(isScan)),
        document: and(ofTask(not(eq(task.kind, 'notice'))), not(isScan)),
      }[kind],
    // Misfiled documents are visible only to queries for voided ones.
    state === undefined ? isNull(document.voidedAt) : state === 'voided' ? isVoided : not(isVoided),
    sealed && (sealed === 'yes' ? isSealed : not(isSealed)),
  ];
}

/** Lists rows, newest first; one row more than requested shows that there are others. */
export function listRows(look: Look, filter: ListFilter): Promise<DocumentRecord[]> {
  const { document } = look.t,
    { since, before } = filter;
  const page =
    filter.after &&
    or(
      lt(document.at, filter.after.at),
      and(eq(document.at, filter.after.at), lt(document.fileId, filter.after.fileId)),
    );
  return look.db.find(
    document,
    and(
      filter.patids && inArray(document.patid, [...filter.patids]),
      since === undefined ? undefined : gte(document.at, since),
      before === undefined ? undefined : lt(document.at, before),
      ...conditionsOf(look.t, filter),
      page,
    ),
    { orderBy: [desc(document.at), desc(document.fileId)], limit: filter.limit },
  );
}
export const envelopesOf = (
  look: Look,
  taskIds: readonly string[],
): Promise<Row<Schema['envelope']>[]> =>
  taskIds.length === 0
    ? Promise.resolve([])
    : look.db.find(look.t.envelope, inArray(look.t.envelope.taskId, [...taskIds]));
const OF_TASK = ['taskId', 'kind', 'voidedAt', 'voidReason'] as const;
/** Returns the kinds of these tasks, and which of them were declared void, by their id. */
export const tasksOf = async (
  look: Look,
  taskIds: readonly string[],
): Promise<Map<string, Pick<Row<Schema['task']>, (typeof OF_TASK)[number]>>> =>
  new Map(
    taskIds.length === 0
      ? []
      : (await look.db.pick(look.t.task, OF_TASK, inArray(look.t.task.taskId, [...taskIds]))).map(
          (one) => [one.taskId, one],
        ),
  );
/** Returns which of these documents were made of scanned pages. */
export const scansAmong = async (look: Look, fileIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    fileIds.length === 0
      ? []
      : (
          await look.db.pick(
            look.t.scanPage,
            ['fileId'],
            inArray(look.t.scanPage.fileId, [...fileIds]),
          )
        ).flatMap((one) => one.fileId ?? []),
  );
export const patientsOf = (
  look: Look,
  patids: readonly string[],
): Promise<Row<Schema['patient']>[]> =>
  patids.length === 0
    ? Promise.resolve([])
    : look.db.find(look.t.patient, inArray(look.t.patient.patid, [...patids]));
/** Lists the patient's own number and those merged into it. */
export async function mergedPatids(look: Look, patid: string): Promise<string[]> {
  return [
    patid,
    ...(await look.db.find(look.t.patient, eq(look.t.patient.mergedInto, patid))).map(
      (p) => p.patid,
    ),
  ];
}
export const taskById = (look: Look, taskId: string): Promise<Row<Schema['task']> | undefined> =>
  look.db.one(look.t.task, { taskId });
/** Checks whether the patient of a Mappe asked for a copy on paper that is still due. */
export async function isCopyWished(look: Look, mappeId: string): Promise<boolean> {
  const mappe = await look.db.one(look.t.mappe, { id: mappeId });
  return mappe !== undefined && mappe.paperCopyWishedAt !== null && mappe.paperCopyDoneAt === null;
}
/** Checks whether a base PDF belongs to a task currently assigned to this tablet. */
export async function isShownOn(look: Look, tabletId: string, sha256: string): Promise<boolean> {
  const mappen = await look.db.find(look.t.mappe, eq(look.t.mappe.tabletId, tabletId));
  if (mappen.length === 0) return false;
  const { task } = look.t;
  return (
    (await look.db.count(
      task,
      and(
        eq(task.presentedPdfSha256, sha256),
        inArray(
          task.mappeId,
          mappen.map((m) => m.id),
        ),
      ),
    )) > 0
  );
}
/** Lists all roots under which the practice ever sealed, newest first. */
export async function authorities(look: Look): Promise<Buffer[]> {
  return (await authorityRows(look.db, look.t)).flatMap((k) =>
    k.certificate ? [k.certificate] : [],
  );
}
