/** Tests of calculated answers: in any order, kept when changed by hand, and without end in cycles. */
import { describe, expect, test } from 'vitest';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import {
  addInstance,
  answersAt,
  instancesAt,
  newState,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { form } from './random-forms.ts';
import { evaluate, by, variable, at, fill, answer, values } from './calculations.ts';

describe('calculated answers', () => {
  const bmi: QuestionnaireItem[] = [
    { linkId: 'kg', type: 'quantity', text: 'Gewicht' },
    { linkId: 'm', type: 'decimal', text: 'Größe' },
    {
      linkId: 'bmi',
      type: 'decimal',
      text: 'BMI',
      readOnly: true,
      extension: [by(EXTENSION.calculatedExpression, '(%kg / (%m * %m)).round(1)')],
    },
    {
      linkId: 'stufe',
      type: 'string',
      text: 'Stufe',
      readOnly: true,
      extension: [
        by(
          EXTENSION.calculatedExpression,
          `iif(${answer('bmi')} >= 30, 'hoch', iif(${answer('bmi')}.exists(), 'normal', {}))`,
        ),
      ],
    },
  ];
  const model = modelOf({
    ...form(...bmi),
    extension: [
      variable('kg', "item.where(linkId='kg').answer.value.value"),
      variable('m', "item.where(linkId='m').answer.value"),
    ],
  });
  const filled = {
    kg: { valueQuantity: { value: 100, unit: 'kg', code: 'kg' } },
    m: { valueDecimal: 1.8 },
  };
  test('follow variables and each other, in any order', () => {
    expect(values(model, fill(model, filled), 'bmi')).toEqual([{ valueDecimal: 30.9 }]);
    expect(values(model, fill(model, filled), 'stufe')).toEqual([{ valueString: 'hoch' }]);
    const turned = modelOf({ ...model.questionnaire, item: bmi.toReversed() });
    expect(values(turned, fill(turned, filled), 'stufe')).toEqual([{ valueString: 'hoch' }]);
  });
  test('disappear with their inputs', () => {
    const before = compute(model, fill(model, filled), evaluate).state;
    expect(values(model, setAnswers(before, at(model, 'kg'), []), 'bmi')).toEqual([]);
  });
  test('recomputing changes nothing', () => {
    const once = compute(model, fill(model, filled), evaluate).state;
    expect(compute(model, once, evaluate).state).toEqual(once);
  });
  test('keep manual changes and manual clearing', () => {
    const open = modelOf(
      form(
        { linkId: 'a', type: 'integer', text: 'a' },
        {
          linkId: 'b',
          type: 'integer',
          text: 'b',
          extension: [by(EXTENSION.calculatedExpression, `${answer('a')} * 2`)],
        },
      ),
    );
    const state = compute(open, fill(open, { a: { valueInteger: 2 } }), evaluate).state;
    expect(answersAt(state, at(open, 'b'))).toEqual([{ valueInteger: 4 }]);
    expect(values(open, fill(open, { a: { valueInteger: 3 } }, state), 'b')).toEqual([
      { valueInteger: 6 },
    ]);
    expect(
      values(open, fill(open, { a: { valueInteger: 3 }, b: { valueInteger: 9 } }, state), 'b'),
    ).toEqual([{ valueInteger: 9 }]);
    expect(
      values(
        open,
        fill(open, { a: { valueInteger: 3 } }, setAnswers(state, at(open, 'b'), [])),
        'b',
      ),
    ).toEqual([]);
  });
  test('are separate for each repetition', () => {
    const rows = modelOf(
      form({
        linkId: 'zeile',
        type: 'group',
        repeats: true,
        text: 'z',
        extension: [variable('n', "item.where(linkId='n').answer.value")],
        item: [
          { linkId: 'n', type: 'integer', text: 'n' },
          {
            linkId: 'doppelt',
            type: 'integer',
            text: 'd',
            readOnly: true,
            extension: [by(EXTENSION.calculatedExpression, '%n * 2')],
          },
        ],
      }),
    );
    let state = addInstance(newState(rows), at(rows, 'zeile'));
    const [one = 0, two = 0] = instancesAt(state, at(rows, 'zeile'));
    state = setAnswers(
      setAnswers(state, at(rows, 'n', [one]), [{ valueInteger: 1 }]),
      at(rows, 'n', [two]),
      [{ valueInteger: 2 }],
    );
    const done = compute(rows, state, evaluate).state;
    expect([one, two].map((id) => answersAt(done, at(rows, 'doppelt', [id])))).toEqual([
      [{ valueInteger: 2 }],
      [{ valueInteger: 4 }],
    ]);
  });
  test.each<
    [
      string,
      Partial<QuestionnaireItem> & Pick<QuestionnaireItem, 'type'>,
      string,
      FhirValue[],
      boolean,
    ]
  >([
    [
      'a quantity by arithmetic',
      { type: 'quantity' },
      "2 'kg' + 500 'g'",
      [
        {
          valueQuantity: { value: 2500, unit: 'g', system: 'http://unitsofmeasure.org', code: 'g' },
        },
      ],
      false,
    ],
    [
      'a number in the unit of the item',
      {
        type: 'quantity',
        extension: [
          {
            url: EXTENSION.unit,
            valueCoding: { system: 'http://unitsofmeasure.org', code: 'mm', display: 'mm' },
          },
        ],
      },
      '3',
      [
        {
          valueQuantity: { value: 3, unit: 'mm', system: 'http://unitsofmeasure.org', code: 'mm' },
        },
      ],
      false,
    ],
    ['a date', { type: 'date' }, '@2024-02-29 + 1 year', [{ valueDate: '2025-02-28' }], false],
    ['a time', { type: 'time' }, '@T10:00', [{ valueTime: '10:00:00' }], false],
    [
      'an option by its code',
      {
        type: 'choice',
        answerOption: [{ valueCoding: { system: 'urn:s', code: 'x', display: 'X' } }],
      },
      "'x'",
      [{ valueCoding: { system: 'urn:s', code: 'x', display: 'X' } }],
      false,
    ],
    [
      'several',
      { type: 'string', repeats: true },
      "'a' | 'b'",
      [{ valueString: 'a' }, { valueString: 'b' }],
      false,
    ],
    [
      'a decimal without what binary arithmetic leaves',
      { type: 'decimal' },
      '0.1 + 0.2',
      [{ valueDecimal: 0.3 }],
      false,
    ],
    ['half an integer', { type: 'integer' }, '1.5', [], true],
    ['a text for a yes', { type: 'boolean' }, "'ja'", [], true],
    [
      'no option at all',
      { type: 'choice', answerOption: [{ valueCoding: { code: 'x' } }] },
      "'y'",
      [],
      true,
    ],
  ])('%s', (_title, item, expression, expected, isFault) => {
    const model = modelOf(
      form({
        linkId: 'q',
        text: 'q',
        readOnly: true,
        ...item,
        extension: [...(item.extension ?? []), by(EXTENSION.calculatedExpression, expression)],
      }),
    );
    const done = compute(model, newState(model), evaluate);
    expect(answersAt(done.state, at(model, 'q'))).toEqual(expected);
    expect(done.faults).toEqual(
      isFault
        ? [{ kind: 'calculatedExpression', reason: 'not_a_value', linkId: 'q', expression }]
        : [],
    );
  });
});

describe('cycles', () => {
  test('of calculations terminate, are named, and leave no number', () => {
    const model = modelOf(
      form(
        {
          linkId: 'a',
          type: 'integer',
          text: 'a',
          readOnly: true,
          extension: [
            by(
              EXTENSION.calculatedExpression,
              `iif(${answer('b')}.exists(), ${answer('b')} + 1, 1)`,
            ),
          ],
        },
        {
          linkId: 'b',
          type: 'integer',
          text: 'b',
          readOnly: true,
          extension: [
            by(
              EXTENSION.calculatedExpression,
              `iif(${answer('a')}.exists(), ${answer('a')} + 1, 1)`,
            ),
          ],
        },
        {
          linkId: 'c',
          type: 'integer',
          text: 'c',
          readOnly: true,
          extension: [by(EXTENSION.calculatedExpression, '7')],
        },
      ),
    );
    const done = compute(model, newState(model), evaluate);
    expect(done.faults.map((one) => [one.linkId, one.reason])).toEqual([
      ['a', 'circle'],
      ['b', 'circle'],
    ]);
    expect(['a', 'b', 'c'].map((one) => answersAt(done.state, at(model, one)))).toEqual([
      [],
      [],
      [{ valueInteger: 7 }],
    ]);
  });
  test('of conditions terminate with the question shown', () => {
    const model = modelOf(
      form({
        linkId: 'x',
        type: 'boolean',
        text: 'x',
        extension: [by(EXTENSION.enableWhenExpression, `${answer('x')}.empty()`)],
      }),
    );
    const done = compute(model, fill(model, { x: { valueBoolean: true } }), evaluate);
    expect(done.faults.map((one) => [one.linkId, one.reason])).toEqual([['x', 'circle']]);
    expect(done.view.places().map((one) => one.key)).toEqual(['x']);
  });
  test('a long chain is not a cycle', () => {
    const length = 40,
      model = modelOf(
        form(
          ...Array.from({ length }, (_, n): QuestionnaireItem => ({
            linkId: `n${n}`,
            type: 'integer',
            text: 'n',
            readOnly: true,
            extension: [
              by(
                EXTENSION.calculatedExpression,
                n === length - 1 ? '1' : `${answer(`n${n + 1}`)} + 1`,
              ),
            ],
          })),
        ),
      );
    const done = compute(model, newState(model), evaluate);
    expect(done.faults).toEqual([]);
    expect(answersAt(done.state, at(model, 'n0'))).toEqual([{ valueInteger: length }]);
  });
});
