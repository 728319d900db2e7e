/**
 * Foreign formulas always terminate: an endless one is stopped, named, and counts as not computed;
 * everything else is computed as before.
 */
import { expect, test } from 'vitest';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { problemOfValue } from '../../shared/forms/questionnaire/check.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { isQuick } from '../../shared/base/pattern.ts';
import {
  answersAt,
  newState,
  placeOf,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { loadFhirPath } from './fhirpath.ts';
import { form } from './random-forms.ts';

const evaluate = await loadFhirPath();
const formula = (linkId: string, expression: string): QuestionnaireItem => ({
  linkId,
  type: 'string',
  text: linkId,
  readOnly: true,
  extension: [
    {
      url: EXTENSION.calculatedExpression,
      valueExpression: { language: 'text/fhirpath', expression },
    },
  ],
});
const A = "%resource.item.where(linkId='a').answer.value";

test.each([
  ['a number that grows', '1.repeat($this + 1).count().toString()'],
  [
    'everything with everything',
    `(${Array.from({ length: 60 }, (_, n) => n).join('|')}).select($this | (%resource.descendants() | %questionnaire.descendants()).select(%questionnaire.descendants().select(%questionnaire.descendants().count()).sum())).count().toString()`,
  ],
  [
    'a text that doubles',
    `(${Array.from({ length: 60 }, (_, n) => n).join('|')}).aggregate($total & $total & 'aaaaaaaaaa', 'a').length().toString()`,
  ],
  ['a text that grows tenfold each time', `'a'${".replace('a', 'aaaaaaaaaa')".repeat(12)}`],
  ['a long sum', `(1${' + 1'.repeat(60_000)}).toString()`],
  [
    'long texts, searched again and again',
    `(${Array.from({ length: 30 }, (_, n) => n).join('|')}).select('a'${".replace('a', 'aaaaaaaaaa')".repeat(4)}.replace('b', 'c').replace('b', 'c').contains('b')).select($this | 'a'${".replace('a', 'aaaaaaaaaa')".repeat(4)}).count().toString()${" & '1'".repeat(3)}`,
  ],
  [
    'a pattern that tries everything',
    `iif(('${'a'.repeat(40)}!').matches('^(a+)+$'), 'ja', 'nein')`,
  ],
  ['the same, word by word', `('${'a'.repeat(40)}!').replaceMatches('(a|aa)+$', 'b')`],
])('%s is stopped, named and empty; the rest is computed', (_title, expression) => {
  const model = modelOf(
    form(
      { linkId: 'a', type: 'string', text: 'a' },
      formula('never', expression),
      formula('good', `${A} & '!'`),
    ),
  );
  const at = (linkId: string) => {
    const node = model.byLinkId.get(linkId);
    if (!node) throw new Error(linkId);
    return placeOf(node, []);
  };
  const done = compute(
    model,
    setAnswers(newState(model), at('a'), [{ valueString: 'da' }]),
    evaluate,
  );
  expect(done.faults).toEqual([
    { kind: 'calculatedExpression', reason: 'too_long', linkId: 'never', expression },
  ]);
  expect([answersAt(done.state, at('never')), answersAt(done.state, at('good'))]).toEqual([
    [],
    [{ valueString: 'da!' }],
  ]);
});

test('many long formulas together are stopped like one', () => {
  const list = `(${Array.from({ length: 12 }, (_, n) => n).join('|')})`,
    long = `${list}.select(${list}.select(${list}.select($this + 1).count()).count()).count().toString()`;
  const model = modelOf(
      form(...Array.from({ length: 60 }, (_, n) => formula(`f${n}`, `${long} & '${n}'`))),
    ),
    { faults } = compute(model, newState(model), evaluate);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.length).toBeLessThan(60);
  expect(new Set(faults.map((one) => one.reason))).toEqual(new Set(['too_long']));
});

test('a catastrophic answer pattern does not block', () => {
  const model = modelOf(
      form({
        linkId: 'a',
        type: 'string',
        text: 'a',
        extension: [{ url: EXTENSION.regex, valueString: '(a+)+' }],
      }),
    ),
    node = model.byLinkId.get('a');
  if (!node) throw new Error('a');
  expect(problemOfValue(node, { valueString: `${'a'.repeat(60)}!` })).toBeUndefined();
});

test('an endless condition hides nothing', () => {
  const model = modelOf(
    form({
      linkId: 'x',
      type: 'string',
      text: 'x',
      extension: [
        {
          url: EXTENSION.enableWhenExpression,
          valueExpression: {
            language: 'text/fhirpath',
            expression: '1.repeat($this + 1).exists()',
          },
        },
      ],
    }),
  );
  expect(
    compute(model, newState(model), evaluate)
      .view.places()
      .map((one) => one.key),
  ).toEqual(['x']);
});

test('common patterns of forms are evaluated', () => {
  for (const one of [
    String.raw`\d{5}`,
    String.raw`^[A-Z]\d{9}$`,
    String.raw`\+?[0-9 /()-]{6,20}`,
    String.raw`[^@\s]+@[^@\s]+\.[a-z]{2,}`,
    String.raw`(0[1-9]|1[0-2])/\d{4}`,
    'ja|nein',
  ])
    expect([one, isQuick(one, 100)]).toEqual([one, true]);
  for (const one of [
    '(a+)+$',
    '(a*)*',
    '(a|aa)+',
    '(a|b|ab)*c',
    String.raw`([a-z]+\d*)+x`,
    'a*a*a*a*a*a*b',
    '(',
  ])
    expect([one, one === '(' || isQuick(one, 100)]).toEqual([one, one === '(']);
});

test('texts are replaced and joined as the standard says', () => {
  const of = (expression: string): unknown => {
    const model = modelOf(form(formula('f', expression)));
    const node = model.byLinkId.get('f');
    return node && answersAt(compute(model, newState(model), evaluate).state, placeOf(node, []));
  };
  for (const [expression, text] of [
    ["'abcdefg'.replace('cde', '123')", 'ab123fg'],
    ["'abc'.replace('', 'x')", 'xaxbxcx'],
    ["'a.b.c'.replace('.', '')", 'abc'],
    ["('a' | 'b' | 'c').join(', ')", 'a, b, c'],
    ["('a' | 'b').join()", 'ab'],
  ] as const)
    expect([expression, of(expression)]).toEqual([expression, [{ valueString: text }]]);
});

test('what runs over in one keystroke is not run at the next one', () => {
  const list = `(${Array.from({ length: 12 }, (_, n) => n).join('|')})`,
    slow = `${list}.select(${list}.select($this + 1).count()).count().toString()`;
  const model = modelOf(
    form(...Array.from({ length: 200 }, (_, n) => formula(`f${n}`, `${slow} & '${n}'`))),
  );
  const first = compute(model, newState(model), evaluate).faults.length;
  expect(first).toBeGreaterThan(0);
  // What is left of the form fits one budget now: nothing else is stopped.
  const second = compute(model, newState(model), evaluate).faults.length;
  expect(second).toBeGreaterThanOrEqual(first);
  expect(compute(model, newState(model), evaluate).faults).toHaveLength(second);
});
