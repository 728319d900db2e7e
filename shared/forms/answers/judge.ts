/**
 * Verdict on submitted answers: everything in them that the form's page would not have let through,
 * formulas included.
 */

import { problemsOf } from '../questionnaire/check.ts';
import { compute, type ComputeResult } from '../questionnaire/expressions/computed.ts';
import { compareValues, type FhirValue } from '../questionnaire/fhir.ts';
import { dependsOnMoment } from '../questionnaire/expressions/inputs.ts';
import type { Model } from '../questionnaire/model.ts';
import { stateOfResponse } from '../questionnaire/response.ts';
import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';
import type { ComputeOptions, Evaluate } from '../questionnaire/expressions/scope.ts';
import { answersAt, everyPlace, type FormState } from '../questionnaire/state.ts';
import { isTold, stoppedIn } from './stopped.ts';
import { viewOf, type View } from '../questionnaire/view.ts';

/**
 * A contradiction between answers and form. `key`: the place, or empty for the form itself; `code`:
 * of `Problem`, or `misfit` (the form has no such question), `not_asked` (answered, though it was
 * not asked), `calculated` (does not follow from the answers), `not_computed` (given, though its
 * formula has no result), `total_missing` (a formula has no result, and the answers do not say
 * so).
 */
export interface Contradiction {
  readonly key: string;
  readonly code: string;
}

/**
 * Judges answers like the page that collected them.
 * @param evaluate needed where the form has expressions (`model.usesFhirPath`)
 * @param variables launch context that the page had
 */
export function judge(
  model: Model,
  response: QuestionnaireResponse,
  evaluate?: Evaluate,
  variables: ComputeOptions['variables'] = {},
): readonly Contradiction[] {
  const { state, misfits } = stateOfResponse(model, response),
    result =
      evaluate &&
      compute(model, withOwnChoices(model, state, response), evaluate, {
        variables,
        isRestored: true,
      }),
    view = result?.view ?? viewOf(model, state);
  const wrong = [...problemsOf(view), ...(result?.problems ?? [])].filter(
    (one) => one.isWarning !== true,
  );
  return [
    ...misfits.map((one) => ({ key: one.linkId, code: 'misfit' })),
    ...notAsked(view, state),
    ...(result ? forged(result, state) : []),
    ...(result ? unnamed(result, response) : []),
    ...wrong.map(({ key, code }) => ({ key, code })),
  ];
}

/** A last computed value that no answer equals. */
const ANOTHER: readonly FhirValue[] = [{}];
/**
 * Keeps calculated values that the person may set, also a cleared one: what follows from them was
 * computed from the submitted ones.
 */
function withOwnChoices(
  model: Model,
  state: FormState,
  response: QuestionnaireResponse,
): FormState {
  const named = new Set(stoppedIn(response));
  const own = [...everyPlace(state, model.roots)].flatMap(({ node, key }) =>
    node.calculated && !node.isReadOnly && !node.isHidden && !named.has(node.linkId)
      ? [[key, ANOTHER] as const]
      : [],
  );
  return { ...state, given: Object.fromEntries(own) };
}

/** Answers at places that are disabled; below one of them the others follow from it. */
const notAsked = ({ model, ...view }: View, state: FormState): Contradiction[] =>
  [...everyPlace(state, model.roots)].flatMap((place) =>
    answersAt(state, place).length > 0 && !view.isEnabled(place)
      ? [{ key: place.key, code: 'not_asked' }]
      : [],
  );

/**
 * Values that the person could not set, and that the formula does not give. A value of the time of
 * day is another one now, and is not compared.
 */
function forged({ view, state, computed }: ComputeResult, given: FormState): Contradiction[] {
  return [...everyPlace(given, view.model.roots)].flatMap((place) => {
    const { node, key } = place;
    if (!node.calculated || !(node.isReadOnly || node.isHidden) || !view.isEnabled(place))
      return [];
    const said = answersAt(given, place);
    if (computed.isFailed?.(key) === true)
      return said.length === 0 ? [] : [{ key, code: 'not_computed' }];
    const isSame = areSame(said, answersAt(state, place));
    return isSame || dependsOnMoment(view.model, node) ? [] : [{ key, code: 'calculated' }];
  });
}

/** Formulas without a result that the answers do not name. */
function unnamed({ faults }: ComputeResult, response: QuestionnaireResponse): Contradiction[] {
  const named = new Set(stoppedIn(response)),
    places = new Set(faults.filter(isTold).map(({ linkId }) => linkId ?? ''));
  return [...places]
    .filter((key) => !named.has(key))
    .map((key) => ({ key, code: 'total_missing' }));
}

const areSame = (a: readonly FhirValue[], b: readonly FhirValue[]): boolean =>
  a.length === b.length && a.every((one, at) => isSame(one, b[at] ?? {}));
/** Devices may differ in the last digit of a root or a logarithm. */
const NEAR = 1e-9;
function isSame(a: FhirValue, b: FhirValue): boolean {
  const x = a.valueDecimal ?? a.valueInteger,
    y = b.valueDecimal ?? b.valueInteger;
  return x !== undefined && y !== undefined
    ? Math.abs(x - y) <= NEAR * Math.max(Math.abs(x), Math.abs(y))
    : compareValues(a, b) === 0;
}
