/** Where an answer comes from that the form gave: the record, other answers, or a proposal. */
import { describe, expect, test } from 'vitest';
import { extensionOfSource, sourceIn } from '../../shared/forms/answers/origin.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import {
  sourceAt,
  sourcesIn,
  type Source,
} from '../../shared/forms/questionnaire/expressions/inputs.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { newState, setAnswers } from '../../shared/forms/questionnaire/state.ts';
import { answer, at, by, evaluate, fill, variable } from './calculations.ts';
import { form } from './random-forms.ts';

const { calculatedExpression: CALCULATED, initialExpression: INITIAL } = EXTENSION;
const text = (
  url: string,
  expression: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId: 'q',
  type: 'string',
  text: 'q',
  extension: [by(url, expression)],
  ...more,
});
const fixed = { readOnly: true };

test.each<[string, QuestionnaireItem, Source]>([
  ['a first answer of the record', text(INITIAL, '%patient.gender'), 'record'],
  ['a shown value of the record', text(INITIAL, '%patient.gender', fixed), 'record'],
  ['a calculated value of the record', text(CALCULATED, '%patient.gender', fixed), 'record'],
  ['a total', text(CALCULATED, answer('a'), fixed), 'calculated'],
  ['a total that can be changed', text(CALCULATED, answer('a')), 'calculated'],
  [
    'a value of record and answers',
    text(CALCULATED, `%patient.gender & ${answer('a')}`),
    'calculated',
  ],
  ['a value of a variable', text(CALCULATED, '%sum', fixed), 'calculated'],
  ['the day', text(CALCULATED, 'today().toString()', fixed), 'filled'],
  ['a shown first value', text(INITIAL, "'x'", fixed), 'filled'],
  ['a shown first value of answers', text(INITIAL, answer('a'), fixed), 'calculated'],
  ['a proposal', text(INITIAL, "'x'"), 'proposed'],
  ['a proposal of answers', text(INITIAL, answer('a')), 'proposed'],
])('%s is said to be %s', (_name, item, source) => {
  const model = modelOf({
    ...form({ linkId: 'a', type: 'string', text: 'a' }, item),
    extension: [variable('sum', answer('a'))],
  });
  expect([...sourcesIn(model)].map(([node, one]) => [node.linkId, one])).toEqual([['q', source]]);
});

describe('the source of an answer', () => {
  const model = modelOf(
    form(
      { linkId: 'a', type: 'string', text: 'a' },
      text(INITIAL, '%patient.gender', { linkId: 'record' }),
      text(INITIAL, '%patient.gender', { linkId: 'shown', ...fixed }),
      text(INITIAL, "'x'", { linkId: 'proposed' }),
      text(CALCULATED, answer('a'), { linkId: 'total', ...fixed }),
    ),
  );
  const options = { variables: { patient: { resourceType: 'Patient', gender: 'female' } } };
  const sources = (state: ReturnType<typeof newState>, hasRecord: boolean) =>
    model.nodes.map((node) => sourceAt(model, state, at(model, node.linkId), hasRecord));

  test('is named while the answer is the one that the form gave', () => {
    const { state } = compute(model, fill(model, { a: { valueString: '7' } }), evaluate, options);
    expect(sources(state, true)).toEqual([undefined, 'record', 'record', 'proposed', 'calculated']);
    const changed = setAnswers(state, at(model, 'proposed'), [{ valueString: 'y' }]);
    expect(sources(changed, true)[3]).toBeUndefined();
    const cleared = setAnswers(state, at(model, 'proposed'), []);
    expect(sources(cleared, true)[3]).toBeUndefined();
  });

  test('without a record is never the record: the person typed who they are', () => {
    const { state } = compute(model, newState(model), evaluate, options);
    expect(sources(state, false)).toEqual([undefined, 'proposed', 'filled', 'proposed', undefined]);
  });

  test.each<Source>(['record', 'calculated', 'filled', 'proposed'])(
    '%s is read from a stored answer as it was written',
    (source) => {
      expect(sourceIn({ extension: [extensionOfSource(source)] })).toBe(source);
    },
  );
  test('of an answer without a mark, or with an unknown one, is the person', () => {
    expect(sourceIn({})).toBeUndefined();
    const { url } = extensionOfSource('proposed');
    expect(sourceIn({ extension: [{ url, valueCode: 'guessed' }] })).toBeUndefined();
  });
});
