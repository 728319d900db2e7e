/**
 * Expressions can use the standard's paths: weights at the coding, and a type for every variable.
 */
import { expect, test } from 'vitest';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { modelOf, type Model } from '../../shared/forms/questionnaire/model.ts';
import { ALTERNATE_CANONICAL } from '../../shared/forms/questionnaire/response.ts';
import type {
  QuestionnaireResponse,
  ResponseItem,
} from '../../shared/forms/questionnaire/response-types.ts';
import {
  answersAt,
  newState,
  placeOf,
  setAnswers,
  type FormState,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import type { Extension, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { loadFhirPath } from './fhirpath.ts';
import { form } from './random-forms.ts';

const evaluate = await loadFhirPath();

const calculated = (
  linkId: string,
  type: 'integer' | 'string',
  expression: string,
  more: Extension[] = [],
): QuestionnaireItem => ({
  linkId,
  type,
  text: linkId,
  readOnly: true,
  extension: [
    ...more,
    {
      url: EXTENSION.calculatedExpression,
      valueExpression: { language: 'text/fhirpath', expression },
    },
  ],
});
const placeIn = (model: Model, linkId: string): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, []);
};
const fill = (model: Model, values: Record<string, FhirValue>): FormState =>
  Object.entries(values).reduce(
    (state, [linkId, value]) => setAnswers(state, placeIn(model, linkId), [value]),
    newState(model),
  );

const YES: FhirValue = { valueCoding: { system: 'urn:s', code: 'yes', display: 'Ja' } };
const weighted = (url: string, isAtOption: boolean): QuestionnaireItem => {
  const option = (code: string, display: string, valueDecimal: number) => {
    const extension = [{ url, valueDecimal }];
    const valueCoding = { system: 'urn:s', code, display, ...(!isAtOption && { extension }) };
    return { valueCoding, ...(isAtOption && { extension }) };
  };
  return {
    linkId: 'q',
    type: 'choice',
    text: 'Trinken Sie mehr als geplant?',
    answerOption: [option('yes', 'Ja', 3), option('no', 'Nein', 0)],
  };
};

test.each([
  ['ordinalValue at the coding', EXTENSION.ordinalValue, false],
  ['ordinalValue at the option', EXTENSION.ordinalValue, true],
  ['itemWeight at the coding', EXTENSION.itemWeight, false],
])('a total by path and its result: %s', (_title, url, isAtOption) => {
  const total = `%resource.item.where(linkId='q').answer.valueCoding.extension('${url}').valueDecimal.toInteger()`;
  const model = modelOf(
    form(
      weighted(url, isAtOption),
      calculated('total', 'integer', total),
      calculated(
        'byValue',
        'integer',
        `%resource.item.where(linkId='q').answer.value.extension('${url}').value.toInteger()`,
      ),
      calculated(
        'byFunction',
        'integer',
        "%resource.item.where(linkId='q').answer.weight().toInteger()",
      ),
      calculated(
        'verdict',
        'string',
        "iif(%resource.item.where(linkId='total').answer.value >= 3, 'abhängig', 'nicht abhängig')",
      ),
    ),
  );
  const { state, faults } = compute(model, fill(model, { q: YES }), evaluate);
  const at = (linkId: string) => answersAt(state, placeIn(model, linkId));
  expect(faults).toEqual([]);
  expect([at('total'), at('byValue'), at('byFunction')]).toEqual(
    [3, 3, 3].map((valueInteger) => [{ valueInteger }]),
  );
  expect(at('verdict')).toEqual([{ valueString: 'abhängig' }]);
});

const number = (valueInteger: number): ResponseItem => ({
  linkId: 'n',
  answer: [{ valueInteger }],
});
const asResponse = (item: ResponseItem): QuestionnaireResponse => ({
  resourceType: 'QuestionnaireResponse',
  status: 'in-progress',
  questionnaire: 'urn:x',
  item: [item],
});

test.each([
  [6, true],
  [5, false],
])('a rule over %%context judges %d', (value, expected) => {
  const item = number(value);
  expect(evaluate('%context.answer.value > 5', asResponse(item), item, {})).toEqual([expected]);
});

test('a variable of the whole response finds values behind %context', () => {
  const response = asResponse(number(7));
  expect(evaluate("%context.item.where(linkId='n').answer.value", response, response, {})).toEqual([
    7,
  ]);
});

