/** Ten forms of FHIR R5 (hl7.org/fhir/R5/questionnaire.html). */
import { coding, NO, option, written, YES, type Written } from './written.ts';

const choice = (linkId: string, text: string, more: object = {}): object => ({
  linkId,
  text,
  type: 'coding',
  answerOption: [YES, NO],
  ...more,
});

export const OF_R5: readonly Written[] = [
  {
    what: 'a head with everything that R5 added',
    form: written('Registration', [choice('a', 'Have you been here before?')], {
      versionAlgorithmString: 'semver',
      copyrightLabel: '© Example',
      copyright: 'All rights reserved.',
      identifier: [{ system: 'https://example.org/ids', value: '7' }],
      name: 'Registration',
      subjectType: ['Patient'],
      date: '2025-03-01',
      publisher: 'Example',
      contact: [{ name: 'Desk', telecom: [{ system: 'phone', value: '030 1' }] }],
      description: 'First visit',
      useContext: [{ code: coding('focus', 'Focus'), valueCodeableConcept: { text: 'dental' } }],
      jurisdiction: [{ text: 'DE' }],
      purpose: 'Admission',
      approvalDate: '2025-01-01',
      lastReviewDate: '2025-02-01',
      effectivePeriod: { start: '2025-01-01' },
      code: [coding('reg', 'Registration')],
    }),
    // The label moves into the copyright.
    gone: ['semver', '© Example', 'All rights reserved.', 'coding'],
    named: ['note element_unused effectivePeriod'],
  },
  {
    what: 'the four ways to restrict answers',
    form: written('Allergies', [
      choice('only', 'Known allergy?', { answerConstraint: 'optionsOnly' }),
      choice('words', 'To what?', {
        answerOption: [option('l', 'Latex'), option('p', 'Penicillin')],
        answerConstraint: 'optionsOrString',
        repeats: true,
      }),
      {
        linkId: 'text',
        text: 'Reaction?',
        type: 'string',
        answerOption: [{ valueString: 'Rash' }, { valueString: 'Swelling' }],
        answerConstraint: 'optionsOrType',
      },
      {
        linkId: 'when',
        text: 'Since which year?',
        type: 'integer',
        answerOption: [{ valueInteger: 2024 }, { valueInteger: 2025 }],
        answerConstraint: 'optionsOnly',
      },
    ]),
    gone: [
      'coding',
      'optionsOnly',
      'coding',
      'optionsOrString',
      'string',
      'optionsOrType',
      'integer',
      'optionsOnly',
    ],
  },
  {
    what: 'conditions on codings, in groups, hidden while they do not hold',
    form: written('Pregnancy', [
      choice('pregnant', 'Are you pregnant?'),
      {
        linkId: 'g',
        text: 'About the pregnancy',
        type: 'group',
        enableWhen: [{ question: 'pregnant', operator: '=', answerCoding: coding('y', 'Yes') }],
        disabledDisplay: 'hidden',
        item: [
          { linkId: 'week', text: 'Which week?', type: 'integer', required: true },
          choice('risk', 'Any complications?', {
            enableWhen: [
              { question: 'week', operator: '>', answerInteger: 20 },
              { question: 'week', operator: 'exists', answerBoolean: false },
            ],
            enableBehavior: 'any',
          }),
        ],
      },
    ]),
    gone: ['coding', 'hidden', 'coding'],
    asks: [
      { given: { pregnant: NO }, asked: ['pregnant'] },
      { given: { pregnant: YES }, asked: ['pregnant', 'g', 'week', 'risk'] },
      {
        given: { pregnant: YES, week: { valueInteger: 8 } },
        asked: ['pregnant', 'g', 'week'],
      },
      {
        given: { pregnant: YES, week: { valueInteger: 30 } },
        asked: ['pregnant', 'g', 'week', 'risk'],
      },
    ],
  },
  {
    what: 'every type that R5 kept, with an initial answer',
    form: written('Types', [
      choice('c', 'c', { answerOption: [{ ...YES, initialSelected: true }, NO] }),
      { linkId: 'b', text: 'b', type: 'boolean', initial: [{ valueBoolean: false }] },
      { linkId: 'd', text: 'd', type: 'decimal', initial: [{ valueDecimal: 1.5 }] },
      { linkId: 'i', text: 'i', type: 'integer', initial: [{ valueInteger: 3 }] },
      { linkId: 'day', text: 'day', type: 'date', initial: [{ valueDate: '2025-01-02' }] },
      {
        linkId: 'dt',
        text: 'dt',
        type: 'dateTime',
        initial: [{ valueDateTime: '2025-01-02T10:00:00Z' }],
      },
      { linkId: 't', text: 't', type: 'time', initial: [{ valueTime: '10:00:00' }] },
      { linkId: 's', text: 's', type: 'string', maxLength: 20, initial: [{ valueString: 'x' }] },
      { linkId: 'x', text: 'x', type: 'text', readOnly: true, initial: [{ valueString: 'y' }] },
      { linkId: 'u', text: 'u', type: 'url', initial: [{ valueUri: 'https://example.org' }] },
      {
        linkId: 'q',
        text: 'q',
        type: 'quantity',
        initial: [{ valueQuantity: { value: 80, unit: 'kg', code: 'kg' } }],
      },
      { linkId: 'p', text: 'p', type: 'display' },
    ]),
    gone: ['coding'],
  },
  {
    what: 'a list that the form contains, in the shape of R5',
    form: written(
      'Teeth',
      [{ linkId: 'tooth', text: 'Which tooth?', type: 'coding', answerValueSet: '#teeth' }],
      {
        contained: [
          {
            resourceType: 'ValueSet',
            id: 'teeth',
            status: 'active',
            versionAlgorithmString: 'semver',
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
    gone: ['semver', 'coding'],
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
          { linkId: 'name', text: 'Name', type: 'string', required: true },
          choice('daily', 'Daily?', {
            item: [
              {
                linkId: 'often',
                text: 'How often?',
                type: 'coding',
                answerOption: [option('1', 'Once'), option('2', 'Twice')],
                answerConstraint: 'optionsOrString',
              },
            ],
          }),
        ],
      },
    ]),
    gone: ['coding', 'coding', 'optionsOrString'],
  },
  {
    what: 'a score by formula with weights',
    form: written('Score', [
      choice('a', 'Pain at night?', {
        answerOption: [
          {
            ...YES,
            extension: [
              { url: 'http://hl7.org/fhir/StructureDefinition/itemWeight', valueDecimal: 2 },
            ],
          },
          NO,
        ],
      }),
      {
        linkId: 'sum',
        text: 'Sum',
        type: 'decimal',
        readOnly: true,
        extension: [
          {
            url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
            valueExpression: {
              language: 'text/fhirpath',
              expression: '%resource.item.answer.weight().sum()',
            },
          },
        ],
      },
    ]),
    gone: ['coding'],
  },
  {
    what: 'an answer that R4 keeps free only as a text',
    form: written('Amounts', [
      {
        linkId: 'n',
        text: 'How many?',
        type: 'integer',
        answerOption: [{ valueInteger: 1 }, { valueInteger: 2 }],
        answerConstraint: 'optionsOrType',
      },
    ]),
    named: ['error is_r5 answerConstraint optionsOrType'],
  },
  {
    what: 'a question that stays in view, but protected',
    form: written('Protected', [
      choice('a', 'Smoker?'),
      choice('b', 'Daily?', {
        enableWhen: [{ question: 'a', operator: '=', answerCoding: coding('y', 'Yes') }],
        disabledDisplay: 'protected',
      }),
    ]),
    gone: ['coding', 'coding'],
    named: ['error is_r5 disabledDisplay'],
  },
  {
    what: 'a choice of amounts, and a form inside a form',
    form: written(
      'Doses',
      [
        {
          linkId: 'dose',
          text: 'Dose',
          type: 'quantity',
          answerValueSet: 'https://example.org/doses',
          answerConstraint: 'optionsOnly',
        },
        choice('a', 'Taken?'),
      ],
      {
        contained: [{ ...written('Inner', [choice('i', 'Inner?')]), id: 'inner' }],
      },
    ),
    gone: ['coding', 'coding'],
    named: ['error is_r5 answerConstraint optionsOnly'],
  },
];
