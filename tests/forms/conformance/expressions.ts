/** Executed extensions with expressions. */
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import type { Extension } from '../../../shared/forms/questionnaire/fhir.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import {
  observationsOf,
  OBSERVED,
  OBSERVED_AS,
} from '../../../shared/forms/answers/extract-observations.ts';
import {
  DEFINITION_EXTRACT,
  DEFINITION_VALUE,
  EXTRACTION_CONTEXT,
  recordsOf,
} from '../../../shared/forms/answers/extract-definitions.ts';
import { answer, by, flag, variable } from '../calculations.ts';
import { colours, extended, RED, whole } from './extended.ts';
import { formOf, q, type Case } from './rows.ts';
import type { Seen } from './seen.tsx';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const rule = (url: string, human: string): Extension => ({
  url,
  extension: [
    { url: 'key', valueId: 'k' },
    { url: 'severity', valueCode: 'error' },
    { url: 'human', valueString: human },
    { url: 'expression', valueString: '%context.answer.value > 5' },
  ],
});
const isFive = (linkId: string) => (seen: Seen) =>
  JSON.stringify(seen.answers(linkId, { z: whole(2) })) === '[{"valueInteger":5}]';
const calculated = (
  of: string,
  does: string,
  items: readonly QuestionnaireItem[],
  see: (seen: Seen) => boolean,
  more: Parameters<typeof formOf>[1] = {},
): Case => ({ of: [of], form: formOf([q('z', 'integer'), ...items], more), does, see });
const weighted = (url: string): QuestionnaireItem =>
  q('c', 'choice', colours({ extension: [{ url, valueDecimal: 3 }] }));
const sum = (url: string): Case =>
  calculated(
    url,
    'Expressions find it at the answered coding, as SDC writes it, and by `weight()`.',
    [
      weighted(url),
      q('sum', 'integer', {
        readOnly: true,
        extension: [
          by(
            EXTENSION.calculatedExpression,
            `%resource.item.answer.value.extension('${url}').value.toInteger() + %resource.item.answer.weight().sum().toInteger()`,
          ),
        ],
      }),
    ],
    (seen) =>
      JSON.stringify(seen.answers('sum', { c: { valueCoding: RED } })) === '[{"valueInteger":6}]',
  );

