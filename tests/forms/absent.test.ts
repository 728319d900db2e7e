/** Tests of „Weiß ich nicht“ for dates, numbers and words: stored as the standard says, never as a value. */

import { describe, expect, it } from 'vitest';
import { answerWords } from '../../shared/forms/answers/answer-words.ts';
import { answeredSections } from '../../shared/forms/answers/answer-sections.ts';
import { cardOf } from '../../shared/forms/answers/chair-card.ts';
import { textOf } from '../../shared/forms/answers/master-answers.ts';
import { diffOf, germanText, holds, previousOf } from '../../shared/forms/answers/revisit.ts';
import {
  answersPayloadSchema,
  questionnaireResponseSchema,
} from '../../shared/forms/task/form-task.schema.ts';
import { againstR4 } from './r4-schema.ts';
import { loadFhirPath } from './fhirpath.ts';
import { UNKNOWN_VALUE } from '../../shared/forms/questionnaire/absent.ts';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf, YES } from '../../shared/forms/questionnaire/model.ts';
import { bareValue, occurrencesOf } from '../../shared/forms/questionnaire/pairs.ts';
import type {
  ItemType,
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { responseOf, stateOfResponse } from '../../shared/forms/questionnaire/response.ts';
import { shownAnswerIn } from '../../shared/forms/questionnaire/shown.ts';
import {
  newState,
  placeOf,
  setAnswers,
  type FormState,
} from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';

const TYPES: readonly ItemType[] = [
  'date',
  'dateTime',
  'time',
  'integer',
  'decimal',
  'quantity',
  'string',
  'text',
];
const formOf = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '1',
  language: 'de',
  item,
});
const head = { status: 'completed', authored: '2026-11-28T10:00:00Z' } as const;
const say = (form: Questionnaire, said: Readonly<Record<string, FormState['answers'][string]>>) => {
  const model = modelOf(form);
  let state = newState(model);
  for (const [linkId, values] of Object.entries(said))
    state = setAnswers(state, placeOf(model.byLinkId.get(linkId)!, []), values);
  return { model, state, view: viewOf(model, state) };
};

describe.each(TYPES)('„Weiß ich nicht“ to a question of type %s', (type) => {
  const form = formOf({ linkId: 'a', type, text: 'Wann oder wie viel?' });

  it('is an answer where the form requires none, and a wrong one where it does', () => {
    expect(problemsOf(say(form, { a: [UNKNOWN_VALUE] }).view)).toEqual([]);
    const required = formOf({ linkId: 'a', type, text: 'Wann?', required: true });
    expect(problemsOf(say(required, { a: [UNKNOWN_VALUE] }).view)).toEqual([
      { key: 'a', code: 'notAValue' },
    ]);
  });

  it('is stored as data-absent-reason, is valid R4, is accepted by the server and read back', () => {
    const { model, state, view } = say(form, { a: [UNKNOWN_VALUE] }),
      response = responseOf(view, head);
    const key = type === 'quantity' ? 'valueQuantity' : `_value${suffixOf(type)}`;
    expect(response.item?.[0]?.answer).toEqual([
      {
        [key]: {
          extension: [
            {
              url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
              valueCode: 'asked-unknown',
            },
          ],
        },
      },
    ]);
    expect(againstR4('QuestionnaireResponse', response)).toEqual([]);
    expect(questionnaireResponseSchema.parse(response)).toEqual(response);
    expect(stateOfResponse(model, response)).toEqual({ state, misfits: [] });
    expect(occurrencesOf(response)[0]?.answers.map(bareValue)).toEqual([UNKNOWN_VALUE]);
  });

  it('is „Weiß ich nicht“ in words, in the language of the reader, and no „Nein“', () => {
    const { model, view } = say(form, { a: [UNKNOWN_VALUE] }),
      node = model.byLinkId.get('a')!;
    expect(germanText(UNKNOWN_VALUE)).toBe('Weiß ich nicht');
    const said = (language: string) =>
      answerWords(node, UNKNOWN_VALUE, { language, own: 'de', photo: '' }).text;
    expect([said('de'), said('en'), said('ar')]).toEqual([
      'Weiß ich nicht',
      'I don’t know',
      'لا أعرف',
    ]);
    const [section] = answeredSections(model, responseOf(view, head));
    expect(section?.no).toEqual([]);
    expect(section?.open).toEqual([]);
    expect(section?.lines.map((one) => one.isUnsure)).toEqual([true]);
  });

  it('is offered at the next visit, and the same answer is no change', () => {
    const { model, view } = say(form, { a: [UNKNOWN_VALUE] }),
      response = responseOf(view, head),
      node = model.byLinkId.get('a')!;
    expect(holds(node, UNKNOWN_VALUE)).toBe(true);
    expect(previousOf(model, response, '2026-11-28').answersAt(placeOf(node, []))).toEqual([
      UNKNOWN_VALUE,
    ]);
    expect(diffOf(response, response).map((one) => [one.what, one.after])).toEqual([
      ['confirmed', 'Weiß ich nicht'],
    ]);
  });
});

