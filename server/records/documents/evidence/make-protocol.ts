// Makes the protocol page of a signed paper when it is opened: from the stored evidence, as it
// stands now, sealed by the practice and bound to the paper by its hash.

import { AppError } from '../../../../shared/base/errors.ts';
import type { DocumentData } from '../../../../shared/desk/document.ts';
import type { SignerRole } from '../../../../shared/desk/mappe.ts';
import { isEvidence } from '../../../paper/seal/evidence.ts';
import type { RequestContext } from '../../../platform/http/route.ts';
import type { PracticeKeys } from '../../../platform/keys/practice-keys.ts';
import { sealByPractice, type PracticeSealDeps } from '../../../platform/keys/practice-seal.ts';
import type { Look } from '../../../platform/work.ts';
import { standingOfTask } from '../paper-standing.ts';
import { taskById } from '../store.ts';
import { protocolDocument } from './build-protocol.ts';
import { sealedPaper } from './sealed-paper.ts';

export interface ProtocolDeps {
  sealing: PracticeSealDeps;
  newId: () => string;
  keys: (cid: string) => Promise<PracticeKeys>;
  /** Names of a practice's users by id. */
  people: (look: Look) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Returns the sealed protocol page of a paper as PDF; the access is in the audit log before.
 * @throws not_found for a document that was not signed here
 */
export async function makeProtocol(
  deps: ProtocolDeps,
  context: RequestContext,
  fileId: string,
): Promise<Uint8Array> {
  const look = context.look(),
    found = await sealedPaper(look, fileId),
    task = found && (await taskById(look, found.taskId));
  if (!found || !task) throw new AppError('not_found');
  const { document, envelope, taskId } = found;
  context.requirePatient(document.patid);
  await context.write((w) =>
    w.audit(
      'document.viewed',
      { fileId, what: 'protocol', requestId: context.requestId },
      document.patid,
    ),
  );
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
