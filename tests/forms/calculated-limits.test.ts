/** Limits that the form calculates, rules with a target, and what is hidden with its group. */
import { expect, test } from 'vitest';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { Extension, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { lint } from '../../shared/forms/design/lint.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { answer, evaluate, fill, flag } from './calculations.ts';
import { form } from './random-forms.ts';

const computed = (expression: string): { extension: readonly Extension[] } => ({
  extension: [
    {
      url: EXTENSION.calculatedValue,
      valueExpression: { language: 'text/fhirpath', expression },
    },
  ],
});
const limit = (url: string, field: string, expression: string): Extension => ({
  url,
  [field]: computed(expression),
});
const judged = (items: readonly QuestionnaireItem[], values: Record<string, FhirValue>) => {
  const model = modelOf(form(...items)),
    state = fill(model, values),
    { problems, faults } = compute(model, state, evaluate);
  return { problems: problems.map(({ key, code, limit: at }) => [key, code, at]), faults };
};

const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const born: QuestionnaireItem = {
  linkId: 'd',
  type: 'date',
  text: 'Geburtsdatum',
  extension: [limit(EXTENSION.maxValue, '_valueDate', 'today()')],
};

test('a date after today is beyond a calculated limit, and the import names nothing', () => {
  expect(judged([born], { d: { valueDate: '2999-01-01' } }).problems).toEqual([
    ['d', 'tooBig', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
  ]);
  expect(judged([born], { d: { valueDate: day(-2) } }).problems).toEqual([]);
  expect(importQuestionnaire(form(born)).findings).toEqual([]);
});

test('a limit follows an earlier answer, in whole numbers and in quantities', () => {
  const items: QuestionnaireItem[] = [
    { linkId: 'low', type: 'integer', text: 'von' },
    {
      linkId: 'high',
      type: 'integer',
      text: 'bis',
      extension: [limit(EXTENSION.minValue, '_valueInteger', answer('low'))],
    },
    {
      linkId: 'kg',
      type: 'quantity',
      text: 'Gewicht',
      extension: [
        { url: EXTENSION.unit, valueCoding: { code: 'kg', display: 'kg' } },
        limit(EXTENSION.maxQuantity, 'valueQuantity', `${answer('low')} * 2`),
      ],
    },
  ];
  const of = (low: number, high: number, kg: number) =>
    judged(items, {
      low: { valueInteger: low },
      high: { valueInteger: high },
      kg: { valueQuantity: { value: kg, code: 'kg', unit: 'kg' } },
    }).problems;
  expect(of(5, 4, 11)).toEqual([
    ['high', 'tooSmall', 5],
    ['kg', 'tooBig', 10],
  ]);
  expect(of(5, 5, 10)).toEqual([]);
  expect(judged(items, { high: { valueInteger: 1 } }).problems).toEqual([]);
});

test('a limit that fails is named, and blocks no one', () => {
  const item: QuestionnaireItem = {
    linkId: 'n',
    type: 'integer',
    text: 'n',
    extension: [limit(EXTENSION.maxValue, '_valueInteger', "('x' | 'y').toInteger()")],
  };
  const { problems, faults } = judged([item], { n: { valueInteger: 1 } });
  expect([problems, faults.map((one) => [one.kind, one.reason, one.linkId])]).toEqual([
    [],
    [['constraint', 'failed', 'n']],
  ]);
});

test('limits as quantities apply; a calculation where none is done is named to the importer', () => {
  const quantity: QuestionnaireItem = {
    linkId: 'q',
    type: 'quantity',
    text: 'q',
    extension: [
      { url: EXTENSION.maxQuantity, valueQuantity: { value: 5, code: 'kg' } },
      limit(EXTENSION.minOccurs, '_valueInteger', '2'),
    ],
  };
  const model = modelOf(form(quantity));
  const state = fill(model, { q: { valueQuantity: { value: 6, code: 'kg' } } });
  expect(problemsOf(viewOf(model, state)).map((one) => one.code)).toEqual(['tooBig']);
  expect(importQuestionnaire(form(quantity)).findings).toMatchObject([
    { level: 'warning', code: 'extension_changes', linkId: 'q', detail: EXTENSION.calculatedValue },
  ]);
});

test('a rule with a target is a rule', () => {
  const strict: Extension = {
    url: EXTENSION.targetConstraint,
    extension: [
      { url: 'key', valueId: 'k' },
      { url: 'severity', valueCode: 'error' },
      { url: 'human', valueString: 'Nein' },
      {
        url: 'expression',
        valueExpression: { language: 'text/fhirpath', expression: 'answer.value < 3' },
      },
    ],
  };
  const item: QuestionnaireItem = { linkId: 'n', type: 'integer', text: 'n', extension: [strict] };
  expect(judged([item], { n: { valueInteger: 5 } }).problems).toEqual([['n', 'rule', undefined]]);
  expect(importQuestionnaire(form(item)).findings).toEqual([]);
});

test('a required question in a hidden group is hidden with it: no patient is asked, and the linter reports it', () => {
  const hidden = form(
    {
      linkId: 'g',
      type: 'group',
      text: 'g',
      extension: [flag(EXTENSION.hidden)],
      item: [{ linkId: 'x', type: 'string', text: 'Intern', required: true }],
    },
    { linkId: 'b', type: 'string', text: 'b' },
  );
  const model = modelOf(hidden);
  expect(model.byLinkId.get('x')?.isHidden).toBe(true);
  expect(problemsOf(viewOf(model, newState(model)))).toEqual([]);
  expect(lint(model).findings).toContainEqual(
    expect.objectContaining({ code: 'required_unanswerable', linkId: 'x' }),
  );
});

test.each([
  [
    'usageMode',
    'http://hl7.org/fhir/StructureDefinition/questionnaire-usageMode',
    'extension_partly',
  ],
  [
    'sourceQueries',
    'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-sourceQueries',
    'extension_changes',
  ],
])('%s changes what is asked or filled in, and is named', (_name, url, code) => {
  const item: QuestionnaireItem = {
    linkId: 'n',
    type: 'integer',
    text: 'n',
    extension: [{ url, valueCode: 'capture' }],
  };
  expect(importQuestionnaire(form(item)).findings).toMatchObject([{ code, detail: url }]);
});

test.each([
  [{ type: 'coding' }, 'is_r5', 'coding'],
  [
    { type: 'string', answerConstraint: 'optionsOrString' },
    'is_r5',
    'answerConstraint optionsOrString',
  ],
  [{ type: 'choice', option: [{ valueString: 'a' }] }, 'is_stu3', 'option'],
])('a form of another version of FHIR is refused by its name: %j', (more, code, detail) => {
  const item = [1, 2].map((n) => ({ linkId: `q${n}`, text: 'q', ...more }));
  expect(importQuestionnaire({ ...form(), item }).findings).toEqual([
    { level: 'error', code, detail },
  ]);
});