test('%qitem has the type of an item of the questionnaire', () => {
  const item = number(1);
  const qitem = {
    linkId: 'n',
    type: 'choice',
    answerOption: [{ valueInteger: 4 }, { valueString: 'b' }],
  };
  expect(evaluate('%qitem.answerOption.value', asResponse(item), item, { qitem })).toEqual([
    4,
    'b',
  ]);
});

const ITEM_WEIGHT_PATH = `%resource.item.where(linkId='q').answer.value.extension('${EXTENSION.itemWeight}').value.toInteger()`;
const chosen = (more: Partial<QuestionnaireItem>, contained: readonly object[] = []) => {
  const model = modelOf({
    ...form(
      { linkId: 'q', type: 'choice', text: 'q', ...more },
      calculated('path', 'integer', ITEM_WEIGHT_PATH),
      calculated(
        'weight',
        'integer',
        "%resource.item.where(linkId='q').answer.weight().toInteger()",
      ),
    ),
    contained: contained as Questionnaire['contained'] & object,
  });
  const { state } = compute(model, fill(model, { q: YES }), evaluate);
  return ['path', 'weight'].map(
    (linkId) => answersAt(state, placeIn(model, linkId))[0]?.valueInteger,
  );
};
const system = (concept: object) => ({
  resourceType: 'CodeSystem',
  id: 's',
  url: 'urn:s',
  content: 'complete',
  concept: [{ code: 'yes', display: 'Ja', ...concept }],
});
const WEIGHT = [{ url: EXTENSION.itemWeight, valueDecimal: 3 }];

test.each([
  ['a contained code system by extension', { extension: WEIGHT }],
  ['a contained code system by property', { property: [{ code: 'itemWeight', valueDecimal: 3 }] }],
])('a list of codes takes weights of %s', (_title, concept) => {
  const list = { resourceType: 'ValueSet', id: 'v' };
  const byCodes = {
    ...list,
    compose: {
      include: [{ system: 'urn:s', concept: [{ code: 'yes' }, { code: 'constructor' }] }],
    },
  };
  const bySystem = { ...list, compose: { include: [{ system: 'urn:s' }] } };
  const expanded = { ...list, expansion: { contains: [{ system: 'urn:s', code: 'yes' }] } };
  for (const one of [byCodes, bySystem, expanded])
    expect(chosen({ answerValueSet: '#v' }, [one, system(concept)])).toEqual([3, 3]);
});

test('an expanded list carries its own weights', () => {
  const contains = [{ system: 'urn:s', code: 'yes', display: 'Ja', extension: WEIGHT }];
  const list = { resourceType: 'ValueSet', id: 'v', expansion: { contains } };
  expect(chosen({ answerValueSet: '#v' }, [list])).toEqual([3, 3]);
});

test('a coding carries all of its extensions, nested ones and both weights', () => {
  const extension: readonly Extension[] = [
    { url: EXTENSION.ordinalValue, valueDecimal: 3 },
    { url: EXTENSION.itemWeight, valueDecimal: 5 },
    { url: 'urn:band', extension: [{ url: 'low', valueInteger: 7 }] },
  ];
  const read = (path: string) => `%resource.item.where(linkId='q').answer.value.${path}`;
  const model = modelOf(
    form(
      {
        linkId: 'q',
        type: 'choice',
        text: 'q',
        answerOption: [{ valueCoding: { system: 'urn:s', code: 'yes', extension } }],
      },
      calculated('a', 'integer', read(`extension('${EXTENSION.ordinalValue}').value.toInteger()`)),
      calculated('b', 'integer', read(`extension('${EXTENSION.itemWeight}').value.toInteger()`)),
      calculated('c', 'integer', read("extension('urn:band').extension('low').value")),
    ),
  );
  const { state } = compute(model, fill(model, { q: YES }), evaluate);
  expect(
    ['a', 'b', 'c'].map((linkId) => answersAt(state, placeIn(model, linkId))[0]?.valueInteger),
  ).toEqual([3, 5, 7]);
});

test('an expression sees the form that the response will name', () => {
  const original = 'http://loinc.org/q/69725-0|2.1',
    model = modelOf({
      ...form(calculated('named', 'string', '%resource.questionnaire')),
      _url: { extension: [{ url: ALTERNATE_CANONICAL, valueCanonical: original }] },
    });
  const { state } = compute(model, newState(model), evaluate);
  expect(answersAt(state, placeIn(model, 'named'))).toEqual([{ valueString: original }]);
});
