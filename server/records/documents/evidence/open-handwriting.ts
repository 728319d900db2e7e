// Hands the encrypted pen movement of a paper to an owner; their browser decrypts it with the key
// from the recovery sheet, which this server does not have.

import { AppError } from '../../../../shared/base/errors.ts';
import { toBase64 } from '../../../../shared/exchange/sealing.ts';
import type {
  Handwriting,
  HandwritingSigner,
} from '../../../../shared/papers/evidence/handwriting.schema.ts';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { RequestContext } from '../../../platform/http/route.ts';
import type { PracticeKeys } from '../../../platform/keys/practice-keys.ts';
import { keyById } from '../../../platform/keys/store.ts';
import { isEvidence } from '../../../paper/seal/evidence.ts';
import type { Evidence, EvidenceSigner } from '../../../paper/seal/evidence-file.ts';
import type { Look } from '../../../platform/work.ts';
import { sealedPaper, type SealedPaper } from './sealed-paper.ts';

export interface HandwritingDeps {
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
}

const isNoFile = (cause: unknown): boolean =>
  cause instanceof Error &&
  ((cause as NodeJS.ErrnoException).code === 'ENOENT' || isNoFile(cause.cause));

async function fileOf(
  { blobs, keys }: HandwritingDeps,
  cid: string,
  sha256: string,
): Promise<Pick<HandwritingSigner, 'state' | 'sealed'>> {
  const { blobKeyId: keyId, blobKey: key } = await keys(cid);
  try {
    return { state: 'stored', sealed: toBase64(await blobs.get(cid, sha256, { keyId, key })) };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return { state: isNoFile(cause) ? 'missing' : 'damaged', sealed: null };
  }
}

/** The sealed evidence names the file, not the list of the row next to it. */
async function signerOf(
  deps: HandwritingDeps,
  cid: string,
  { role, name, how, ink }: EvidenceSigner,
  index: number,
): Promise<HandwritingSigner> {
  const own = { index, role, name, how };
  if (ink === null) return { ...own, state: 'not_drawn', sha256: null, ink: null, sealed: null };
  const { strokes, points, durationMs, pointerTypes, pressureLevels } = ink;
  const facts = { strokes, points, durationMs, pointerTypes, pressureLevels };
  const file = await fileOf(deps, cid, ink.pointFileSha256);
  return { ...own, ...file, sha256: ink.pointFileSha256, ink: facts };
}

/** A paper without readable evidence: its signers are known, their handwriting cannot be bound. */
const signersWithout = ({ envelope }: SealedPaper): HandwritingSigner[] =>
  (envelope.signers as readonly { role: string; name: string; how?: string }[]).map(
    ({ role, name, how = '' }, index) => ({
      index,
      role,
      name,
      how,
      state: 'unknown',
      sha256: envelope.pointFiles[index] ?? null,
      ink: null,
      sealed: null,
    }),
  );

async function escrowOf(look: Look, evidence: Evidence | null): Promise<Handwriting['escrow']> {
  const keyId = evidence?.signers.find((one) => one.ink !== null)?.ink?.escrowKeyId;
  const row = keyId === undefined ? undefined : await keyById(look.db, look.t, keyId, 'escrow');
  const { x, y } = row?.publicJwk ?? {};
  return row && x !== undefined && y !== undefined ? { keyId: row.id, x, y } : null;
}

/**
 * Returns the encrypted point files of a paper; the access is in the audit log before any of them
 * is read.
 * @throws not_found for a document that was not signed here
 */
export async function openHandwriting(
  deps: HandwritingDeps,
  context: RequestContext,
  fileId: string,
): Promise<Handwriting> {
  const look = context.look(),
    paper = await sealedPaper(look, fileId);
  if (!paper) throw new AppError('not_found');
  const { document, envelope, taskId } = paper;
  context.requirePatient(document.patid);
  await context.write((w) =>
    w.audit(
      'handwriting.opened',
      { fileId, envelopeId: envelope.id, requestId: context.requestId },
      document.patid,
    ),
  );
  const evidence = isEvidence(envelope.evidence) ? envelope.evidence : null;
  const signers: HandwritingSigner[] = [];
  for (const [index, signer] of (evidence?.signers ?? []).entries())
    signers.push(await signerOf(deps, context.cid, signer, index));
  return {
    envelopeId: envelope.id,
    taskId,
    title: document.title,
    signedAt: envelope.signedAt,
    paperSha256: document.sha256,
    escrow: await escrowOf(look, evidence),
    signers: evidence ? signers : signersWithout(paper),
  };
}
