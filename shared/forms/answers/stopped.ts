/**
 * What was stopped while a form was filled in, as marks on the response: formulas that gave
 * nothing, so that who reads the answers knows that something was not computed, and the form
 * itself, with why it was left.
 */

import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';
import type { CancelReason } from '../../desk/task.ts';
import type { Fault } from '../questionnaire/scope.ts';

/**
 * Extension on the response, one for each place: `valueString` is the linkId, or empty for a
 * formula of the form itself.
 */
export const FORMULA_STOPPED = 'urn:molar:fhir:formula-stopped';
/** A form that breaks more is broken altogether. */
const MOST = 50;

/**
 * A first value that failed leaves a question open, which the person answers; everything else
 * nobody can make good.
 */
const isTold = ({ kind, reason }: Fault): boolean =>
  kind !== 'initialExpression' || (reason !== 'failed' && reason !== 'not_a_value');

/** @param faults of the last computing: what could not be computed, and what stands on that */
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

/** linkIds of the places whose formula was stopped, each once; empty for one of the form itself. */
export const stoppedIn = ({
  extension,
}: Pick<QuestionnaireResponse, 'extension'>): readonly string[] => [
  ...new Set(
    (extension ?? []).flatMap((one) =>
      one.url === FORMULA_STOPPED && one.valueString !== undefined ? [one.valueString] : [],
    ),
  ),
];

/** Extension on a response that was left half-way: `valueString` is why. */
const STOPPED_WHY = 'urn:molar:fhir:stopped-why';
const WHYS: readonly CancelReason[] = ['idle', 'staff', 'wrong_person', 'battery'];
export type StoppedWhy = Exclude<CancelReason, 'patient'>;

/** What the patient took back is not handed in: there is no reason for it. */
export const withWhy = (
  response: QuestionnaireResponse,
  why: StoppedWhy,
): QuestionnaireResponse => ({
  ...response,
  extension: [...(response.extension ?? []), { url: STOPPED_WHY, valueString: why }],
});
/** Undefined where it is not told, or in a word that we do not know. */
export function whyStopped({
  extension,
}: Pick<QuestionnaireResponse, 'extension'>): StoppedWhy | undefined {
  const said = extension?.find((one) => one.url === STOPPED_WHY)?.valueString;
  return WHYS.find((one): one is StoppedWhy => one === said);
}
