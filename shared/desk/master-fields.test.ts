// Tests of the lists that are derived from the table of fields, with one field more.

import { describe, expect, it } from 'vitest';
import {
  CONTACT_FIELDS,
  contactFields,
  designerFields,
  emptiedFields,
  FIELD_NAMES,
  fieldNames,
  isOfKind,
  MASTER_FIELDS,
  OPTIONAL_FIELDS,
  REQUIRED_FIELDS,
} from './master-fields.ts';

const WITH_FAX = {
  ...MASTER_FIELDS,
  fax: { kind: 'phone', isRequired: false, isContact: true, designerPlace: 15 },
} as const;

describe('table of master data fields', () => {
  it('holds the order of the form, and that of the designer', () => {
    expect(FIELD_NAMES.join(' ')).toBe(
      'title firstName lastName geburtsdatum birthplace gender street plz city country mobile landline phone email',
    );
    expect(designerFields(MASTER_FIELDS).join(' ')).toBe(
      'title firstName lastName geburtsdatum birthplace gender street plz city country email phone mobile landline',
    );
  });

  it('parts the fields by their columns', () => {
    expect(REQUIRED_FIELDS.join(' ')).toBe('title firstName lastName geburtsdatum street plz city');
    expect([...REQUIRED_FIELDS, ...OPTIONAL_FIELDS].sort()).toEqual([...FIELD_NAMES].sort());
    expect(CONTACT_FIELDS).toEqual(['mobile', 'landline', 'phone', 'email']);
  });

  it('a new field is on the form, in the designer, among the contacts, and erased', () => {
    expect(fieldNames(WITH_FAX)).toContain('fax');
    expect(designerFields(WITH_FAX).at(-1)).toBe('fax');
    expect(contactFields(WITH_FAX)).toEqual([...CONTACT_FIELDS, 'fax']);
    expect(emptiedFields(WITH_FAX)).toEqual({ ...emptiedFields(MASTER_FIELDS), fax: null });
    expect(isOfKind('fax', 'phone', WITH_FAX)).toBe(true);
  });

  it('erasure empties every field but the identity', () => {
    expect(emptiedFields(MASTER_FIELDS)).toEqual({
      title: '',
      birthplace: null,
      gender: null,
      street: '',
      plz: '',
      city: '',
      country: null,
      mobile: null,
      landline: null,
      phone: null,
      email: null,
    });
  });

  it('a form may name keys that are no field', () => {
    expect([undefined, 'toString', 'shoe'].map((one) => isOfKind(one, 'text'))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
