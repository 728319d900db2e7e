// State of a form: the stored draft, else the earlier answers or an empty form, with its computed
// values.

import { useMemo } from 'react';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import { compute } from '../../../shared/forms/questionnaire/computed.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import { previousOf } from '../../../shared/forms/answers/revisit.ts';
import type { Evaluate } from '../../../shared/forms/questionnaire/scope.ts';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import type { Previous } from '../../forms/types.ts';
import type { OpenTask } from '../effects/answers.ts';
import { patientOf } from '../effects/response.ts';
import type { Parts } from '../parts.ts';

/** Returns the state of the form of a task, and what it comes from. */
export function useFormState(
  { body, data, draft }: OpenTask,
  model: Model,
  evaluate: Evaluate | null,
  language: string,
) {
  const before = isFormData(data) ? data.previous : undefined;
  const last = useMemo(
    () => before && previousOf(model, before.response, before.day),
    [model, before],
  );
  const options = useMemo(
    () => ({ language, variables: { patient: patientOf(body) } }),
    [language, body],
  );
  const fresh = useMemo(() => last?.start ?? newState(model), [model, last]);
  const kept = draft.form?.state;
  const result = useMemo(
    () =>
      evaluate
        ? compute(model, kept ?? fresh, evaluate, { ...options, isRestored: kept !== undefined })
        : null,
    [model, kept, fresh, evaluate, options],
  );
  return { last, options, result, state: result?.state ?? kept ?? fresh };
}

/**
 * Returns the earlier answers: one object for the whole form; below repeating questions it depends
 * on the current answers.
 */
export const usePrevious = (
  last: ReturnType<typeof useFormState>['last'],
  parts: Parts,
): Previous | undefined =>
  useMemo<Previous | undefined>(
    () =>
      last && {
        at: last.at,
        answersAt: (place) =>
          last.answersAt(place, parts.answers.get()?.draft.form?.state ?? last.start),
        dayAt: (place) => last.dayAt(place, parts.answers.get()?.draft.form?.state ?? last.start),
      },
    [last, parts],
  );
