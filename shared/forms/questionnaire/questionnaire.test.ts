/**
 * Tests of the questionnaire engine: conditions, repetition, exclusive options, stored answers and
 * answers that count.
 */

import { describe, expect, test } from 'vitest';
import type { FhirValue } from './fhir.ts';
import { problemsAt } from './check.ts';
import { EXTENSION } from './extensions.ts';
import { modelOf, YES, type Model } from './model.ts';
import { responseOf } from './response.ts';
import {
  addInstance,
  instancesAt,
  newState,
  placeOf,
  removeInstance,
  setAnswers,
  toggleOption,
  type FormState,
  type Place,
} from './state.ts';
import { meets, viewOf } from './view.ts';
import type { EnableWhen, Questionnaire, QuestionnaireItem } from './questionnaire.ts';

const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '1',
  item,
});
const at = (model: Model, linkId: string, ids: readonly number[] = []): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, ids);
};
const coded = (code: string): FhirValue => ({
  valueCoding: { system: 'urn:s', code, display: code },
});
const head = { status: 'completed' } as const;

describe('conditions', () => {
  const cases: [EnableWhen['operator'], number, number[], boolean][] = [
    ['=', 5, [5], true],
    ['=', 5, [4], false],
    ['=', 5, [], false],
    ['=', 5, [1, 5], true],
    ['!=', 5, [4], true],
    ['!=', 5, [5], false],
    ['!=', 5, [4, 5], false],
    ['!=', 5, [], true],
    ['>', 5, [6], true],
    ['>', 5, [5], false],
    ['>', 5, [], false],
    ['<', 5, [4], true],
    ['<', 5, [5], false],
    ['>=', 5, [5], true],
    ['>=', 5, [4], false],
    ['<=', 5, [5], true],
    ['<=', 5, [6], false],
  ];
  test.each(cases)('%s %i with %j is %s', (operator, answerInteger, answers, expected) => {
    expect(
      meets(
        { question: 'q', operator, answerInteger },
        answers.map((valueInteger) => ({ valueInteger })),
      ),
    ).toBe(expected);
  });
  test('exists checks for an answer or for none', () => {
    expect(
      meets({ question: 'q', operator: 'exists', answerBoolean: true }, [{ valueString: 'x' }]),
    ).toBe(true);
    expect(meets({ question: 'q', operator: 'exists', answerBoolean: true }, [])).toBe(false);
    expect(meets({ question: 'q', operator: 'exists', answerBoolean: false }, [])).toBe(true);
  });
  test('an amount of a different kind is not compared, a code without a system matches', () => {
    expect(
      meets({ question: 'q', operator: '>', answerQuantity: { value: 5, code: 'mg' } }, [
        { valueQuantity: { value: 6, code: 'mL' } },
      ]),
    ).toBe(false);
    expect(
      meets({ question: 'q', operator: '>', answerQuantity: { value: 1, code: 'kg' } }, [
        { valueQuantity: { value: 2000, code: 'g' } },
      ]),
    ).toBe(true);
    expect(
      meets({ question: 'q', operator: '=', answerCoding: { code: 'Y' } }, [{ valueCoding: YES }]),
    ).toBe(true);
  });

  const chain = modelOf(
    form(
      { linkId: 'a', type: 'boolean', text: 'a' },
      {
        linkId: 'g',
        type: 'group',
        enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }],
        item: [{ linkId: 'b', type: 'boolean', text: 'b' }],
      },
      {
        linkId: 'c',
        type: 'string',
        text: 'c',
        enableWhen: [{ question: 'b', operator: '=', answerBoolean: true }],
      },
    ),
  );
  test('a disabled question counts as unanswered, its answer is kept, and neither is submitted', () => {
    let state = setAnswers(newState(chain), at(chain, 'a'), [{ valueBoolean: true }]);
    state = setAnswers(state, at(chain, 'b'), [{ valueBoolean: true }]);
    state = setAnswers(state, at(chain, 'c'), [{ valueString: 'kept' }]);
    expect(
      viewOf(chain, state)
        .places()
        .map((one) => one.key),
    ).toEqual(['a', 'g', 'b', 'c']);
    const off = setAnswers(state, at(chain, 'a'), [{ valueBoolean: false }]);
    expect(
      viewOf(chain, off)
        .places()
        .map((one) => one.key),
    ).toEqual(['a']);
    expect(JSON.stringify(responseOf(viewOf(chain, off), head))).not.toContain('kept');
    const on = setAnswers(off, at(chain, 'a'), [{ valueBoolean: true }]);
    expect(JSON.stringify(responseOf(viewOf(chain, on), head))).toContain('kept');
  });
  test('a circle is decided the same way on every evaluation', () => {
    const circle = modelOf(
      form(
        {
          linkId: 'x',
          type: 'boolean',
          text: 'x',
          enableWhen: [{ question: 'y', operator: '!=', answerBoolean: true }],
        },
        {
          linkId: 'y',
          type: 'boolean',
          text: 'y',
          enableWhen: [{ question: 'x', operator: '!=', answerBoolean: true }],
        },
      ),
    );
    const state: FormState = {
      answers: { x: [{ valueBoolean: true }], y: [{ valueBoolean: true }] },
      instances: {},
      next: 1,
    };
    const keys = (): string[] =>
      viewOf(circle, state)
        .places()
        .map((one) => one.key);
    expect(keys()).toEqual(keys());
  });
});

