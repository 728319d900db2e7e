// Judges a submitted signature inside the push's transaction: a valid one becomes an envelope to be
// sealed, an invalid one is reported to staff and never lost.

import { mayBeSignedByFinger, type DocumentData } from '../../../shared/desk/document.ts';
import type { Signer, SignerRole } from '../../../shared/desk/mappe.ts';
import { canBeParted, isTalkMissing, leftToSign } from '../../../shared/papers/signers.ts';
import { inkVerdict, type SubmitPayload } from '../../../shared/papers/signature.ts';
import type { Work } from '../../platform/work.ts';
import { insertEnvelope, type TaskRow } from './store.ts';

/** Reason why a submission is parked for staff; the op itself is already stored. */
export type ParkCode =
  | 'hash_mismatch'
  | 'paper_required'
  | 'declaration_missing'
  | 'signer_mismatch'
  | 'no_ink'
  | 'talk_missing'
  | 'already_signed';

/**
 * Checks that the signers, in the order of the document, are those who sign on this device: all at
 * once, or some of several distinguishable ones.
 */
function isOfDocument(signers: readonly Signer[], given: SubmitPayload['signers']): boolean {
  const here = canBeParted(signers)
    ? signers.filter((s) => given.some((one) => one.role === s.role))
    : signers;
  // The name under the ink is the signer's in the document; a name chosen by the tablet would be no
  // evidence.
  return (
    here.length === given.length &&
    here.every(
      (s, i) =>
        s.role === given[i]?.role &&
        s.name === given[i].name &&
        (s.capacity ?? '') === (given[i].capacity ?? ''),
    )
  );
}

/**
 * Returns the first reason against sealing this submission; pure.
 * @param signed those who have signed the same paper elsewhere
 */
export function judgeSubmission(
  task: Pick<TaskRow, 'dataSha256' | 'presentedPdfSha256' | 'formRequirement' | 'data' | 'talk'>,
  payload: SubmitPayload,
  signed: readonly SignerRole[] = [],
): ParkCode | undefined {
  // No signature counts before the talk.
  if (isTalkMissing(task.talk)) return 'talk_missing';
  if (!mayBeSignedByFinger(task.formRequirement).ok) return 'paper_required';
  if (
    payload.dataSha256 !== task.dataSha256 ||
    payload.presentedPdfSha256 !== task.presentedPdfSha256
  )
    return 'hash_mismatch';
  const data = JSON.parse(task.data) as DocumentData;
  if (!isOfDocument(data.signers, payload.signers)) return 'signer_mismatch';
  if (payload.signers.some((s) => signed.includes(s.role))) return 'already_signed';
  if (
    data.declarations.some(
      (d) => d.required && payload.declarations.find((a) => a.id === d.id)?.value !== true,
    )
  )
    return 'declaration_missing';
  for (const { mark } of payload.signers) {
    if (mark.how === 'drawn' && inkVerdict(mark.ink.strokes) !== 'ok') return 'no_ink';
  }
  return undefined;
}

/**
 * Accepts one submission for a task that the caller has already fenced (state and taskRev). Writes
 * the envelope and queues the sealing once no signature is missing any more; otherwise returns the
 * code under which the op is parked.
 */
export async function acceptSubmission(
  w: Work,
  input: { opId: string; task: TaskRow; payload: SubmitPayload; signed: readonly SignerRole[] },
): Promise<ParkCode | undefined> {
  const { opId, task, payload, signed } = input;
  const refused = judgeSubmission(task, payload, signed);
  if (refused) return refused;
  const { signers } = JSON.parse(task.data) as DocumentData;
  if (leftToSign(signers, [...signed, ...payload.signers.map((one) => one.role)]).length > 0) {
    await w.audit(
      'ink.captured',
      { taskId: task.taskId, opId, signers: payload.signers.map((s) => s.mark.how) },
      task.patid,
    );
    return undefined;
  }
  const envelope = await insertEnvelope(w, {
    id: w.newId(),
    taskId: task.taskId,
    opId,
    prevEnvelopeId: task.replaces,
    dataSha256: task.dataSha256,
    presentedPdfSha256: task.presentedPdfSha256!,
    signers: payload.signers.map((s) => ({
      role: s.role,
      name: s.name,
      how: s.mark.how,
      ...(s.capacity !== undefined && { capacity: s.capacity }),
    })),
    signedAt: payload.signedAt,
  });
  if (!envelope) return 'already_signed';
  await w.audit(
    'ink.captured',
    {
      taskId: task.taskId,
      envelopeId: envelope.id,
      opId,
      signers: payload.signers.map((s) => s.mark.how),
    },
    task.patid,
  );
  await w.job('seal-document', `seal:${task.taskId}`, { taskId: task.taskId });
  return undefined;
}
