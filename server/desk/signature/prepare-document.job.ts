// Renders the PDF of a task before it is shown: the patient's signature is bound to its hash.

import type { DocumentData } from '../../../shared/desk/document.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import type { Job } from '../../platform/jobs/store.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { Work, Workshop } from '../../platform/work.ts';
import { taskOf } from './store.ts';

interface Prepared {
  presentedPdfSha256: string;
  presentedBytes: number;
  boxes: unknown;
  renderer: unknown;
}
export interface PrepareDeps {
  workshop: Workshop;
  renderer: Pick<Renderer, 'renderPdf'>;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  /** Verb of server/desk/task: created → assigned or paper. */
  markPrepared: (w: Work, taskId: string, prepared: Prepared) => Promise<void>;
}

/** Renders the document of a task. Same data, same bytes: running twice stores the same file. */
export async function prepareDocument(deps: PrepareDeps, job: Job): Promise<void> {
  const taskId = String(job.payload.taskId);
  const actor = { kind: 'system', cid: job.cid } as const;
  const task = await taskOf(deps.workshop.look(job.cid, actor), taskId);
  if (!task || task.state !== 'created') return;
  const rendered = await deps.renderer.renderPdf(JSON.parse(task.data) as DocumentData);
  if (rendered.dataSha256 !== task.dataSha256)
    throw new Error('the rendered data differs from the task');
  const keys = await deps.keys(job.cid);
  const blob = await deps.blobs.put(job.cid, rendered.bytes, {
    keyId: keys.blobKeyId,
    key: keys.blobKey,
  });
  await deps.workshop.write(job.cid, actor, async (w) => {
    await recordBlob(w, { ...blob, mime: 'application/pdf', keyId: keys.blobKeyId });
    await deps.markPrepared(w, taskId, {
      presentedPdfSha256: blob.sha256,
      presentedBytes: blob.size,
      renderer: rendered.rendererInfo,
      boxes: {
        signatureBoxes: rendered.signatureBoxes,
        checkBoxes: rendered.checkBoxes,
        pages: rendered.pages,
      },
    });
  });
}
