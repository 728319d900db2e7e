/** Elements of the form itself, for the page about conformance. */
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { originalOf } from '../../../shared/forms/questionnaire/response.ts';
import { formOf, q, type Case } from './rows.ts';
import type { Seen } from './seen.tsx';

const FORM = 'Questionnaire',
  ITEM = 'Questionnaire.item';
const UNKNOWN_URL = 'https://example.org/fhir/unknown';
const EN = {
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'en' },
        { url: 'content', valueString: 'Question in English' },
      ],
    },
  ],
};
const one = q('a', 'string');

/** Facts about the form, stored as they came. */
const ABOUT = {
  meta: { tag: [{ system: 'urn:t', code: 'x' }] },
  text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">Beispiel</div>' },
  identifier: [{ system: 'urn:i', value: '1' }],
  name: 'Beispiel',
  contact: [{ name: 'Praxis' }],
  publisher: 'Verlag',
  description: 'Worum es geht',
  useContext: [{ code: { code: 'focus' }, valueCodeableConcept: { text: 'x' } }],
  jurisdiction: [{ text: 'Deutschland' }],
  purpose: 'Zum Zeigen',
  copyright: '© Verlag',
  approvalDate: '2026-01-01',
  lastReviewDate: '2026-01-02',
  code: [{ system: 'urn:c', code: 'c' }],
} as unknown as Partial<Questionnaire>;
const isKept = ({ stored }: Seen): boolean => {
  const all = stored as unknown as Record<string, unknown>;
  return Object.entries(ABOUT).every(
    ([name, value]) => JSON.stringify(all[name]) === JSON.stringify(value),
  );
};

export const OF_FORM: readonly Case[] = [
  {
    of: Object.keys(ABOUT).map((name) => `${FORM}.${name}`),
    form: formOf([one], ABOUT),
    does: 'It is stored and exported as it came; it asks nothing of the page.',
    see: isKept,
  },
  {
    of: [`${FORM}.id`],
    form: formOf([one], { id: 'von-aussen' }),
    does: "The stored form gets the practice's own id.",
    see: ({ stored }) => stored.id !== undefined && stored.id !== 'von-aussen',
  },
  {
    of: [`${FORM}.url`, `${FORM}.version`],
    form: formOf([one]),
    does: 'Answers name this canonical and version as long as the form asks the same.',
    see: (seen) =>
      originalOf(seen.stored) === 'https://example.org/q|3' &&
      seen.response({ a: { valueString: 'x' } }).questionnaire === 'https://example.org/q|3',
  },
  {
    of: [`${FORM}.derivedFrom`],
    form: formOf([one], { derivedFrom: ['https://example.org/parent|1'] }),
    does: 'It is kept, after the imported form itself; earlier answers are found through both.',
    see: ({ stored }) =>
      JSON.stringify(stored.derivedFrom) ===
      '["https://example.org/q|3","https://example.org/parent|1"]',
  },
  {
    of: [`${FORM}.status`, `${FORM}.date`],
    form: formOf([one], { date: '2020-01-01' }),
    does: 'An import is a draft; publication sets the state, and then the date.',
    see: ({ stored }) => stored.status === 'draft',
  },
  {
    of: [`${FORM}.language`],
    form: formOf([{ ...one, text: 'Question', _text: EN }], { language: 'de' }),
    does: 'It is the language of all texts that have no translation.',
    see: (seen) => seen.page({}, 'en').includes('Question in English'),
  },
  {
    of: [`${FORM}.title`],
    form: formOf([one], { title: 'Der Titel' }),
    does: 'It is the name of the form in all lists.',
    see: ({ stored }) => stored.title === 'Der Titel',
  },
  {
    of: [`${FORM}.subjectType`],
    form: formOf([one], { subjectType: ['Device'] }),
    detail: 'subjectType',
    does: 'A form about patients is accepted without a finding.',
  },
  {
    of: [`${FORM}.implicitRules`],
    form: formOf([one], { implicitRules: 'urn:rules' } as Partial<Questionnaire>),
    detail: 'implicitRules',
  },
  {
    of: [`${FORM}.experimental`],
    form: formOf([one], { experimental: true } as Partial<Questionnaire>),
    detail: 'experimental',
  },
  {
    of: [`${FORM}.effectivePeriod`],
    form: formOf([one], { effectivePeriod: { end: '2020-01-01' } } as Partial<Questionnaire>),
    detail: 'effectivePeriod',
  },
  {
    of: [`${FORM}.contained`],
    form: formOf([q('a', 'choice', { answerValueSet: '#v' })], {
      contained: [
        {
          resourceType: 'ValueSet',
          id: 'v',
          compose: { include: [{ system: 'urn:s', concept: [{ code: 'x', display: 'Rot' }] }] },
        },
      ],
    }),
    does: 'Value sets, code systems and parts of the form are used from there; others are kept.',
    see: (seen) => seen.page().includes('Rot'),
  },
  {
    of: [`${FORM}.extension`, `${ITEM}.extension`],
    form: formOf([{ ...one, extension: [{ url: UNKNOWN_URL, valueBoolean: true }] }]),
    detail: UNKNOWN_URL,
  },
  {
    of: [
      `${FORM}.modifierExtension`,
      `${ITEM}.modifierExtension`,
      `${ITEM}.answerOption.modifierExtension`,
      `${ITEM}.enableWhen.modifierExtension`,
      `${ITEM}.initial.modifierExtension`,
    ],
    form: formOf([{ ...one, modifierExtension: [{ url: UNKNOWN_URL, valueBoolean: true }] }]),
    detail: UNKNOWN_URL,
  },
];

/** Where an extension may stand: each place is looked at. */
const extended = (name: string, more: object): Case => ({
  of: [name],
  form: formOf([{ ...one, ...more }]),
  detail: UNKNOWN_URL,
});
const strange = { extension: [{ url: UNKNOWN_URL, valueBoolean: true }] };
/** An answer with an id: ids may stand at any element. */
const NUMBERED = { valueString: 'x', id: 'e2' };
export const PLACES: readonly Case[] = [
  extended(`${ITEM}.answerOption.extension`, {
    type: 'choice',
    answerOption: [{ valueString: 'x', ...strange }],
  }),
  extended(`${ITEM}.enableWhen.extension`, {
    enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: true, ...strange }],
  }),
  extended(`${ITEM}.initial.extension`, { initial: [{ valueString: 'x', ...strange }] }),
  {
    of: ['', '.answerOption', '.enableWhen', '.initial'].map((name) => `${ITEM}${name}.id`),
    form: formOf([{ ...one, id: 'e1', initial: [NUMBERED] }]),
    does: 'It is stored and exported as it came.',
    see: ({ stored }) => JSON.stringify(stored.item).includes('"id":"e2"'),
  },
  {
    of: [`${ITEM}.code`],
    form: formOf([{ ...one, code: [{ system: 'http://loinc.org', code: '8867-4' }] }]),
    does: 'It is stored and exported as it came.',
    see: ({ stored }) => stored.item?.[0]?.code?.[0]?.code === '8867-4',
  },
  {
    of: ['an element that R4 does not have'],
    form: formOf([{ ...one, colour: 'red' } as typeof one]),
    detail: 'item.colour',
  },
];
