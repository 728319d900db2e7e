// Notes and next steps about patients whose signatures are missing.

import { patientTarget, type FollowUp } from '../../../shared/desk/follow-up.schema.ts';
import type { Look } from '../../platform/work.ts';
import { stepOf } from './lines.ts';
import { notesOn, stepsOf } from './store.ts';

/**
 * Reads the notes and the next step of each patient.
 * @param people names of the practice's users by id
 * @param patids numbers of the patients; with merged ones, each number alone
 */
export async function followUpsOf(
  look: Look,
  people: (look: Look) => Promise<ReadonlyMap<string, string>>,
  patids: readonly string[],
): Promise<ReadonlyMap<string, FollowUp>> {
  const notes = await notesOn(look, 'fehlend', patids.map(patientTarget)),
    steps = await stepsOf(look, 'fehlend'),
    names = notes.length === 0 ? new Map<string, string>() : await people(look);
  return new Map(
    patids.map((patid) => {
      const target = patientTarget(patid);
      return [
        patid,
        {
          schritt: stepOf(steps.get(target)),
          notizen: notes
            .filter((one) => one.target === target)
            .map(({ id, text, by, at }) => ({ id, text, von: names.get(by) ?? '', am: at })),
        },
      ];
    }),
  );
}
