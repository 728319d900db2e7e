/** Forms whose choices expressions make, and what a page shows of them. */
import { TEST_PATIENT } from '../../shared/forms/answers/patient-variable.ts';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import type { Extension, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { type Model } from '../../shared/forms/questionnaire/model.ts';
import { newState, setAnswers, type FormState } from '../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { answer, at, by, evaluate } from './calculations.ts';
export const tooth = (code: string): FhirValue => ({
  valueCoding: { system: 'urn:fdi', code, display: `Zahn ${code}` },
});
export const TEETH: QuestionnaireItem = {
  linkId: 'zaehne',
  type: 'choice',
  text: 'Welche Zähne tun weh?',
  repeats: true,
  answerOption: ['16', '26', '36'].map((code) => ({
    ...tooth(code),
    extension: [{ url: EXTENSION.ordinalValue, valueDecimal: Number(code) }],
  })),
};
export const listed = (
  linkId: string,
  expression: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId,
  type: 'choice',
  text: `Auswahl ${linkId}`,
  ...more,
  extension: [by(EXTENSION.answerExpression, expression), ...(more.extension ?? [])],
});
/** The worst tooth is one of those named before. */
export const WORST = listed('schlimmster', answer('zaehne'), { required: true });
export const toggle = (expression: string, ...options: readonly FhirValue[]): Extension => ({
  url: EXTENSION.toggleExpression,
  extension: [...options.map((one) => ({ url: 'option', ...one })), by('expression', expression)],
});
export const drug = (code: string): FhirValue => ({ valueCoding: { code, display: code } });
export const ASTHMA: QuestionnaireItem = { linkId: 'asthma', type: 'boolean', text: 'Asthma?' };
export const toggled = (
  toggles: readonly Extension[],
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId: 'mittel',
  type: 'choice',
  text: 'Welches Mittel möchten Sie?',
  answerOption: ['ass', 'ibu', 'pct'].map(drug),
  ...more,
  extension: toggles,
});
/** Aspirin is no choice for a person with asthma. */
export const WITHOUT_ASTHMA = toggled([toggle(`${answer('asthma')} = false`, drug('ass'))]);

export const run = (model: Model, state: FormState, isRestored = false) =>
  compute(model, state, evaluate, { variables: { patient: TEST_PATIENT }, isRestored });
export const given = (
  model: Model,
  answers: Readonly<Record<string, readonly FhirValue[]>>,
  from = newState(model),
): FormState =>
  Object.entries(answers).reduce(
    (state, [linkId, values]) => setAnswers(state, at(model, linkId), values),
    from,
  );
export const offered = (
  model: Model,
  state: FormState,
  linkId: string,
  ids: readonly number[] = [],
) =>
  run(model, state)
    .view.asShown(at(model, linkId, ids))
    .node.options.map((one) => one.text);
export const codes = (model: Model, state: FormState): readonly string[] => {
  const { view, problems } = run(model, state);
  return [...problemsOf(view), ...problems].map((one) => `${one.key} ${one.code}`);
};