describe('repetition', () => {
  const model = modelOf(
    form({
      linkId: 'kind',
      type: 'group',
      repeats: true,
      text: 'Kind',
      item: [
        { linkId: 'name', type: 'string', text: 'Name' },
        { linkId: 'mehr', type: 'boolean', text: 'Mehr?' },
        {
          linkId: 'was',
          type: 'string',
          text: 'Was?',
          enableWhen: [{ question: 'mehr', operator: '=', answerBoolean: true }],
        },
      ],
    }),
  );
  test('a condition refers to its own repetition first', () => {
    let state = addInstance(newState(model), at(model, 'kind'));
    const [one = 0, two = 0] = instancesAt(state, at(model, 'kind'));
    state = setAnswers(state, at(model, 'mehr', [two]), [{ valueBoolean: true }]);
    const keys = viewOf(model, state)
      .places()
      .map((place) => place.key);
    expect(keys).toContain(`was~${two}`);
    expect(keys).not.toContain(`was~${one}`);
  });
  test('a repetition is removed with its content, and ids are never reused', () => {
    let state = addInstance(newState(model), at(model, 'kind'));
    const [, two = 0] = instancesAt(state, at(model, 'kind'));
    state = setAnswers(state, at(model, 'name', [two]), [{ valueString: 'Lina' }]);
    state = removeInstance(state, at(model, 'kind'), two);
    expect(JSON.stringify(state)).not.toContain('Lina');
    state = addInstance(state, at(model, 'kind'));
    expect(instancesAt(state, at(model, 'kind'))).not.toContain(two);
  });
  const several = modelOf(
    form({
      linkId: 'mittel',
      type: 'choice',
      repeats: true,
      text: 'Mittel',
      answerOption: [
        coded('a'),
        coded('b'),
        { ...coded('keins'), extension: [{ url: EXTENSION.optionExclusive, valueBoolean: true }] },
      ],
      item: [{ linkId: 'dosis', type: 'string', text: 'Dosis' }],
    }),
  );
  test('each answer of a repeating question keeps its children', () => {
    const place = at(several, 'mittel'),
      [a, b, none] = several.byLinkId.get('mittel')?.options ?? [];
    if (!a || !b || !none) throw new Error('options');
    let state = toggleOption(newState(several), place, a);
    const [first = 0] = instancesAt(state, place);
    state = setAnswers(state, at(several, 'dosis', [first]), [{ valueString: '5 mg' }]);
    state = toggleOption(state, place, b);
    expect(instancesAt(state, place)[0]).toBe(first);
    const response = responseOf(viewOf(several, state), head);
    expect(
      response.item?.[0]?.answer?.map((one) => one.item?.[0]?.answer?.[0]?.valueString),
    ).toEqual(['5 mg', undefined]);
    state = toggleOption(state, place, none);
    expect(state.answers[place.key]).toEqual([none.value]);
    expect(JSON.stringify(state)).not.toContain('5 mg');
    expect(toggleOption(state, place, a).answers[place.key]).toEqual([a.value]);
  });
});

