// Writes the answers of a form to the draft, and builds its response.

import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import type { FormState } from '../../../shared/forms/questionnaire/state.ts';
import { takenBackAt } from '../../../shared/forms/answers/untouched.ts';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import { recordedIn } from '../../forms/record.ts';
import type { useUntouched } from '../../forms/useUntouched.ts';
import type { OpenTask } from '../effects/answers.ts';
import type { useKnown } from '../effects/known.ts';
import { responseIn } from '../effects/response.ts';
import { recordedAfter } from '../effects/team.ts';
import type { Parts } from '../parts.ts';
import type { useFormState } from './useFormState.ts';

/** Stores the state of the form, with who recorded what changed. */
export function keepForm(
  parts: Parts,
  opId: string,
  state: FormState,
  next: FormState,
  confirmed: readonly string[],
): void {
  const now = parts.answers.get()?.draft,
    form = now?.form;
  parts.answers.change(
    {
      form: {
        ...form,
        state: next,
        confirmed,
        recorded: recordedAfter(now?.helper, form?.recorded, form?.state ?? state, next),
      },
    },
    opId,
  );
}

/** Clears an emptied earlier answer, also when the form is opened again. */
export function openField(
  parts: Parts,
  state: FormState,
  confirmed: readonly string[],
  key: string,
): void {
  const form = parts.answers.get()?.draft.form;
  parts.answers.change({
    form: {
      ...form,
      state: form?.state ?? state,
      confirmed: form?.confirmed ?? confirmed,
      opened: [...new Set([...(form?.opened ?? []), key])],
    },
  });
}

interface FilledForm {
  readonly filled: Pick<ReturnType<typeof useFormState>, 'last' | 'result' | 'state'>;
  readonly parts: Parts;
  readonly answers: OpenTask;
  readonly model: Model;
  readonly language: string;
  readonly opened: readonly string[];
  readonly carry: ReturnType<typeof useUntouched>;
  readonly known: ReturnType<typeof useKnown>;
  /** Adds the address taken from a relative. */
  readonly withAddress: (given: QuestionnaireResponse) => QuestionnaireResponse;
}

/** Returns the response of a filled form. */
export function filledResponse({
  parts,
  answers,
  model,
  language,
  filled: { last, result, state },
  opened,
  carry,
  known,
  withAddress,
}: FilledForm): QuestionnaireResponse {
  const whole = carry?.(state) ?? {
    state,
    computed: result?.computed,
    faults: result?.faults,
    since: undefined,
  };
  const handIn = (given: QuestionnaireResponse): QuestionnaireResponse =>
    recordedIn(
      withAddress(given),
      viewOf(model, whole.state, whole.computed),
      known,
      given.authored ?? '',
    );
  const takenBack = last && takenBackAt(model, state, last, new Set(opened), result?.computed);
  return handIn(
    responseIn(answers, {
      model,
      state: whole.state,
      computed: whole.computed,
      faults: whole.faults,
      since: whole.since,
      takenBack,
      status: 'completed',
      opId: answers.opId,
      language,
      now: parts.clock.now(),
      tabletId: parts.device.get()?.tabletId,
      recorded: answers.draft.form?.recorded,
    }),
  );
}
