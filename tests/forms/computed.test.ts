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
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { scoreOf } from '../../practice/desk/forms/designer/score.ts';
import { answersAt, newState, setAnswers } from '../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { form } from './random-forms.ts';
import { evaluate, by, variable, flag, at, fill, answer } from './calculations.ts';

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
