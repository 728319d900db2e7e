/** Repeating groups filled in from the record (`itemPopulationContext` of SDC): once, by element. */
import { expect, test } from 'vitest';
import { patientReadOf } from '../../server/desk/forms/answers/patient-read.ts';
import type { MasterData } from '../../shared/desk/master-data.ts';
import { patientReads } from '../../shared/forms/answers/patient-reads.ts';
import { patientVariable, type PatientRead } from '../../shared/forms/answers/patient-variable.ts';
import { checkForm } from '../../shared/forms/design/form-findings.ts';
import {
  compute,
  type ComputeResult,
} from '../../shared/forms/questionnaire/expressions/computed.ts';
import { sourcesIn } from '../../shared/forms/questionnaire/expressions/inputs.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { Extension } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import {
  addInstance,
  answersAt,
  everyPlace,
  instancesAt,
  newState,
  removeInstance,
  setAnswers,
  type FormState,
} from '../../shared/forms/questionnaire/state.ts';
import { at, by, evaluate } from './calculations.ts';
import { form } from './random-forms.ts';

const context = (expression: string, name = 'one', language = 'text/fhirpath'): Extension => ({
  url: EXTENSION.populationContext,
  valueExpression: { name, language, expression },
});
const from = (linkId: string, expression: string): QuestionnaireItem => ({
  linkId,
  type: 'string',
  text: linkId,
  extension: [by(EXTENSION.initialExpression, expression)],
});
const contacts = (
  expression = '%patient.telecom',
  more: Partial<QuestionnaireItem> = {},
): Questionnaire =>
  form({
    linkId: 'g',
    type: 'group',
    text: 'Contacts',
    repeats: true,
    extension: [context(expression)],
    item: [from('kind', '%one.use'), from('value', '%one.value')],
    ...more,
  });
const TELECOM: PatientRead['telecom'] = [
  { system: 'phone', value: '030 2', use: 'home' },
  { system: 'phone', value: '0170 1', use: 'mobile' },
  { system: 'email', value: 'a@example.org' },
];
const run = (
  one: Questionnaire,
  read: PatientRead = { telecom: TELECOM },
  state?: FormState,
  isRestored = false,
): ComputeResult => {
  const model = modelOf(one);
  return compute(model, state ?? newState(model), evaluate, {
    variables: { patient: patientVariable('Anna Groß', '1941-03-04', '1001', read) },
    isRestored,
  });
};
/** Texts of all answers, by key in the order of the form. */
const texts = (one: Questionnaire, { state }: ComputeResult): readonly string[] =>
  [...everyPlace(state, modelOf(one).roots)].flatMap((place) =>
    answersAt(state, place).map((value) => `${place.node.linkId} ${value.valueString ?? ''}`),
  );

test('each element fills in one repetition, in its order', () => {
  const one = contacts(),
    result = run(one);
  expect(result.faults).toEqual([]);
  expect(texts(one, result)).toEqual([
    'kind home',
    'value 030 2',
    'kind mobile',
    'value 0170 1',
    'value a@example.org',
  ]);
  expect(responseOf(result.view, { status: 'completed' }).item).toHaveLength(3);
});

test('nothing known leaves the repetitions of the form', () => {
  const one = contacts('%patient.telecom', {
    extension: [context('%patient.telecom'), { url: EXTENSION.minOccurs, valueInteger: 2 }],
  });
  const { state, faults } = run(one, {});
  expect(instancesAt(state, at(modelOf(one), 'g'))).toHaveLength(2);
  expect(state.answers).toEqual({});
  expect(faults).toEqual([]);
});

test('no more repetitions are made than the form allows', () => {
  const one = contacts('%patient.telecom', {
    extension: [context('%patient.telecom'), { url: EXTENSION.maxOccurs, valueInteger: 2 }],
  });
  expect(texts(one, run(one)).filter((text) => text.startsWith('value'))).toEqual([
    'value 030 2',
    'value 0170 1',
  ]);
});

test('a removed repetition does not return, and an added one is empty', () => {
  const one = contacts(),
    group = at(modelOf(one), 'g'),
    filled = run(one).state,
    [first = 0] = instancesAt(filled, group);
  const removed = run(one, { telecom: TELECOM }, removeInstance(filled, group, first));
  expect(texts(one, removed)).toEqual(['kind mobile', 'value 0170 1', 'value a@example.org']);
  const added = run(one, { telecom: TELECOM }, addInstance(removed.state, group));
  expect(texts(one, added)).toEqual(texts(one, removed));
  expect(instancesAt(added.state, group)).toHaveLength(3);
});

