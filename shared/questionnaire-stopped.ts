/** Formulas of a form that were stopped while it was filled in, as a mark on the response: who reads the answers must know that something was not computed. */

import type { QuestionnaireResponse } from './questionnaire-response.ts';
import type { Fault } from './questionnaire-scope.ts';

/** Extension on the response, one for each place: `valueString` is the linkId, or empty for a formula of the form itself. */
export const FORMULA_STOPPED = 'urn:molar:fhir:formula-stopped';
/** A form that breaks more is broken altogether. */
const MOST = 50;

/** @param faults of the last computing; only what was stopped is told: it takes more than it may, or never comes to rest */
export function withStopped(response: QuestionnaireResponse, faults: readonly Fault[] = []): QuestionnaireResponse {
  const places = [...new Set(faults.filter(({ reason }) => reason === 'too_long' || reason === 'circle').map(({ linkId }) => linkId ?? ''))].slice(0, MOST);
  return places.length === 0 ? response : { ...response, extension: [...(response.extension ?? []), ...places.map((valueString) => ({ url: FORMULA_STOPPED, valueString }))] };
}

/** linkIds of the places whose formula was stopped, each once; empty for one of the form itself. */
export const stoppedIn = ({ extension }: Pick<QuestionnaireResponse, 'extension'>): readonly string[] =>
  [...new Set((extension ?? []).flatMap((one) => (one.url === FORMULA_STOPPED && one.valueString !== undefined ? [one.valueString] : [])))];
