/**
 * Tests of the texts of a form: one language at a time, nothing half translated, nothing lost when
 * translations are added.
 */
import { describe, expect, test } from 'vitest';
import { EXTENSION } from './extensions.ts';
import { modelOf } from './model.ts';
import {
  reviewOf,
  titleOf,
  withWords,
  wordsIn,
  wordsOf,
  wordsOfOption,
  type FormWords,
} from './words.ts';
import type { Questionnaire, QuestionnaireItem } from './questionnaire.ts';

const control = {
  url: EXTENSION.itemControl,
  valueCodeableConcept: { coding: [{ code: 'help' }] },
};
const form: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  id: 'f',
  language: 'de',
  title: 'Fragen',
  item: [
    {
      linkId: 'g',
      type: 'group',
      text: 'Herz',
      item: [
        {
          linkId: 'a',
          type: 'choice',
          text: 'Nehmen Sie Mittel ein?',
          answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow',
          extension: [
            { url: EXTENSION.why, valueString: 'Zu Ihrem Schutz.' },
            { url: EXTENSION.plain, valueString: 'Nehmen Sie etwas?' },
            { url: EXTENSION.volatile, valueBoolean: true },
          ],
          item: [
            {
              linkId: 'a.hilfe',
              type: 'display',
              text: 'Zum Beispiel Eliquis.',
              extension: [control],
            },
          ],
        },
        {
          linkId: 'b',
          type: 'choice',
          text: 'Welches?',
          answerOption: [
            { valueCoding: { system: 's', code: 'x', display: 'Das eine' } },
            { valueString: 'Frei' },
          ],
        },
      ],
    },
  ],
};
const turkish: FormWords = {
  language: 'tr',
  review: 'machine',
  texts: {
    '?title': 'Sorular',
    g: 'Kalp',
    a: 'İlaç alıyor musunuz?',
    'a?why': 'Güvenliğiniz için.',
    'a?plain': 'Bir şey alıyor musunuz?',
    'a?help': 'Örneğin Eliquis.',
    b: 'Hangisi?',
    'b#x': 'Biri',
    'b#Frei': 'Serbest',
  },
};
const without = (...keys: readonly string[]): FormWords => ({
  ...turkish,
  texts: Object.fromEntries(Object.entries(turkish.texts).filter(([key]) => !keys.includes(key))),
});
const itemOf = (questionnaire: Questionnaire, linkId: string): QuestionnaireItem =>
  modelOf(questionnaire).byLinkId.get(linkId)!.item;
const GERMAN = {
  text: 'Nehmen Sie Mittel ein?',
  why: 'Zu Ihrem Schutz.',
  help: 'Zum Beispiel Eliquis.',
  language: 'de',
};

