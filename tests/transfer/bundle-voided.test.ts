/** Tests of the FHIR transaction of voided answers: every entry is sent again as entered in error. */
import { expect, it } from 'vitest';
import { fhirBundle, type BundleInput } from '../../server/records/retention/export/fhir-bundle.ts';
import { DEFINITION_EXTRACT } from '../../shared/forms/answers/extract-definitions.ts';
import { OBSERVED } from '../../shared/forms/answers/extract-observations.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const DEFINED = [
  ['Patient', 'communication.language.text'],
  ['RelatedPerson', 'name.family'],
  ['AllergyIntolerance', 'code'],
  ['Condition', 'code'],
  ['MedicationStatement', 'medication[x]'],
] as const;
const groups = DEFINED.map(([type, path]): QuestionnaireItem => ({
  linkId: type,
  type: 'group',
  extension: [
    {
      url: DEFINITION_EXTRACT,
      extension: [{ url: 'definition', valueCanonical: `${CORE}${type}` }],
    },
  ],
  item: [{ linkId: `${type}.a`, type: 'string', definition: `${CORE}${type}#${type}.${path}` }],
}));
const pulse: QuestionnaireItem = {
  linkId: 'pulse',
  type: 'integer',
  text: 'Puls',
  code: [{ system: 'http://loinc.org', code: '8867-4' }],
  extension: [{ url: OBSERVED, valueBoolean: true }],
};
const taskId = '01a20261-cb89-701d-9e4c-511da7338ba3',
  at = Date.parse('2026-11-20T09:00:00Z');
const input: BundleInput = {
  praxis: { name: 'Zahnarztpraxis Süß', anschrift: 'Weg 1', telefon: '', mail: '' },
  task: {
    taskId,
    kind: 'questionnaire',
    template: 'anamnese@1',
    title: 'Anamnese',
    data: '{}',
    filedBy: null,
  },
  person: {
    patid: '4711',
    title: '',
    firstName: 'Jörg',
    lastName: 'Müller',
    geburtsdatum: '1978-11-05',
    gender: 'male',
    street: '',
    plz: '',
    city: '',
    country: null,
    mobile: '',
    landline: '',
    phone: '',
    email: '',
  },
  at,
  pdf: null,
  pdfSha256: null,
  answers: {
    questionnaire: {
      resourceType: 'Questionnaire',
      status: 'active',
      url: 'urn:test',
      version: '1',
      item: [...groups, pulse],
    },
    response: {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      authored: '2026-11-20T10:00:00+01:00',
      item: [
        ...DEFINED.map(([type]) => ({
          linkId: type,
          item: [{ linkId: `${type}.a`, answer: [{ valueString: 'Latex' }] }],
        })),
        { linkId: 'pulse', answer: [{ valueInteger: 60 }] },
      ],
    },
    answersId: taskId,
    answeredAt: at,
  },
  signers: [],
  signedAt: at,
};
const inError = { status: 'entered-in-error', isTreatment: true, refused: [] } as const;

it('voided answers are sent again as entered in error, under the same addresses', () => {
  const bundle = fhirBundle(input),
    voided = fhirBundle({ ...input, consent: inError });
  const stateIn = (of: typeof bundle, kind: string): unknown => {
    const one = of.entry.find(({ resource }) => resource.resourceType === kind)?.resource;
    const checked = one?.verificationStatus as { coding: { code: string }[] } | undefined;
    return checked?.coding[0]?.code ?? one?.status ?? one?.active;
  };
  const kinds = [
    'QuestionnaireResponse',
    'Observation',
    'AllergyIntolerance',
    'Condition',
    'MedicationStatement',
  ];
  expect(kinds.map((kind) => stateIn(bundle, kind))).toEqual([
    'completed',
    'final',
    undefined,
    undefined,
    'unknown',
  ]);
  expect(kinds.map((kind) => stateIn(voided, kind))).toEqual(kinds.map(() => inError.status));
  expect(stateIn(voided, 'RelatedPerson')).toBe(false);
  // Voided answers may be about another person: they complete no record.
  expect([bundle, voided].map((one) => 'communication' in (one.entry[0]?.resource ?? {}))).toEqual([
    true,
    false,
  ]);
  expect(voided.entry.map((one) => one.request.url)).toEqual(
    bundle.entry.map((one) => one.request.url),
  );
});
