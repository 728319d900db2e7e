/**
 * Designer findings: each is reported where planted and nowhere else, and an item reported as
 * unreachable is never reached.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRANSLATION, type Extension } from '../../shared/forms/questionnaire/fhir.ts';
import { isAsked, longestWay, secondsOf } from '../../shared/forms/questionnaire/effort.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { lint } from '../../shared/forms/design/lint.ts';
import { modelOf, NO, UNKNOWN, YES } from '../../shared/forms/questionnaire/model.ts';
import { circlesOf } from '../../shared/forms/design/order.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { withWords } from '../../shared/forms/questionnaire/words.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';
import { hasCircle } from './reference.ts';
import { flag, critical, why, q, when, said, coded } from './lint-items.ts';

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

describe('meaning', () => {
  const plain = (valueString: string): Extension => ({ url: EXTENSION.plain, valueString });
  const translated = (text: string, said: Readonly<Record<string, string>>): QuestionnaireItem =>
    q('a', {
      text,
      _text: {
        extension: Object.entries(said).map(([lang, content]) => ({
          url: TRANSLATION,
          extension: [
            { url: 'lang', valueCode: lang },
            { url: 'content', valueString: content },
          ],
        })),
      },
    });
  const inEnglish = (text: string, en: string): QuestionnaireItem => translated(text, { en });
  test.each([
    ['past', 'Hatten Sie schon einmal einen Tumor?', 'Haben Sie einen Tumor?'],
    ['others', 'Nehmen Sie Marcumar oder andere Blutverdünner?', 'Nehmen Sie Marcumar?'],
    ['not', 'Was dürfen Sie nicht essen?', 'Was dürfen Sie essen?'],
    ['or', 'Rauchen oder dampfen Sie?', 'Rauchen Sie?'],
    ['number', 'Trinken Sie mehr als 3 Gläser?', 'Trinken Sie mehr als 2 Gläser?'],
    ['child', 'Ist Ihr Kind gesund?', 'Sind Sie gesund?'],
    ['example', 'Haben Sie Ängste, zum Beispiel vor Spritzen?', 'Haben Sie Angst vor Spritzen?'],
  ])('plain words that lose the mark „%s“', (mark, text, words) => {
    expect(said([q('a', { text, extension: [plain(words)] })])).toContain(
      `warning meaning_${mark} a plain`,
    );
    expect(said([q('a', { text, extension: [plain(text)] })])).toEqual([]);
  });
  test.each([
    ['en', 'past', 'Have you ever had cancer?', 'Do you have cancer?'],
    ['en', 'not', 'What may you not eat?', 'What may you eat?'],
    ['fr', 'others', 'Prenez-vous du fer ou un autre produit ?', 'Prenez-vous du fer ?'],
    ['tr', 'past', 'Hiç kanser oldunuz mu?', 'Kanser misiniz?'],
  ])('plain words of a form in %s that lose the mark „%s“', (language, mark, text, words) => {
    const found = (wording: string): string[] =>
      said([q('a', { text, extension: [plain(wording)] })], {}, { language });
    expect(found(words)).toContain(`warning meaning_${mark} a plain`);
    expect(found(text)).toEqual([]);
  });
  test.each([
    ['past', 'Hatten Sie Krebs?', 'Is it cancer?', 'Have you had cancer?'],
    ['not', 'Was dürfen Sie nicht essen?', 'What may you eat?', 'What can’t you eat?'],
    ['number', 'Mehr als 3 Gläser?', 'More than 5 glasses?', 'More than 3 glasses?'],
    ['child', 'Ist Ihr Kind gesund?', 'Are you healthy?', 'Is your child healthy?'],
    ['others', 'Asthma oder andere Leiden?', 'Asthma?', 'Asthma or other conditions?'],
    ['example', 'Leiden, zum Beispiel Asthma?', 'Asthma?', 'Conditions such as asthma?'],
  ])('a translation that loses the mark „%s“', (mark, text, lost, kept) => {
    const options = { languages: ['de', 'en'] };
    expect(said([inEnglish(text, lost)], options)).toEqual([`warning meaning_${mark} a en text`]);
    expect(said([inEnglish(text, kept)], options)).toEqual([]);
  });
  test.each([
    [
      'nl',
      'without word lists',
      translated('Bent u niet allergisch?', {
        de: 'Haben Sie keine Allergie?',
        en: 'Are you allergic?',
        tr: 'Alerjiniz yok mu?',
      }),
      ['warning meaning_not a en text'],
    ],
    [
      'nl',
      'without word lists and without German',
      translated('Neemt u drie tabletten?', {
        fr: 'Prenez-vous trois comprimés ?',
        en: 'Do you take two tablets?',
        es: '¿Toma tres pastillas?',
      }),
      ['warning meaning_number a en text'],
    ],
    [
      'en',
      'whose words say less than the German ones',
      translated('Stroke or similar?', {
        de: 'Schlaganfall oder andere Leiden?',
        fr: 'Accident vasculaire cérébral ?',
        es: '¿Derrame u otros problemas?',
      }),
      ['warning meaning_others a fr text'],
    ],
  ] as const)(
    'translations of a form in %s, %s, are compared with each other',
    (language, _case, item, findings) => {
      expect(
        said([item], { languages: ['de', 'en', 'fr', 'tr', 'es'] }, { language }).filter((one) =>
          one.startsWith('warning meaning'),
        ),
      ).toEqual(findings);
    },
  );
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
