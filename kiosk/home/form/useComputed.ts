/** State of a form at home: the kept answers, or a fresh form filled with known data. */
import { useMemo } from 'react';
import type { ComputeResult } from '../../../shared/forms/questionnaire/computed.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import { newState, type FormState } from '../../../shared/forms/questionnaire/state.ts';
import { typedPatient } from '../../../shared/forms/answers/patient-variable.ts';
import { ruledOutFor, withRuledOut } from '../../../shared/forms/answers/ruled-out.ts';
import type { Compute } from '../../forms/load-compute.ts';
import { birthOf, type HomeDraft } from '../draft.ts';
import { withPerson } from './knownPerson.ts';
import { withParameters } from './parameters.ts';

export interface ComputedForm {
  readonly state: FormState;
  /** Whether the draft has answers. */
  readonly isKept: boolean;
  /** `null` where the form has no expressions. */
  readonly result: ComputeResult | null;
}

/** Computes the form of a draft. @param today `YYYY-MM-DD` */
export function useComputed(
  model: Model,
  draft: HomeDraft,
  compute: Compute | null,
  language: string,
  today: string,
): ComputedForm {
  const fresh = useMemo(() => {
    const started = withParameters(model, newState(model), draft.parameters),
      reasons = ruledOutFor({ geburtsdatum: birthOf(draft.person) ?? '' }, today);
    return withPerson(model, withRuledOut(model, started, reasons), draft.person);
  }, [model, draft.parameters, draft.person, today]);
  const kept = draft.state ?? undefined;
  const { person } = draft;
  const options = useMemo(
    () => ({
      language,
      variables: {
        patient: typedPatient(
          person.firstName.trim(),
          person.lastName.trim(),
          birthOf(person) ?? '',
        ),
      },
    }),
    [language, person],
  );
  const result = useMemo(
    () =>
      compute
        ? compute(model, kept ?? fresh, { ...options, isRestored: kept !== undefined })
        : null,
    [model, kept, fresh, compute, options],
  );
  return { state: result?.state ?? kept ?? fresh, isKept: kept !== undefined, result };
}
