// Makes the sealed receipt of a withdrawal once its seconds of undo are over, and files it with the person; running twice files one.

import { randomBytes } from 'node:crypto';
import { purposeOf } from '../../shared/consent.ts';
import type { DocumentData, DocumentPraxis } from '../../shared/document.ts';
import type { SubmitPayload } from '../../shared/signature.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { recordBlob } from '../blobs/store.ts';
import type { Job } from '../jobs/store.ts';
import type { PracticeKeys } from '../keys/practice-keys.ts';
import type { Renderer } from '../pdf/renderer.ts';
import { buildEvidence } from '../seal/evidence.ts';
import { signPrepared } from '../seal/seal-pdf.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Tsa } from '../seal/tsa.ts';
import { sha256 } from '../seal/canonical.ts';
import type { Look, Work, Workshop } from '../work.ts';
import type { ConsentLinks } from './links.ts';
import { envelopeOf, findTask, findWithdrawal, setReceipt } from './store.ts';
import { receiptDocument } from './receipt-text.ts';

export interface ReceiptDeps {
  workshop: Workshop;
  renderer: Pick<Renderer, 'renderPdf'>;
  sealer: Pick<Sealer, 'prepare' | 'check'>;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  tsa: Tsa | undefined;
  now: () => number;
  praxis: (look: Look) => Promise<DocumentPraxis>;
  basisOf: ConsentLinks['basisOf'];
  /** Verb of server/documents: lists a file that belongs to no task. */
  fileReceipt: (w: Work, file: { fileId: string; patid: string; sha256: string; title: string }) => Promise<void>;
}

export async function makeReceipt(deps: ReceiptDeps, job: Job): Promise<void> {
  const { cid } = job, actor = { kind: 'system', cid } as const, look = deps.workshop.look(cid, actor);
  const row = await findWithdrawal(look, String(job.payload.withdrawalId));
  if (!row || row.undoneAt !== null || row.fileId !== null) return;
  const task = await findTask(look, row.taskId);
  if (!task) throw new Error('the paper of a withdrawal is missing');
  const paper = JSON.parse(task.data) as DocumentData, envelope = await envelopeOf(look, row.taskId), praxis = await deps.praxis(look), keys = await deps.keys(cid), at = deps.now();
  const takenBy = row.byName === '' ? praxis.name : row.byName;
  const data = receiptDocument({
    withdrawalId: row.id, purpose: purposeOf(paper.template.id, paper.template.kind, (await deps.basisOf(look)).get(paper.template.id)), praxis, paper,
    since: envelope?.signedAt ?? task.filedAt ?? task.stateAt, at: row.at, parts: row.parts, takenBy,
  });
  const base = await deps.renderer.renderPdf(data);
  // Nobody drew anything: the practice says by its own seal that it took the withdrawal.
  const submit: SubmitPayload = {
    taskId: row.id, dataSha256: base.dataSha256, presentedPdfSha256: sha256(base.bytes), language: 'de', signedAt: row.at, wantsPaperCopy: false, declarations: [],
    signers: data.signers.map(one => ({ role: one.role, name: one.name, capacity: one.capacity ?? '', mark: { how: 'typed', name: one.name } })),
    reading: { shownAt: row.at, sections: [], reachedEnd: false, fontScale: 100, openedPdf: false, languageSwitches: 0, unclear: [] },
    device: { userAgent: '', screen: '', standalone: false, online: true, clockOffsetMs: 0, appVersion: '' },
  };
  const evidence = buildEvidence({
    envelope: { id: row.id, prevEnvelopeId: envelope?.id ?? null, praxisId: cid, taskId: row.id, mappeId: task.mappeId }, data, presented: { bytes: base.bytes, pages: base.pages, rendererInfo: base.rendererInfo },
    dataSha256: base.dataSha256, submit, tabletId: '', pointFiles: [null], salt: randomBytes(16), identification: null, conversation: null,
    times: { createdAt: row.at, receivedAt: row.at, sealedAt: at }, certificate: keys.chain[0]!, audit: null,
  });
  const signing = { data, signatureBoxes: base.signatureBoxes, checkBoxes: base.checkBoxes, signers: submit.signers, declarations: [], signedAt: row.at, isConfirmation: true };
  const prepared = await deps.sealer.prepare({ base: base.bytes, signing, evidence, praxis: praxis.name, at });
  const sealed = await signPrepared(prepared, base.bytes, { key: keys.sealKey, chain: keys.chain, ...(deps.tsa && { tsa: deps.tsa }) });
  const wrong = await deps.sealer.check(sealed.bytes, { authority: keys.chain[1]!, evidence, pages: base.pages, level: sealed.level });
  if (wrong !== undefined) throw Object.assign(new Error('the receipt fails its own check'), { code: 'self_check', name: `SelfCheck(${wrong})` });
  const blob = await deps.blobs.put(cid, sealed.bytes, { keyId: keys.blobKeyId, key: keys.blobKey });
  await deps.workshop.write(cid, actor, async w => {
    if (!(await setReceipt(w, row.id, row.id))) return;
    await recordBlob(w, { ...blob, mime: 'application/pdf', keyId: keys.blobKeyId });
    await deps.fileReceipt(w, { fileId: row.id, patid: row.patid, sha256: blob.sha256, title: `${data.title.de} (${paper.title.de})`.slice(0, 200) });
    await w.audit('consent.receipt', { withdrawalId: row.id, taskId: row.taskId, fileId: row.id, sha256: blob.sha256, level: sealed.level }, row.patid);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}
