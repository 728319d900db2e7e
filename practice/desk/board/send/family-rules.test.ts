// Tests of a family's Mappe in the send panel: accompanying persons, the next person's papers, and
// back to one person.

import { describe, expect, test } from 'vitest';
import {
  besideIn,
  besideOf,
  papersFor,
  papersForAll,
  rowsBeside,
  withoutPerson,
  withPerson,
  type FamilyPerson,
} from './family-rules.ts';
import {
  mappeBody,
  missingIn,
  type SendForm,
  type SignerRow,
  type Template,
} from './send-rules.ts';

const TODAY = '2026-11-20';
const none = { form: 'none', reason: { de: '' }, source: '' } as const;
const make = (
  id: string,
  kind: Template['kind'],
  signerRoles: Template['signerRoles'] = [],
): Template => ({
  id,
  version: 1,
  kind,
  title: { de: id },
  formRequirement: none,
  talk: false,
  fields: [],
  signerRoles,
  languages: ['de'],
  isOwn: false,
});
const templates = [
  make('anamnese-erwachsene', 'questionnaire'),
  make('anamnese-kinder', 'questionnaire'),
  make('patientendaten', 'questionnaire'),
  make('foto', 'consent', ['patient', 'parent1', 'parent2', 'guardian']),
  make('datenschutz', 'notice'),
];
const mother: FamilyPerson = { patid: 'm', name: 'Ayşe Yılmaz', geburtsdatum: '1985-03-12' },
  lina: FamilyPerson = { patid: 'a', name: 'Lina Yılmaz', geburtsdatum: '2018-05-01' },
  ben: FamilyPerson = { patid: 'b', name: 'Ben Krause', geburtsdatum: '2018-05-01' };
const youth: FamilyPerson = { patid: 'y', name: 'Mia', geburtsdatum: '2011-01-01' };
let n = 0;
const newId = (): string => `s${++n}`;
const start: SendForm = {
  items: ['anamnese-erwachsene@1', 'patientendaten@1', 'datenschutz@1', 'foto@1'].map((key) => ({
    key,
    fields: {},
  })),
  signers: [{ id: 's', role: 'patient', name: 'Ayşe Yılmaz', capacity: '' }],
  identifiedBy: 'bekannt',
  language: 'de',
  textScale: 100,
  tabletId: null,
};

describe('accompanying persons', () => {
  test('by age: a child has parents, a Vormund or a companion; from 14 also signs; an adult signs or is represented', () => {
    expect(besideOf('2018-05-01', TODAY)).toEqual([
      'one',
      'both',
      'second_away',
      'guardian',
      'companion',
    ]);
    expect(besideOf(youth.geburtsdatum, TODAY)).toContain('self');
    expect(besideOf('1985-03-12', TODAY)).toEqual(['self', 'guardian', 'companion']);
  });
  test.each(['one', 'both', 'second_away', 'guardian', 'companion', 'self'] as const)(
    '%s is converted to rows and back',
    (beside) => expect(besideIn(rowsBeside(beside, lina, [], newId, mother))).toBe(beside),
  );
  test('rows edited by hand match no choice', () =>
    expect(besideIn([{ id: '1', role: 'proxy', name: '', capacity: '' }])).toBeUndefined());
  test("a name survives another choice, but the child never gets its mother's name", () => {
    const one = rowsBeside('one', youth, [], newId, mother),
      self = rowsBeside('self', youth, one, newId, mother);
    expect(one.map((row) => row.name)).toEqual(['Ayşe Yılmaz']);
    expect(self.map((row) => row.name)).toEqual(['Mia']);
    expect(
      rowsBeside('companion', youth, [{ ...one[0], name: 'Oma' } as SignerRow], newId, mother),
    ).toMatchObject([{ role: 'companion', name: 'Oma' }]);
    expect(rowsBeside('guardian', youth, self, newId, mother)).toMatchObject([
      { role: 'guardian', name: 'Ayşe Yılmaz' },
    ]);
  });
});

describe('adding one more person', () => {
  test("gets the previous person's forms in its age's version; a notice is for all; rows have owners", () => {
    const two = withPerson(start, [mother], lina, templates, TODAY, newId),
      three = withPerson(two, [mother, lina], ben, templates, TODAY, newId);
    expect(three.items.map((one) => `${one.patid ?? '-'} ${one.key}`)).toEqual([
      'm anamnese-erwachsene@1',
      'm patientendaten@1',
      '- datenschutz@1',
      'm foto@1',
      'a anamnese-kinder@1',
      'a patientendaten@1',
      'b anamnese-kinder@1',
      'b patientendaten@1',
    ]);
    expect(three.signers.map((one) => `${one.patid ?? '-'} ${one.role} ${one.name}`)).toEqual([
      'm patient Ayşe Yılmaz',
      'a parent1 Ayşe Yılmaz',
      'b parent1 Ayşe Yılmaz',
    ]);
    expect(missingIn(three, templates, [mother, lina, ben], TODAY)).toEqual([]);
    expect(mappeBody('id', ['m', 'a', 'b'], three, templates)).toMatchObject({
      patids: ['m', 'a', 'b'],
      signers: [{ role: 'patient', patid: 'm' }],
    });
  });
  test('the removal of a person leaves no trace, and a single person has no owner names', () => {
    const two = withPerson(start, [mother], lina, templates, TODAY, newId),
      back = withoutPerson(two, [mother], 'a');
    expect(back).toEqual(start);
    expect(mappeBody('id', ['m'], back, templates).items.every((one) => !('patid' in one))).toBe(
      true,
    );
  });
  test('only the first person may be in a Mappe without a paper', () => {
    const two = withPerson(start, [mother], lina, templates, TODAY, newId),
      without = (patid: string): SendForm => ({
        ...two,
        items: two.items.filter((one) => one.patid !== patid),
      });
    expect(missingIn(without('a'), templates, [mother, lina], TODAY)).toEqual([
      { what: 'items', patid: 'a' },
    ]);
    expect(missingIn(without('m'), templates, [mother, lina], TODAY)).toEqual([]);
  });
  test('missing input names its owner', () => {
    const two = withPerson(start, [mother], lina, templates, TODAY, newId);
    const form: SendForm = {
      ...two,
      items: [...two.items, { key: 'foto@1', fields: {}, patid: 'a' }],
      signers: two.signers.map((one) => (one.patid === 'a' ? { ...one, role: 'patient' } : one)),
    };
    expect(missingIn(form, templates, [mother, lina], TODAY)).toEqual([
      { what: 'custody', why: 'child_alone', patid: 'a' },
    ]);
    expect(missingIn({ ...form, signers: [] }, templates, [mother, lina], TODAY)).toEqual([
      { what: 'signer', patid: 'm' },
      { what: 'signer', patid: 'a' },
    ]);
  });
});

test('papers: notices are separate, forms follow the age', () => {
  expect(papersForAll(templates).map((one) => one.id)).toEqual(['datenschutz']);
  expect(papersFor(templates, lina.geburtsdatum, TODAY).map((one) => one.id)).toEqual([
    'anamnese-kinder',
    'patientendaten',
    'foto',
  ]);
});
