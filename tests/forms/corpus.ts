/**
 * Test forms after the structures of public examples: scores, laboratory values, family history,
 * modular parts, every kind of item.
 */
import type { Extension } from '../../shared/forms/questionnaire/fhir.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';

const R4 = 'http://hl7.org/fhir/StructureDefinition/',
  SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const fhirPath = (url: string, expression: string, name?: string): Extension => ({
  url,
  valueExpression: { ...(name !== undefined && { name }), language: 'text/fhirpath', expression },
});
const weight = (valueDecimal: number): Extension => ({ url: `${R4}ordinalValue`, valueDecimal });
const control = (code: string): Extension => ({
  url: `${R4}questionnaire-itemControl`,
  valueCodeableConcept: {
    coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }],
  },
});
const base = { resourceType: 'Questionnaire', status: 'active', subjectType: ['Patient'] } as const;
const ucum = (code: string): { system: string; code: string; display: string } => ({
  system: 'http://unitsofmeasure.org',
  code,
  display: code,
});

/** A sum of weights from a contained value set, a threshold, a follow-up, and a hidden severity. */
export const scoreForm: Questionnaire = {
  ...base,
  url: 'urn:example:mood',
  version: '2.1',
  title: 'Mood over the last two weeks',
  language: 'en',
  name: 'Mood',
  meta: { profile: ['http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-render'] },
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'often',
      status: 'active',
      compose: {
        include: [
          {
            system: 'urn:example:often',
            concept: [
              { code: '0', display: 'Not at all', extension: [weight(0)] },
              { code: '1', display: 'Some days', extension: [weight(1)] },
              { code: '2', display: 'Most days', extension: [weight(2)] },
              { code: '3', display: 'Nearly every day', extension: [weight(3)] },
            ],
          },
        ],
      },
    } as NonNullable<Questionnaire['contained']>[number],
  ],
  item: [
    {
      linkId: '/1',
      type: 'group',
      text: 'How often did you feel …',
      extension: [control('gtable')],
      item: ['little joy', 'low', 'tired', 'worried about failing'].map(
        (text, at): QuestionnaireItem => ({
          linkId: `/1/${at}`,
          type: 'choice',
          text,
          required: true,
          answerValueSet: '#often',
          prefix: `${at + 1}.`,
        }),
      ),
    },
    {
      linkId: '/sum',
      type: 'decimal',
      text: 'Sum',
      readOnly: true,
      code: [{ system: 'http://loinc.org', code: '44261-6' }],
      extension: [
        fhirPath(`${R4}variable`, "%resource.item.where(linkId='/1').item.answer.value", 'chosen'),
        fhirPath(
          `${SDC}calculatedExpression`,
          'iif(%chosen.exists(), %chosen.ordinal().sum(), {})',
        ),
      ],
    },
    {
      linkId: '/severity',
      type: 'choice',
      text: 'Severity',
      readOnly: true,
      answerOption: ['low', 'high'].map((code) => ({
        valueCoding: { system: 'urn:example:severity', code, display: code },
      })),
      extension: [
        { url: `${R4}questionnaire-hidden`, valueBoolean: true },
        fhirPath(
          `${SDC}calculatedExpression`,
          "iif(%resource.item.where(linkId='/sum').answer.value >= 6, 'high', 'low')",
        ),
      ],
    },
    {
      linkId: '/talk',
      type: 'boolean',
      text: 'Would you like to talk about it?',
      extension: [
        fhirPath(
          `${SDC}enableWhenExpression`,
          "%resource.item.where(linkId='/severity').answer.value.code = 'high'",
        ),
      ],
    },
    { linkId: '/hint', type: 'display', text: 'Thank you.' },
  ],
};

