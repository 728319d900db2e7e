// Tests of the document made of answers: „Ja“, „Nein“ and unanswered stay apart, unconfirmed
// answers carry their date, and both languages are in it.

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../server/paper/seal/canonical.ts';
import { canonicalText } from '../base/canonical-json.ts';
import { SPOKEN_LANGUAGES } from '../base/languages.ts';
import { extensionOfUnconfirmed } from '../forms/answers/origin.ts';
import { modelOf, NO, YES } from '../forms/questionnaire/model.ts';
import type { Questionnaire } from '../forms/questionnaire/questionnaire.ts';
import type { QuestionnaireResponse, ResponseItem } from '../forms/questionnaire/response-types.ts';
import { SHOWN } from '../forms/questionnaire/shown.ts';
import { TRANSLATION } from '../forms/questionnaire/fhir.ts';
import { formData, type FormData } from '../forms/task/form-task.ts';
import { expectedDocument, signedDocument, statesAnswers } from './signed-answers.ts';
import { sheetWords } from '../forms/answers/sheet-words.ts';

const inArabic = (text: string) => ({
  extension: [
    {
      url: TRANSLATION,
      extension: [
        { url: 'lang', valueCode: 'ar' },
        { url: 'content', valueString: text },
      ],
    },
  ],
});
const ask = (linkId: string, text: string, arabic: string) => ({
  linkId,
  text,
  _text: inArabic(arabic),
  type: 'choice' as const,
  answerOption: [{ valueCoding: YES }, { valueCoding: NO }],
});
const QUESTIONNAIRE: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  language: 'de',
  item: [
    {
      linkId: 'seite',
      text: 'Gesundheit',
      type: 'group',
      item: [
        ask('herz', 'Herz?', 'قلب؟'),
        ask('blut', 'Blut?', 'دم؟'),
        ask('lunge', 'Lunge?', 'رئة؟'),
        ask('leber', 'Leber?', 'كبد؟'),
        { linkId: 'mehr', text: 'Mehr?', _text: inArabic('المزيد؟'), type: 'string' },
      ],
    },
  ],
};
const RESPONSE: QuestionnaireResponse = {
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  item: [
    {
      linkId: 'seite',
      item: [
        { linkId: 'herz', text: 'Herz?', answer: [{ valueCoding: YES }] },
        { linkId: 'blut', text: 'Blut?', answer: [{ valueCoding: NO }] },
        {
          linkId: 'lunge',
          text: 'Lunge?',
          answer: [{ valueCoding: NO, extension: [extensionOfUnconfirmed('2025-05-04')] }],
        },
        { linkId: 'mehr', text: 'Mehr?', answer: [{ valueString: 'تعب' }] },
      ],
    },
  ],
};
const OWN: FormData = {
  ...formData({
    form: {
      key: 'f@2',
      url: 'u',
      version: '2',
      sha256: 'a'.repeat(64),
      languages: ['de', 'ar'],
      title: { de: 'Fragen', ar: 'أسئلة' },
    },
    praxis: { name: 'Praxis', anschrift: '', telefon: '', mail: '' },
    patient: { name: 'Anna Weber', geburtsdatum: '1958-03-12', patid: '1' },
    taskId: 't',
    createdAt: 1,
    zone: 'Europe/Berlin',
    language: 'de',
    previous: { id: 'p', day: '2025-05-04', response: RESPONSE },
  }),
  sections: [
    {
      id: 'erklaerung',
      heading: { de: 'Erklärung' },
      body: [{ type: 'p', text: { de: 'Stimmt.' } }],
    },
  ],
  signers: [{ role: 'patient', name: 'Anna Weber' }],
};
const documentIn = (language: string) =>
  signedDocument({
    own: OWN,
    model: modelOf(QUESTIONNAIRE),
    response: RESPONSE,
    language,
  });

