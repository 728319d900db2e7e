// Accepts the answers to a blank form that staff started on a tablet: they wait in the tray until
// staff assigns them to a patient.

import type { BlankPayload } from '../../../../shared/forms/task/form-task.ts';
import { whyStopped } from '../../../../shared/forms/answers/stopped.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import type { Work } from '../../../platform/work.ts';
import { takeUnmatched, type UnmatchedDeps } from './take-unmatched.ts';
import { dropOpenUnmatched, findUnmatched } from './unmatched-store.ts';

const isRescued = (response: QuestionnaireResponse): boolean => whyStopped(response) === 'lost';

/**
 * Accepts a blank form.
 * @returns the code under which the op is parked, or undefined when the answers wait in the tray
 */
export const acceptBlank =
  (deps: Pick<UnmatchedDeps, 'forms' | 'marks'>) =>
  async (
    w: Work,
    { tabletId, payload }: { tabletId: string; payload: BlankPayload },
  ): Promise<string | undefined> => {
    const { taskId, person, form, language, response, at } = payload;
    // Answers of a draft that were rescued before these give way to them.
    const known = await findUnmatched(w, taskId);
    if (known?.response && isRescued(known.response) && !isRescued(response))
      await dropOpenUnmatched(w, taskId);
    // Keyed by the tablet's own id of the form: a completion sent twice because of a failing disk
    // is one set of answers. No patient is expected: no record is searched here.
    const taken = await takeUnmatched(
      w,
      { ...deps, record: () => Promise.resolve(undefined) },
      { id: taskId, origin: 'tablet', tabletId, person, form, language, response, at },
    );
    return taken === 'conflict' ? 'already_answered' : undefined;
  };
