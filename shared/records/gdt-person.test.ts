// The record 6301: identity and changed fields only, read back by our own reader, and which fields
// count as handed over.

import { describe, expect, it } from 'vitest';
import { FIELD_NAMES, type MasterField } from '../desk/master-fields.ts';
import { CHARSET_OF, personOf } from './gdt-records.ts';
import { fieldsCarried, masterDataRecord, type GdtPerson } from './gdt-person.ts';
import { readGdt, writeGdt } from './gdt.ts';

const EMPTY = Object.fromEntries(FIELD_NAMES.map((field) => [field, ''])) as Record<
  MasterField,
  string
>;
const person = (fields: MasterField[], more: Partial<GdtPerson['record']> = {}): GdtPerson => ({
  pvsId: 'DSWIN001',
  ownId: 'MOLAR',
  charset: 3,
  patid: '4711',
  record: {
    ...EMPTY,
    firstName: 'Jörg',
    lastName: 'Müller',
    geburtsdatum: '1978-11-05',
    gender: 'male',
    street: 'Invalidenstraße 7',
    plz: '10115',
    city: 'Berlin',
    mobile: '0170 1234567',
    email: 'joerg@example.org',
    ...more,
  },
  fields,
});
const saidIn = (one: GdtPerson): unknown => {
  const read = readGdt(writeGdt(masterDataRecord(one), CHARSET_OF[one.charset]));
  if (!read.ok || read.flaws.length > 0) throw new Error('unreadable');
  const [record] = read.records;
  const found = record && personOf({ ...record, isTextSure: true }, '2026-11-20');
  return found?.ok ? found.person.said : found;
};
const WHO = { firstName: 'Jörg', lastName: 'Müller', geburtsdatum: '1978-11-05' };

describe('masterDataRecord', () => {
  it('says who the person is and what changed, nothing else', () => {
    expect(saidIn(person(['street']))).toEqual({ ...WHO, street: 'Invalidenstraße 7' });
    expect(saidIn(person(['mobile', 'email']))).toEqual({
      ...WHO,
      mobile: '0170 1234567',
      email: 'joerg@example.org',
    });
  });
  it('says postal code and town together, as the receiver reads them', () => {
    expect(saidIn(person(['plz']))).toEqual({ ...WHO, plz: '10115', city: 'Berlin' });
  });
  it('leaves out what GDT 2.1 cannot say', () => {
    expect(saidIn(person(['gender', 'birthplace', 'landline'], { gender: 'divers' }))).toEqual(WHO);
    expect(saidIn(person(['street'], { street: 'அனிதா' }))).toEqual(WHO);
    expect(saidIn(person(['gender']))).toEqual({ ...WHO, gender: 'male' });
  });
});

describe('fieldsCarried', () => {
  it('counts confirmed fields that arrive with all of their letters', () => {
    expect(
      fieldsCarried(person(['lastName', 'geburtsdatum', 'street', 'plz', 'city', 'gender'])),
    ).toEqual(['lastName', 'geburtsdatum', 'street', 'plz', 'city', 'gender']);
  });
  it('counts no field that a receiver may not know, and no emptied one', () => {
    expect(fieldsCarried(person(['mobile', 'email', 'landline', 'birthplace', 'title']))).toEqual(
      [],
    );
  });
  it('counts no value that arrives otherwise', () => {
    expect(fieldsCarried(person(['lastName'], { lastName: 'Wiśniewski' }))).toEqual([]);
    expect(fieldsCarried(person(['gender'], { gender: 'divers' }))).toEqual([]);
    expect(fieldsCarried({ ...person(['street']), charset: 1 })).toEqual([]);
  });
});
