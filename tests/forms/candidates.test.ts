/** Proposed answers (`candidateExpression`): listed, never required, and gone with their reason. */
import { expect, test } from 'vitest';
import { isTold } from '../../shared/forms/answers/stopped.ts';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf, type Model } from '../../shared/forms/questionnaire/model.ts';
import type { FormState } from '../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { answer, at, by, evaluate, fill } from './calculations.ts';
import { form } from './random-forms.ts';

const COLOURS = ['red', 'blue'].map((code) => ({ valueCoding: { system: 'urn:c', code } }));
const LIST: QuestionnaireItem = {
  linkId: 'z',
  type: 'choice',
  repeats: true,
  text: 'z',
  answerOption: COLOURS,
};
const proposing = (expression: string, more: Partial<QuestionnaireItem> = {}): Model =>
  modelOf(
    form(LIST, {
      linkId: 'a',
      type: 'string',
      text: 'a',
      extension: [by(EXTENSION.candidateExpression, expression)],
      ...more,
    }),
  );
const proposed = (model: Model, state: FormState): readonly FhirValue[] =>
  compute(model, state, evaluate)
    .view.asShown(at(model, 'a'))
    .node.candidates.map((one) => one.value);

test('proposals follow the answers; each is listed once', () => {
  const model = proposing(`${answer('z')}.code | 'green' | 'green'`);
  expect(proposed(model, fill(model, {}))).toEqual([{ valueString: 'green' }]);
  expect(proposed(model, fill(model, { z: COLOURS[0]! }))).toEqual([
    { valueString: 'red' },
    { valueString: 'green' },
  ]);
});

test('any other answer stays possible, and a proposal is never filled in unasked', () => {
  const model = proposing("'green'"),
    empty = compute(model, fill(model, {}), evaluate),
    other = compute(model, fill(model, { a: { valueString: 'pink' } }), evaluate);
  expect(empty.state.answers).toEqual({});
  expect([...problemsOf(other.view), ...other.problems]).toEqual([]);
});

test('of a choice only its own options are proposed, and codings keep their words', () => {
  const model = proposing(`${answer('z')} | 'green'`, { type: 'choice', answerOption: COLOURS });
  expect(proposed(model, fill(model, { z: COLOURS[1]! }))).toEqual([COLOURS[1]]);
});

test.each([
  ['fails', '1 + ('],
  ['gives another type', '5'],
  ['gives too many', `${Array.from({ length: 3 }, () => '%a.combine(%a)').join('.combine(')}))`],
])('an expression that %s proposes nothing, and the answers miss nothing', (_what, expression) => {
  const model = proposing(expression, { type: 'date' }),
    { faults } = compute(model, fill(model, {}), evaluate);
  expect(proposed(model, fill(model, {}))).toEqual([]);
  expect(faults.filter(isTold)).toEqual([]);
  expect(faults.map((one) => one.kind)).toEqual(['candidateExpression']);
});

test.each<[string, Partial<QuestionnaireItem>]>([
  [
    'in another language',
    {
      extension: [
        {
          url: EXTENSION.candidateExpression,
          valueExpression: { language: 'application/x-fhir-query', expression: 'Condition?x' },
        },
      ],
    },
  ],
  ['at a group', { type: 'group', item: [{ linkId: 'b', type: 'string', text: 'b' }] }],
])('proposals %s are named with their effect, and nothing is run', (_where, more) => {
  const model = proposing("'x'", more);
  expect(
    importQuestionnaire(model.questionnaire).findings.map(({ level, code, detail, effect }) => [
      level,
      code,
      detail,
      effect,
    ]),
  ).toEqual([['warning', 'extension_changes', EXTENSION.candidateExpression, 'candidates']]);
  expect(compute(model, fill(model, {}), evaluate).faults).toEqual([]);
});
