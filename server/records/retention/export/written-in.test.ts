// Tests of free text in exported answers: each names the language that it was written in.

import { expect, it } from 'vitest';
import { againstR4 } from '../../../../tests/forms/r4-schema.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { withLanguageOfWords } from './written-in.ts';

const form: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '1',
  item: [
    { linkId: 'wo', type: 'string', text: 'Wo tut es weh?' },
    {
      linkId: 'art',
      type: 'open-choice',
      text: 'Wie?',
      answerOption: [{ valueString: 'dumpf' }],
      item: [{ linkId: 'mehr', type: 'string', text: 'Mehr?' }],
    },
  ],
};
const written = (language: string): QuestionnaireResponse => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  language,
  item: [
    { linkId: 'wo', answer: [{ valueString: 'هنا' }] },
    {
      linkId: 'art',
      answer: [
        { valueString: 'dumpf', item: [{ linkId: 'mehr', answer: [{ valueString: 'ألم' }] }] },
      ],
    },
  ],
});
const LANGUAGE = 'http://hl7.org/fhir/StructureDefinition/language';

it('names the language of words that no one translated, and not of a chosen answer', () => {
  const own = { _valueString: { extension: [{ url: LANGUAGE, valueCode: 'ar' }] } },
    marked = withLanguageOfWords(written('ar'), form);
  expect(marked.item).toEqual([
    { linkId: 'wo', answer: [{ valueString: 'هنا', ...own }] },
    {
      linkId: 'art',
      answer: [
        {
          valueString: 'dumpf',
          item: [{ linkId: 'mehr', answer: [{ valueString: 'ألم', ...own }] }],
        },
      ],
    },
  ]);
  expect(againstR4('QuestionnaireResponse', marked)).toEqual([]);
});

it('changes nothing of German answers', () => {
  expect(withLanguageOfWords(written('de'), form)).toEqual(written('de'));
});
