// Prefills name and birth date from the page before into a form that asks for them, too.

import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { problemOfValue } from '../../../shared/forms/questionnaire/check.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import {
  answersAt,
  placeOf,
  setAnswers,
  type FormState,
} from '../../../shared/forms/questionnaire/state.ts';
import { birthOf, type Person } from '../draft.ts';

/** Fills empty fields about the person (fields of E3); existing answers stay. */
export function withPerson(model: Model, state: FormState, person: Person): FormState {
  const birth = birthOf(person);
  const known: Readonly<Record<string, FhirValue | undefined>> = {
    firstName: { valueString: person.firstName.trim() },
    lastName: { valueString: person.lastName.trim() },
    geburtsdatum: birth === null ? undefined : { valueDate: birth },
  };
  return model.nodes.reduce((next, node) => {
    const value =
        node.field === undefined || node.frames.length > 0 || node.isReadOnly
          ? undefined
          : known[node.field],
      place = placeOf(node, []);
    return value === undefined || answersAt(next, place).length > 0 || problemOfValue(node, value)
      ? next
      : setAnswers(next, place, [value]);
  }, state);
}
