// Adds the time stamp that was unavailable when the document was sealed: same length, same pages,
// one more unsigned attribute.

import type { Evidence } from '../../paper/seal/evidence-file.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import type { Job } from '../../platform/jobs/store.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import { upgradeToBT } from '../../paper/seal/seal-pdf.ts';
import type { Tsa } from '../../paper/seal/tsa.ts';
import type { Sealer } from '../../paper/seal/sealer.ts';
import type { Actor, Work, Workshop } from '../../platform/work.ts';
import { envelopeOf, markTimestamped, taskOf } from './store.ts';

export interface TimestampDeps {
  workshop: Workshop;
  sealer: Pick<Sealer, 'check'>;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  tsa: Tsa;
  /** Verb of server/records/documents: the filed document points to the newest form. */
  replaceDocument: (w: Work, taskId: string, sha256: string) => Promise<void>;
}

/**
 * Adds a time stamp; retried until the service answers. The sealed document is complete without it.
 */
export async function timestampDocument(deps: TimestampDeps, job: Job): Promise<void> {
  const taskId = String(job.payload.taskId),
    actor: Actor = { kind: 'system', cid: job.cid };
  const look = deps.workshop.look(job.cid, actor);
  const [task, envelope] = [await taskOf(look, taskId), await envelopeOf(look, taskId)];
  const last = envelope?.finalSha256.at(-1);
  if (!task || !envelope || envelope.level !== 'B-B' || last === undefined) return;
  const keys = await deps.keys(job.cid),
    key = { keyId: keys.blobKeyId, key: keys.blobKey };
  // A time stamp from after the certificate's end would prove that the seal came too late.
  const evidence = envelope.evidence as Evidence;
  if (!(await keys.stillHolds(evidence.seal.certificateSha256, look.now))) return;
  const stamped = await upgradeToBT(await deps.blobs.get(job.cid, last, key), deps.tsa);
  // The sealed form is replaced only by one that readers accept as well.
  const wrong = await deps.sealer.check(stamped, {
    authorities: await keys.authorities(),
    evidence,
    pages: (evidence.document.printed ?? evidence.document).pages,
    level: 'B-T',
  });
  if (wrong !== undefined)
    throw Object.assign(new Error('the stamped file fails its own check'), {
      code: 'self_check',
      name: `SelfCheck(${wrong})`,
    });
  const blob = await deps.blobs.put(job.cid, stamped, key);
  await deps.workshop.write(job.cid, actor, async (w) => {
    if (!(await markTimestamped(w, envelope, blob.sha256))) return;
    await recordBlob(w, { ...blob, mime: 'application/pdf', keyId: key.keyId });
    await deps.replaceDocument(w, taskId, blob.sha256);
    await w.audit('document.timestamped', { taskId, envelopeId: envelope.id, sha256: blob.sha256 });
  });
}
