/**
 * Marks of aborted parts on a response: formulas without a result, so that readers know that a
 * value was not computed, and an abandoned form, with the reason.
 */

import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';
import type { CancelReason } from '../../desk/task.ts';
import type { Model } from '../questionnaire/model.ts';
import type { Fault } from '../questionnaire/expressions/scope.ts';

/**
 * Extension on the response, one for each place: `valueString` is the linkId, or empty for a
 * formula of the form itself.
 */
export const FORMULA_STOPPED = 'urn:molar:fhir:formula-stopped';
/** A form with more faults is broken altogether. */
const MOST = 50;

const FILLS_IN: readonly Fault['kind'][] = ['initialExpression', 'itemPopulationContext'];

/**
 * A failed initial value leaves a question open, which the person answers, as does a failed list of
 * what to fill in; a failed text leaves the fixed one. Proposals only help. Other faults cannot be repaired.
 */
export const isTold = ({ kind, reason }: Fault): boolean =>
  kind !== 'textExpression' &&
  kind !== 'candidateExpression' &&
  (!FILLS_IN.includes(kind) || (reason !== 'failed' && reason !== 'not_a_value'));

/** Checks whether the patient misses something by a fault: a hidden value is for staff alone. */
export const concernsPatient = (model: Model, fault: Fault): boolean =>
  isTold(fault) &&
  (fault.linkId === undefined || model.byLinkId.get(fault.linkId)?.isHidden !== true);

/**
 * Marks formulas without a result in the response.
 * @param faults of the last computation: values that could not be computed, and their dependants
 */
export function withStopped(
  response: QuestionnaireResponse,
  faults: readonly Fault[] = [],
): QuestionnaireResponse {
  const places = [...new Set(faults.filter(isTold).map(({ linkId }) => linkId ?? ''))].slice(
    0,
    MOST,
  );
  return places.length === 0
    ? response
    : {
        ...response,
        extension: [
          ...(response.extension ?? []),
          ...places.map((valueString) => ({ url: FORMULA_STOPPED, valueString })),
        ],
      };
}

/** Returns the linkIds of aborted formulas, each once; empty for one of the form itself. */
export const stoppedIn = ({
  extension,
}: Pick<QuestionnaireResponse, 'extension'>): readonly string[] => [
  ...new Set(
    (extension ?? []).flatMap((one) =>
      one.url === FORMULA_STOPPED && one.valueString !== undefined ? [one.valueString] : [],
    ),
  ),
];

/** Extension on an abandoned response: `valueString` is the reason. */
const STOPPED_WHY = 'urn:molar:fhir:stopped-why';
/** `lost`: the form was not ended; the practice has the answers of its last draft. */
export type StoppedWhy = Exclude<CancelReason, 'patient'> | 'lost';
const WHYS: readonly StoppedWhy[] = ['idle', 'staff', 'wrong_person', 'battery', 'lost'];

/**
 * Adds the reason of an abandoned form. A form that the patient withdrew is not submitted: there is
 * no reason for it.
 */
export const withWhy = (
  response: QuestionnaireResponse,
  why: StoppedWhy,
): QuestionnaireResponse => ({
  ...response,
  extension: [...(response.extension ?? []), { url: STOPPED_WHY, valueString: why }],
});
/** Returns the reason of an abandoned form; undefined if it is missing or unknown. */
export function whyStopped({
  extension,
}: Pick<QuestionnaireResponse, 'extension'>): StoppedWhy | undefined {
  const said = extension?.find((one) => one.url === STOPPED_WHY)?.valueString;
  return WHYS.find((one): one is StoppedWhy => one === said);
}
