/** Tests of lists that are offered line by line: the text of an older version becomes lines. */
import { describe, expect, it } from 'vitest';
import { findForm } from '../../../catalog/forms/catalogue.ts';
import { germanText } from './revisit.ts';
import { linesOf, splitLines, withLines } from './lines.ts';
import { extensionOfUnconfirmed, unconfirmedSince } from './origin.ts';
import { bareValue, occurrencesOf } from '../questionnaire/pairs.ts';
import { modelOf, YES } from '../questionnaire/model.ts';
import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';
import { previousOf } from './revisit.ts';
import { viewOf } from '../questionnaire/view.ts';
import { setAnswers, placeOf } from '../questionnaire/state.ts';

const form = findForm('anamnese-erwachsene@4')!.questionnaire,
  model = modelOf(form);
const old = (text: string): QuestionnaireResponse => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  authored: '2026-03-12T09:00:00Z',
  item: [
    {
      linkId: 'seite.medikamente',
      item: [
        { linkId: 'medikamente', answer: [{ valueCoding: YES }] },
        {
          linkId: 'medikamente.welche',
          answer: [{ valueString: text, extension: [extensionOfUnconfirmed('2026-03-12')] }],
        },
      ],
    },
  ],
});

describe('lists of medicines', () => {
  it.each([
    [
      'Ramipril 5 mg morgens\nMetformin 500 mg, abends',
      ['Ramipril 5 mg morgens', 'Metformin 500 mg, abends'],
    ],
    ['Ramipril; Metformin;', ['Ramipril', 'Metformin']],
    ['Ramipril 2,5 mg, Metformin', ['Ramipril 2,5 mg', 'Metformin']],
    ['Ramipril 5 mg, morgens', ['Ramipril 5 mg, morgens']],
    [' \n ', []],
  ])('splits „%s“', (text, lines) => expect(splitLines(text)).toEqual(lines));

  it('are made of the text field of an earlier version, with its marks', () => {
    const lines = occurrencesOf(withLines(form, old('Ramipril\nMetformin'))).filter(
      (one) => one.linkId === 'medikamente.name',
    );
    expect(lines.flatMap((one) => one.answers.map((it) => germanText(bareValue(it))))).toEqual([
      'Ramipril',
      'Metformin',
    ]);
    expect(lines.map((one) => unconfirmedSince(one.answers[0]!))).toEqual([
      '2026-03-12',
      '2026-03-12',
    ]);
  });
  it('are offered once the person takes medicines again', () => {
    const previous = previousOf(model, withLines(form, old('Ramipril\nMetformin')), '2026-03-12'),
      list = model.byLinkId.get('medikamente.liste')!,
      name = model.byLinkId.get('medikamente.name')!;
    expect(linesOf(list)).toBe('self');
    expect(previous.misfits).toEqual([]);
    const offered = (state = previous.start) =>
      viewOf(model, state)
        .places()
        .filter((one) => one.node === name)
        .map((one) => previous.answersAt(one, state));
    expect(offered()).toEqual([]);
    const takes = placeOf(model.byLinkId.get('medikamente')!, []);
    expect(previous.answersAt(takes)).toEqual([]);
    expect(offered(setAnswers(previous.start, takes, [{ valueCoding: YES }]))).toEqual([
      [{ valueString: 'Ramipril' }],
      [{ valueString: 'Metformin' }],
    ]);
  });
  it('leave a response without the older field as it is', () => {
    const response = old('Ramipril');
    expect(withLines(findForm('schmerz@5')!.questionnaire, response)).toBe(response);
    expect(withLines(form, withLines(form, response))).toEqual(withLines(form, response));
  });
});
