// Makes the protocol page of a signed paper when it is opened: from the stored evidence, as it
// stands now, sealed by the practice and bound to the paper by its hash.

import { AppError } from '../../../../shared/base/errors.ts';
import type { DocumentData, DocumentPraxis } from '../../../../shared/desk/document.ts';
import type { SignerRole } from '../../../../shared/desk/mappe.ts';
import { isEvidence } from '../../../paper/seal/evidence.ts';
import type { RequestContext } from '../../../platform/http/route.ts';
import type { PracticeKeys } from '../../../platform/keys/practice-keys.ts';
import { sealByPractice, type PracticeSealDeps } from '../../../platform/keys/practice-seal.ts';
import type { Look } from '../../../platform/work.ts';
import { standingOfTask } from '../paper-standing.ts';
import { documentById, taskById } from '../store.ts';
import { protocolDocument } from './build-protocol.ts';
import { recordOf } from './make-record.ts';
import { sealedPaper } from './sealed-paper.ts';

export interface ProtocolDeps {
  sealing: PracticeSealDeps;
  newId: () => string;
  keys: (cid: string) => Promise<PracticeKeys>;
  /** Names of a practice's users by id. */
  people: (look: Look) => Promise<ReadonlyMap<string, string>>;
  praxis: (look: Look) => Promise<DocumentPraxis>;
}

/** Notes that a protocol was opened. */
async function noteViewed(context: RequestContext, fileId: string, patid: string): Promise<void> {
  context.requirePatient(patid);
  await context.write((w) =>
    w.audit('document.viewed', { fileId, what: 'protocol', requestId: context.requestId }, patid),
  );
}

/** Makes the page of a document that was not signed on a device. @throws not_found */
async function makeRecord(
  deps: ProtocolDeps,
  context: RequestContext,
  fileId: string,
): Promise<Uint8Array> {
  const look = context.look(),
    document = await documentById(look, fileId),
    { actor } = context,
    at = deps.sealing.now();
  if (!document) throw new AppError('not_found');
  const praxis = await deps.praxis(look),
    names = await deps.people(look),
    madeBy = (actor.kind === 'user' ? names.get(actor.userId) : undefined) ?? praxis.name;
  const data = await recordOf(look, document, { id: deps.newId(), praxis, madeBy, at });
  if (!data) throw new AppError('not_found');
  await noteViewed(context, fileId, document.patid);
  const { bytes } = await sealByPractice(deps.sealing, await deps.keys(context.cid), {
    cid: context.cid,
    data,
    at,
    mappeId: '',
    prevEnvelopeId: null,
  });
  return bytes;
}

/**
 * Returns the sealed protocol page of a paper, a scan or a receipt as PDF; the access is in the audit
 * log before.
 * @throws not_found for a document that was not made here
 */
export async function makeProtocol(
  deps: ProtocolDeps,
  context: RequestContext,
  fileId: string,
): Promise<Uint8Array> {
  const look = context.look(),
    found = await sealedPaper(look, fileId),
    task = found && (await taskById(look, found.taskId));
  if (!found || !task) return makeRecord(deps, context, fileId);
  const { document, envelope, taskId } = found;
  await noteViewed(context, fileId, document.patid);
  const names = await deps.people(look),
    { actor } = context;
  const paper = JSON.parse(task.data) as DocumentData,
    at = deps.sealing.now();
  const data = protocolDocument({
    id: deps.newId(),
    paper,
    evidence: isEvidence(envelope.evidence) ? envelope.evidence : null,
    envelopeId: envelope.id,
    signers: envelope.signers as { role: SignerRole; name: string }[],
    signedAt: envelope.signedAt,
    receivedAt: envelope.receivedAt,
    sealedAt: envelope.sealedAt,
    level: envelope.level,
    paperSha256: document.sha256,
    standing: await standingOfTask(look, taskId, envelope),
    nameOf: (userId) => names.get(userId),
    madeBy: (actor.kind === 'user' ? names.get(actor.userId) : undefined) ?? paper.praxis.name,
    at,
  });
  const { bytes } = await sealByPractice(deps.sealing, await deps.keys(context.cid), {
    cid: context.cid,
    data,
    at,
    mappeId: task.mappeId,
    prevEnvelopeId: envelope.id,
  });
  return bytes;
}
