/** Texts that expressions give, named expressions, and items for readers of the answers. */
import { expect, test } from 'vitest';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { isTold } from '../../shared/forms/answers/stopped.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { Extension, FhirElement } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { wordsOf } from '../../shared/forms/questionnaire/words.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { answer, at, by, evaluate, fill, values, variable } from './calculations.ts';
import { form } from './random-forms.ts';

const TEETH: QuestionnaireItem = { linkId: 'n', type: 'integer', text: 'Wie viele?' };
const saying = (expression: string, more: FhirElement['extension'] = []): QuestionnaireItem => ({
  linkId: 'a',
  type: 'string',
  text: 'Welche?',
  _text: { extension: [by(EXTENSION.cqfExpression, expression), ...more] },
});
const OF_THESE = saying(`'Welche von diesen ' + ${answer('n')}.toString() + '?'`);

test('a calculated text is shown and stored; without a result the fixed one is', () => {
  const model = modelOf(form(TEETH, OF_THESE)),
    text = (state: ReturnType<typeof newState>) =>
      compute(model, state, evaluate).view.asShown(at(model, 'a')).node.item.text;
  const state = fill(model, { n: { valueInteger: 3 }, a: { valueString: '16' } });
  expect(text(state)).toBe('Welche von diesen 3?');
  expect(text(newState(model))).toBe('Welche?');
  expect(
    responseOf(compute(model, state, evaluate).view, { status: 'completed' }).item?.[1]?.text,
  ).toBe('Welche von diesen 3?');
});

test('a calculated text has no translation of the fixed one', () => {
  const english: Extension = {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'en' },
        { url: 'content', valueString: 'Which?' },
      ],
    },
    model = modelOf(form(saying("'Welche heute?'", [english]))),
    { item } = compute(model, newState(model), evaluate).view.asShown(at(model, 'a')).node;
  expect(wordsOf(item, 'en')).toEqual({
    text: 'Welche heute?',
    language: 'de',
    isTranslated: false,
  });
});

test.each([
  ['fails', '1 + ('],
  ['is too long for a question', `'${'x'.repeat(2_001)}'`],
  ['has two results', "'a' | 'b'"],
  ['is no text', '5'],
])('a text whose expression %s stays the fixed one, and nobody misses anything', (_what, text) => {
  const model = modelOf(form(saying(text))),
    { view, faults } = compute(model, newState(model), evaluate);
  expect(view.asShown(at(model, 'a')).node.item.text).toBe('Welche?');
  expect(faults.filter(isTold)).toEqual([]);
});

test('a named expression is a variable of its item and below, and of no other item', () => {
  const total: QuestionnaireItem = {
      linkId: 'summe',
      type: 'integer',
      text: 'Summe',
      readOnly: true,
      extension: [
        {
          url: EXTENSION.calculatedExpression,
          valueExpression: {
            name: 'summe',
            language: 'text/fhirpath',
            expression: `${answer('n')} + 1`,
          },
        },
      ],
      item: [
        {
          linkId: 'doppelt',
          type: 'integer',
          text: 'Doppelt',
          readOnly: true,
          extension: [by(EXTENSION.calculatedExpression, '%summe * 2')],
        },
      ],
    },
    other: QuestionnaireItem = {
      linkId: 'fremd',
      type: 'integer',
      text: 'Fremd',
      readOnly: true,
      extension: [by(EXTENSION.calculatedExpression, '%summe')],
    },
    model = modelOf(form(TEETH, total, other)),
    state = fill(model, { n: { valueInteger: 3 } });
  expect(values(model, state, 'summe')).toEqual([{ valueInteger: 4 }]);
  expect(values(model, state, 'doppelt')).toEqual([{ valueInteger: 8 }]);
  expect(values(model, state, 'fremd')).toEqual([]);
});

test('an expression that takes the name of an outer variable is evaluated once', () => {
  const inner: QuestionnaireItem = {
      linkId: 'a',
      type: 'integer',
      text: 'a',
      readOnly: true,
      extension: [
        {
          url: EXTENSION.calculatedExpression,
          valueExpression: { name: 'x', language: 'text/fhirpath', expression: '%x + 1' },
        },
      ],
    },
    model = modelOf({ ...form(inner), extension: [variable('x', '1')] });
  expect(values(model, newState(model), 'a')).toEqual([{ valueInteger: 2 }]);
});

test.each<[string, boolean, readonly string[]]>([
  ['display', true, []],
  ['display-non-empty', true, []],
  ['capture-display', false, []],
  ['capture-display-non-empty', false, []],
  ['capture', false, ['note extension_partly']],
  ['unknown', false, ['warning extension_changes']],
])('usage mode „%s“: hidden while answers are given %s', (valueCode, isHidden, findings) => {
  const one = form({
    linkId: 'g',
    type: 'group',
    text: 'Gruppe',
    extension: [{ url: EXTENSION.usageMode, valueCode }],
    item: [TEETH],
  });
  expect(modelOf(one).nodes.map((node) => node.isHidden)).toEqual([isHidden, isHidden]);
  expect(importQuestionnaire(one).findings.map(({ level, code }) => `${level} ${code}`)).toEqual(
    findings,
  );
});
