/** Tests of the lint's items that are never asked. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { neverShown } from '../../shared/forms/design/reach.ts';
import { everyPlace, setAnswers } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { play, randomActs, randomForm } from './random-forms.ts';
import { flag, q, when, said, coded } from './lint-items.ts';

describe('never asked', () => {
  const integer = (min?: number, max?: number): QuestionnaireItem =>
    q('n', {
      type: 'integer',
      extension: [
        ...(min === undefined ? [] : [{ url: EXTENSION.minValue, valueInteger: min }]),
        ...(max === undefined ? [] : [{ url: EXTENSION.maxValue, valueInteger: max }]),
      ],
    });
  test.each<[string, QuestionnaireItem[], string[]]>([
    [
      'an option that is none',
      [
        q('a', { type: 'choice', answerOption: [coded('x')] }),
        q('b', { enableWhen: [when('a', { answerCoding: { system: 'urn:s', code: 'y' } })] }),
      ],
      ['error never_shown b no_such_answer a'],
    ],
    [
      'an option that is one',
      [
        q('a', { type: 'choice', answerOption: [coded('x')] }),
        q('b', { enableWhen: [when('a', { answerCoding: { code: 'x' } })] }),
      ],
      [],
    ],
    [
      "words of one's own",
      [
        q('a', { type: 'open-choice', answerOption: [coded('x')] }),
        q('b', { enableWhen: [when('a', { answerString: 'anders' })] }),
      ],
      [],
    ],
    [
      'above the limit',
      [integer(0, 10), q('b', { enableWhen: [when('n', { operator: '>', answerInteger: 10 })] })],
      ['error never_shown b no_such_answer n'],
    ],
    [
      'at the limit',
      [integer(0, 10), q('b', { enableWhen: [when('n', { operator: '>=', answerInteger: 10 })] })],
      [],
    ],
    [
      'below the limit',
      [integer(0), q('b', { enableWhen: [when('n', { operator: '<', answerInteger: 0 })] })],
      ['error never_shown b no_such_answer n'],
    ],
    [
      'a date before the first day',
      [
        q('d', { type: 'date', extension: [{ url: EXTENSION.minValue, valueDate: '2020-01-01' }] }),
        q('b', { enableWhen: [when('d', { operator: '<', answerDate: '2020-01-01' })] }),
      ],
      ['error never_shown b no_such_answer d'],
    ],
    [
      'another kind of answer',
      [q('a', { type: 'string' }), q('b', { enableWhen: [when('a')] })],
      ['error never_shown b no_such_answer a'],
    ],
    [
      'a group has no answer',
      [
        { linkId: 'g', type: 'group', text: 'g', item: [q('a')] },
        q('b', { enableWhen: [when('g', { operator: 'exists', answerBoolean: true })] }),
      ],
      ['error never_shown b never_answered g'],
    ],
    [
      'hidden and never set',
      [q('a', { extension: [flag(EXTENSION.hidden)] }), q('b', { enableWhen: [when('a')] })],
      ['error never_shown b never_answered a'],
    ],
    [
      'hidden and set',
      [
        q('a', { extension: [flag(EXTENSION.hidden)], initial: [{ valueBoolean: true }] }),
        q('b', { enableWhen: [when('a')] }),
      ],
      [],
    ],
    [
      'one value and another at once',
      [
        q('a'),
        q('b', {
          enableBehavior: 'all',
          enableWhen: [when('a'), when('a', { answerBoolean: false })],
        }),
      ],
      ['error never_shown b contradiction a'],
    ],
    [
      'one value or another',
      [
        q('a'),
        q('b', {
          enableBehavior: 'any',
          enableWhen: [when('a'), when('a', { answerBoolean: false })],
        }),
      ],
      [],
    ],
    [
      'two values of several',
      [
        q('a', { type: 'choice', repeats: true, answerOption: [coded('x'), coded('y')] }),
        q('b', {
          enableBehavior: 'all',
          enableWhen: [
            when('a', { answerCoding: { code: 'x' } }),
            when('a', { answerCoding: { code: 'y' } }),
          ],
        }),
      ],
      [],
    ],
    [
      'a range that is empty',
      [
        integer(),
        q('b', {
          enableBehavior: 'all',
          enableWhen: [
            when('n', { operator: '>', answerInteger: 5 }),
            when('n', { operator: '<', answerInteger: 6 }),
          ],
        }),
      ],
      ['error never_shown b contradiction n'],
    ],
    [
      'a range that contains a value',
      [
        q('n', { type: 'decimal' }),
        q('b', {
          enableBehavior: 'all',
          enableWhen: [
            when('n', { operator: '>', answerDecimal: 5 }),
            when('n', { operator: '<', answerDecimal: 6 }),
          ],
        }),
      ],
      [],
    ],
    [
      'against the condition of its group',
      [
        q('a'),
        {
          linkId: 'g',
          type: 'group',
          text: 'g',
          enableWhen: [when('a')],
          item: [q('b', { enableWhen: [when('a', { answerBoolean: false })] })],
        },
      ],
      ['error never_shown b contradiction a'],
    ],
    [
      'against the question it asks about',
      [
        q('a'),
        q('b', { enableWhen: [when('a')] }),
        q('c', {
          enableBehavior: 'all',
          enableWhen: [when('b'), when('a', { answerBoolean: false })],
        }),
      ],
      ['error never_shown c contradiction a'],
    ],
    [
      'all dependent items, each named once, without the content of a named group',
      [
        q('a', { type: 'string' }),
        { linkId: 'g', type: 'group', text: 'g', enableWhen: [when('a')], item: [q('b')] },
        q('c', { enableWhen: [when('b')] }),
      ],
      ['error never_shown g no_such_answer a', 'error never_shown c never_answered b'],
    ],
    [
      'unless not',
      [
        q('a', { type: 'string' }),
        q('g', { enableWhen: [when('a')] }),
        q('c', { enableWhen: [when('g', { operator: '!=', answerBoolean: true })] }),
      ],
      ['error never_shown g no_such_answer a'],
    ],
  ])('%s', (_title, items, expected) => expect(said(items)).toEqual(expected));
  test('an invalid date or time in a foreign form blocks nothing', () => {
    for (const [type, condition] of [
      ['date', { answerDate: 'gestern nachmittag' }],
      ['dateTime', { answerDateTime: '2026-99-99T99:99:99Z' }],
      ['time', { answerTime: 'mittags' }],
    ] as const)
      expect(() =>
        said([
          q('a', { type }),
          q('b', { enableWhen: [when('a', { operator: '>', ...condition })] }),
        ]),
      ).not.toThrow();
  });
  test('an item reported as unreachable is never reached, for any form and answers', () => {
    let count = 0;
    fc.assert(
      fc.property(
        randomForm(12),
        fc.array(randomActs, { minLength: 3, maxLength: 6 }),
        (questionnaire, many) => {
          const model = modelOf(questionnaire),
            gone = neverShown(model);
          count += gone.length;
          for (const acts of many) {
            // A hidden item cannot be answered.
            let state = play(model, acts);
            for (const place of everyPlace(state, model.roots))
              if (place.node.isHidden && place.node.isQuestion)
                state = setAnswers(state, place, []);
            const shown = new Set(
              viewOf(model, state)
                .places()
                .map((one) => one.node),
            );
            for (const { node } of gone)
              expect([node.linkId, shown.has(node)]).toEqual([node.linkId, false]);
          }
        },
      ),
      { numRuns: 1_000 },
    );
    expect(count).toBeGreaterThan(50);
  });
});
