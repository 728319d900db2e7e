/**
 * Computed parts of forms with the real FHIRPath library: conditions, calculated answers, initial
 * values, constraints, scores; errors are named, cycles terminate.
 */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  TRANSLATION,
  type Extension,
  type FhirValue,
} from '../../shared/forms/questionnaire/fhir.ts';
import { compute } from '../../shared/forms/questionnaire/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf, type Model } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { scoreOf } from '../../practice/desk/forms/designer/score.ts';
import {
  addInstance,
  answersAt,
  instancesAt,
  newState,
  placeOf,
  setAnswers,
  type FormState,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { loadFhirPath } from './fhirpath.ts';
import { form } from './random-forms.ts';

const evaluate = await loadFhirPath();
const by = (url: string, expression: string): Extension => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression },
});
const variable = (name: string, expression: string): Extension => ({
  url: EXTENSION.variable,
  valueExpression: { name, language: 'text/fhirpath', expression },
});
const flag = (url: string): Extension => ({ url, valueBoolean: true });
const at = (model: Model, linkId: string, ids: readonly number[] = []): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, ids);
};
const fill = (
  model: Model,
  answers: Record<string, FhirValue>,
  from: FormState = newState(model),
): FormState =>
  Object.entries(answers).reduce(
    (state, [linkId, value]) => setAnswers(state, at(model, linkId), [value]),
    from,
  );
const answer = (linkId: string): string => `%resource.item.where(linkId='${linkId}').answer.value`;
const values = (model: Model, state: FormState, linkId: string): readonly FhirValue[] =>
  answersAt(compute(model, state, evaluate).state, at(model, linkId));

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

describe('initial values', () => {
  const model = modelOf(
    form({
      linkId: 'name',
      type: 'string',
      text: 'Name',
      extension: [by(EXTENSION.initialExpression, '%patient.name.first().family')],
    }),
  );
  const options = {
    variables: { patient: { resourceType: 'Patient', name: [{ family: 'Öztürk' }] } },
  };
  test('come from the patient once; cleared ones stay empty; an earlier response gets none', () => {
    const { state } = compute(model, newState(model), evaluate, options);
    expect(answersAt(state, at(model, 'name'))).toEqual([{ valueString: 'Öztürk' }]);
    expect(
      answersAt(
        compute(model, setAnswers(state, at(model, 'name'), []), evaluate, options).state,
        at(model, 'name'),
      ),
    ).toEqual([]);
    expect(
      answersAt(
        compute(model, newState(model), evaluate, { ...options, isRestored: true }).state,
        at(model, 'name'),
      ),
    ).toEqual([]);
  });
  test('a missing patient is a named error and nothing else', () => {
    expect(compute(model, newState(model), evaluate)).toMatchObject({
      faults: [{ kind: 'initialExpression', reason: 'failed', linkId: 'name' }],
      problems: [],
    });
  });
});

describe('conditions by expression', () => {
  const model = modelOf(
    form(
      { linkId: 'alter', type: 'integer', text: 'Alter' },
      {
        linkId: 'eltern',
        type: 'string',
        text: 'Eltern',
        extension: [by(EXTENSION.enableWhenExpression, `${answer('alter')} < 18`)],
      },
      {
        linkId: 'krumm',
        type: 'string',
        text: 'krumm',
        extension: [by(EXTENSION.enableWhenExpression, 'nonsense(')],
      },
    ),
  );
  test('are true or false; a broken one hides nothing and is named', () => {
    const young = compute(
      model,
      fill(model, { alter: { valueInteger: 12 }, eltern: { valueString: 'Mutter' } }),
      evaluate,
    );
    expect(young.view.places().map((one) => one.key)).toEqual(['alter', 'eltern', 'krumm']);
    expect(young.faults).toEqual([
      { kind: 'enableWhenExpression', reason: 'failed', linkId: 'krumm', expression: 'nonsense(' },
    ]);
    const old = compute(model, fill(model, { alter: { valueInteger: 40 } }, young.state), evaluate);
    expect(old.view.places().map((one) => one.key)).toEqual(['alter', 'krumm']);
    expect(JSON.stringify(responseOf(old.view, { status: 'completed' }))).not.toContain('Mutter');
  });
});

