/**
 * Choices that a formula makes: the page does not run them, so that a form with one is refused by
 * name, with the question and what would go wrong.
 */
import { expect, test } from 'vitest';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { SDC } from '../../shared/forms/questionnaire/extensions.ts';
import type { Extension } from '../../shared/forms/questionnaire/fhir.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { form } from './random-forms.ts';

const formula = (expression: string) => ({
  valueExpression: { language: 'text/fhirpath', expression },
});
const TEETH: QuestionnaireItem = {
  linkId: 'zaehne',
  type: 'choice',
  text: 'Welche Zähne tun weh?',
  repeats: true,
  answerOption: ['16', '26'].map((code) => ({ valueCoding: { code, display: `Zahn ${code}` } })),
};
/** The worst tooth is one of those named before. */
const WORST: QuestionnaireItem = {
  linkId: 'schlimmster',
  type: 'choice',
  text: 'Welcher am meisten?',
  extension: [
    {
      url: `${SDC}answerExpression`,
      ...formula("%resource.item.where(linkId='zaehne').answer.value"),
    },
  ],
};
/** Aspirin is no choice for a person with asthma. */
const toggled = (options: readonly Extension[]): QuestionnaireItem => ({
  linkId: 'mittel',
  type: 'choice',
  text: 'Welches Mittel möchten Sie?',
  answerOption: [{ valueCoding: { code: 'ass' } }, { valueCoding: { code: 'ibu' } }],
  extension: [{ url: `${SDC}answerOptionsToggleExpression`, extension: options }],
});
const WITHOUT_ASTHMA = toggled([
  { url: 'option', valueCoding: { code: 'ass' } },
  {
    url: 'expression',
    ...formula("%resource.item.where(linkId='asthma').answer.value = false"),
  },
]);

test.each<[string, QuestionnaireItem, string]>([
  ['a list of answers that a formula gives', WORST, 'answerFormula'],
  ['an answer that a formula rules out', WITHOUT_ASTHMA, 'toggles'],
])('%s is refused by name', (_what, item, effect) => {
  const { questionnaire, findings } = importQuestionnaire(form(TEETH, item));
  expect(findings.filter((one) => one.code === 'extension_refused')).toEqual([
    {
      level: 'error',
      code: 'extension_refused',
      detail: item.extension?.[0]?.url,
      effect,
      linkId: item.linkId,
    },
  ]);
  expect(questionnaire).toBeUndefined();
});

test('it is refused inside a group and behind a condition as well', () => {
  const group: QuestionnaireItem = {
    linkId: 'g',
    type: 'group',
    item: [
      { ...WORST, enableWhen: [{ question: 'zaehne', operator: 'exists', answerBoolean: true }] },
    ],
  };
  expect(
    importQuestionnaire(form(TEETH, group)).findings.map((one) => [one.code, one.linkId]),
  ).toContainEqual(['extension_refused', 'schlimmster']);
});

test('candidates are proposals next to the own list: they are listed, and refuse nothing', () => {
  const item = { ...TEETH, extension: [{ url: `${SDC}candidateExpression`, ...formula('1') }] };
  expect(
    importQuestionnaire(form(item)).findings.map((one) => [one.level, one.code]),
  ).toContainEqual(['warning', 'extension_changes']);
});
