/** Elements of items: texts, kinds of questions, options and initial values. */
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { formOf, q, type Case } from './rows.ts';

const ITEM = 'Questionnaire.item';
const one = q('a', 'string');

const TYPES: readonly [QuestionnaireItem['type'], FhirValue][] = [
  ['boolean', { valueBoolean: true }],
  ['decimal', { valueDecimal: 1.5 }],
  ['integer', { valueInteger: 2 }],
  ['date', { valueDate: '2026-01-31' }],
  ['dateTime', { valueDateTime: '2026-01-31T10:00:00Z' }],
  ['time', { valueTime: '10:00:00' }],
  ['string', { valueString: 'x' }],
  ['text', { valueString: 'x' }],
  ['url', { valueUri: 'urn:x' }],
  ['quantity', { valueQuantity: { value: 1, code: 'kg', unit: 'kg' } }],
  ['attachment', { valueAttachment: { contentType: 'image/png', url: 'urn:file:1', size: 3 } }],
];
const typed = ([type, value]: (typeof TYPES)[number]): Case => ({
  of: [`${ITEM}.type`],
  part: type,
  form: formOf([q('a', type)]),
  does: 'It is asked, checked and stored with its type.',
  see: (seen) =>
    seen.page().includes('Frage a') &&
    JSON.stringify(seen.item('a', { a: value })?.answer) === JSON.stringify([value]) &&
    seen.problems({ a: value }).length === 0 &&
    seen.problems({ a: { valueCoding: { system: 'urn:x', code: 'x' } } }).includes('a notAValue'),
});
const CHOSEN = { valueCoding: { system: 'urn:s', code: 'x', display: 'Rot' } };
const options = { answerOption: [CHOSEN, { valueString: 'Blau' }] };

const KINDS: readonly Case[] = [
  {
    of: [`${ITEM}.type`],
    part: 'group',
    form: formOf([q('g', 'group', { text: 'Eine Gruppe', item: [one] })]),
    does: 'A group is a page, or a part of one.',
    see: (seen) => seen.page().includes('Eine Gruppe'),
  },
  {
    of: [`${ITEM}.type`],
    part: 'display',
    form: formOf([q('d', 'display', { text: 'Nur ein Hinweis' }), one]),
    does: 'Its text is shown and nothing is stored.',
    see: (seen) =>
      seen.page().includes('Nur ein Hinweis') &&
      seen.item('d', { a: { valueString: 'x' } }) === undefined,
  },
  ...TYPES.map(typed),
  {
    of: [`${ITEM}.type`],
    part: 'choice',
    form: formOf([q('a', 'choice', options)]),
    does: 'One of the options is chosen; any other value is refused.',
    see: (seen) =>
      seen.problems({ a: CHOSEN }).length === 0 &&
      seen.problems({ a: { valueString: 'Grün' } }).includes('a notAnOption'),
  },
  {
    of: [`${ITEM}.type`],
    part: 'open-choice',
    form: formOf([q('a', 'open-choice', options)]),
    does: 'One of the options is chosen, or own words are written.',
    see: (seen) =>
      seen.problems({ a: { valueString: 'Grün' } }).length === 0 &&
      seen.problems({ a: { valueInteger: 1 } }).includes('a notAnOption'),
  },
  {
    of: [`${ITEM}.type`],
    part: 'reference',
    form: formOf([
      q('a', 'reference', {
        answerOption: [{ valueReference: { reference: 'Patient/1', display: 'Erika' } }],
      }),
    ]),
    does: 'One of the listed references is chosen. Without a list the question shows a value that is there already.',
    see: (seen) =>
      seen.page().includes('Erika') &&
      seen.problems({ a: { valueReference: { reference: 'Patient/1' } } }).length === 0,
  },
];

const OPTION = `${ITEM}.answerOption`;
const option = (name: string, value: FhirValue, more: object = {}): Case => ({
  of: [`${OPTION}.${name}`],
  form: formOf([q('a', 'choice', { answerOption: [{ ...value, ...more }] })]),
  does: 'It can be chosen and is stored as it stands.',
  see: (seen) =>
    JSON.stringify(seen.item('a', { a: value })?.answer) === JSON.stringify([value]) &&
    seen.problems({ a: value }).length === 0,
});
const INITIAL = `${ITEM}.initial`;
const initial = ([type, value]: (typeof TYPES)[number]): Case => ({
  of: [`${INITIAL}.${Object.keys(value)[0] ?? ''}`],
  form: formOf([q('a', type, { initial: [value] })]),
  does: 'It is the answer until the person changes it.',
  see: (seen) => JSON.stringify(seen.answers('a')) === JSON.stringify([value]),
});

