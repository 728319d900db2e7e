/** `%patient`: what a form reads of the record, what it gets, and what happens to it on the page. */
import { expect, test } from 'vitest';
import { patientReadOf } from '../../server/desk/forms/answers/patient-read.ts';
import { patientReads } from '../../shared/forms/answers/patient-reads.ts';
import { patientVariable, typedPatient } from '../../shared/forms/answers/patient-variable.ts';
import type { MasterData } from '../../shared/desk/master-data.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { sourcesIn } from '../../shared/forms/questionnaire/expressions/inputs.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import {
  answersAt,
  isAsGiven,
  newState,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import { at, by, evaluate, variable } from './calculations.ts';
import { form } from './random-forms.ts';

const PERSON = { name: 'Dr. Anna Groß', patid: '1001' };
const RECORD: MasterData = {
  title: 'Dr.',
  firstName: 'Anna',
  lastName: 'Groß',
  geburtsdatum: '1941-03-04',
  birthplace: 'Köln',
  gender: 'divers',
  street: 'Rosenweg 1',
  plz: '10115',
  city: 'Berlin',
  country: 'DE',
  mobile: '0170 1',
  landline: '030 2',
  phone: '030 3',
  email: 'a@example.org',
};
const asking = (...expressions: string[]): Questionnaire =>
  form(
    ...expressions.map((text, n) => ({
      linkId: `q${n}`,
      type: 'string' as const,
      text: `q${n}`,
      extension: [by(EXTENSION.initialExpression, text)],
    })),
  );
const readBy = (one: Questionnaire): string[] => [...patientReads(one).fields].sort();

test.each<[string, readonly string[]]>([
  ['%patient.name.first().text', []],
  ['%patient.birthDate', []],
  ['%patient.name.given.first()', ['firstName']],
  ["%patient.name.where(use='official').family", ['lastName']],
  ['%patient.name.prefix', ['title']],
  ['%patient.gender', ['gender']],
  ['%`patient`.gender', ['gender']],
  ['%patient.address.first().city', ['city']],
  ["%patient.address.line.first() + ', ' + %patient.address.postalCode", ['plz', 'street']],
  ['%patient.address.exists()', ['city', 'country', 'plz', 'street']],
  ["%patient.telecom.where(system='email').value", ['email']],
  ["%patient.telecom.where(system='phone' and use='mobile').value.first()", ['mobile']],
  ["%patient.telecom.where(system='phone').value.first()", ['landline', 'mobile', 'phone']],
  ['%patient.telecom.value.first()', ['email', 'landline', 'mobile', 'phone']],
  // Texts, comments and formulas about other things name nothing of the record.
  ["%patient.name.text + ' gender address.city'", []],
  ['%patient.birthDate /* gender */', []],
  ["%resource.item.where(linkId='gender').answer.value", []],
  ['%resource.item.gender', []],
])('a form with %s reads %j', (expression, fields) => {
  expect(readBy(asking(expression))).toEqual(fields);
});

test('what a variable reads of the person counts, and so do rules', () => {
  expect(
    readBy({
      ...asking('%street'),
      extension: [
        variable('place', '%patient.address.first()'),
        variable('street', '%place.line.first()'),
      ],
    }),
  ).toEqual(['street']);
  expect(
    readBy({
      ...form({ linkId: 'a', type: 'string', text: 'a' }),
      extension: [
        {
          url: EXTENSION.constraint,
          extension: [{ url: 'expression', valueString: "%patient.gender = 'female'" }],
        },
      ],
    }),
  ).toEqual(['gender']);
});

test('a form that reads nothing of the record gets nothing, and no field that it does not read', () => {
  expect(patientReadOf(asking('1', '%patient.birthDate'), RECORD, PERSON)).toBeUndefined();
  expect(patientReadOf(asking('%patient.gender'), RECORD, PERSON)).toEqual({ gender: 'other' });
  expect(
    patientReadOf(asking('%patient.address.city', '%patient.name.given'), RECORD, PERSON),
  ).toEqual({
    address: [{ city: 'Berlin' }],
    name: [{ use: 'official', text: PERSON.name, given: ['Anna'] }],
  });
  expect(patientReadOf(asking('%patient.gender'), { ...RECORD, gender: '' }, PERSON)).toBe(
    undefined,
  );
});

test('the elements have the types of FHIR R4, so that formulas find them', () => {
  const one = asking(
      "%patient.name.where(use='official').select(given.first() + ' ' + family).first()",
      "%patient.telecom.where(system='phone' and use='mobile').value.first()",
      "iif(%patient.gender = 'other', 'divers', '')",
      "%patient.address.first().select(line.first() + ', ' + postalCode + ' ' + city)",
      "%patient.identifier.where(system='urn:molar:patid').value.first()",
      '%patient.id',
      '(%patient.birthDate + 1 year).toString()',
    ),
    model = modelOf(one),
    patient = patientVariable(
      PERSON.name,
      RECORD.geburtsdatum,
      '1001',
      patientReadOf(one, RECORD, PERSON),
    ),
    { state, faults } = compute(model, newState(model), evaluate, { variables: { patient } });
  expect(faults).toEqual([]);
  expect(
    model.nodes.map((node) => answersAt(state, at(model, node.linkId))[0]?.valueString),
  ).toEqual([
    'Anna Groß',
    '0170 1',
    'divers',
    'Rosenweg 1, 10115 Berlin',
    '1001',
    '1001',
    '1942-03-04',
  ]);
});

test('a typed person has a name with its parts, and nothing else', () => {
  expect(typedPatient('Kim', 'Beispiel', '2000-01-02')).toEqual({
    resourceType: 'Patient',
    birthDate: '2000-01-02',
    name: [{ text: 'Kim Beispiel', family: 'Beispiel', given: ['Kim'] }],
  });
});

test('an answer from the record is marked until the person changes it, and stays as typed', () => {
  const model = modelOf(asking('%patient.address.city', "'fixed'")),
    variables = (city: string) => ({
      variables: { patient: patientVariable('A', '2000-01-01', '1', { address: [{ city }] }) },
    }),
    first = compute(model, newState(model), evaluate, variables('Berlin')),
    place = at(model, 'q0');
  expect(model.nodes.map((node) => sourcesIn(model).get(node))).toEqual(['record', 'proposed']);
  expect(isAsGiven(first.state, place)).toBe(true);
  const typed = setAnswers(first.state, place, [{ valueString: 'Bonn' }]);
  for (const isRestored of [false, true])
    for (const state of [typed, setAnswers(typed, place, [])]) {
      const after = compute(model, state, evaluate, { ...variables('Köln'), isRestored });
      expect(answersAt(after.state, place)).toEqual(answersAt(state, place));
      expect(isAsGiven(after.state, place)).toBe(false);
    }
});
