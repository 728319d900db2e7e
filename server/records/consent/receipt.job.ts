// Creates the sealed receipt of a withdrawal once its undo period is over, and files it with the
// patient; running twice files one.

import { purposeOf } from '../../../shared/papers/consent.ts';
import type { DocumentData, DocumentPraxis } from '../../../shared/desk/document.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import type { Job } from '../../platform/jobs/store.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import {
  sealByPractice,
  type PracticeSealDeps,
  type SealProof,
} from '../../platform/keys/practice-seal.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import type { ConsentLinks } from './links.ts';
import { envelopeOf, findTask, findWithdrawal, setReceipt } from './store.ts';
import { queueChange } from '../transfer/paper-change.ts';
import { receiptDocument } from './receipt-text.ts';

export interface ReceiptDeps extends PracticeSealDeps {
  workshop: Workshop;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  praxis: (look: Look) => Promise<DocumentPraxis>;
  basisOf: ConsentLinks['basisOf'];
  /** Command of server/records/documents: lists a file that belongs to no task. */
  fileReceipt: (
    w: Work,
    file: { fileId: string; patid: string; sha256: string; title: string; proof: SealProof },
  ) => Promise<void>;
}

export async function makeReceipt(deps: ReceiptDeps, job: Job): Promise<void> {
  const { cid } = job,
    actor = { kind: 'system', cid } as const,
    look = deps.workshop.look(cid, actor);
  const row = await findWithdrawal(look, String(job.payload.withdrawalId));
  if (!row || row.undoneAt !== null || row.fileId !== null) return;
  const task = await findTask(look, row.taskId);
  if (!task) throw new Error('the paper of a withdrawal is missing');
  const paper = JSON.parse(task.data) as DocumentData,
    envelope = await envelopeOf(look, row.taskId),
    praxis = await deps.praxis(look),
    keys = await deps.keys(cid);
  const takenBy = row.byName === '' ? praxis.name : row.byName;
  const data = receiptDocument({
    withdrawalId: row.id,
    purpose: purposeOf(
      paper.template.id,
      paper.template.kind,
      (await deps.basisOf(look)).get(paper.template.id),
    ),
    praxis,
    paper,
    since: envelope?.signedAt ?? task.filedAt ?? task.stateAt,
    at: row.at,
    parts: row.parts,
    takenBy,
  });
  // There is no drawn signature: the practice's own seal certifies that it recorded the withdrawal.
  const sealed = await sealByPractice(deps, keys, {
    cid,
    data,
    at: row.at,
    mappeId: task.mappeId,
    prevEnvelopeId: envelope?.id ?? null,
  });
  const blob = await deps.blobs.put(cid, sealed.bytes, {
    keyId: keys.blobKeyId,
    key: keys.blobKey,
  });
  await deps.workshop.write(cid, actor, async (w) => {
    if (!(await setReceipt(w, row.id, row.id))) return;
    await recordBlob(w, { ...blob, mime: 'application/pdf', keyId: keys.blobKeyId });
    await deps.fileReceipt(w, {
      fileId: row.id,
      patid: row.patid,
      sha256: blob.sha256,
      title: `${data.title.de} (${paper.title.de})`.slice(0, 200),
      proof: sealed.proof,
    });
    await queueChange(w, row.taskId, row.id);
    await w.audit(
      'consent.receipt',
      {
        withdrawalId: row.id,
        taskId: row.taskId,
        fileId: row.id,
        sha256: blob.sha256,
        level: sealed.proof.level,
      },
      row.patid,
    );
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}