it('keeps „Ja“, „Nein“ and unanswered apart, and dates what was not confirmed', () => {
  const [health, about, declaration] = documentIn('de').sections;
  expect(health?.body).toMatchObject([
    {
      type: 'table',
      rows: [
        [{ de: 'Herz?' }, { de: 'Ja' }],
        [{ de: 'Lunge?' }, { de: 'Nein (nicht bestätigt seit 04.05.2025)' }],
        [{ de: 'Mehr?' }, { de: 'تعب' }],
      ],
    },
    { type: 'p', text: { de: 'Mit „Nein“ beantwortet: Blut?' } },
    { type: 'note', text: { de: 'Nicht beantwortet: Leber?' } },
  ]);
  expect(JSON.stringify(about)).toContain('Gelesen auf: Deutsch');
  expect(declaration?.id).toBe('erklaerung');
});

it('holds the language that was read next to the German one', () => {
  const { languages, available, sections } = documentIn('ar');
  expect([languages, available]).toEqual([
    ['de', 'ar'],
    ['de', 'ar'],
  ]);
  expect(sections[0]?.body[0]).toMatchObject({
    rows: [
      [
        { de: 'Herz?', ar: 'قلب؟' },
        { de: 'Ja', ar: 'نعم' },
      ],
      [{ ar: 'رئة؟' }, {}],
      [{ ar: 'المزيد؟' }, { de: 'تعب (eigene Worte, nicht übersetzt)', ar: 'تعب' }],
    ],
  });
  expect(documentIn('fr').languages).toEqual(['de']);
});

it('is the only document that the server expects, in the same bytes', () => {
  const document = documentIn('ar');
  expect(canonicalText(document)).toBe(canonicalJson(document));
  expect(canonicalJson(expectedDocument(document, OWN))).toBe(canonicalText(document));
  expect(expectedDocument({ ...document, languages: ['de', 'fr'] }, OWN)).toBeUndefined();
  expect(expectedDocument({ ...document, sections: OWN.sections }, OWN)).toBeUndefined();
});

it('lists what was not ticked, so that each of it is denied', () => {
  const illness = (code: string, display: string, isNone = false) => ({
    valueCoding: { system: 'x', code, display },
    ...(isNone && {
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-optionExclusive',
          valueBoolean: true,
        },
      ],
    }),
  });
  const form: Questionnaire = {
    ...QUESTIONNAIRE,
    item: [
      {
        linkId: 'krank',
        text: 'Krankheiten?',
        type: 'choice',
        repeats: true,
        answerOption: [
          illness('a', 'Asthma'),
          illness('b', 'Bluthochdruck'),
          illness('n', 'Nichts davon', true),
        ],
      },
    ],
  };
  const said = (code: string) =>
    JSON.stringify(
      signedDocument({
        own: OWN,
        model: modelOf(form),
        response: {
          ...RESPONSE,
          item: [
            {
              linkId: 'krank',
              text: 'Krankheiten?',
              answer: [{ valueCoding: { system: 'x', code } }],
            },
          ],
        },
        language: 'de',
      }).sections[0],
    );
  expect(said('n')).toContain('Mit „Nein“ beantwortet: Krankheiten? (Asthma, Bluthochdruck)');
  expect(said('a')).toContain('Asthma (nicht angekreuzt: Bluthochdruck)');
});

/** A question as another text was read. */
const readAs = (linkId: string, text: string, language: string, mode: string): ResponseItem => ({
  linkId,
  text,
  extension: [
    {
      url: SHOWN,
      extension: [
        { url: 'language', valueCode: language },
        { url: 'mode', valueCode: mode },
        { url: 'standard', valueString: `${linkId}?` },
      ],
    },
  ],
  answer: [{ valueCoding: NO }],
});
const reading = (language: string, ...items: ResponseItem[]) => ({
  own: OWN,
  model: modelOf(QUESTIONNAIRE),
  response: { ...RESPONSE, item: [{ linkId: 'seite', item: items }] },
  language,
});
const textsOf = (input: ReturnType<typeof reading>): string =>
  JSON.stringify(signedDocument(input).sections);

it('states the plain words of a „Nein“ too, and that plain words were read', () => {
  const text = textsOf(reading('de', readAs('blut', 'Ist das Blut krank?', 'de', 'plain')));
  expect(text).toContain('Blut? (gelesen als: Ist das Blut krank?)');
  expect(text).toContain('Einige Fragen wurden in Einfacher Sprache gelesen.');
});

