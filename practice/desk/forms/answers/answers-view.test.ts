// Tests of the reading view: sections, free text in another language, open questions, photos only
// as embedded data (U1).

import { expect, test } from 'vitest';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { SHOWN } from '../../../../shared/forms/questionnaire/shown.ts';
import { withWords } from '../../../../shared/forms/questionnaire/words.ts';
import { extensionOfUnconfirmed } from '../../../../shared/forms/answers/origin.ts';
import { differencesOf, photoOf, sectionsOf } from './answers-view.ts';

const FORM: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  language: 'de',
  item: [
    {
      linkId: 'seite',
      type: 'group',
      text: 'Allergien',
      item: [
        {
          linkId: 'allergie',
          type: 'choice',
          text: 'Wogegen?',
          answerOption: [{ valueCoding: { system: 's', code: 'latex', display: 'Latex' } }],
        },
        { linkId: 'was', type: 'text', text: 'Was passiert?' },
        { linkId: 'pass', type: 'boolean', text: 'Allergiepass?' },
      ],
    },
  ],
};
const turkish = withWords(FORM, {
  language: 'tr',
  review: 'machine',
  texts: { allergie: 'Neye karşı?', 'allergie#latex': 'Lateks' },
});
const response: QuestionnaireResponse = {
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  item: [
    {
      linkId: 'seite',
      item: [
        {
          linkId: 'allergie',
          answer: [{ valueCoding: { system: 's', code: 'latex', display: 'Latex' } }],
        },
        { linkId: 'was', answer: [{ valueString: 'kızarıklık' }] },
        { linkId: 'weg', text: 'Gibt es nicht mehr', answer: [{ valueString: 'bleibt' }] },
      ],
    },
  ],
};

test('shows German next to the text read; free text is marked; open and lost answers are named', () => {
  const { sections } = sectionsOf({ questionnaire: turkish, response, language: 'tr' });
  expect(sections.map((one) => one.title)).toEqual(['Allergien', '']);
  const [allergie, was, pass] = sections[0]?.questions ?? [];
  expect(allergie).toMatchObject({
    text: 'Wogegen?',
    foreign: 'Neye karşı?',
    answers: [{ text: 'Latex', foreign: 'Lateks', isOwnWords: false }],
  });
  expect(was).toMatchObject({
    text: 'Was passiert?',
    answers: [{ text: 'kızarıklık', isOwnWords: true }],
  });
  expect(pass?.answers).toEqual([]);
  expect(sections[1]?.questions).toMatchObject([
    { text: 'Gibt es nicht mehr', answers: [{ text: 'bleibt' }] },
  ]);
});

test('[shown] the German question comes first, the wording shown beneath, as the response recorded it', () => {
  const shown = (text: string, standard: string, language: string, mode: string) => ({
    linkId: 'allergie',
    text,
    extension: [
      {
        url: SHOWN,
        extension: [
          { url: 'language', valueCode: language },
          { url: 'mode', valueCode: mode },
          { url: 'standard', valueString: standard },
        ],
      },
    ],
    answer: [{ valueCoding: { system: 's', code: 'latex', display: 'Latex' } }],
  });
  const told = (
    text: string,
    language: string,
    mode: string,
    questionnaire: Questionnaire | null,
  ) =>
    sectionsOf({
      questionnaire,
      response: {
        ...response,
        item: [{ linkId: 'seite', item: [shown(text, 'Wogegen?', language, mode)] }],
      },
      language,
    }).sections[0]?.questions[0];
  expect(told('Was ist schlecht für Sie?', 'de', 'plain', FORM)).toMatchObject({
    text: 'Wogegen?',
    shown: { text: 'Was ist schlecht für Sie?', language: 'de', plain: true },
  });
  const foreign = told('Neye alerjiniz var?', 'tr', 'standard', turkish);
  expect(foreign).toMatchObject({
    text: 'Wogegen?',
    shown: { text: 'Neye alerjiniz var?', language: 'tr', plain: false },
  });
  expect(foreign?.foreign).toBeUndefined();
  // Without its form the German question is still shown.
  expect(told('Neye alerjiniz var?', 'tr', 'standard', null)).toMatchObject({ text: 'Wogegen?' });
});

test('in German nothing is marked as untranslated; without its form every answer is still shown', () => {
  expect(
    sectionsOf({ questionnaire: FORM, response, language: 'de' }).sections[0]?.questions[1]
      ?.answers[0]?.isOwnWords,
  ).toBe(false);
  expect(
    sectionsOf({ questionnaire: null, response, language: 'de' }).sections.flatMap((one) =>
      one.questions.flatMap((q) => q.answers.map((a) => a.text)),
    ),
  ).toEqual(['Latex', 'kızarıklık', 'bleibt']);
});

test('an unconfirmed earlier answer shows since when it waits, whether kept or omitted by the tablet', () => {
  const before = {
    id: 'b',
    answeredAt: Date.UTC(2024, 2, 12, 9),
    response: {
      ...response,
      item: [
        { linkId: 'seite', item: [{ linkId: 'was', answer: [{ valueString: 'Ausschlag' }] }] },
      ],
    },
  };
  const kept: QuestionnaireResponse = {
      ...response,
      item: [
        {
          linkId: 'seite',
          item: [
            {
              linkId: 'was',
              answer: [
                { valueString: 'Ausschlag', extension: [extensionOfUnconfirmed('2023-01-02')] },
              ],
            },
          ],
        },
      ],
    },
    silent: QuestionnaireResponse = { resourceType: 'QuestionnaireResponse', status: 'completed' };
  const { model, sections } = sectionsOf({ questionnaire: FORM, response: kept, language: 'de' });
  expect(sections[0]?.questions[1]?.answers).toMatchObject([
    { text: 'Ausschlag', unconfirmed: '2023-01-02' },
  ]);
  const told = (one: QuestionnaireResponse): unknown =>
    differencesOf({ before, response: one, answeredAt: Date.UTC(2026, 2, 12, 9) }, model).map(
      ({ what, after, since }) => [what, after, since],
    );
  expect([told(kept), told(silent)]).toEqual([
    [['unconfirmed', 'Ausschlag', '2023-01-02']],
    [['unconfirmed', 'Ausschlag', '2024-03-12']],
  ]);
});

test('a photo that is still on its way is distinct from a file without a picture', () => {
  const name = `urn:molar:attachment:${'a'.repeat(64)}`;
  const said = (url: string) =>
    sectionsOf({
      questionnaire: FORM,
      language: 'de',
      response: {
        ...response,
        item: [
          { linkId: 'weg', answer: [{ valueAttachment: { contentType: 'image/jpeg', url } }] },
        ],
      },
    }).sections.flatMap((one) => one.questions.flatMap(({ answers }) => answers));
  expect(said(name)).toMatchObject([{ isPhotoComing: true, text: '' }]);
  expect(said('https://example.org/a.jpg')).toMatchObject([{ file: 'image/jpeg' }]);
});

test('[U1] only embedded JPEG, PNG and WebP images are rendered', () => {
  expect(photoOf({ contentType: 'image/png', data: 'QUJD' })?.src).toBe(
    'data:image/png;base64,QUJD',
  );
  for (const bad of [
    { contentType: 'image/svg+xml', data: 'QUJD' },
    { contentType: 'text/html', data: 'QUJD' },
    { contentType: 'image/png', url: 'https://example.org/a.png' },
    { contentType: 'image/png', data: 'x" onerror="y' },
    { data: 'QUJD' },
  ])
    expect(photoOf(bad)).toBeUndefined();
});
