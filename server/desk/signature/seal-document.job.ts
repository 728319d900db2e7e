// Turns an accepted signature into the sealed PDF: base, ink, evidence, seal, own check, store,
// file; running twice leaves one document.

import { randomBytes } from 'node:crypto';
import type { DocumentData } from '../../../shared/desk/document.ts';
import type { Identification } from '../../../shared/desk/mappe.ts';
import type { BoardEvent } from '../../../shared/exchange/board.ts';
import { unpackPayload } from '../../../shared/exchange/payload.ts';
import { importSealPublic } from '../../../shared/exchange/sealing.ts';
import type { SubmitPayload } from '../../../shared/papers/signature.ts';
import { heldByAll } from '../../../shared/papers/signers.ts';
import {
  answersSubmissionSchema,
  submitPayloadSchema,
} from '../../../shared/papers/signature.schema.ts';
import { submissionOf } from '../../../shared/papers/signed-answers.ts';
import { opAad } from '../../../shared/exchange/sync.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { recordBlob } from '../../platform/blobs/store.ts';
import type { Job } from '../../platform/jobs/store.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { SealProof } from '../../platform/keys/practice-seal.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import { buildEvidence, type PointFile } from '../../paper/seal/evidence.ts';
import { encodePoints, encryptToEscrow } from '../../paper/seal/points.ts';
import { sealWithProof, type TimeService } from '../../paper/seal/proof/raise-proof.ts';
import type { Sealer } from '../../paper/seal/sealer.ts';
import type { Actor, Look, Work, Workshop } from '../../platform/work.ts';
import { isMadeAfter, sheetOf } from './read-sheet.ts';
import {
  auditHead,
  envelopeOf,
  mappeOf,
  markSealed,
  opById,
  partsOf,
  shareOf,
  taskOf,
  type EnvelopeRow,
  type TaskRow,
} from './store.ts';

export interface SealDeps {
  workshop: Workshop;
  renderer: Pick<Renderer, 'renderPdf'>;
  sealer: Pick<Sealer, 'prepare' | 'prepareStamp' | 'check'>;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  time: TimeService | undefined;
  now: () => number;
  /** Verb of server/desk/task: one conditional transition; false when it did not apply. */
  moveTask: (w: Work, taskId: string, event: 'seal' | 'file') => Promise<boolean>;
  /** Verb of server/records/documents: files the document with the patient. */
  fileDocument: (
    w: Work,
    file: { taskId: string; patid: string; sha256: string; title: string; proof: SealProof },
  ) => Promise<string>;
}
export async function sealDocument(deps: SealDeps, job: Job): Promise<void> {
  const taskId = String(job.payload.taskId),
    { cid } = job;
  const actor: Actor = { kind: 'system', cid };
  const look = deps.workshop.look(cid, actor);
  const [task, envelope] = [await taskOf(look, taskId), await envelopeOf(look, taskId)];
  if (!task || !envelope || envelope.sealedAt !== null) return;
  const keys = await deps.keys(cid);
  const parts = await openParts(look, envelope, keys);
  const made = await seal(deps, {
    look,
    task,
    envelope,
    keys,
    parts,
    ...wholeOf(JSON.parse(task.data) as DocumentData, parts),
  });

  await deps.workshop.write(cid, actor, async (w) => {
    const sealed = await markSealed(w, envelope.id, {
      finalSha256: made.blob.sha256,
      presentedPdfSha256: made.evidence.document.presentedPdfSha256,
      signers: made.signers,
      signedAt: made.signedAt,
      pointFiles: made.pointFiles,
      salt: made.salt,
      evidence: made.evidence,
      level: made.proof.level,
    });
    if (!sealed) return;
    if (!isMadeAfter(envelope))
      await recordBlob(w, {
        sha256: envelope.presentedPdfSha256,
        size: made.presentedBytes,
        keyId: keys.blobKeyId,
        mime: 'application/pdf',
      });
    for (const blob of [made.blob, ...made.pointBlobs])
      await recordBlob(w, {
        ...blob,
        keyId: keys.blobKeyId,
        mime: blob === made.blob ? 'application/pdf' : 'application/octet-stream',
      });
    const fileId = await deps.fileDocument(w, {
      taskId,
      patid: task.patid,
      sha256: made.blob.sha256,
      title: task.title,
      proof: made.proof,
    });
    if (!(await deps.moveTask(w, taskId, 'seal')) || !(await deps.moveTask(w, taskId, 'file')))
      throw new Error('the task left its state while it was sealed');
    await w.audit(
      'document.sealed',
      {
        taskId,
        envelopeId: envelope.id,
        fileId,
        sha256: made.blob.sha256,
        level: made.proof.level,
      },
      task.patid,
    );
    const filed: BoardEvent = { kind: 'filed', taskId, fileId };
    w.emit({ to: 'staff', event: filed });
  });
}

