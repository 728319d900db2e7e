// State of a form: the stored draft, else the earlier answers or an empty form, with its computed
// values.

import { useMemo } from 'react';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { Said } from '../../../shared/desk/master-data.ts';
import { fieldsOf } from '../../../shared/forms/answers/master-answers.ts';
import { ruledOutFor, withRuledOut } from '../../../shared/forms/answers/ruled-out.ts';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import { previousOf } from '../../../shared/forms/answers/revisit.ts';
import type { Compute } from '../../forms/load-compute.ts';
import { useResult } from '../../forms/useCompute.ts';
import {
  newState,
  placeOf,
  setAnswers,
  type FormState,
} from '../../../shared/forms/questionnaire/state.ts';
import type { Previous } from '../../forms/types.ts';
import type { OpenTask } from '../effects/answers.ts';
import { patientOf } from '../effects/response.ts';
import type { Parts } from '../parts.ts';

/**
 * Fills in the birth date: the person check has just asked for it, and a second question would only
 * repeat that. It stays changeable.
 */
function withBirthDate(
  model: Model,
  state: FormState,
  record: Said | undefined,
  asked: string,
): FormState {
  const node = fieldsOf(model).get('geburtsdatum');
  if (!node || asked === '' || record?.geburtsdatum !== asked) return state;
  return setAnswers(state, placeOf(node, []), [{ valueDate: asked }]);
}

/** Returns the state of the form of a task, and what it comes from. */
export function useFormState(
  { body, data, draft }: OpenTask,
  model: Model,
  compute: Compute | null,
  language: string,
  parts: Pick<Parts, 'clock'>,
) {
  const before = isFormData(data) ? data.previous : undefined;
  const last = useMemo(
    () => before && previousOf(model, before.response, before.day),
    [model, before],
  );
  const options = useMemo(
    () => ({ language, variables: { patient: patientOf(body, data) } }),
    [language, body, data],
  );
  const record = isFormData(data) ? data.record : undefined,
    reasons = isFormData(data) ? data.ruledOut : undefined,
    { geburtsdatum } = body.patient;
  const fresh = useMemo(() => {
    const start = withRuledOut(
      model,
      last?.start ?? newState(model),
      // A blank form and an older task have no reasons; the age is known everywhere.
      reasons ?? ruledOutFor({ geburtsdatum }, berlinDay(parts.clock.now())),
    );
    return withBirthDate(model, start, record, geburtsdatum);
  }, [model, last, record, reasons, geburtsdatum, parts]);
  const kept = draft.form?.state;
  const isRestored = kept !== undefined,
    asComputed = useMemo(() => ({ ...options, isRestored }), [options, isRestored]);
  const { result, isComputing } = useResult(compute, model, kept ?? fresh, asComputed);
  return { last, options, result, isComputing, state: result?.state ?? kept ?? fresh };
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
