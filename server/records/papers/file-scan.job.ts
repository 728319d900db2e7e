// Creates one sealed document of scanned pages, lists it with the patient and completes the paper;
// running twice files one.

import { listName } from '../../../shared/desk/patient.ts';
import { forgetBlob, recordBlob } from '../../platform/blobs/store.ts';
import type { Job } from '../../platform/jobs/store.ts';
import { sealByPractice } from '../../platform/keys/practice-seal.ts';
import type { FileDeps } from './scan-links.ts';
import { scanDocument } from './scan-text.ts';
import { changeAgreement } from './store-agreements.ts';
import {
  changePages,
  dropPicture,
  findPaper,
  hasDocument,
  pagesOfDocument,
} from './store-scans.ts';

export async function fileScan(deps: FileDeps, job: Job): Promise<void> {
  const { cid } = job,
    actor = { kind: 'system', cid } as const,
    look = deps.workshop.look(cid, actor),
    fileId = String(job.payload.fileId);
  const pages = (await pagesOfDocument(look, fileId)).filter((one) => one.state === 'filing'),
    [first] = pages;
  // Reverted, or done before.
  if (!first?.patid) return;
  const paper = first.taskId === null ? undefined : await findPaper(look, first.taskId),
    person = await deps.links.record(look, first.patid),
    praxis = await deps.praxis(look),
    keys = await deps.keys(cid),
    blobKey = { keyId: keys.blobKeyId, key: keys.blobKey };
  if (!person) throw new Error('the record of scanned pages is missing');
  const data = scanDocument({
    fileId,
    praxis,
    patient: { name: listName(person), geburtsdatum: person.geburtsdatum, patid: person.patid },
    paper: first.reason ?? paper?.title ?? 'Papier',
    pages: pages.map((one) => one.sha256),
    at: first.at,
    broughtBy: first.byName === '' ? null : first.byName,
    filedAt: first.stateAt,
    filedBy: first.decidedByName,
  });
  const scans = await Promise.all(
    pages.map(async (one) => ({
      jpeg: await deps.blobs.get(cid, one.sha256, blobKey),
      turn: one.turn,
      width: one.width,
      height: one.height,
    })),
  );
  const sealed = await sealByPractice(deps, keys, {
    cid,
    data,
    at: first.stateAt,
    mappeId: paper?.mappeId ?? '',
    prevEnvelopeId: null,
    scans,
  });
  const blob = await deps.blobs.put(cid, sealed.bytes, blobKey);
  const spent = await deps.workshop.write(cid, actor, async (w) => {
    if (
      (await changePages(
        w,
        pages.map((one) => one.id),
        ['filing'],
        { state: 'filed' },
      )) !== pages.length
    )
      throw new Error('scanned pages were taken back while they were filed');
    await recordBlob(w, { ...blob, mime: 'application/pdf', keyId: keys.blobKeyId });
    const now = paper && (await findPaper(w, paper.taskId)),
      isFirst = now?.kind === 'task' && !(await hasDocument(w, now.taskId));
    await deps.list(w, {
      fileId,
      patid: first.patid!,
      taskId: isFirst ? now.taskId : null,
      sha256: blob.sha256,
      title: data.title.de.slice(0, 200),
      proof: sealed.proof,
    });
    if (isFirst && now.isOut) await deps.filePaper(w, now.taskId, first.decidedBy ?? first.by);
    if (now?.kind === 'agreement')
      await changeAgreement(w, now.taskId, 'unscanned', { fileId, filedAt: first.at });
    await w.audit(
      'scan.filed',
      {
        fileId,
        taskId: first.taskId,
        pages: pages.length,
        sha256: blob.sha256,
        level: sealed.proof.level,
      },
      first.patid!,
    );
    const gone: string[] = [];
    // The document contains the pictures.
    for (const one of pages) {
      const sha256 = await dropPicture(w, one);
      if (sha256 !== undefined && (await forgetBlob(w, sha256))) gone.push(sha256);
    }
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return gone;
  });
  for (const sha256 of spent) await deps.blobs.remove(cid, sha256);
}

/** Returns the pages to the tray with an error note; called once when the job gave up. */
export const giveUpScan =
  ({ workshop }: Pick<FileDeps, 'workshop'>) =>
  (job: Job): Promise<void> =>
    workshop.write(job.cid, { kind: 'system', cid: job.cid }, async (w) => {
      const pages = (await pagesOfDocument(w, String(job.payload.fileId))).filter(
        (one) => one.state === 'filing',
      );
      if (pages.length === 0) return;
      await changePages(
        w,
        pages.map((one) => one.id),
        ['filing'],
        { state: 'tray', hint: 'failed', fileId: null, undoUntil: null },
      );
      w.emit({ to: 'staff', event: { kind: 'changed' } });
    });