const suffixOf = (type: ItemType): string =>
  type === 'text' ? 'String' : `${type[0]?.toUpperCase()}${type.slice(1)}`;

it('the words that were read in another language are stored with the answer', () => {
  const { view } = say(formOf({ linkId: 'a', type: 'date', text: 'Wann?' }), {
    a: [UNKNOWN_VALUE],
  });
  const response = responseOf(
    { ...view, state: { ...view.state, shown: { a: { language: 'en', plain: false } } } },
    head,
  );
  expect(shownAnswerIn(response.item![0]!.answer![0]!)).toBe('I don’t know');
  expect(againstR4('QuestionnaireResponse', response)).toEqual([]);
});

it('it meets no condition on a value, and the question counts as one without a value', () => {
  const asked = (operator: '=' | '<' | 'exists', more: object): QuestionnaireItem => ({
    linkId: `b${operator}`,
    type: 'string',
    text: 'Mehr?',
    enableWhen: [{ question: 'a', operator, ...more }],
  });
  const form = formOf(
    { linkId: 'a', type: 'integer', text: 'Wie viele?' },
    asked('=', { answerInteger: 0 }),
    asked('<', { answerInteger: 5 }),
    asked('exists', { answerBoolean: true }),
  );
  const keys = say(form, { a: [UNKNOWN_VALUE] })
    .view.places()
    .map((one) => one.key);
  expect(keys).toEqual(['a']);
});

it('a computed value treats it like a question left open, and never as 0', async () => {
  const sum: QuestionnaireItem = {
    linkId: 's',
    type: 'integer',
    text: 'Summe',
    readOnly: true,
    extension: [
      {
        url: EXTENSION.calculatedExpression,
        valueExpression: {
          language: 'text/fhirpath',
          expression:
            "%resource.item.where(linkId='a').answer.value + %resource.item.where(linkId='b').answer.value",
        },
      },
    ],
  };
  const form = formOf(
    { linkId: 'a', type: 'integer', text: 'Eins' },
    { linkId: 'b', type: 'integer', text: 'Zwei' },
    sum,
  );
  const resultOf = async (said: Parameters<typeof say>[1]) => {
    const { model, state } = say(form, said);
    return compute(model, state, await loadFhirPath()).state.answers.s;
  };
  expect(await resultOf({ a: [{ valueInteger: 2 }], b: [{ valueInteger: 3 }] })).toEqual([
    { valueInteger: 5 },
  ]);
  expect(await resultOf({ a: [{ valueInteger: 2 }], b: [UNKNOWN_VALUE] })).toEqual(
    await resultOf({ a: [{ valueInteger: 2 }] }),
  );
});

it('the chair card says which detail is not known, and keeps the „Ja“', () => {
  const critical = { url: EXTENSION.critical, valueCode: 'herzkreislauf' } as const;
  const form = formOf(
    {
      linkId: 'infarkt',
      type: 'choice',
      text: 'Hatten Sie einen Herzinfarkt?',
      answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow',
      extension: [critical],
    },
    {
      linkId: 'wann',
      type: 'date',
      text: 'Wann war das?',
      enableWhen: [{ question: 'infarkt', operator: '=', answerCoding: YES }],
    },
  );
  const { model, view } = say(form, { infarkt: [{ valueCoding: YES }], wann: [UNKNOWN_VALUE] });
  const card = cardOf([
    { answersId: 'x', model, response: responseOf(view, head), language: 'en' },
  ]);
  expect(card.flatMap((one) => one.entries)).toMatchObject([
    { state: 'ja', answer: 'Ja (Wann war das? weiß nicht)' },
  ]);
  expect(card[0]?.entries[0]).not.toHaveProperty('untranslated');
});

it('it never becomes a value of the record', () => {
  expect(textOf(UNKNOWN_VALUE)).toBeUndefined();
});

it('the server refuses any other reason for a missing value', () => {
  const answer = (extension: readonly object[]) =>
    questionnaireResponseSchema.safeParse({
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [{ linkId: 'a', answer: [{ _valueDate: { extension } }] }],
    }).success;
  const url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
  expect(answer([{ url, valueCode: 'asked-unknown' }])).toBe(true);
  expect(answer([{ url, valueCode: 'masked' }])).toBe(false);
  expect(answer([{ url: 'urn:other', valueCode: 'asked-unknown' }])).toBe(false);
  expect(answersPayloadSchema.shape.response).toBe(questionnaireResponseSchema);
});