export const EXPRESSIONS: readonly Case[] = [
  extended(
    EXTENSION.constraint,
    'integer',
    rule(EXTENSION.constraint, 'Zu klein'),
    "Broken rules are named in the form's own words; a warning lets the answers pass.",
    (seen) =>
      seen.problems({ a: whole(5) }).includes('a rule') &&
      seen.problems({ a: whole(6) }).length === 0,
  ),
  extended(
    EXTENSION.targetConstraint,
    'integer',
    rule(EXTENSION.targetConstraint, 'Zu klein'),
    'It is a rule like `constraint`.',
    (seen) => seen.problems({ a: whole(5) }).includes('a rule'),
  ),
  calculated(
    EXTENSION.variable,
    'It can be used at its item, and below.',
    [
      q('a', 'integer', {
        readOnly: true,
        extension: [by(EXTENSION.calculatedExpression, '%three + %inner')],
      }),
    ].map((item) => ({
      ...item,
      extension: [variable('inner', '%three - 1'), ...(item.extension ?? [])],
    })),
    isFive('a'),
    { extension: [variable('three', `${answer('z')} + 1`)] },
  ),
  sum(EXTENSION.ordinalValue),
  sum(EXTENSION.itemWeight),
  calculated(
    EXTENSION.enableWhenExpression,
    'The item is asked exactly while it is true; a failing expression asks the item.',
    [q('a', 'string', { extension: [by(EXTENSION.enableWhenExpression, `${answer('z')} > 5`)] })],
    (seen) =>
      seen.asked({ z: whole(6) }).includes('a') && !seen.asked({ z: whole(5) }).includes('a'),
  ),
  calculated(
    EXTENSION.calculatedExpression,
    'The answer follows the others. If it cannot be computed, staff and patient are informed.',
    [
      q('a', 'integer', {
        readOnly: true,
        extension: [by(EXTENSION.calculatedExpression, `${answer('z')} + 3`)],
      }),
    ],
    isFive('a'),
  ),
  calculated(
    EXTENSION.initialExpression,
    'It gives the first answer, once.',
    [q('a', 'date', { extension: [by(EXTENSION.initialExpression, '%patient.birthDate')] })],
    (seen) => JSON.stringify(seen.answers('a')) === '[{"valueDate":"1980-05-17"}]',
  ),
  calculated(
    EXTENSION.answerExpression,
    'Its results are the answers to choose from. A chosen answer that drops out later is kept, marked and has to be decided again.',
    [
      q('a', 'choice', {
        extension: [by(EXTENSION.answerExpression, `iif(${answer('z')} > 5, 'Hoch', 'Tief')`)],
      }),
    ],
    (seen) => {
      const page = seen.page({ z: whole(6), a: { valueString: 'Tief' } }, 'de', 1);
      return (
        page.includes('Hoch') &&
        page.includes('steht nicht mehr zur Wahl') &&
        !seen.page({ z: whole(6) }, 'de', 1).includes('Tief') &&
        seen.problems({ z: whole(6), a: { valueString: 'Tief' } }).includes('a notAnOption') &&
        seen.problems({ z: whole(6), a: { valueString: 'Hoch' } }).length === 0
      );
    },
  ),
  calculated(
    EXTENSION.toggleExpression,
    'Its options can be chosen while it is true; an option of several is offered if one of them is true.',
    [
      q('a', 'choice', {
        ...colours(),
        extension: [
          {
            url: EXTENSION.toggleExpression,
            extension: [
              { url: 'option', valueCoding: RED },
              by('expression', `${answer('z')} > 5`),
            ],
          },
        ],
      }),
    ],
    (seen) =>
      seen.page({ z: whole(6) }, 'de', 1).includes('Rot') &&
      !seen.page({ z: whole(5) }, 'de', 1).includes('Rot') &&
      seen.page({ z: whole(5) }, 'de', 1).includes('Blau') &&
      seen.problems({ z: whole(5), a: { valueCoding: RED } }).includes('a notAnOption'),
  ),
  {
    of: ['Expression.name'],
    part: 'of another expression than a variable',
    form: formOf([
      q('a', 'integer', {
        readOnly: true,
        extension: [
          {
            url: EXTENSION.calculatedExpression,
            valueExpression: { name: 'total', language: 'text/fhirpath', expression: '14' },
          },
        ],
        item: [
          q('b', 'integer', {
            readOnly: true,
            extension: [by(EXTENSION.calculatedExpression, '%total + 1')],
          }),
        ],
      }),
    ]),
    does: 'It is a variable at its item, and below.',
    see: (seen) => JSON.stringify(seen.answers('b')) === '[{"valueInteger":15}]',
  },
  {
    of: ['Expression.language'],
    part: 'another one than FHIRPath',
    form: formOf([
      q('a', 'string', {
        extension: [
          {
            url: EXTENSION.calculatedExpression,
            valueExpression: { language: 'text/cql', expression: 'x' },
          },
        ],
      }),
    ]),
    detail: 'text/cql',
  },
  {
    of: [OBSERVED, OBSERVED_AS],
    form: formOf(
      [
        q('a', 'decimal', {
          code: [{ system: 'http://loinc.org', code: '29463-7' }],
          extension: [{ url: EXTENSION.unit, valueCoding: { code: 'kg', display: 'kg' } }],
        }),
      ],
      {
        extension: [
          flag(OBSERVED),
          {
            url: OBSERVED_AS,
            valueCodeableConcept: { coding: [{ code: 'vital-signs' }] },
          },
        ],
      },
    ),
    does: 'The FHIR bundle of the filed paper has an Observation for each answer with a code.',
    see: (seen) => {
      const [found, ...more] = observationsOf(
        seen.stored,
        seen.response({ a: { valueDecimal: 70.5 } }),
      );
      return (
        more.length === 0 &&
        JSON.stringify(found?.observation.valueQuantity) ===
          '{"value":70.5,"unit":"kg","code":"kg"}' &&
        found?.observation.category?.[0]?.coding?.[0]?.code === 'vital-signs'
      );
    },
  },
  {
    of: [DEFINITION_EXTRACT, DEFINITION_VALUE],
    form: formOf([
      q('g', 'group', {
        extension: [
          {
            url: DEFINITION_EXTRACT,
            extension: [{ url: 'definition', valueCanonical: `${CORE}AllergyIntolerance` }],
          },
          {
            url: DEFINITION_VALUE,
            extension: [
              { url: 'definition', valueUri: `${CORE}AllergyIntolerance#AllergyIntolerance.type` },
              { url: 'fixed-value', valueCode: 'allergy' },
            ],
          },
        ],
        item: [
          q('a', 'string', {
            definition: `${CORE}AllergyIntolerance#AllergyIntolerance.code.text`,
          }),
        ],
      }),
    ]),
    does: 'The FHIR bundle of the filed paper has the resource, filled from the answers below it. Patient, RelatedPerson, Observation, Condition, AllergyIntolerance and MedicationStatement are made; a patient only completes the record.',
    see: (seen) =>
      JSON.stringify(
        recordsOf(seen.stored, seen.response({ a: { valueString: 'Latex' } })).map(
          (one) => one.resource,
        ),
      ) === '[{"resourceType":"AllergyIntolerance","code":{"text":"Latex"},"type":"allergy"}]',
  },
  {
    of: [EXTRACTION_CONTEXT],
    part: 'with the code of a resource',
    form: formOf([q('a', 'date', { definition: `${CORE}Condition#Condition.onset[x]` })], {
      extension: [{ url: EXTRACTION_CONTEXT, valueCode: 'Condition' }],
    }),
    does: 'The FHIR bundle of the filed paper has the resource, filled from the answers below it.',
    see: (seen) =>
      recordsOf(seen.stored, seen.response({ a: { valueDate: '2020-05-01' } }))[0]?.resource[
        'onsetDateTime'
      ] === '2020-05-01',
  },
];