describe('words', () => {
  test('every text has a key, and a language has exactly these keys', () => {
    expect([...wordsIn(form).keys()].sort()).toEqual(Object.keys(turkish.texts).sort());
    expect(wordsIn(form).get('a?help')).toBe('Zum Beispiel Eliquis.');
  });
  test('returns the form’s own language unchanged, plain if there is plain text', () => {
    expect(wordsOf(itemOf(form, 'a'), 'de')).toEqual({ ...GERMAN, isTranslated: true });
    expect(wordsOf(itemOf(form, 'a'), 'de-AT', { plain: true })).toMatchObject({
      text: 'Nehmen Sie etwas?',
      isTranslated: true,
    });
    expect(wordsOf(itemOf(form, 'b'), 'de', { plain: true }).text).toBe('Welches?');
    expect(wordsOf(itemOf(form, 'a'), 'en', { own: 'en' })).toMatchObject({
      language: 'en',
      isTranslated: true,
    });
  });
  test('returns another language completely: question, reason, help', () => {
    const both = withWords(form, turkish);
    expect(wordsOf(itemOf(both, 'a'), 'tr')).toEqual({
      text: 'İlaç alıyor musunuz?',
      why: 'Güvenliğiniz için.',
      help: 'Örneğin Eliquis.',
      language: 'tr',
      isTranslated: true,
    });
    expect(wordsOf(itemOf(both, 'a'), 'tr-TR', { plain: true })).toMatchObject({
      text: 'Bir şey alıyor musunuz?',
      isTranslated: true,
    });
    expect(wordsOf(itemOf(both, 'a'), 'ar')).toEqual({ ...GERMAN, isTranslated: false });
  });
  test.each(['a', 'a?why', 'a?help'])(
    'without „%s“ the whole item stays German, and is marked',
    (key) => {
      expect(wordsOf(itemOf(withWords(form, without(key)), 'a'), 'tr')).toEqual({
        ...GERMAN,
        isTranslated: false,
      });
    },
  );
  test('plain text without a translation is replaced by the translated question', () => {
    expect(
      wordsOf(itemOf(withWords(form, without('a?plain')), 'a'), 'tr', { plain: true }).text,
    ).toBe('İlaç alıyor musunuz?');
  });
  test('options use their own texts, or those of the standard’s yes, no and don’t know', () => {
    const model = modelOf(withWords(form, turkish)),
      texts = (linkId: string, language: string): unknown[] =>
        model.byLinkId.get(linkId)!.options.map((one) => wordsOfOption(one, language));
    expect(texts('b', 'tr')).toEqual([
      { text: 'Biri', language: 'tr', isTranslated: true },
      { text: 'Serbest', language: 'tr', isTranslated: true },
    ]);
    expect(texts('b', 'ar')).toEqual([
      { text: 'Das eine', language: 'de', isTranslated: false },
      { text: 'Frei', language: 'de', isTranslated: false },
    ]);
    expect(texts('a', 'uk')).toEqual(
      ['Так', 'Ні', 'Не знаю'].map((text) => ({ text, language: 'uk', isTranslated: true })),
    );
    expect(texts('a', 'xx')).toEqual(
      ['Ja', 'Nein', 'Weiß ich nicht'].map((text) => ({
        text,
        language: 'de',
        isTranslated: false,
      })),
    );
  });
  test('a yes of another code system is not the standard’s', () => {
    expect(
      wordsOfOption(
        { value: { valueCoding: { system: 's', code: 'Y' } }, words: undefined, text: 'Ypsilon' },
        'tr',
      ),
    ).toEqual({ text: 'Ypsilon', language: 'de', isTranslated: false });
  });
  test('stores title and review at the form, once per language, also on a repeated import', () => {
    const twice = withWords(withWords(form, turkish), {
      ...turkish,
      review: 'native',
      texts: { '?title': 'Yeni' },
    });
    expect(titleOf(twice, 'tr')).toEqual({ text: 'Yeni', language: 'tr', isTranslated: true });
    expect(titleOf(twice, 'fa')).toEqual({ text: 'Fragen', language: 'de', isTranslated: false });
    expect([
      reviewOf(withWords(form, turkish), 'tr'),
      reviewOf(twice, 'tr'),
      reviewOf(twice, 'fa'),
    ]).toEqual(['machine', 'native', undefined]);
    expect(twice._title?.extension).toHaveLength(1);
    expect(twice.extension).toHaveLength(1);
    expect(wordsOf(itemOf(twice, 'a'), 'tr').text).toBe('İlaç alıyor musunuz?');
  });
  test('adding translations changes no text of the form and no rule', () => {
    const both = withWords(form, turkish);
    expect([...wordsIn(both)]).toEqual([...wordsIn(form)]);
    expect(
      modelOf(both).nodes.map((one) => [
        one.linkId,
        one.isVolatile,
        one.options.map((option) => option.value),
      ]),
    ).toEqual(
      modelOf(form).nodes.map((one) => [
        one.linkId,
        one.isVolatile,
        one.options.map((option) => option.value),
      ]),
    );
    expect(form._title).toBeUndefined();
  });
  test('adds no-break spaces before French punctuation on reading, not on storing', () => {
    const french = withWords(form, {
      language: 'fr',
      review: 'machine',
      texts: {
        '?title': 'Questions : santé',
        a: 'Prenez-vous des médicaments ?',
        'a?why': 'Oui !',
        'a?help': 'Non ; oui.',
      },
    });
    expect(wordsOf(itemOf(french, 'a'), 'fr')).toMatchObject({
      text: 'Prenez-vous des médicaments\u00a0?',
      why: 'Oui\u00a0!',
      help: 'Non\u00a0; oui.',
    });
    expect(titleOf(french, 'fr').text).toBe('Questions\u00a0: santé');
    expect(JSON.stringify(french)).not.toContain('\u00a0');
  });
});
