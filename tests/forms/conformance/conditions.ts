/** Conditions: every operator, and every kind of value they compare with. */
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type {
  EnableWhen,
  QuestionnaireItem,
} from '../../../shared/forms/questionnaire/questionnaire.ts';
import { formOf, q, type Case } from './rows.ts';

const ITEM = 'Questionnaire.item';
const one = q('a', 'string');
const CHOSEN = { valueCoding: { system: 'urn:s', code: 'x', display: 'Rot' } };
const options = { answerOption: [CHOSEN, { valueString: 'Blau' }] };

/** Operators, and each kind of value, with an answer that meets the condition and one that does not. */
const compared = (
  name: string,
  type: QuestionnaireItem['type'],
  when: Omit<EnableWhen, 'question'>,
  yes: FhirValue,
  no: FhirValue,
  more: Partial<QuestionnaireItem> = {},
): Case => ({
  of: [name],
  ...(name === `${ITEM}.enableWhen.operator` && { part: when.operator }),
  form: formOf([
    q('a', type, more),
    { ...one, linkId: 'b', enableWhen: [{ question: 'a', ...when }] },
  ]),
  does: 'The item is asked exactly while an answer meets the condition.',
  see: (seen) =>
    seen.asked({ a: yes }).includes('b') &&
    !seen.asked({ a: no }).includes('b') &&
    seen.item('b', { a: yes, b: { valueString: 'x' } }) !== undefined &&
    seen.item('b', { a: no, b: { valueString: 'x' } }) === undefined,
});
const kilo = (value: number, code: string): FhirValue => ({
  valueQuantity: { value, unit: code, system: 'http://unitsofmeasure.org', code },
});
const n = (valueInteger: number): FhirValue => ({ valueInteger });
const WHEN = `${ITEM}.enableWhen`;
export const CONDITIONS: readonly Case[] = [
  ...(
    [
      ['=', 5, 6],
      ['!=', 6, 5],
      ['>', 6, 5],
      ['<', 4, 5],
      ['>=', 5, 4],
      ['<=', 5, 6],
    ] as const
  ).map(([operator, yes, no]) =>
    compared(`${WHEN}.operator`, 'integer', { operator, answerInteger: 5 }, n(yes), n(no)),
  ),
  {
    ...compared(WHEN, 'integer', { operator: '=', answerInteger: 5 }, n(5), n(4)),
    of: [WHEN, `${WHEN}.question`, `${WHEN}.operator`, `${WHEN}.answerInteger`],
  },
  {
    of: [`${WHEN}.operator`],
    part: 'exists',
    form: formOf([
      q('a', 'string'),
      {
        ...one,
        linkId: 'b',
        enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: false }],
      },
    ]),
    does: 'The item is asked exactly while there is an answer, or none.',
    see: (seen) =>
      seen.asked().includes('b') && !seen.asked({ a: { valueString: 'x' } }).includes('b'),
  },
  compared(
    `${WHEN}.answerBoolean`,
    'boolean',
    { operator: '=', answerBoolean: true },
    { valueBoolean: true },
    { valueBoolean: false },
  ),
  compared(
    `${WHEN}.answerDecimal`,
    'decimal',
    { operator: '>', answerDecimal: 1.5 },
    { valueDecimal: 1.6 },
    { valueDecimal: 1.5 },
  ),
  compared(
    `${WHEN}.answerDate`,
    'date',
    { operator: '<', answerDate: '2026-01-02' },
    { valueDate: '2026-01-01' },
    { valueDate: '2026-01-02' },
  ),
  compared(
    `${WHEN}.answerDateTime`,
    'dateTime',
    { operator: '=', answerDateTime: '2026-01-01T10:00:00+01:00' },
    { valueDateTime: '2026-01-01T09:00:00Z' },
    { valueDateTime: '2026-01-01T10:00:00Z' },
  ),
  compared(
    `${WHEN}.answerTime`,
    'time',
    { operator: '>=', answerTime: '10:00:00' },
    { valueTime: '10:00:00' },
    { valueTime: '09:00:00' },
  ),
  compared(
    `${WHEN}.answerString`,
    'string',
    { operator: '=', answerString: 'ja' },
    { valueString: 'ja' },
    { valueString: 'nein' },
  ),
  compared(
    `${WHEN}.answerCoding`,
    'choice',
    { operator: '=', answerCoding: CHOSEN.valueCoding },
    CHOSEN,
    { valueString: 'Blau' },
    options,
  ),
  compared(
    `${WHEN}.answerQuantity`,
    'quantity',
    {
      operator: '>',
      answerQuantity: { value: 1, code: 'kg', system: 'http://unitsofmeasure.org' },
    },
    kilo(2000, 'g'),
    kilo(900, 'g'),
  ),
  compared(
    `${WHEN}.answerReference`,
    'reference',
    { operator: '=', answerReference: { reference: 'Patient/1' } },
    { valueReference: { reference: 'Patient/1' } },
    { valueReference: { reference: 'Patient/2' } },
    {
      answerOption: [
        { valueReference: { reference: 'Patient/1', display: 'A' } },
        { valueReference: { reference: 'Patient/2', display: 'B' } },
      ],
    },
  ),
  {
    of: [`${ITEM}.enableBehavior`],
    form: formOf([
      q('a', 'boolean'),
      q('c', 'boolean'),
      {
        ...one,
        linkId: 'b',
        enableBehavior: 'all',
        enableWhen: [
          { question: 'a', operator: '=', answerBoolean: true },
          { question: 'c', operator: '=', answerBoolean: true },
        ],
      },
    ]),
    does: 'All conditions have to be met, or any of them.',
    see: (seen) =>
      !seen.asked({ a: { valueBoolean: true } }).includes('b') &&
      seen.asked({ a: { valueBoolean: true }, c: { valueBoolean: true } }).includes('b'),
  },
];
