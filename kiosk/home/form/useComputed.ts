/** State of a form at home: the kept answers, or a fresh form filled with known data. */
import { useMemo } from 'react';
import type { ComputeResult } from '../../../shared/forms/questionnaire/expressions/computed.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import { newState, type FormState } from '../../../shared/forms/questionnaire/state.ts';
import { typedPatient } from '../../../shared/forms/answers/patient-variable.ts';
import { ruledOutFor, withRuledOut } from '../../../shared/forms/answers/ruled-out.ts';
import type { Compute } from '../../forms/load-compute.ts';
import { useResult } from '../../forms/useCompute.ts';
import { birthOf, type HomeDraft } from '../draft.ts';
import { withPerson } from './knownPerson.ts';
import { withParameters } from './parameters.ts';

export interface ComputedForm {
  readonly state: FormState;
  /** Whether the draft has answers. */
  readonly isKept: boolean;
  /** `null` where the form has no expressions. */
  readonly result: ComputeResult | null;
  /** The newest answers are still being computed. */
  readonly isComputing: boolean;
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
  const kept = draft.state ?? undefined,
    isKept = kept !== undefined;
  const { person } = draft;
  const options = useMemo(
    () => ({
      language,
      isRestored: isKept,
      variables: {
        patient: typedPatient(
          person.firstName.trim(),
          person.lastName.trim(),
          birthOf(person) ?? '',
        ),
      },
    }),
    [language, person, isKept],
  );
  const { result, isComputing } = useResult(compute, model, kept ?? fresh, options);
  return { state: result?.state ?? kept ?? fresh, isKept, result, isComputing };
}
