// Tests of the names of master data fields in other programs, with one field more.

import { describe, expect, it } from 'vitest';
import { FIELD_NAMES } from '../desk/master-fields.ts';
import { FIELD_EXCHANGE, saidBy, telecomOf } from './field-exchange.ts';

const WITH_FAX = {
  ...FIELD_EXCHANGE,
  fax: { pvs: 'fax', gdt: '3999', vdds: 'FAX', fhir: { system: 'fax' } },
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
    const read = saidBy(format, (one) => one, WITH_FAX);
    expect(read).toEqual({ ...saidBy(format, (one) => one), fax: name });
  });

  it('a new contact is written to FHIR after the others', () => {
    const person = { mobile: '0171', landline: '030', phone: null, email: 'a@b.de', fax: '031' };
    const today = [
      { system: 'phone', value: '0171', use: 'mobile' },
      { system: 'phone', value: '030', use: 'home' },
      { system: 'email', value: 'a@b.de' },
    ];
    expect(telecomOf(person)).toEqual(today);
    expect(telecomOf(person, WITH_FAX)).toEqual([...today, { system: 'fax', value: '031' }]);
  });
});