describe('constraints of the form', () => {
  const rule = (key: string, severity: string, human: string, expression: string): Extension => ({
    url: EXTENSION.constraint,
    extension: [
      { url: 'key', valueId: key },
      { url: 'severity', valueCode: severity },
      { url: 'expression', valueString: expression },
      {
        url: 'human',
        valueString: human,
        _valueString: {
          extension: [
            {
              url: TRANSLATION,
              extension: [
                { url: 'lang', valueCode: 'en' },
                { url: 'content', valueString: 'The end is after the start.' },
              ],
            },
          ],
        },
      },
    ],
  });
  const model = modelOf(
    form({
      linkId: 'zeit',
      type: 'group',
      text: 'Zeit',
      extension: [
        rule(
          'r1',
          'error',
          'Das Ende liegt nach dem Anfang.',
          "item.where(linkId='von').answer.value <= item.where(linkId='bis').answer.value",
        ),
      ],
      item: [
        { linkId: 'von', type: 'date', text: 'von' },
        { linkId: 'bis', type: 'date', text: 'bis' },
      ],
    }),
  );
  const dates = (von: string, bis: string): Record<string, FhirValue> => ({
    von: { valueDate: von },
    bis: { valueDate: bis },
  });
  test('use the texts and the language of the form', () => {
    const state = fill(model, dates('2024-02-02', '2024-01-01'));
    expect(compute(model, state, evaluate).problems).toEqual([
      { key: 'zeit', code: 'rule', human: 'Das Ende liegt nach dem Anfang.' },
    ]);
    expect(
      compute(model, state, evaluate, { language: 'en' }).problems.map((one) => one.human),
    ).toEqual(['The end is after the start.']);
    expect(
      compute(model, state, evaluate, { language: 'tr' }).problems.map((one) => one.human),
    ).toEqual(['Das Ende liegt nach dem Anfang.']);
  });
  test('pass when satisfied, and while undecidable', () => {
    expect(
      compute(model, fill(model, dates('2024-01-01', '2024-02-02')), evaluate).problems,
    ).toEqual([]);
    expect(
      compute(model, fill(model, { von: { valueDate: '2024-01-01' } }), evaluate).problems,
    ).toEqual([]);
  });
  test('a warning is marked as such, a constraint of the whole form has no location', () => {
    const whole = modelOf({
      ...form({ linkId: 'a', type: 'integer', text: 'a' }),
      extension: [rule('w', 'warning', 'Zu viel.', "item.where(linkId='a').answer.value < 3")],
    });
    expect(compute(whole, fill(whole, { a: { valueInteger: 5 } }), evaluate).problems).toEqual([
      { key: '', code: 'rule', human: 'Zu viel.', isWarning: true },
    ]);
  });
});

