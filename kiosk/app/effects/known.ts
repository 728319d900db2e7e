// What the practice's record says of what a form asks, as the task brought it, and what was asked back and confirmed; loaded with the first form.

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

/** The day only when it is asked for: a browser's first look at a time zone takes longer than drawing a page. */
const knownOf = (values: Said, confirmed: readonly Confirmed[], clock: Clock): Known => ({
  values,
  confirmed,
  get today() {
    return berlinDay(clock.now());
  },
});

/** One object as long as nothing of it changes. */
export function useKnown({ data, draft }: Pick<OpenTask, 'data' | 'draft'>, clock: Clock): Known {
  const values = (isFormData(data) ? data.record : undefined) ?? NOTHING,
    confirmed = draft.form?.asked ?? NONE;
  return useMemo(() => knownOf(values, confirmed, clock), [values, confirmed, clock]);
}

/** Keeps a yes with the draft; the same question about another value is asked again. */
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
