// Tests of the printed answers: values that the form gave, and totals that it could not give.

import { expect, it } from 'vitest';
import { extensionOfSource } from '../../../../shared/forms/answers/origin.ts';
import type { Extension } from '../../../../shared/forms/questionnaire/fhir.ts';
import type { ResponseItem } from '../../../../shared/forms/questionnaire/response-types.ts';
import { answersSheet } from './answers-sheet.ts';

const printed = (item: readonly ResponseItem[]) =>
  answersSheet({
    id: '0190aaaa-0000-7000-8000-000000000001',
    title: 'Fragen',
    form: 'fragen@1',
    language: 'de',
    languageName: 'Deutsch',
    answeredAt: Date.parse('2026-11-20T09:00:00Z'),
    printedAt: Date.parse('2026-11-20T10:00:00Z'),
    praxis: { name: 'Praxis am Hang', anschrift: '', telefon: '', mail: '' },
    patient: { name: 'Groß, Anna', geburtsdatum: '1958-03-12', patid: '1001' },
    recordedBy: null,
    tablet: null,
    questionnaire: {
      resourceType: 'Questionnaire',
      status: 'active',
      item: [
        { linkId: 'a', type: 'string', text: 'a' },
        { linkId: 'sum', type: 'integer', text: 'Summe', readOnly: true },
      ],
    },
    response: { resourceType: 'QuestionnaireResponse', status: 'completed', item },
    additions: [],
    problems: 0,
  }).sections;

it('names the source of each answer that the form gave', () => {
  const text = (extension: Extension[]): string | undefined =>
    printed([{ linkId: 'a', answer: [{ valueString: '28', extension }] }]).flatMap((one) =>
      one.lines.flatMap((it) => it.answers),
    )[0]?.text;
  expect(text([])).toBe('28');
  expect(text([extensionOfSource('record')])).toBe('28 (aus der Akte)');
  expect(text([extensionOfSource('calculated')])).toBe('28 (berechnet aus den Antworten)');
  expect(text([extensionOfSource('filled')])).toBe('28 (vom Fragebogen eingetragen)');
  expect(text([extensionOfSource('proposed')])).toBe('28 (vorgeschlagen, nicht geändert)');
});

it('lists no total among the questions left open', () => {
  expect(printed([]).flatMap((one) => one.open)).toEqual(['a']);
});
