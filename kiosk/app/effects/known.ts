// Recorded values of a form's questions, as the task brought them, and the confirmed unusual
// answers; loaded with the first form.

import { useMemo } from 'react';
import { berlinDay } from '../../../shared/base/dates.ts';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import type { Ask, Confirmed, Said } from '../../../shared/desk/master-data.ts';
import type { Clock } from '../../../shared/base/ports.ts';
import type { FormState } from '../../../shared/forms/questionnaire/state.ts';
import type { Known } from '../../forms/types.ts';
import type { Answers, OpenTask } from './answers.ts';

const NOTHING: Said = {},
  NONE: readonly Confirmed[] = [];

/**
 * The day is computed on demand: a browser's first time zone lookup takes longer than rendering a
 * page.
 */
const knownOf = (values: Said, confirmed: readonly Confirmed[], clock: Clock): Known => ({
  values,
  confirmed,
  get today() {
    return berlinDay(clock.now());
  },
});

/** Returns the known values; the same object until something changes. */
export function useKnown({ data, draft }: Pick<OpenTask, 'data' | 'draft'>, clock: Clock): Known {
  const values = (isFormData(data) ? data.record : undefined) ?? NOTHING,
    confirmed = draft.form?.asked ?? NONE;
  return useMemo(() => knownOf(values, confirmed, clock), [values, confirmed, clock]);
}

/** Stores a confirmation with the draft; the same question about another value is asked again. */
export function confirmAsked(
  { answers, clock }: { answers: Answers; clock: Clock },
  { rule, value }: Ask,
  state: FormState,
): void {
  const form = answers.get()?.draft.form,
    at = new Date(clock.now()).toISOString();
  answers.change({
    form: {
      ...form,
      state: form?.state ?? state,
      confirmed: form?.confirmed ?? [],
      asked: [...(form?.asked ?? NONE).filter((one) => one.rule !== rule), { rule, value, at }],
    },
  });
}