describe('limits', () => {
  const problems = (item: QuestionnaireItem, ...values: FhirValue[]): string[] => {
    const model = modelOf(form(item)),
      place = at(model, item.linkId);
    return problemsAt(viewOf(model, setAnswers(newState(model), place, values)), place).map(
      (one) => one.code,
    );
  };
  const q = (rest: Partial<QuestionnaireItem>): QuestionnaireItem => ({
    linkId: 'q',
    type: 'string',
    text: 'q',
    ...rest,
  });
  test.each<[string, QuestionnaireItem, FhirValue[], string[]]>([
    ['missing', q({ required: true }), [], ['required']],
    [
      'hidden and missing',
      q({ required: true, extension: [{ url: EXTENSION.hidden, valueBoolean: true }] }),
      [],
      [],
    ],
    ['250 emoji are 250', q({ maxLength: 250 }), [{ valueString: '😀'.repeat(250) }], []],
    ['251 emoji', q({ maxLength: 250 }), [{ valueString: '😀'.repeat(251) }], ['tooLong']],
    ['only blanks', q({}), [{ valueString: '   ' }], ['notAValue']],
    [
      'pattern',
      q({ extension: [{ url: EXTENSION.regex, valueString: '\\d{5}' }] }),
      [{ valueString: '5066' }],
      ['pattern'],
    ],
    [
      'whole pattern',
      q({ extension: [{ url: EXTENSION.regex, valueString: '\\d{5}' }] }),
      [{ valueString: '506677' }],
      ['pattern'],
    ],
    ['31 February', q({ type: 'date' }), [{ valueDate: '2024-02-31' }], ['notAValue']],
    ['leap day', q({ type: 'date' }), [{ valueDate: '2024-02-29' }], []],
    ['only a year', q({ type: 'date' }), [{ valueDate: '2019' }], []],
    [
      'before the first day',
      q({ type: 'date', extension: [{ url: EXTENSION.minValue, valueDate: '2020-01-01' }] }),
      [{ valueDate: '2019-12-31' }],
      ['tooSmall'],
    ],
    [
      'too big',
      q({ type: 'decimal', extension: [{ url: EXTENSION.maxValue, valueInteger: 5 }] }),
      [{ valueDecimal: 5.1 }],
      ['tooBig'],
    ],
    [
      'decimal places',
      q({ type: 'decimal', extension: [{ url: EXTENSION.maxDecimalPlaces, valueInteger: 1 }] }),
      [{ valueDecimal: 5.12 }],
      ['decimals'],
    ],
    [
      'small exponents have places too',
      q({ type: 'decimal', extension: [{ url: EXTENSION.maxDecimalPlaces, valueInteger: 6 }] }),
      [{ valueDecimal: 1e-7 }],
      ['decimals'],
    ],
    ['half an integer', q({ type: 'integer' }), [{ valueInteger: 1.5 }], ['notAValue']],
    [
      'not among the options',
      q({ type: 'choice', answerOption: [coded('a')] }),
      [coded('b')],
      ['notAnOption'],
    ],
    [
      'own words where they are allowed',
      q({ type: 'open-choice', answerOption: [coded('a')] }),
      [{ valueString: 'anderes' }],
      [],
    ],
    ['another kind of value', q({ type: 'boolean' }), [{ valueString: 'true' }], ['notAValue']],
    [
      'file type',
      q({ type: 'attachment', extension: [{ url: EXTENSION.mimeType, valueCode: 'image/*' }] }),
      [{ valueAttachment: { contentType: 'application/pdf' } }],
      ['fileType'],
    ],
    [
      'too few',
      q({
        repeats: true,
        type: 'string',
        extension: [{ url: EXTENSION.minOccurs, valueInteger: 2 }],
      }),
      [{ valueString: 'a' }],
      ['tooFew'],
    ],
    [
      'too many',
      q({
        repeats: true,
        type: 'string',
        extension: [{ url: EXTENSION.maxOccurs, valueInteger: 1 }],
      }),
      [{ valueString: 'a' }, { valueString: 'b' }],
      ['tooMany'],
    ],
  ])('%s', (_, item, values, expected) => expect(problems(item, ...values)).toEqual(expected));
});
