/** On the chair card, answers carried over without a confirmation have their day. */
import { describe, expect, it } from 'vitest';
import { findForm } from '../../../catalog/forms/catalogue.ts';
import { cardOf, criticalLines } from './chair-card.ts';
import { extensionOfUnconfirmed } from './origin.ts';
import { modelOf, YES } from '../questionnaire/model.ts';

describe('[critical] carried over without a confirmation', () => {
  it("[critical] an answer carried over without a confirmation has its day; today's has none", () => {
    const source = {
      answersId: 'a',
      model: modelOf(findForm('anamnese-erwachsene@4')!.questionnaire),
      language: 'de',
      response: {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        authored: '2026-11-20T09:00:00Z',
        item: [
          {
            linkId: 'zwischenfall',
            answer: [{ valueCoding: YES, extension: [extensionOfUnconfirmed('2024-03-12')] }],
          },
          { linkId: 'antibiotika', answer: [{ valueCoding: YES }] },
        ],
      },
    } as const;
    expect(
      cardOf([source])
        .filter((one) => one.state === 'ja')
        .flatMap((one) => one.entries.map((entry) => [entry.question, entry.unconfirmed])),
    ).toEqual([
      [expect.stringContaining('Antibiotika'), undefined],
      [expect.stringContaining('schlecht'), '2024-03-12'],
    ]);
  });

  it("[critical] a medicine carried over without a confirmation is named, though today's „Ja“ was given", () => {
    const said = (linkId: string, text: string, since?: string) => ({
      linkId,
      answer: [{ valueString: text, ...(since && { extension: [extensionOfUnconfirmed(since)] }) }],
    });
    const source = {
      answersId: 'a',
      model: modelOf(findForm('anamnese-erwachsene@4')!.questionnaire),
      language: 'de',
      response: {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        authored: '2026-11-20T09:00:00Z',
        item: [
          { linkId: 'medikamente', answer: [{ valueCoding: YES }] },
          { linkId: 'medikamente.liste', item: [said('medikamente.name', 'Ramipril')] },
          {
            linkId: 'medikamente.liste',
            item: [
              said('medikamente.name', 'Metformin', '2024-03-12'),
              said('medikamente.staerke', '500 mg', '2024-03-12'),
            ],
          },
        ],
      },
    } as const;
    const groups = cardOf([source]).filter(
      (one) => one.kind === 'medikament' && one.state === 'ja',
    );
    expect(groups.flatMap((one) => one.entries)).toMatchObject([
      {
        answer: 'Ramipril, Metformin 500 mg',
        waits: [{ text: 'Metformin 500 mg', since: '2024-03-12' }],
      },
    ]);
    expect(criticalLines(groups).join()).toContain(
      'Ramipril, Metformin 500 mg (Metformin 500 mg: nicht bestätigt seit 12.03.2024)',
    );
  });
});
