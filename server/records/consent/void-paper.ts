// Voids a signed paper, above all one of the wrong person: marked with its reason and kept; and
// sends a new paper in its place.

import { berlinDay } from '../../../shared/base/dates.ts';
import { templateKey, type DocumentData } from '../../../shared/desk/document.ts';
import type { VoidReason } from '../../../shared/papers/consent.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Standing } from '../../../shared/desk/mappe-family.ts';
import { actorWord, type Work } from '../../platform/work.ts';
import type { ConsentLinks } from './links.ts';
import { isSignedByHand, voidOf } from './paper-void.ts';
import { queueChange } from '../transfer/paper-change.ts';
import { envelopeOf, findTask, mappeOf } from './store.ts';

/**
 * Voids a paper, which stays with the number it was signed under: it is never reassigned. It was
 * sealed here, or signed by hand and returned. Idempotent.
 * @throws AppError `not_found`; `state_conflict` if nothing is signed, or it was marked for another
 * reason
 */
export async function voidPaper(
  w: Work,
  links: Pick<ConsentLinks, 'voidEnvelope' | 'voidTask'>,
  taskId: string,
  reason: VoidReason,
): Promise<void> {
  const task = await findTask(w, taskId);
  if (!task) throw new AppError('not_found');
  const envelope = await envelopeOf(w, taskId);
  if (voidOf(task, envelope)?.reason === reason) return;
  const by = actorWord(w.actor),
    isSealed = envelope !== undefined && envelope.sealedAt !== null;
  const isMarked = isSealed
    ? await links.voidEnvelope(w, envelope.id, reason, by)
    : isSignedByHand(task, envelope) && (await links.voidTask(w, taskId, reason, by));
  if (!isMarked) throw new AppError('state_conflict');
  await queueChange(w, taskId, 'voided');
  await w.audit(
    'document.voided',
    { taskId, ...(envelope && { envelopeId: envelope.id }), reason },
    task.patid,
  );
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Sends the same paper to the same people again, in the newest version of its text; the signed
 * paper references the envelope that it replaces. The same id sends once.
 * @throws AppError `not_found`; `state_conflict` if the text is retired, or the wrong person signed
 */
export async function repeatPaper(
  w: Work,
  links: ConsentLinks,
  taskId: string,
  input: { id: string; tabletId: string | null },
): Promise<{ mappeId: string; undoUntil: number }> {
  const task = await findTask(w, taskId);
  if (!task || task.kind === 'questionnaire') throw new AppError('not_found');
  const data = JSON.parse(task.data) as DocumentData,
    envelope = await envelopeOf(w, taskId),
    mappe = await mappeOf(w, task.mappeId);
  // The paper was about another person: staff chooses its patient again.
  if (voidOf(task, envelope)?.reason === 'wrong_person' || !mappe)
    throw new AppError('state_conflict');
  const template = (await links.textsInUse(w, berlinDay(w.now))).find(
    (one) => one.id === data.template.id,
  );
  if (!template) throw new AppError('state_conflict');
  const known = new Map(data.fields.map((one) => [one.id, one.value])),
    fields = Object.fromEntries(
      template.fields.flatMap(({ id }) =>
        known.has(id) && known.get(id) !== '–' ? [[id, known.get(id) ?? '']] : [],
      ),
    );
  const signers: Standing[] = mappe.signers
    .filter((one) => one.patid === undefined || one.patid === task.patid)
    .map(({ patid: _whose, ...one }) => one);
  const { mappeId, undoUntil } = await links.compose(w, {
    id: input.id,
    patids: [task.patid],
    items: [
      { template: templateKey(template), fields, ...(envelope && { replaces: envelope.id }) },
    ],
    tabletId: input.tabletId,
    language: mappe.language,
    textScale: mappe.textScale,
    identifiedBy: null,
    signers,
  });
  await w.audit(
    'consent.repeated',
    { taskId, mappeId, envelopeId: envelope?.id ?? null },
    task.patid,
  );
  return { mappeId, undoUntil };
}