/** Quantities with units, limits, a comparator and a condition on a value. */
export const labForm: Questionnaire = {
  ...base,
  url: 'urn:example:lab',
  version: '1',
  title: 'Laboratory values',
  language: 'en',
  item: [
    {
      linkId: 'hba1c',
      type: 'quantity',
      text: 'HbA1c',
      initial: [{ valueQuantity: { unit: '%', system: 'http://unitsofmeasure.org', code: '%' } }],
      extension: [
        { url: `${R4}questionnaire-unitOption`, valueCoding: ucum('%') },
        { url: `${R4}questionnaire-unitOption`, valueCoding: ucum('mmol/mol') },
        { url: `${R4}minValue`, valueDecimal: 2 },
        { url: `${R4}maxValue`, valueDecimal: 20 },
        { url: `${R4}maxDecimalPlaces`, valueInteger: 1 },
      ],
    },
    {
      linkId: 'inr',
      type: 'quantity',
      text: 'INR',
      extension: [
        { url: `${R4}questionnaire-unit`, valueCoding: ucum('{INR}') },
        { url: `${SDC}minQuantity`, valueQuantity: { value: 0.5, code: '{INR}' } },
      ],
    },
    {
      linkId: 'inr.date',
      type: 'date',
      text: 'Measured on',
      enableWhen: [
        {
          question: 'inr',
          operator: '>',
          answerQuantity: { value: 3.5, system: 'http://unitsofmeasure.org', code: '{INR}' },
        },
      ],
      required: true,
    },
    {
      linkId: 'report',
      type: 'attachment',
      text: 'Report',
      repeats: true,
      extension: [
        { url: `${R4}mimeType`, valueCode: 'application/pdf' },
        { url: `${R4}mimeType`, valueCode: 'image/*' },
        { url: `${R4}maxSize`, valueDecimal: 5_000_000 },
      ],
    },
  ],
};

