// Shares the address that one person of a family's Mappe gave today with the forms of the others:
// offered again after a restart, and on another tablet.

import { berlinDay } from '../../../shared/base/dates.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import { saidIn } from '../../../shared/forms/answers/master-answers.ts';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import type { FamilyAddress } from '../../../shared/exchange/sync.ts';
import { fullName } from '../../../shared/desk/patient.ts';
import { patientsOf, tasksOf, type MappeRow } from '../task/store.ts';
import { brokenCells } from '../../platform/db/cells/cells.ts';
import type { Look } from '../../platform/work.ts';
import { answersTo, isClosed } from './store.ts';
import type { BodyKeys } from './body-keys.ts';

/**
 * Finds the address to offer to a family member.
 * @param patid the person of the form: their own answers are excluded.
 * @returns the newest complete address of today; undefined when there is none
 */
export async function familyAddress(
  look: Look,
  keys: Pick<BodyKeys, 'formText'>,
  mappe: MappeRow,
  patid: string,
): Promise<FamilyAddress | undefined> {
  const tasks = new Map(
    (await tasksOf(look, mappe.id)).flatMap((task) =>
      task.kind === 'questionnaire' &&
      task.patid !== patid &&
      task.state === 'filed' &&
      !brokenCells(task).includes('data')
        ? [[task.taskId, task] as const]
        : [],
    ),
  );
  if (tasks.size === 0) return undefined;
  const today = berlinDay(look.now),
    given = await answersTo(look, [...tasks.keys()]);
  for (const one of given) {
    if (brokenCells(one).length > 0) continue;
    const { taskId, response, receivedAt } = one,
      task = tasks.get(taskId ?? ''),
      data = task && (JSON.parse(task.data) as DocumentData),
      text =
        data && isFormData(data) && berlinDay(receivedAt) === today
          ? await keys.formText(look, data.form)
          : undefined;
    // Data of a closed record is never shared.
    if (!task || text === undefined || (await isClosed(look, task.patid))) continue;
    const {
        street = '',
        plz = '',
        city = '',
      } = saidIn(modelOf(JSON.parse(text) as Questionnaire), response),
      who = (await patientsOf(look, [task.patid])).get(task.patid);
    if (street.trim() !== '' && city.trim() !== '' && who)
      return {
        patid: who.patid,
        name: fullName(who),
        address: { street, ...(plz !== '' && { plz }), city },
      };
  }
  return undefined;
}
