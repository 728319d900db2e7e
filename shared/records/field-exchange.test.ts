// Tests of the names of master data fields in other programs, with further fields.

import { describe, expect, it } from 'vitest';
import { FIELD_NAMES } from '../desk/master-fields.ts';
import { FIELD_EXCHANGE, saidBy, patientElements } from './field-exchange.ts';

const WITH_MORE = {
  ...FIELD_EXCHANGE,
  fax: { pvs: 'fax', gdt: '3999', vdds: 'FAX', fhir: { part: 'telecom', system: 'fax' } },
  careOf: { pvs: null, gdt: null, vdds: null, fhir: { part: 'address', key: 'line' } },
  religion: { pvs: null, gdt: null, vdds: null, fhir: null },
} as const;

describe('names of the fields in other programs', () => {
  it('lists the fields in the order of the form', () => {
    expect(Object.keys(FIELD_EXCHANGE)).toEqual(FIELD_NAMES);
  });

  it.each([
    ['pvs', 'fax'],
    ['gdt', '3999'],
    ['vdds', 'FAX'],
  ] as const)('a new field is read from %s', (format, name) => {
    const read = saidBy(format, (one) => one, WITH_MORE);
    expect(read).toEqual({ ...saidBy(format, (one) => one), fax: name });
  });

  it('a person without values has an empty family name in FHIR, and nothing else', () => {
    const empty = Object.fromEntries(FIELD_NAMES.map((field) => [field, '']));
    expect(patientElements({ ...empty, gender: 'toString', country: null })).toEqual({
      name: [{ use: 'official', family: '' }],
    });
  });

  it('a new field is written to FHIR at the place that the table names', () => {
    const person = {
      lastName: 'Weber',
      gender: 'divers',
      street: 'Weg 7',
      mobile: '0171',
      landline: '030',
      phone: null,
      email: 'a@b.de',
      fax: '031',
      careOf: 'c/o Krause',
      religion: 'none',
    };
    const telecom = [
      { system: 'phone', value: '0171', use: 'mobile' },
      { system: 'phone', value: '030', use: 'home' },
      { system: 'email', value: 'a@b.de' },
    ];
    const name = [{ use: 'official', family: 'Weber' }],
      gender = 'other';
    expect(patientElements(person)).toEqual({
      name,
      gender,
      telecom,
      address: [{ line: ['Weg 7'] }],
    });
    expect(patientElements(person, WITH_MORE)).toEqual({
      name,
      gender,
      telecom: [...telecom, { system: 'fax', value: '031' }],
      address: [{ line: ['Weg 7', 'c/o Krause'] }],
    });
  });
});