const ANSWERS: readonly Case[] = [
  option('valueInteger', { valueInteger: 3 }),
  option('valueDate', { valueDate: '2026-01-01' }),
  option('valueTime', { valueTime: '10:00:00' }),
  option('valueString', { valueString: 'Rot' }),
  { ...option('valueCoding', CHOSEN), of: [OPTION, `${OPTION}.valueCoding`] },
  option('valueReference', { valueReference: { reference: 'Patient/1', display: 'Erika' } }),
  {
    of: [`${OPTION}.initialSelected`],
    form: formOf([q('a', 'choice', { answerOption: [{ ...CHOSEN, initialSelected: true }] })]),
    does: 'The option is chosen at first.',
    see: (seen) => seen.answers('a').length === 1,
  },
  ...TYPES.filter(([type]) => type !== 'text').map(initial),
  {
    of: [INITIAL, `${INITIAL}.valueCoding`],
    form: formOf([q('a', 'open-choice', { answerValueSet: '#v', initial: [CHOSEN] })], {
      contained: [
        {
          resourceType: 'ValueSet',
          id: 'v',
          compose: { include: [{ system: 'urn:s', concept: [{ code: 'x', display: 'Rot' }] }] },
        },
      ],
    }),
    does: 'It is the answer until the person changes it.',
    see: (seen) => JSON.stringify(seen.answers('a')) === JSON.stringify([CHOSEN]),
  },
  {
    of: [`${INITIAL}.valueReference`],
    form: formOf([
      q('a', 'reference', {
        initial: [{ valueReference: { reference: 'Patient/1', display: 'Erika' } }],
      }),
    ]),
    does: 'It is shown as the answer.',
    see: (seen) => seen.page().includes('Erika'),
  },
  {
    of: [`${ITEM}.answerValueSet`],
    part: 'contained or in the bundle of the standard',
    form: formOf([
      q('a', 'choice', { answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow' }),
    ]),
    does: 'Its codes are the options.',
    see: (seen) => seen.page().includes('Weiß ich nicht'),
  },
  {
    of: [`${ITEM}.answerValueSet`],
    part: 'on a server',
    form: formOf([q('a', 'choice', { answerValueSet: 'http://example.org/vs' })]),
    detail: 'http://example.org/vs',
  },
];

const TEXTS: readonly Case[] = [
  {
    of: [ITEM, `${ITEM}.item`, `${ITEM}.linkId`],
    form: formOf([q('g', 'group', { item: [q('a', 'boolean', { item: [q('b', 'string')] })] })]),
    does: 'Items are asked in their order, at any depth up to thirty; answers stand at their places.',
    see: (seen) =>
      JSON.stringify(
        seen.item('g', { a: { valueBoolean: true }, b: { valueString: 'x' } })?.item?.[0]
          ?.answer?.[0]?.item?.[0]?.answer,
      ) === '[{"valueString":"x"}]',
  },
  {
    of: [`${ITEM}.definition`],
    form: formOf([q('a', 'string', { definition: 'http://example.org/d#x' })]),
    does: 'Answers carry it.',
    see: (seen) =>
      JSON.stringify(seen.response({ a: { valueString: 'x' } })).includes('http://example.org/d#x'),
  },
  {
    of: [`${ITEM}.prefix`],
    form: formOf([
      q('g', 'group', { item: [q('a', 'string', { prefix: '7a)' }), q('b', 'string')] }),
    ]),
    does: 'It stands in front of the question.',
    see: (seen) => seen.page().includes('7a)'),
  },
  {
    of: [`${ITEM}.text`],
    form: formOf([q('a', 'string', { text: 'Wie heißt Ihr Hund?' })]),
    does: 'It is shown, and stored with the answer.',
    see: (seen) =>
      seen.page().includes('Wie heißt Ihr Hund?') &&
      seen.item('a', { a: { valueString: 'x' } })?.text === 'Wie heißt Ihr Hund?',
  },
  {
    of: [`${ITEM}.required`],
    part: 'question',
    form: formOf([q('a', 'string', { required: true })]),
    does: 'Without an answer the page does not go on.',
    see: (seen) =>
      seen.problems().includes('a required') &&
      seen.problems({ a: { valueString: 'x' } }).length === 0,
  },
  {
    of: [`${ITEM}.required`],
    part: 'group',
    form: formOf([q('g', 'group', { required: true, item: [q('a', 'string'), q('b', 'string')] })]),
    does: 'At least one of its questions has to be answered; the problem is shown at the first one.',
    see: (seen) =>
      seen.problems().join(' ') === 'a required' &&
      seen.problems({ b: { valueString: 'x' } }).length === 0,
  },
  {
    of: [`${ITEM}.repeats`],
    form: formOf([
      q('a', 'choice', { repeats: true, ...options }),
      q('g', 'group', { repeats: true, item: [q('b', 'string')] }),
    ]),
    does: 'A question takes several answers; a group can be added again.',
    see: (seen) =>
      seen.item('a', { a: [CHOSEN, { valueString: 'Blau' }] })?.answer?.length === 2 &&
      seen.model.byLinkId.get('g')?.isFrame === true,
  },
  {
    of: [`${ITEM}.readOnly`],
    form: formOf([
      q('a', 'string', { readOnly: true, initial: [{ valueString: 'fest' }] }),
      q('b', 'string'),
    ]),
    does: 'The value is shown without a field.',
    see: (seen) =>
      /fest/.test(seen.page()) && !/<(?:input|textarea)[^>]*value="fest"/.test(seen.page()),
  },
  {
    of: [`${ITEM}.maxLength`],
    form: formOf([q('a', 'string', { maxLength: 3 })]),
    does: 'A longer text does not pass.',
    see: (seen) => seen.problems({ a: { valueString: 'vier' } }).includes('a tooLong'),
  },
];

export const OF_ITEMS: readonly Case[] = [...TEXTS, ...KINDS, ...ANSWERS];
