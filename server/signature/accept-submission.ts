// Judges a submitted signature inside the push's unit of work: what fits becomes an envelope to be sealed, what does not is named for staff and never lost.

import { mayBeSignedByFinger, type DocumentData } from '../../shared/document.ts';
import { inkVerdict, type SubmitPayload } from '../../shared/signature.ts';
import type { Work } from '../work.ts';
import { insertEnvelope, type TaskRow } from './store.ts';

/** Why a submission is put aside for staff; the op itself is already stored. */
export type ParkCode = 'hash_mismatch' | 'paper_required' | 'declaration_missing' | 'signer_mismatch' | 'no_ink' | 'talk_missing' | 'already_signed';

/** First thing that keeps this submission from being sealed; pure. */
export function judgeSubmission(task: Pick<TaskRow, 'dataSha256' | 'presentedPdfSha256' | 'formRequirement' | 'data' | 'talk'>, payload: SubmitPayload): Exclude<ParkCode, 'already_signed'> | undefined {
  if (!mayBeSignedByFinger(task.formRequirement).ok) return 'paper_required';
  if (payload.dataSha256 !== task.dataSha256 || payload.presentedPdfSha256 !== task.presentedPdfSha256) return 'hash_mismatch';
  if (task.talk.needed && task.talk.doneAt === undefined) return 'talk_missing';
  const data = JSON.parse(task.data) as DocumentData;
  // Under the ink stands who the document says will sign; a name of the tablet's own choosing would be evidence of nothing.
  const isSame = data.signers.length === payload.signers.length
    && data.signers.every((s, i) => s.role === payload.signers[i]?.role && s.name === payload.signers[i].name && (s.capacity ?? '') === (payload.signers[i].capacity ?? ''));
  if (!isSame) return 'signer_mismatch';
  if (data.declarations.some(d => d.required && payload.declarations.find(a => a.id === d.id)?.value !== true)) return 'declaration_missing';
  for (const { mark } of payload.signers) {
    if (mark.how === 'drawn' && inkVerdict(mark.ink.strokes) !== 'ok') return 'no_ink';
  }
  return undefined;
}

/**
 * Accepts one submission for a task that the caller has already fenced (state and taskRev).
 * Writes the envelope and queues the sealing; returns the code under which the op is parked otherwise.
 */
export async function acceptSubmission(w: Work, input: { opId: string; task: TaskRow; payload: SubmitPayload }): Promise<ParkCode | undefined> {
  const { opId, task, payload } = input;
  const refused = judgeSubmission(task, payload);
  if (refused) return refused;
  const envelope = await insertEnvelope(w, {
    id: w.newId(), taskId: task.taskId, opId, prevEnvelopeId: task.replaces, dataSha256: task.dataSha256, presentedPdfSha256: task.presentedPdfSha256!,
    signers: payload.signers.map(s => ({ role: s.role, name: s.name, how: s.mark.how, ...(s.capacity !== undefined && { capacity: s.capacity }) })), signedAt: payload.signedAt,
  });
  if (!envelope) return 'already_signed';
  await w.audit('ink.captured', { taskId: task.taskId, envelopeId: envelope.id, opId, signers: payload.signers.map(s => s.mark.how) }, task.patid);
  await w.job('seal-document', `seal:${task.taskId}`, { taskId: task.taskId });
  return undefined;
}