it('names every language that was read, and prints words of a third one next to the German', () => {
  const german: ResponseItem = { linkId: 'herz', text: 'Herz?', answer: [{ valueCoding: YES }] },
    input = reading('ar', german, readAs('blut', 'Kan?', 'tr', 'standard')),
    text = textsOf(input);
  expect(text).toContain('Blut? (gelesen als: Kan?)');
  expect(text).toContain('Gelesen auf: Deutsch, Türkisch, Arabisch');
  expect(text).toContain(sheetWords('ar').readIn('Deutsch، Türkçe، العربية'));
  // An answer of an earlier visit was not read today.
  const carried = { valueCoding: NO, extension: [extensionOfUnconfirmed('2025-05-04')] };
  expect(textsOf(reading('ar', { linkId: 'herz', text: 'Herz?', answer: [carried] }))).toContain(
    'Gelesen auf: Arabisch',
  );
});

it.each<[string, (text: string) => string]>([
  ['another answer', (text) => text.replaceAll('"Ja"', '"Nein"')],
  ['another wording', (text) => text.replaceAll('gelesen als: Ist das Blut krank?', '')],
  ['another mode', (text) => text.replaceAll('Einfacher Sprache', 'Alltagssprache')],
  ['another language', (text) => text.replaceAll('Gelesen auf: Deutsch', 'Gelesen auf: Polnisch')],
  ['no answer', (text) => text.replaceAll('Nicht beantwortet', 'Nicht gefragt')],
])('a sheet with %s does not state what the response states', (_what, change) => {
  const input = reading(
      'de',
      { linkId: 'herz', text: 'Herz?', answer: [{ valueCoding: YES }] },
      readAs('blut', 'Ist das Blut krank?', 'de', 'plain'),
    ),
    signed = signedDocument(input),
    other = JSON.parse(change(JSON.stringify(signed))) as typeof signed;
  expect(statesAnswers(signed, input)).toBe(true);
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(signed));
  expect(statesAnswers(other, input)).toBe(false);
});

it('a sheet in the layout of an earlier version is not compared', () => {
  const input = reading('de', { linkId: 'herz', text: 'Herz?', answer: [{ valueCoding: YES }] }),
    { sections } = signedDocument(input);
  const earlier = sections.map((one) => ({
    ...one,
    id: one.id.replace(/^fragebogen-.*/, 'fragebogen'),
  }));
  expect(earlier).not.toEqual(sections);
  expect(statesAnswers({ sections: earlier.slice(1) }, input)).toBe(true);
  expect(statesAnswers({ sections: sections.slice(1) }, input)).toBe(false);
});

it('another layout or other words around the answers have another name', () => {
  const input = reading(
    'ar',
    { linkId: 'herz', text: 'Herz?', answer: [{ valueCoding: YES }] },
    readAs('blut', 'Kan?', 'tr', 'standard'),
    readAs('blut', 'Ist das Blut krank?', 'de', 'plain'),
  );
  const { sections } = signedDocument(input),
    hash = createHash('sha256').update(JSON.stringify(sections)).digest('hex').slice(0, 16);
  expect([sections.find(({ id }) => id.startsWith('fragebogen'))?.id, hash]).toEqual([
    'fragebogen-2',
    '0366c186956d0dca',
  ]);
});

it('the words of the sheet are complete in each language, with the same places to fill in', () => {
  const places = (words: ReturnType<typeof sheetWords>) => [
    words.form('a', 'b'),
    words.readIn('c'),
    words.recorded('d'),
    words.since('e'),
    words.from('f'),
    words.shown('g'),
  ];
  for (const language of SPOKEN_LANGUAGES) {
    const words = sheetWords(language);
    expect(Object.keys(words).sort()).toEqual(Object.keys(sheetWords('de')).sort());
    for (const [at, letter] of [...'acdefg'].entries())
      expect(places(words)[at], `${language} ${at}`).toMatch(new RegExp(letter, 'u'));
    expect(JSON.stringify(places(words))).not.toContain('{{');
    if (language !== 'de') expect(words.no).not.toBe(sheetWords('de').no);
  }
});
