// Takes in the answers to a blank form that staff began on a tablet: they wait in the tray until somebody says whose they are.

import type { BlankPayload } from '../../../../shared/forms/task/form-task.ts';
import type { Work } from '../../../platform/work.ts';
import { takeUnmatched, type UnmatchedDeps } from './take-unmatched.ts';

/** @returns the code under which the op is parked, or nothing when the answers wait in the tray */
export const acceptBlank =
  (deps: Pick<UnmatchedDeps, 'forms' | 'marks'>) =>
  async (
    w: Work,
    { tabletId, payload }: { tabletId: string; payload: BlankPayload },
  ): Promise<string | undefined> => {
    const { taskId, person, form, language, response, at } = payload;
    // By the tablet's own id of the form: an ending that a failing disk made it tell twice is one set of answers.
    // Nobody is meant beforehand: no record is looked for here.
    const taken = await takeUnmatched(
      w,
      { ...deps, record: () => Promise.resolve(undefined) },
      { id: taskId, origin: 'tablet', tabletId, person, form, language, response, at },
    );
    return taken === 'conflict' ? 'already_answered' : undefined;
  };
