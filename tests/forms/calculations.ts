/** Expressions of forms in tests, and places, answers and values of a filled form. */
import type { Extension, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import {
  type FormState,
  type Place,
  answersAt,
  newState,
  placeOf,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import { loadFhirPath } from './fhirpath.ts';

export const evaluate = await loadFhirPath();

export const by = (url: string, expression: string): Extension => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression },
});

export const variable = (name: string, expression: string): Extension => ({
  url: EXTENSION.variable,
  valueExpression: { name, language: 'text/fhirpath', expression },
});

export const flag = (url: string): Extension => ({ url, valueBoolean: true });

export const at = (model: Model, linkId: string, ids: readonly number[] = []): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, ids);
};

export const fill = (
  model: Model,
  answers: Record<string, FhirValue>,
  from: FormState = newState(model),
): FormState =>
  Object.entries(answers).reduce(
    (state, [linkId, value]) => setAnswers(state, at(model, linkId), [value]),
    from,
  );

export const answer = (linkId: string): string =>
  `%resource.item.where(linkId='${linkId}').answer.value`;

export const values = (model: Model, state: FormState, linkId: string): readonly FhirValue[] =>
  answersAt(compute(model, state, evaluate).state, at(model, linkId));