describe('scores', () => {
  const option = (
    code: string,
    weight?: number,
  ): NonNullable<QuestionnaireItem['answerOption']>[number] => ({
    valueCoding: { system: 'urn:nowhere', code, display: code },
    ...(weight !== undefined && {
      extension: [{ url: EXTENSION.ordinalValue, valueDecimal: weight }],
    }),
  });
  const numbers = [1, 2].map((n) => ({
    valueInteger: n,
    extension: [{ url: EXTENSION.itemWeight, valueDecimal: n * 10 }],
  }));
  const model = modelOf(
    form(
      {
        linkId: 'a',
        type: 'choice',
        text: 'a',
        answerOption: [option('nie', 0), option('oft', 3)],
      },
      { linkId: 'b', type: 'choice', text: 'b', answerOption: [option('ja', 1), option('ohne')] },
      { linkId: 'c', type: 'choice', text: 'c', answerOption: numbers },
      {
        linkId: 'summe',
        type: 'decimal',
        text: 's',
        readOnly: true,
        extension: [
          by(EXTENSION.calculatedExpression, 'iif(%all.empty(), {}, %all.weight().sum())'),
        ],
      },
      {
        linkId: 'summe2',
        type: 'decimal',
        text: 's',
        readOnly: true,
        extension: [by(EXTENSION.calculatedExpression, '%resource.item.answer.ordinal().sum()')],
      },
    ),
  );
  const withAll = modelOf({
    ...model.questionnaire,
    extension: [variable('all', "item.where(linkId in ('a' | 'b' | 'c')).answer.value")],
  });
  const code = (value: string): FhirValue => ({
    valueCoding: { system: 'urn:nowhere', code: value, display: value },
  });
  test('weight() and ordinal() work without a terminology server; an unweighted answer counts zero', () => {
    const state = fill(withAll, { a: code('oft'), b: code('ohne'), c: { valueInteger: 2 } }),
      done = compute(withAll, state, evaluate);
    expect(done.faults).toEqual([]);
    expect([
      answersAt(done.state, at(withAll, 'summe')),
      answersAt(done.state, at(withAll, 'summe2')),
    ]).toEqual([[{ valueDecimal: 23 }], [{ valueDecimal: 23 }]]);
    expect(scoreOf(done.view)).toEqual({ total: 23, asked: 3, answered: 3 });
    expect(JSON.stringify(responseOf(done.view, { status: 'completed' }))).not.toContain(
      'ordinalValue',
    );
  });
  test('a score by the plain function equals the score by expression', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.nat(2), fc.nat(2), (a, b, c) => {
        let state = newState(withAll);
        for (const [linkId, n] of [
          ['a', a],
          ['b', b],
          ['c', c],
        ] as const) {
          const place = at(withAll, linkId),
            chosen = place.node.options[n];
          if (chosen) state = setAnswers(state, place, [chosen.value]);
        }
        const done = compute(withAll, state, evaluate),
          total = answersAt(done.state, at(withAll, 'summe2'))[0]?.valueDecimal ?? 0;
        expect(scoreOf(done.view).total).toBe(total);
      }),
      { numRuns: 27 },
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

test('an expression cannot reach a server', () => {
  const asked = vi.fn<() => never>(() => {
    throw new Error('asked');
  });
  vi.stubGlobal('fetch', asked);
  for (const expression of [
    "'Patient/1'.resolve()",
    "%terminologies.expand('urn:x')",
    "%qitem.code.memberOf('http://example.org/vs')",
    `${answer('b')}.weight()`,
  ]) {
    const model = modelOf(
      form(
        {
          linkId: 'b',
          type: 'choice',
          text: 'b',
          answerOption: [{ valueCoding: { system: 'urn:s', code: 'x' } }],
        },
        {
          linkId: 'a',
          type: 'string',
          text: 'a',
          code: [{ system: 'urn:s', code: 'x' }],
          extension: [flag(EXTENSION.hidden), by(EXTENSION.calculatedExpression, expression)],
        },
      ),
    );
    const done = compute(
      model,
      fill(model, { b: { valueCoding: { system: 'urn:s', code: 'x' } } }),
      evaluate,
    );
    expect(answersAt(done.state, at(model, 'a'))).toEqual([]);
  }
  vi.unstubAllGlobals();
  expect(asked).not.toHaveBeenCalled();
});

test('the form itself is never modified', () => {
  const freeze = <T>(value: T): T => {
    if (typeof value === 'object' && value !== null) {
      for (const one of Object.values(value)) freeze(one);
      Object.freeze(value);
    }
    return value;
  };
  const model = modelOf(
    freeze(
      form({
        linkId: 'a',
        type: 'integer',
        text: 'a',
        readOnly: true,
        extension: [
          by(
            EXTENSION.calculatedExpression,
            '%questionnaire.item.count() + %qitem.linkId.length()',
          ),
        ],
      }),
    ),
  );
  const done = compute(model, freeze(newState(model)), evaluate);
  expect([done.faults, answersAt(done.state, at(model, 'a'))]).toEqual([[], [{ valueInteger: 2 }]]);
});
