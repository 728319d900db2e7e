/**
 * Designer findings: each is reported where planted and nowhere else, and an item reported as
 * unreachable is never reached.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRANSLATION, type Extension } from '../../shared/forms/questionnaire/fhir.ts';
import { isAsked, longestWay, secondsOf } from '../../shared/forms/questionnaire/effort.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { lint, type LintOptions } from '../../shared/forms/design/lint.ts';
import { modelOf, NO, UNKNOWN, YES } from '../../shared/forms/questionnaire/model.ts';
import { circlesOf } from '../../shared/forms/design/order.ts';
import { neverShown } from '../../shared/forms/design/reach.ts';
import { everyPlace, setAnswers } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { withWords } from '../../shared/forms/questionnaire/words.ts';
import type {
  EnableWhen,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';
import { hasCircle } from './reference.ts';

const flag = (url: string): Extension => ({ url, valueBoolean: true });
const critical = (valueCode: string): Extension => ({ url: EXTENSION.critical, valueCode });
const why: Extension = { url: EXTENSION.why, valueString: 'Damit wir Sie sicher behandeln.' };
const q = (linkId: string, rest: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'boolean',
  text: `Frage ${linkId}`,
  ...rest,
});
const when = (
  question: string,
  rest: Partial<EnableWhen> = { answerBoolean: true },
): EnableWhen => ({ question, operator: '=', ...rest });
const said = (
  items: readonly QuestionnaireItem[],
  options: LintOptions = {},
  head: object = {},
): string[] =>
  lint(modelOf({ ...form(...items), ...head }), options).findings.map((one) =>
    [one.level, one.code, one.linkId, one.detail].filter((part) => part !== undefined).join(' '),
  );
const coded = (
  code: string,
  display: string | undefined = code,
): { valueCoding: { system: string; code: string; display?: string } } => ({
  valueCoding: { system: 'urn:s', code, ...(display !== undefined && { display }) },
});

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
      'a range that is not',
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
      'against what is around it',
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
      'all that hangs on it, each named once, not what stands in it',
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
            // Nobody can answer what is hidden.
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

describe('order', () => {
  test('cycles are named by their path, by conditions, nesting and expressions', () => {
    expect(
      said([q('a', { enableWhen: [when('b')] }), q('b', { enableWhen: [when('a')] })]),
    ).toContain('error circle a a → b → a');
    expect(
      said([{ linkId: 'g', type: 'group', text: 'g', enableWhen: [when('a')], item: [q('a')] }]),
    ).toContain('error circle g g → a → g');
    const expression = (linkId: string): Extension => ({
      url: EXTENSION.calculatedExpression,
      valueExpression: {
        language: 'text/fhirpath',
        expression: `%resource.item.where(linkId = '${linkId}').answer.value`,
      },
    });
    expect(
      said([q('a', { extension: [expression('b')] }), q('b', { extension: [expression('a')] })]),
    ).toContain('error circle a a → b → a');
    expect(said([q('a', { extension: [expression('weg')] })])).toEqual([
      'error expression_unknown_question a weg',
    ]);
  });
  test('a cycle is found exactly where there is one', () => {
    let circles = 0;
    fc.assert(
      fc.property(randomForm(10, true), (questionnaire) => {
        const found = circlesOf(modelOf(questionnaire));
        circles += found.length;
        expect(found.length > 0).toBe(hasCircle(questionnaire));
      }),
      { numRuns: 500 },
    );
    expect(circles).toBeGreaterThan(20);
  });
  test('forward references, and references into repetitions', () => {
    expect(said([q('a', { enableWhen: [when('b')] }), q('b')])).toEqual([
      'warning looks_ahead a b',
    ]);
    expect(
      said([
        {
          linkId: 'g',
          type: 'group',
          repeats: true,
          text: 'g',
          item: [q('a'), q('b', { enableWhen: [when('a')] })],
        },
        q('c', { enableWhen: [when('a')] }),
      ]),
    ).toEqual(['warning condition_on_repetition c a']);
  });
});

describe('answers', () => {
  test.each<[string, QuestionnaireItem, string[]]>([
    [
      'limits',
      q('a', {
        type: 'integer',
        extension: [
          { url: EXTENSION.minValue, valueInteger: 5 },
          { url: EXTENSION.maxValue, valueInteger: 4 },
        ],
      }),
      ['error limits_contradict a minValue > maxValue'],
    ],
    [
      'lengths',
      q('a', {
        type: 'string',
        maxLength: 2,
        extension: [{ url: EXTENSION.minLength, valueInteger: 3 }],
      }),
      ['error limits_contradict a minLength > maxLength'],
    ],
    [
      'more answers than options',
      q('a', {
        type: 'choice',
        repeats: true,
        answerOption: [coded('x'), coded('y')],
        extension: [{ url: EXTENSION.minOccurs, valueInteger: 3 }],
      }),
      ['error required_unanswerable a minOccurs > options'],
    ],
    [
      'required and hidden',
      q('a', { required: true, extension: [flag(EXTENSION.hidden)] }),
      ['error required_unanswerable a hidden'],
    ],
    [
      'required and read-only',
      q('a', { required: true, readOnly: true }),
      ['error required_unanswerable a readOnly'],
    ],
    [
      'required, read-only and given',
      q('a', { required: true, readOnly: true, initial: [{ valueBoolean: true }] }),
      [],
    ],
    [
      'an option without words',
      q('a', { type: 'choice', answerOption: [coded('x', ''), { valueCoding: { code: 'y' } }] }),
      ['error option_without_text a ', 'error option_without_text a y'],
    ],
    [
      'an option twice',
      q('a', { type: 'choice', answerOption: [coded('x', 'Ja'), coded('y', 'ja ')] }),
      ['error option_doubled a ja '],
    ],
  ])('%s', (_title, item, expected) => expect(said([item])).toEqual(expected));
  test('duplicate texts', () =>
    expect(said([q('a', { text: 'Seit wann?' }), q('b', { text: 'seit wann? ' })])).toEqual([
      'warning text_doubled b a',
    ]));
});

describe('marks', () => {
  test('critical items have a reason, are always asked, and have a „Nein“', () => {
    expect(said([q('a', { required: true, extension: [critical('allergie'), why] })])).toEqual([]);
    expect(said([q('a', { required: true, extension: [critical('allergie')] })])).toEqual([
      'warning why_missing a',
    ]);
    expect(said([q('a', { extension: [critical('allergie'), why] })])).toEqual([
      'note critical_optional a',
    ]);
    expect(said([q('a', { required: true, extension: [critical('erfunden'), why] })])).toEqual([
      'error critical_unknown_kind a erfunden',
    ]);
    expect(
      said([
        q('a', {
          required: true,
          type: 'choice',
          answerOption: [coded('ja', 'Ja'), coded('nein', 'Nein')],
          extension: [critical('allergie'), why],
        }),
      ]),
    ).toEqual(['warning critical_without_no a']);
    expect(
      said([
        q('a', {
          required: true,
          type: 'choice',
          answerOption: [{ valueCoding: YES }, { valueCoding: NO }, { valueCoding: UNKNOWN }],
          extension: [critical('allergie'), why],
        }),
      ]),
    ).toEqual([]);
  });
  test('volatile items are marked, with all that depends on them', () => {
    expect(
      said([q('a', { required: true, extension: [critical('schwangerschaft'), why] })]),
    ).toEqual(['warning critical_not_volatile a schwangerschaft']);
    expect(
      said([
        q('a', { extension: [flag(EXTENSION.volatile)] }),
        q('b', { enableWhen: [when('a')] }),
      ]),
    ).toEqual(['warning volatile_follows b a']);
  });
});

describe('words', () => {
  const rule: Extension = {
    url: EXTENSION.constraint,
    extension: [
      { url: 'key', valueId: 'r' },
      { url: 'severity', valueCode: 'error' },
      { url: 'expression', valueString: 'true' },
      { url: 'human', valueString: 'Regel' },
    ],
  };
  const items = [
    q('a', { type: 'choice', extension: [why, rule], answerOption: [coded('x', 'Eins')] }),
    q('b', { type: 'choice', answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow' }),
  ];
  test('names each missing text in every language', () => {
    expect(said(items, { languages: ['de', 'tr'] }, { title: 'Titel' })).toEqual([
      'error translation_missing tr title',
      'error translation_missing a tr text',
      'error translation_missing a tr why',
      'error translation_missing a tr rule',
      'error translation_missing a tr option Eins',
      'error translation_missing b tr text',
    ]);
    const translated = withWords(
      {
        ...form(
          ...items.map((one) => ({
            ...one,
            extension: (one.extension ?? []).filter((other) => other !== rule),
          })),
        ),
        title: 'Titel',
      },
      {
        language: 'tr',
        review: 'machine',
        texts: { '?title': 'Başlık', a: 'Soru', 'a?why': 'Neden', 'a#x': 'Bir', b: 'Soru iki' },
      },
    );
    expect(lint(modelOf(translated), { languages: ['tr'] }).findings).toEqual([
      { level: 'note', code: 'translation_unreviewed', detail: 'tr' },
    ]);
  });
  test('an empty translation counts as missing', () => {
    expect(
      said(
        [
          q('a', {
            _text: {
              extension: [
                {
                  url: TRANSLATION,
                  extension: [
                    { url: 'lang', valueCode: 'tr' },
                    { url: 'content', valueString: ' ' },
                  ],
                },
              ],
            },
          }),
        ],
        { languages: ['tr'] },
      ),
    ).toEqual(['error translation_missing a tr text']);
  });
  test('characters without a glyph', () => {
    expect(said([q('a', { text: 'Zahn 🦷?' })], { hasGlyph: (one) => one < '\u{1000}' })).toEqual([
      'error glyph_missing a 🦷',
    ]);
  });
});

describe('effort', () => {
  test('more text, options and typing take longer; hidden items take none', () => {
    const seconds = (item: Partial<QuestionnaireItem>): number => {
      const node = modelOf(form(q('a', item))).nodes[0];
      if (!node) throw new Error('node');
      return secondsOf(node);
    };
    expect(seconds({ text: 'eins zwei drei vier fünf sechs' })).toBeGreaterThan(
      seconds({ text: 'eins' }),
    );
    expect(seconds({ type: 'text' })).toBeGreaterThan(seconds({ type: 'string' }));
    expect(seconds({ extension: [flag(EXTENSION.hidden)] })).toBe(0);
    expect(seconds({ type: 'display' })).toBeLessThan(seconds({}));
  });
  test('of mutually exclusive answers only the longest path counts', () => {
    const one = q('a'),
      yes = ['b', 'c', 'd'].map((linkId) => q(linkId, { enableWhen: [when('a')] })),
      no = q('e', { enableWhen: [when('a', { answerBoolean: false })] });
    expect(longestWay(modelOf(form(one, ...yes, no))).questions).toBe(4);
    expect(
      lint(
        modelOf(form(one, ...yes, no, q('f', { enableWhen: [when('a', { answerString: 'x' })] }))),
      ).longest.questions,
    ).toBe(4);
  });
  test('no patient sees more questions than the longest path has, repetitions once', () => {
    fc.assert(
      fc.property(randomForm(12), randomActs, (questionnaire, acts) => {
        const model = modelOf(questionnaire),
          nodes = new Set(
            viewOf(model, play(model, acts))
              .places()
              .filter((one) => isAsked(one.node) && one.node.frames.length === 0)
              .map((one) => one.node),
          );
        expect(nodes.size).toBeLessThanOrEqual(longestWay(model).questions);
      }),
      { numRuns: 500 },
    );
  });
});
