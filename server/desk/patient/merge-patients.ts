// Merges a temporary record into the practice's own: the old number stays valid and leads to the
// new one, because signed papers contain it permanently.

import { AppError } from '../../../shared/base/errors.ts';
import { mergeDoubts } from '../../../shared/desk/patient.ts';
import type { Work } from '../../platform/work.ts';
import { findPatientRow, setMergedInto } from './store.ts';

/**
 * Merges two records.
 * @throws AppError not_found, state_conflict (not temporary, already merged, itself),
 * confirm_needed (V2, V3; `extra.doubts`)
 */
export async function mergePatients(
  w: Work,
  input: { fromPatid: string; intoPatid: string; confirmed?: boolean | undefined },
): Promise<{ patid: string }> {
  const from = await findPatientRow(w, input.fromPatid);
  const into = await findPatientRow(w, input.intoPatid);
  if (!from || !into) throw new AppError('not_found');
  if (
    from.patid === into.patid ||
    from.herkunft !== 'hand' ||
    from.mergedInto !== null ||
    into.mergedInto !== null
  )
    throw new AppError('state_conflict');
  const doubts = mergeDoubts(from, into);
  if (doubts.length > 0 && input.confirmed !== true)
    throw new AppError('confirm_needed', { extra: { doubts } });
  if (!(await setMergedInto(w, from.patid, into.patid))) throw new AppError('state_conflict');
  await w.audit('patient.merged', { confirmed: input.confirmed === true }, from.patid);
  await w.audit('patient.merged.into', {}, into.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { patid: into.patid };
}