/** Signatures that arrived together from one device. */
interface SignedPart {
  submit: SubmitPayload;
  device: string;
  receivedAt: number;
}

/** All signatures, in the order of arrival: one op, or one for each device. */
async function openParts(
  look: Look,
  envelope: EnvelopeRow,
  keys: PracticeKeys,
): Promise<SignedPart[]> {
  const before = (await partsOf(look, envelope.taskId))
      .map((one) => one.opId)
      .filter((id) => id !== envelope.opId),
    ids = [...new Set(before), envelope.opId];
  const opened: SignedPart[] = [];
  for (const id of ids) opened.push(await openSubmission(look, id, keys));
  return opened;
}

/**
 * Merges all parts into one signing: signers in the order of the document, the common declarations,
 * the rest from the last one.
 */
function wholeOf(
  data: Pick<DocumentData, 'signers' | 'declarations'>,
  parts: readonly SignedPart[],
): { submit: SubmitPayload; device: string; signedAtOf: number[] } {
  const last = parts.at(-1);
  if (!last) throw new Error('nothing was signed');
  if (parts.length === 1)
    return {
      submit: last.submit,
      device: last.device,
      signedAtOf: last.submit.signers.map(() => last.submit.signedAt),
    };
  const own = data.signers.map(({ role }) => {
    const part = parts.find((one) => one.submit.signers.some((signer) => signer.role === role)),
      signer = part?.submit.signers.find((one) => one.role === role);
    if (!part || !signer) throw new Error('a signature of the paper is missing');
    return { signer, at: part.submit.signedAt };
  });
  const submit = {
    ...last.submit,
    signedAt: Math.max(...own.map((one) => one.at)),
    signers: own.map((one) => one.signer),
    declarations: heldByAll(
      data,
      parts.map((one) => one.submit.declarations),
    ),
  };
  return { submit, device: last.device, signedAtOf: own.map((one) => one.at) };
}

function submissionIn(kind: string, value: unknown): SubmitPayload {
  if (kind !== 'task.answers') return submitPayloadSchema.parse(value);
  const answers = answersSubmissionSchema.parse(value);
  if (!answers.signed) throw new Error('the answers of the envelope are not signed');
  return submissionOf(answers, answers.signed);
}

/** Opens the op of a signature; it was parsed with the same schema when it arrived. */
async function openSubmission(look: Look, opId: string, keys: PracticeKeys): Promise<SignedPart> {
  const op = await opById(look, opId);
  if (!op) throw new Error('the op of the envelope is missing');
  const aad = opAad({
    device: op.device,
    inc: op.inc,
    id: op.id,
    kind: op.kind,
    schema: op.schema,
  });
  const bytes = await keys.openReceived(op.bytes, aad);
  return {
    submit: submissionIn(op.kind, unpackPayload(bytes)),
    device: op.device,
    receivedAt: op.receivedAt,
  };
}

interface Given {
  look: Look;
  task: TaskRow;
  envelope: EnvelopeRow;
  keys: PracticeKeys;
  parts: readonly SignedPart[];
  submit: SubmitPayload;
  device: string;
  /** Time per signer (ms). */
  signedAtOf: readonly number[];
}

async function storePoints(
  deps: SealDeps,
  g: Given,
): Promise<{ files: (PointFile | null)[]; blobs: { sha256: string; size: number }[] }> {
  const escrow = await importSealPublic(g.keys.escrowPublic);
  const files: (PointFile | null)[] = [],
    blobs: { sha256: string; size: number }[] = [];
  for (const [index, signer] of g.submit.signers.entries()) {
    const ink = signer.mark.how === 'typed' ? null : signer.mark.ink;
    if (ink === null) {
      files.push(null);
      continue;
    }
    const points = await encryptToEscrow(escrow, encodePoints(ink), g.envelope.id, index);
    blobs.push(
      await deps.blobs.put(g.look.cid, points.bytes, {
        keyId: g.keys.blobKeyId,
        key: g.keys.blobKey,
      }),
    );
    files.push({ sha256: points.sha256, escrowKeyId: g.keys.escrowKeyId });
  }
  return { files, blobs };
}

