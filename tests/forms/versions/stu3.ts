/** Ten forms of FHIR STU3 (hl7.org/fhir/STU3/questionnaire.html). */
import { coding, NO, written, YES, type Written } from './written.ts';

const choice = (linkId: string, text: string, more: object = {}): object => ({
  linkId,
  text,
  type: 'choice',
  option: [YES, NO],
  ...more,
});

/** Questions by their type, and a value to compare with. */
const COMPARED: readonly (readonly [string, object])[] = [
  ['boolean', { answerBoolean: true }],
  ['decimal', { answerDecimal: 1.5 }],
  ['date', { answerDate: '2017-01-01' }],
  ['dateTime', { answerDateTime: '2017-01-01T08:00:00Z' }],
  ['time', { answerTime: '08:00:00' }],
  ['string', { answerString: 'x' }],
  ['quantity', { answerQuantity: { value: 1, unit: 'kg' } }],
];

export const OF_STU3: readonly Written[] = [
  {
    what: 'a head with everything that STU3 has',
    form: written('Registration', [choice('a', 'Have you been here before?')], {
      identifier: [{ system: 'https://example.org/ids', value: '7' }],
      name: 'Registration',
      date: '2017-03-01',
      publisher: 'Example',
      description: 'First visit',
      purpose: 'Admission',
      approvalDate: '2017-01-01',
      lastReviewDate: '2017-02-01',
      useContext: [{ code: coding('focus', 'Focus'), valueCodeableConcept: { text: 'dental' } }],
      jurisdiction: [{ text: 'DE' }],
      contact: [{ name: 'Desk' }],
      copyright: '© Example',
      code: [coding('reg', 'Registration')],
      subjectType: ['Patient'],
    }),
  },
  {
    what: 'options of each type',
    form: written('Options', [
      choice('c', 'c'),
      { linkId: 'o', text: 'o', type: 'open-choice', option: [{ valueString: 'Rash' }] },
      {
        linkId: 'i',
        text: 'i',
        type: 'choice',
        option: [{ valueInteger: 1 }, { valueInteger: 2 }],
      },
      { linkId: 'd', text: 'd', type: 'choice', option: [{ valueDate: '2017-01-01' }] },
      { linkId: 't', text: 't', type: 'choice', option: [{ valueTime: '08:00:00' }] },
    ]),
  },
  {
    what: 'an initial answer of each type',
    form: written('Initial', [
      { linkId: 'b', text: 'b', type: 'boolean', initialBoolean: false },
      { linkId: 'd', text: 'd', type: 'decimal', initialDecimal: 1.5 },
      { linkId: 'i', text: 'i', type: 'integer', initialInteger: 0 },
      { linkId: 'day', text: 'day', type: 'date', initialDate: '2017-01-02' },
      { linkId: 'dt', text: 'dt', type: 'dateTime', initialDateTime: '2017-01-02T10:00:00Z' },
      { linkId: 't', text: 't', type: 'time', initialTime: '10:00:00' },
      { linkId: 's', text: 's', type: 'string', maxLength: 20, initialString: 'x' },
      { linkId: 'u', text: 'u', type: 'url', initialUri: 'https://example.org' },
      {
        linkId: 'q',
        text: 'q',
        type: 'quantity',
        initialQuantity: { value: 80, unit: 'kg', code: 'kg' },
      },
      choice('c', 'c', { initialCoding: coding('y', 'Yes') }),
      {
        linkId: 'r',
        text: 'r',
        type: 'reference',
        initialReference: { reference: 'Patient/1', display: 'Kim' },
      },
    ]),
    named: ['warning initial_twice'],
  },
  {
    what: 'conditions: any of several, on an answer or on its absence',
    form: written('Conditions', [
      choice('a', 'Pain?'),
      { linkId: 'b', text: 'How strong?', type: 'integer' },
      {
        linkId: 'c',
        text: 'Where?',
        type: 'string',
        enableWhen: [
          { question: 'a', answerCoding: coding('y', 'Yes') },
          { question: 'b', answerInteger: 5 },
        ],
      },
      {
        linkId: 'd',
        text: 'Why not?',
        type: 'string',
        enableWhen: [{ question: 'a', hasAnswer: false }],
      },
    ]),
    asks: [
      { given: {}, asked: ['a', 'b', 'd'] },
      { given: { a: NO }, asked: ['a', 'b'] },
      { given: { a: YES }, asked: ['a', 'b', 'c'] },
      { given: { a: NO, b: { valueInteger: 5 } }, asked: ['a', 'b', 'c'] },
    ],
  },
  {
    what: 'conditions on each comparable type',
    form: written('Compared', [
      ...(['boolean', 'decimal', 'date', 'dateTime', 'time', 'string', 'quantity'] as const).map(
        (type) => ({ linkId: type, text: type, type }),
      ),
      ...COMPARED.map(([question, value]) => ({
        linkId: `after ${question}`,
        text: 'after',
        type: 'display',
        enableWhen: [{ question, ...value }],
      })),
    ]),
    asks: [
      {
        given: { boolean: { valueBoolean: true }, string: { valueString: 'x' } },
        asked: [
          'boolean',
          'decimal',
          'date',
          'dateTime',
          'time',
          'string',
          'quantity',
          'after boolean',
          'after string',
        ],
      },
    ],
  },
  {
    what: 'a list that the form contains',
    form: written(
      'Teeth',
      [{ linkId: 'tooth', text: 'Which tooth?', type: 'choice', options: { reference: '#teeth' } }],
      {
        contained: [
          {
            resourceType: 'ValueSet',
            id: 'teeth',
            status: 'active',
            compose: {
              include: [
                {
                  system: 'https://example.org/teeth',
                  concept: [
                    { code: '11', display: '11' },
                    { code: '21', display: '21' },
                  ],
                },
              ],
            },
          },
        ],
      },
    ),
  },
  {
    what: 'repeating groups with questions below questions',
    form: written('Medication', [
      {
        linkId: 'm',
        text: 'Medication',
        type: 'group',
        repeats: true,
        item: [
          { linkId: 'name', prefix: '1.', text: 'Name', type: 'string', required: true },
          choice('daily', 'Daily?', {
            definition: 'https://example.org/Medication#Medication.daily',
            code: [coding('d', 'Daily')],
            item: [choice('often', 'Twice?', { readOnly: true })],
          }),
        ],
      },
    ]),
  },
  {
    what: 'points at options, by the address that STU3 had for them',
    form: written('Points', [
      choice('a', 'Pain?', {
        option: [
          {
            valueCoding: {
              ...coding('y', 'Yes'),
              extension: [
                {
                  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-ordinalValue',
                  valueDecimal: 2,
                },
              ],
            },
          },
          NO,
        ],
      }),
    ]),
    gone: ['http://hl7.org/fhir/StructureDefinition/questionnaire-ordinalValue'],
  },
  {
    what: 'a list of a server that it names by a relative reference',
    form: written('Server', [
      choice('a', 'Known?'),
      { linkId: 'b', text: 'Which?', type: 'choice', options: { reference: 'ValueSet/1' } },
    ]),
    named: ['error is_stu3 options'],
  },
  {
    what: 'conditions that R4 cannot compare',
    form: written('Addresses', [
      { linkId: 'u', text: 'Web page?', type: 'url' },
      {
        linkId: 'c',
        text: 'Since when?',
        type: 'date',
        enableWhen: [{ question: 'u', answerUri: 'https://example.org' }],
      },
    ]),
    named: ['error unknown_operator', 'warning element_unknown enableWhen.answerUri'],
  },
];