test('an answer that was changed stays, whatever is computed later', () => {
  const one = contacts(),
    model = modelOf(one),
    { state } = run(one),
    [, second = 0] = instancesAt(state, at(model, 'g'));
  const changed = setAnswers(state, at(model, 'value', [second]), [{ valueString: '0171 9' }]);
  expect(texts(one, run(one, { telecom: TELECOM }, changed))).toContain('value 0171 9');
});

test('answers of an earlier visit are not filled in again', () => {
  const one = contacts();
  expect(run(one, { telecom: TELECOM }, undefined, true).state.answers).toEqual({});
});

test('a group that does not repeat sees all elements', () => {
  const one = contacts('%patient.telecom', {
    repeats: false,
    item: [from('all', "%one.value.join(', ')")],
  });
  expect(texts(one, run(one))).toEqual(['all 030 2, 0170 1, a@example.org']);
});

test('variables, rules and calculated values of a repetition read its own element', () => {
  const one = contacts('%patient.telecom', {
    extension: [
      context('%patient.telecom'),
      {
        url: EXTENSION.variable,
        valueExpression: {
          name: 'shown',
          language: 'text/fhirpath',
          expression: "%one.system + ': ' + %one.value",
        },
      },
    ],
    item: [
      {
        ...from('line', ''),
        readOnly: true,
        extension: [by(EXTENSION.calculatedExpression, '%shown')],
      },
    ],
  });
  expect(texts(one, run(one))).toEqual([
    'line phone: 030 2',
    'line phone: 0170 1',
    'line email: a@example.org',
  ]);
});

test('a group inside another is filled in from the element of the outer one', () => {
  const one = form({
    linkId: 'g',
    type: 'group',
    text: 'Addresses',
    repeats: true,
    extension: [context('%patient.address', 'place')],
    item: [
      from('city', '%place.city'),
      {
        linkId: 'lines',
        type: 'group',
        text: 'Lines',
        repeats: true,
        extension: [context('%place.line', 'row')],
        item: [from('line', '%row')],
      },
    ],
  });
  const address = [
    { line: ['Rosenweg 1', 'Hinterhaus'], city: 'Berlin' },
    { line: ['Am Hof 2'], city: 'Köln' },
  ];
  expect(texts(one, run(one, { address }))).toEqual([
    'city Berlin',
    'line Rosenweg 1',
    'line Hinterhaus',
    'city Köln',
    'line Am Hof 2',
  ]);
});

test('a faulty list leaves the group as it is, and is named', () => {
  const one = contacts('%patient.telecom.nothing(');
  const { state, faults } = run(one);
  expect(instancesAt(state, at(modelOf(one), 'g'))).toHaveLength(1);
  expect(faults.map((fault) => [fault.kind, fault.reason, fault.linkId])).toContainEqual([
    'itemPopulationContext',
    'failed',
    'g',
  ]);
});

test('a list of thousands does not make a form of thousands', () => {
  const many = Array.from({ length: 3_000 }, (_, n) => ({ system: 'phone', value: String(n) })),
    { state, faults } = run(contacts(), { telecom: many });
  expect(instancesAt(state, at(modelOf(contacts()), 'g'))).toHaveLength(100);
  expect(faults.map((fault) => fault.reason)).toEqual(['too_long']);
});

test('the form gets what the group reads of the record, and names the record as its source', () => {
  const one = contacts("%patient.telecom.where(system='phone')"),
    record = {
      firstName: 'Anna',
      lastName: 'Groß',
      geburtsdatum: '1941-03-04',
      mobile: '0170 1',
      landline: '030 2',
      email: 'a@example.org',
      city: 'Berlin',
    } as MasterData;
  expect([...patientReads(one).fields].sort()).toEqual(['landline', 'mobile', 'phone']);
  const read = patientReadOf(one, record, { name: 'Anna Groß', patid: '1001' });
  expect(read?.address).toBeUndefined();
  expect(texts(one, run(one, read)).filter((text) => text.startsWith('value'))).toEqual(
    expect.arrayContaining(['value 030 2', 'value 0170 1']),
  );
  const model = modelOf(one);
  expect(sourcesIn(model).get(at(model, 'value').node)).toBe('record');
});

test('a query is named as not executed, FHIRPath is not', () => {
  const codes = (one: Questionnaire): readonly string[] =>
    checkForm(one, ['de']).findings.map((finding) => finding.code);
  expect(codes(contacts())).not.toContain('extension_changes');
  expect(
    codes(
      contacts('', {
        extension: [
          context('Condition?patient={{%patient.id}}', 'one', 'application/x-fhir-query'),
        ],
      }),
    ),
  ).toContain('extension_changes');
});
