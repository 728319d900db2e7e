// Tests of the reading page: a critical answer follows its question; the wording shown instead of
// the German question is beneath it, in its language.

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { extensionOfOrigin, extensionOfSource } from '../../../../shared/forms/answers/origin.ts';
import { stage } from '../../../ui/stage.fixture.tsx';
import { AllAnswers } from './AllAnswers.tsx';
import { sectionsOf } from './answers-view.ts';
import { Highlights } from './Highlights.tsx';
import texts from './texts.de.json';

const entry = {
  question: 'Haben Sie Knochenschwund (Osteoporose)?',
  at: '2026-11-20T08:52:00Z',
  answersId: 'a',
};

test('[critical] the question precedes „Ja“, and a „Nein“ names it as well', async () => {
  await stage(
    <Highlights
      groups={[
        { kind: 'knochen', state: 'ja', entries: [{ ...entry, state: 'ja', answer: 'Ja' }] },
        {
          kind: 'gelenk',
          state: 'nein',
          entries: [{ ...entry, state: 'nein', answer: 'Nein', question: 'Künstliches Gelenk?' }],
        },
      ]}
    />,
    { anamnese: texts },
  );
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Knochen JaHaben Sie Knochenschwund (Osteoporose)? Ja · 20.11.2026',
    'Gelenkersatz NeinKünstliches Gelenk? · 20.11.2026',
  ]);
});

test('[shown] „Gezeigt wurde“ names mode and language, and the words run in their own direction', async () => {
  const question = (key: string, language: string, plain: boolean, text: string) => ({
    key,
    text: 'Osteoporose?',
    shown: { text, standard: 'Osteoporose?', language, plain },
    answers: [],
  });
  await stage(
    <AllAnswers
      language="ar"
      sections={[
        {
          title: 'Knochen',
          questions: [
            question('a', 'de', true, 'Schwache Knochen?'),
            question('b', 'ar', false, 'هل لديك هشاشة عظام؟'),
            question('c', 'tr', true, 'Kemikler?'),
          ],
        },
      ]}
    />,
    { anamnese: texts },
  );
  const shown = screen.getAllByRole('term').map((one) => one.textContent);
  expect(shown).toEqual([
    'Osteoporose?Gezeigt wurde (Einfache Sprache): Schwache Knochen?',
    'Osteoporose?Gezeigt wurde (Arabisch): هل لديك هشاشة عظام؟',
    'Osteoporose?Gezeigt wurde (Einfache Sprache, Türkisch): Kemikler?',
  ]);
  const words = screen.getByText('هل لديك هشاشة عظام؟');
  expect([words.getAttribute('lang'), words.getAttribute('dir')]).toEqual(['ar', 'rtl']);
});

test('an answer that the form gave names its source, and counts as confirmed by no person', async () => {
  const origin = (how: 'neu' | 'bestaetigt' | 'geaendert') =>
    extensionOfOrigin({ how, at: '2026-11-20T08:52:00Z', by: { kind: 'patient' } });
  const answers = (
    [
      ['record', 'neu'],
      ['calculated', 'geaendert'],
      ['filled', 'neu'],
      ['proposed', 'bestaetigt'],
      [undefined, 'bestaetigt'],
    ] as const
  ).map(([source, how], at) => ({
    linkId: `q${at}`,
    text: `q${at}`,
    answer: [
      {
        valueString: 'x',
        extension: [...(source ? [extensionOfSource(source)] : []), origin(how)],
      },
    ],
  }));
  const { sections } = sectionsOf({
    questionnaire: null,
    response: { resourceType: 'QuestionnaireResponse', status: 'completed', item: answers },
    language: 'de',
  });
  await stage(<AllAnswers language="de" sections={sections} />, { anamnese: texts });
  expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    'xaus der Akte',
    'xberechnet aus den Antworten, geändert',
    'xvom Fragebogen eingetragen',
    'xvorgeschlagen, nicht geändert',
    'xbestätigt',
  ]);
});

test('a total without a value was not calculated, instead of not answered', async () => {
  const { sections } = sectionsOf({
    questionnaire: {
      resourceType: 'Questionnaire',
      status: 'active',
      item: [
        { linkId: 'a', type: 'integer', text: 'a' },
        { linkId: 'sum', type: 'integer', text: 'Summe', readOnly: true },
      ],
    },
    response: { resourceType: 'QuestionnaireResponse', status: 'completed' },
    language: 'de',
  });
  await stage(<AllAnswers language="de" sections={sections} />, { anamnese: texts });
  expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    'Nicht beantwortet',
    'Ohne berechneten Wert',
  ]);
});
