/**
 * A made-up FHIR Questionnaire of thousands of questions: pages of choices, texts and numbers, with
 * conditions and a sum on each page, in German and English. The same numbers give the same form.
 */
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { TRANSLATION } from '../../shared/forms/questionnaire/fhir.ts';
import type {
  AnswerOption,
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';

const english = (content: string) => ({
  extension: [
    {
      url: TRANSLATION,
      extension: [
        { url: 'lang', valueCode: 'en' },
        { url: 'content', valueString: content },
      ],
    },
  ],
});
const said = (de: string, en: string) => ({ text: de, _text: english(en) });

const WORDS = [
  ['nie', 'never'],
  ['selten', 'rarely'],
  ['oft', 'often'],
] as const;
const OPTIONS: readonly AnswerOption[] = WORDS.map(([de, en], at) => ({
  valueCoding: { system: 'urn:large', code: `w${at}`, display: de, _display: english(en) },
}));

/** Name of a question; page and question count from 1. */
export const largeLink = (page: number, question: number): string => `s${page}-f${question}`;
/** Text of a question. */
export const largeText = (page: number, question: number): string =>
  `Frage ${question} auf Seite ${page}?`;

/** One question: of ten neighbours three are choices, two are numbers, and one has a condition. */
function questionAt(page: number, at: number): QuestionnaireItem {
  const base = {
    linkId: largeLink(page, at),
    ...said(largeText(page, at), `Question ${at} on page ${page}?`),
  };
  switch (at % 10) {
    case 1:
    case 6:
      return { ...base, type: 'boolean' };
    case 2:
      return {
        ...base,
        type: 'string',
        enableWhen: [{ question: largeLink(page, at - 1), operator: '=', answerBoolean: true }],
      };
    case 3:
    case 8:
      return { ...base, type: 'integer' };
    case 4:
    case 7:
    case 9:
      return { ...base, type: 'choice', answerOption: OPTIONS };
    default:
      return { ...base, type: 'string' };
  }
}

const answerAt = (page: number, question: number): string =>
  `%resource.item.where(linkId='s${page}').item.where(linkId='${largeLink(page, question)}').answer.value`;

function pageAt(page: number, questions: number): QuestionnaireItem {
  return {
    linkId: `s${page}`,
    type: 'group',
    ...said(`Seite ${page}`, `Page ${page}`),
    item: [
      ...Array.from({ length: questions - 1 }, (_, at) => questionAt(page, at + 1)),
      {
        linkId: `s${page}-summe`,
        type: 'integer',
        ...said(`Summe der Seite ${page}`, `Sum of page ${page}`),
        readOnly: true,
        extension: [
          {
            url: EXTENSION.calculatedExpression,
            valueExpression: {
              language: 'text/fhirpath',
              expression: `${answerAt(page, 3)} + ${answerAt(page, 8)}`,
            },
          },
        ],
      },
    ],
  };
}

/** Creates the form; each page has as many questions, the last of them calculated. */
export const largeForm = (pages: number, questions: number): Questionnaire => ({
  resourceType: 'Questionnaire',
  url: 'https://example.org/Questionnaire/large',
  version: '1',
  title: 'Sehr langer Bogen',
  _title: english('A very long form'),
  status: 'active',
  language: 'de',
  subjectType: ['Patient'],
  item: Array.from({ length: pages }, (_, at) => pageAt(at + 1, questions)),
});
