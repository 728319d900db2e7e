/** Tests of the extraction by definitions: places, lists, repeated groups, and what is left out. */
import { expect, test } from 'vitest';
import type { Questionnaire, QuestionnaireItem } from '../questionnaire/questionnaire.ts';
import type { ResponseItem } from '../questionnaire/response-types.ts';
import { checkForm } from '../design/form-findings.ts';
import {
  DEFINITION_EXTRACT,
  DEFINITION_VALUE,
  EXTRACTION_CONTEXT,
  recordsOf,
} from './extract-definitions.ts';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const about = (type: string) => ({
  url: DEFINITION_EXTRACT,
  extension: [{ url: 'definition', valueCanonical: `${CORE}${type}` }],
});
const fixed = (path: string, value: object) => ({
  url: DEFINITION_VALUE,
  extension: [
    { url: 'definition', valueUri: `${CORE}${path.split('.')[0] ?? ''}#${path}` },
    { url: 'fixed-value', ...value },
  ],
});
const q = (
  linkId: string,
  path: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId,
  type: 'string',
  text: linkId,
  ...(path !== '' && { definition: `${CORE}${path.split('.')[0] ?? ''}#${path}` }),
  ...more,
});
const form = (
  item: readonly QuestionnaireItem[],
  more: Partial<Questionnaire> = {},
): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  language: 'de',
  title: 'Beispiel',
  ...more,
  item,
});
const extracted = (questionnaire: Questionnaire, item: readonly ResponseItem[]) =>
  recordsOf(questionnaire, { resourceType: 'QuestionnaireResponse', status: 'completed', item });
const said = (linkId: string, ...texts: string[]): ResponseItem => ({
  linkId,
  answer: texts.map((valueString) => ({ valueString })),
});

test('answers fill elements of their type, lists included', () => {
  const made = form([
    q('g', 'Patient.name', {
      type: 'group',
      extension: [about('Patient')],
      item: [q('v', 'Patient.name.given', { repeats: true }), q('n', 'Patient.name.family')],
    }),
  ]);
  expect(
    extracted(made, [{ linkId: 'g', item: [said('v', 'Eva', 'Maria'), said('n', 'Vogt')] }]),
  ).toEqual([
    {
      resource: {
        resourceType: 'Patient',
        name: [{ given: ['Eva', 'Maria'], family: 'Vogt' }],
      },
      linkId: 'g',
      index: 0,
    },
  ]);
});

test('a repeated group makes a resource each; an element of a group one entry each', () => {
  const made = form([
    q('g', '', {
      type: 'group',
      repeats: true,
      extension: [
        about('AllergyIntolerance'),
        fixed('AllergyIntolerance.category', { valueCode: 'medication' }),
      ],
      item: [
        q('c', 'AllergyIntolerance.code.text'),
        q('r', 'AllergyIntolerance.reaction', {
          type: 'group',
          repeats: true,
          item: [
            q('m', 'AllergyIntolerance.reaction.manifestation'),
            q('s', 'AllergyIntolerance.reaction.severity'),
          ],
        }),
      ],
    }),
  ]);
  const found = extracted(made, [
    {
      linkId: 'g',
      item: [
        said('c', 'Penicillin'),
        { linkId: 'r', item: [said('m', 'Ausschlag'), said('s', 'mild')] },
        { linkId: 'r', item: [said('m', 'Schwellung')] },
      ],
    },
    { linkId: 'g', item: [said('c', 'Ibuprofen')] },
  ]);
  expect(found.map((one) => [one.index, one.resource])).toEqual([
    [
      0,
      {
        resourceType: 'AllergyIntolerance',
        code: { text: 'Penicillin' },
        reaction: [
          { manifestation: [{ text: 'Ausschlag' }], severity: 'mild' },
          { manifestation: [{ text: 'Schwellung' }] },
        ],
        category: ['medication'],
      },
    ],
    [
      1,
      {
        resourceType: 'AllergyIntolerance',
        code: { text: 'Ibuprofen' },
        category: ['medication'],
      },
    ],
  ]);
});

test('a choice of types takes the type of the answer', () => {
  const made = form(
    [
      q('a', 'Observation.value[x]', { type: 'decimal' }),
      q('c', 'Observation.code', { type: 'choice' }),
    ],
    { extension: [{ url: EXTRACTION_CONTEXT, valueCode: 'Observation' }] },
  );
  const coding = { system: 'http://loinc.org', code: '29463-7', display: 'Gewicht' };
  expect(
    extracted(made, [
      { linkId: 'a', answer: [{ valueDecimal: 70.5 }] },
      { linkId: 'c', answer: [{ valueCoding: coding }] },
    ]).map((one) => one.resource),
  ).toEqual([
    {
      resourceType: 'Observation',
      valueQuantity: { value: 70.5 },
      code: { coding: [coding], text: 'Gewicht' },
    },
  ]);
});

test.each([
  ['no answer', []],
  ['an answer of another type', [{ linkId: 'd', answer: [{ valueBoolean: true }] }]],
  ['an answer without a place', [said('x', 'Wort')]],
])('%s makes no resource', (_what, item) => {
  const made = form([q('d', 'Condition.onset[x]'), q('x', 'Condition.__proto__.polluted')], {
    extension: [
      about('Condition'),
      fixed('Condition.category', { valueCoding: { code: 'problem-list-item' } }),
    ],
  });
  expect(extracted(made, item)).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('what is not extracted is named to the importer', () => {
  const findings = (questionnaire: Questionnaire) =>
    checkForm(questionnaire, []).findings.map((one) => `${one.code} ${one.detail ?? ''}`);
  expect(
    findings(
      form([
        q('a', 'Patient.extension:race', { extension: [about('Patient')] }),
        q('b', 'Patient.birthDate', { type: 'date' }),
      ]),
    ),
  ).toEqual([`element_unused ${CORE}Patient#Patient.extension:race`]);
  expect(findings(form([q('a', '', { extension: [about('Appointment')] })]))).toEqual([
    `extension_unused ${DEFINITION_EXTRACT}`,
  ]);
  // Without an extraction a definition is only kept.
  expect(findings(form([q('a', 'Patient.extension:race')]))).toEqual([]);
});