type DeskIdentification = { method: Identification; userId: string; at: number } | null;
/** Each part with the identification of its signer; empty when all signed on one device. */
async function identifiedParts({ look, parts }: Given, desk: DeskIdentification) {
  if (parts.length < 2) return [];
  return Promise.all(
    parts.map(async (one) => {
      const share = await shareOf(look, one.device);
      return {
        ...one,
        identification: share
          ? { by: 'link' as const, secondStep: share.secondStep }
          : desk && { by: 'desk' as const, ...desk },
      };
    }),
  );
}

/** @throws Error self_check when the sealed file does not verify */
async function checkSealed(
  { sealer }: SealDeps,
  keys: PracticeKeys,
  { bytes, sealed, until }: Awaited<ReturnType<typeof sealWithProof>>,
  expected: { evidence: ReturnType<typeof buildEvidence>; pages: number },
): Promise<void> {
  const wrong = await sealer.check(bytes, {
    authorities: await keys.authorities(),
    evidence: expected.evidence,
    pages: expected.pages,
    level: sealed.level,
    isArchived: until !== null,
  });
  if (wrong !== undefined)
    throw Object.assign(new Error('the sealed file fails its own check'), {
      code: 'self_check',
      name: `SelfCheck(${wrong})`,
    });
}

async function seal(deps: SealDeps, g: Given) {
  const { look, task, envelope, keys, submit, signedAtOf } = g;
  const data = JSON.parse(task.data) as DocumentData;
  const at = deps.now(),
    own = await keys.sealAt(at);
  const { presented, sheet, printed } = await sheetOf(deps, g, data),
    base = sheet.bytes;
  const mappe = await mappeOf(look, task.mappeId);
  const points = await storePoints(deps, g);
  const salt = randomBytes(16);
  const desk: DeskIdentification = mappe?.identifiedBy
    ? {
        method: mappe.identifiedBy.method,
        userId: mappe.identifiedBy.by,
        at: mappe.identifiedBy.at,
      }
    : null;
  const parts = await identifiedParts(g, desk);
  const evidence = buildEvidence({
    envelope: {
      id: envelope.id,
      prevEnvelopeId: envelope.prevEnvelopeId,
      praxisId: look.cid,
      taskId: task.taskId,
      mappeId: task.mappeId,
    },
    data,
    presented: {
      bytes: presented.bytes,
      pages: presented.pages,
      rendererInfo: presented.rendererInfo,
    },
    isMadeAfter: isMadeAfter(envelope),
    ...(printed && { printed }),
    dataSha256: task.dataSha256,
    submit,
    tabletId: g.device,
    parts,
    pointFiles: points.files,
    salt,
    identification: desk,
    conversation:
      task.talk.doneAt === undefined
        ? null
        : {
            behandler: task.talk.doneByName ?? '',
            userId: task.talk.doneBy ?? '',
            at: task.talk.doneAt,
          },
    times: { createdAt: task.createdAt, receivedAt: envelope.receivedAt, sealedAt: at },
    certificate: own.chain[0],
    audit: (await auditHead(look)) ?? null,
  });
  const signing = {
    data,
    signatureBoxes: sheet.signatureBoxes,
    checkBoxes: sheet.checkBoxes,
    signers: submit.signers,
    declarations: submit.declarations,
    signedAt: submit.signedAt,
    signedAtOf,
  };
  const prepared = await deps.sealer.prepare({
    base,
    signing,
    evidence,
    praxis: data.praxis.name,
    at,
    validation: { certificates: own.chain, crls: own.crls },
  });
  const sealed = await sealWithProof(deps.sealer, deps.time, prepared, base, own);
  await checkSealed(deps, keys, sealed, { evidence, pages: sheet.pages });
  const blob = await deps.blobs.put(look.cid, sealed.bytes, {
    keyId: keys.blobKeyId,
    key: keys.blobKey,
  });
  const signers = submit.signers.map((s) => ({
    role: s.role,
    name: s.name,
    how: s.mark.how,
    ...(s.capacity !== undefined && { capacity: s.capacity }),
  }));
  return {
    signers,
    signedAt: submit.signedAt,
    blob,
    presentedBytes: presented.bytes.length,
    proof: {
      level: sealed.level,
      until: sealed.until,
      scheme: sealed.scheme,
      isPending: sealed.isPending,
    },
    evidence,
    salt: salt.toString('hex'),
    pointFiles: points.files.map((f) => f?.sha256 ?? null),
    pointBlobs: points.blobs,
  };
}
