// Queries of envelopes: one per signed task; the only writer of their table, and the reads that
// sealing needs.

import { and, asc, desc, eq, lt } from 'drizzle-orm';
import type { VoidReason } from '../../../shared/papers/consent.ts';
import type { ProofLevel } from '../../../shared/papers/seal/proof-level.ts';
import type { Evidence } from '../../paper/seal/evidence-file.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Look, Work } from '../../platform/work.ts';

export type EnvelopeRow = Row<Schema['envelope']>;
export type TaskRow = Row<Schema['task']>;
export interface SignerRow {
  role: string;
  name: string;
  capacity?: string;
  how: string;
}

export async function insertEnvelope(
  w: Work,
  row: {
    id: string;
    taskId: string;
    opId: string;
    prevEnvelopeId: string | null;
    dataSha256: string;
    presentedPdfSha256: string;
    signers: SignerRow[];
    signedAt: number;
  },
): Promise<EnvelopeRow | undefined> {
  const [made] = await w.tx.insert(
    w.t.envelope,
    {
      ...row,
      finalSha256: [],
      pointFiles: [],
      salt: null,
      evidence: null,
      level: 'none',
      receivedAt: w.now,
      sealedAt: null,
      voidedAt: null,
      voidReason: null,
      voidedBy: null,
    },
    { ifAbsent: true },
  );
  return made;
}
/** Marks an envelope as sealed; undefined when it already was (the job ran twice). */
export async function markSealed(
  w: Work,
  id: string,
  set: {
    finalSha256: string;
    /** Of answers, whose page is made with the seal. */
    presentedPdfSha256: string;
    signers: SignerRow[];
    signedAt: number;
    pointFiles: (string | null)[];
    salt: string;
    evidence: Evidence;
    level: ProofLevel;
  },
): Promise<EnvelopeRow | undefined> {
  const { envelope } = w.t;
  const [row] = await w.tx.update(
    envelope,
    {
      finalSha256: [set.finalSha256],
      presentedPdfSha256: set.presentedPdfSha256,
      signers: set.signers,
      signedAt: set.signedAt,
      pointFiles: set.pointFiles,
      salt: set.salt,
      evidence: set.evidence,
      level: set.level,
      sealedAt: w.now,
    },
    { id, sealedAt: NOTHING },
  );
  return row;
}
/** Adds the next form of a sealed document: the same content with a further time stamp. */
export async function addSealedForm(
  w: Work,
  taskId: string,
  form: { sha256: string; level: ProofLevel },
): Promise<void> {
  const row = await w.tx.one(w.t.envelope, { taskId });
  if (!row || row.finalSha256.includes(form.sha256)) return;
  await w.tx.update(
    w.t.envelope,
    { finalSha256: [...row.finalSha256, form.sha256], level: form.level },
    { id: row.id },
  );
}
/**
 * Marks an invalid envelope, once; false when it was marked before.
 * @param by the actor, as written to the audit log
 */
export async function voidEnvelope(
  w: Work,
  id: string,
  reason: VoidReason,
  by: string,
): Promise<boolean> {
  const { envelope } = w.t;
  return (
    (
      await w.tx.update(
        envelope,
        { voidedAt: w.now, voidReason: reason, voidedBy: by },
        { id, voidedAt: NOTHING },
      )
    ).length > 0
  );
}
export const envelopeOf = (look: Look, taskId: string): Promise<EnvelopeRow | undefined> =>
  look.db.one(look.t.envelope, { taskId });
/**
 * Lists the signatures of a paper from separate devices, in the order of arrival; empty when all
 * signed at once.
 */
export const partsOf = (look: Look, taskId: string): Promise<Row<Schema['signaturePart']>[]> =>
  look.db.find(look.t.signaturePart, eq(look.t.signaturePart.taskId, taskId), {
    orderBy: [asc(look.t.signaturePart.receivedAt), asc(look.t.signaturePart.role)],
  });
/**
 * Returns how a share was opened: replaces a tablet's id when a patient signed on their own phone.
 */
export const shareOf = (look: Look, id: string): Promise<Row<Schema['share']> | undefined> =>
  look.db.one(look.t.share, { id });
export const taskOf = (look: Look, taskId: string): Promise<TaskRow | undefined> =>
  look.db.one(look.t.task, { taskId });
export const mappeOf = (look: Look, mappeId: string): Promise<Row<Schema['mappe']> | undefined> =>
  look.db.one(look.t.mappe, { id: mappeId });
export const opById = (look: Look, id: string): Promise<Row<Schema['op']> | undefined> =>
  look.db.one(look.t.op, { id });
/** Reads the newest audit row, to bind the seal to the chain. */
export async function auditHead(look: Look): Promise<{ seq: number; hash: string } | undefined> {
  const [row] = await look.db.find(look.t.audit, undefined, {
    orderBy: desc(look.t.audit.seq),
    limit: 1,
  });
  return row && { seq: row.seq, hash: row.hash };
}
/**
 * Reads tasks that were submitted before `before` and are still not sealed: the sweep queues them
 * again.
 */
export async function unsealedTasks(look: Look, before: number): Promise<TaskRow[]> {
  const { task } = look.t;
  return look.db.find(task, and(eq(task.state, 'submitted'), lt(task.stateAt, before)), {
    limit: 100,
  });
}