/** Relatives, each with any number of illnesses; an illness begins at an age or a date. */
export const familyForm: Questionnaire = {
  ...base,
  url: 'urn:example:family',
  version: '1',
  title: 'Family history',
  language: 'en',
  item: [
    { linkId: 'none', type: 'boolean', text: 'Is anything known about your family?' },
    {
      linkId: 'rel',
      type: 'group',
      text: 'Relative',
      repeats: true,
      enableWhen: [{ question: 'none', operator: '=', answerBoolean: true }],
      extension: [{ url: `${R4}questionnaire-maxOccurs`, valueInteger: 4 }],
      item: [
        {
          linkId: 'rel.who',
          type: 'choice',
          text: 'Who?',
          required: true,
          answerOption: [
            { valueString: 'Mother' },
            { valueString: 'Father' },
            {
              valueString: 'Sibling',
              extension: [{ url: `${R4}questionnaire-optionPrefix`, valueString: 'c)' }],
            },
          ],
        },
        { linkId: 'rel.alive', type: 'boolean', text: 'Alive?', initial: [{ valueBoolean: true }] },
        {
          linkId: 'rel.died',
          type: 'integer',
          text: 'Died at the age of',
          enableWhen: [{ question: 'rel.alive', operator: '=', answerBoolean: false }],
        },
        {
          linkId: 'ill',
          type: 'group',
          text: 'Illness',
          repeats: true,
          item: [
            {
              linkId: 'ill.name',
              type: 'open-choice',
              text: 'Which?',
              answerOption: [
                { valueCoding: { system: 'urn:example:ill', code: 'heart', display: 'Heart' } },
                { valueCoding: { system: 'urn:example:ill', code: 'sugar', display: 'Diabetes' } },
              ],
              item: [
                {
                  linkId: 'ill.onset',
                  type: 'choice',
                  text: 'Known by',
                  answerOption: [{ valueString: 'age' }, { valueString: 'date' }],
                },
                {
                  linkId: 'ill.age',
                  type: 'integer',
                  text: 'Age',
                  enableWhen: [{ question: 'ill.onset', operator: '=', answerString: 'age' }],
                },
                {
                  linkId: 'ill.date',
                  type: 'date',
                  text: 'Date',
                  enableWhen: [
                    { question: 'ill.onset', operator: '=', answerString: 'date' },
                    { question: 'ill.name', operator: 'exists', answerBoolean: true },
                  ],
                  enableBehavior: 'all',
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const address: Questionnaire = {
  ...base,
  id: 'address',
  url: 'urn:example:part:address',
  item: [
    {
      linkId: 'addr',
      type: 'group',
      text: 'Address',
      item: [
        {
          linkId: 'addr.zip',
          type: 'string',
          text: 'Postcode',
          extension: [{ url: `${R4}regex`, valueString: '[0-9]{5}' }],
        },
        { linkId: 'addr.country', type: 'choice', text: 'Country', answerValueSet: '#countries' },
      ],
    },
  ],
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'countries',
      expansion: {
        contains: [
          { system: 'urn:iso:std:iso:3166', code: 'DE', display: 'Germany' },
          {
            abstract: true,
            display: 'Others',
            contains: [{ system: 'urn:iso:std:iso:3166', code: 'FR', display: 'France' }],
          },
        ],
      },
    },
  ],
};
const deeper: Questionnaire = {
  ...base,
  url: 'urn:example:part:deeper',
  item: [
    {
      linkId: 'deep',
      type: 'group',
      text: 'More',
      item: [
        {
          linkId: 'deep.x',
          type: 'display',
          text: 'part',
          extension: [
            { url: `${SDC}subQuestionnaire`, valueCanonical: 'urn:example:part:address' },
          ],
        },
      ],
    },
  ],
};
/**
 * A modular root that references three parts: one by canonical address, one contained, and one with
 * a nested part.
 */
export const modularForm: Questionnaire = {
  ...base,
  url: 'urn:example:modular',
  version: '1',
  title: 'Modular',
  language: 'en',
  extension: [{ url: `${SDC}assemble-expectation`, valueCode: 'assemble-root' }],
  contained: [
    { ...base, id: 'contact', item: [{ linkId: 'tel', type: 'string', text: 'Telephone' }] },
  ],
  item: [
    {
      linkId: 'p1',
      type: 'display',
      text: 'part',
      extension: [{ url: `${SDC}subQuestionnaire`, valueCanonical: '#contact' }],
    },
    {
      linkId: 'p2',
      type: 'display',
      text: 'part',
      extension: [{ url: `${SDC}subQuestionnaire`, valueCanonical: 'urn:example:part:deeper|1.0' }],
    },
  ],
};
export const partOf = (canonical: string): Questionnaire | undefined =>
  ({ 'urn:example:part:address': address, 'urn:example:part:deeper|1.0': deeper })[canonical];

/**
 * Every kind of item, value sets of every kind that can travel with a form, and extensions of every
 * meaning.
 */
export const everyForm: Questionnaire = {
  ...base,
  url: 'urn:example:every',
  version: '1',
  title: 'Everything',
  language: 'en',
  contained: [
    {
      resourceType: 'CodeSystem',
      id: 'cs',
      url: 'urn:example:cs',
      status: 'active',
      content: 'complete',
      concept: [
        { code: 'a', display: 'A', concept: [{ code: 'a1', display: 'A one' }] },
        { code: 'b', display: 'B', designation: [{ language: 'de', value: 'Be' }] },
      ],
    } as NonNullable<Questionnaire['contained']>[number],
    {
      resourceType: 'ValueSet',
      id: 'whole',
      url: 'urn:example:vs:whole',
      status: 'active',
      compose: { include: [{ system: 'urn:example:cs' }] },
    } as NonNullable<Questionnaire['contained']>[number],
    {
      resourceType: 'ValueSet',
      id: 'of',
      status: 'active',
      compose: {
        include: [
          { valueSet: ['urn:example:vs:whole'] },
          { system: 'urn:example:other', concept: [{ code: 'z', display: 'Z' }] },
        ],
      },
    } as NonNullable<Questionnaire['contained']>[number],
  ],
  item: [
    {
      linkId: 'display',
      type: 'display',
      text: 'Read this.',
      extension: [
        { url: `${R4}rendering-markdown`, valueMarkdown: '**Read** this.' },
        {
          url: `${R4}questionnaire-displayCategory`,
          valueCodeableConcept: { coding: [{ code: 'instructions' }] },
        },
      ],
    },
    { linkId: 'boolean', type: 'boolean', text: 'boolean' },
    {
      linkId: 'decimal',
      type: 'decimal',
      text: 'decimal',
      extension: [{ url: `${R4}questionnaire-sliderStepValue`, valueInteger: 2 }],
    },
    { linkId: 'integer', type: 'integer', text: 'integer' },
    { linkId: 'date', type: 'date', text: 'date' },
    { linkId: 'dateTime', type: 'dateTime', text: 'dateTime' },
    { linkId: 'time', type: 'time', text: 'time' },
    {
      linkId: 'string',
      type: 'string',
      text: 'string',
      extension: [{ url: `${R4}entryFormat`, valueString: 'AA-99' }],
    },
    { linkId: 'text', type: 'text', text: 'text', maxLength: 200 },
    { linkId: 'url', type: 'url', text: 'url' },
    { linkId: 'choice', type: 'choice', text: 'choice', answerValueSet: '#whole' },
    { linkId: 'open', type: 'open-choice', text: 'open', repeats: true, answerValueSet: '#of' },
    {
      linkId: 'numbers',
      type: 'choice',
      text: 'numbers',
      answerOption: [{ valueInteger: 1 }, { valueInteger: 2, initialSelected: true }],
    },
    {
      linkId: 'days',
      type: 'choice',
      text: 'days',
      answerOption: [{ valueDate: '2026-01-01' }, { valueDate: '2026-01-02' }],
    },
    { linkId: 'attachment', type: 'attachment', text: 'attachment' },
    { linkId: 'quantity', type: 'quantity', text: 'quantity' },
    {
      linkId: 'reference',
      type: 'reference',
      text: 'reference',
      extension: [{ url: `${R4}questionnaire-referenceResource`, valueCode: 'Practitioner' }],
    },
    {
      linkId: 'group',
      type: 'group',
      text: 'group',
      item: [
        {
          linkId: 'group.in',
          type: 'string',
          text: 'in',
          item: [{ linkId: 'group.in.in', type: 'boolean', text: 'in in' }],
        },
      ],
      extension: [{ url: `${SDC}columnCount`, valueInteger: 2 }],
    },
    {
      linkId: 'strange',
      type: 'string',
      text: 'strange',
      extension: [{ url: 'http://example.org/fhir/strange', valueBoolean: true }],
    },
  ],
};

/** References that only a server, or no program, could resolve: named, and refused. */
export const foreignForm: Questionnaire = {
  ...base,
  url: 'urn:example:foreign',
  title: 'Foreign',
  language: 'en',
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'less',
      status: 'active',
      compose: {
        include: [{ system: 'urn:example:cs', concept: [{ code: 'a' }] }],
        exclude: [{ system: 'urn:example:cs', concept: [{ code: 'a' }] }],
      },
    } as NonNullable<Questionnaire['contained']>[number],
  ],
  item: [
    {
      linkId: 'snomed',
      type: 'choice',
      text: 'Which?',
      answerValueSet: 'http://snomed.info/sct?fhir_vs=ecl/<404684003',
    },
    { linkId: 'less', type: 'choice', text: 'Less', answerValueSet: '#less' },
    {
      linkId: 'cql',
      type: 'string',
      text: 'CQL',
      extension: [
        {
          url: `${SDC}initialExpression`,
          valueExpression: { language: 'text/cql', expression: 'Today()' },
        },
      ],
    },
    {
      linkId: 'modified',
      type: 'string',
      text: 'modified',
      modifierExtension: [{ url: 'http://example.org/fhir/not', valueBoolean: true }],
    },
    {
      linkId: 'lookup',
      type: 'string',
      text: 'lookup',
      extension: [
        {
          url: `${SDC}candidateExpression`,
          valueExpression: { language: 'application/x-fhir-query', expression: 'Patient?name=x' },
        },
        { url: `${R4}questionnaire-signatureRequired`, valueCodeableConcept: { text: 'sign' } },
      ],
    },
  ],
};
