// Tests of the rules of master data (V2–V6), the equality of values, and the answers and
// confirmations in a questionnaire.
import { describe, expect, it } from 'vitest';
import { FORMS } from '../../catalog/forms/catalogue.ts';
import {
  confirmedIn,
  fieldsOf,
  saidIn,
  textOf,
  valueOf,
  withRecord,
} from '../forms/answers/master-answers.ts';
import {
  asksOf,
  changesOf,
  confirmedRule,
  isBirthChanged,
  isBirthRecent,
  isConfirmed,
  isConsentBlocked,
  isNameChanged,
  isSameValue,
  isWithoutEmail,
  withChanges,
  type MasterData,
} from './master-data.ts';
import { FIELD_NAMES } from './master-fields.ts';
import { modelOf } from '../forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../forms/questionnaire/response-types.ts';
import { formData } from '../forms/task/form-task.ts';
import { NO_DATA } from './person.fixture.ts';

const TODAY = '2026-11-20';
const record: MasterData = {
  ...NO_DATA,
  firstName: 'Anna',
  lastName: 'Weber',
  geburtsdatum: '1958-03-12',
  gender: 'female',
  street: 'Rosenweg 1',
  plz: '10585',
  city: 'Berlin',
  mobile: '0171 39200 11',
  email: 'anna@example.org',
};
const all = new Set(FIELD_NAMES);

describe('rules of own values', () => {
  it('[V2] asks about a changed name, not about one that was missing or differs only in spaces', () => {
    expect(isNameChanged(record, { lastName: 'Weber-Kaya' })).toBe(true);
    expect(isNameChanged(record, { firstName: 'Änna' })).toBe(true);
    expect(isNameChanged(record, { firstName: ' Anna ', lastName: 'Weber' })).toBe(false);
    expect(isNameChanged({}, { firstName: 'Anna', lastName: 'Weber' })).toBe(false);
    expect(isNameChanged(record, {})).toBe(false);
  });
  it('[V3] asks about a changed birth date', () => {
    expect(isBirthChanged(record, { geburtsdatum: '1958-12-03' })).toBe(true);
    expect(isBirthChanged(record, { geburtsdatum: '1958-03-12' })).toBe(false);
    expect(isBirthChanged({}, { geburtsdatum: '1958-03-12' })).toBe(false);
  });
  it('[V4] asks about a birth date less than six months ago, changed or not', () => {
    expect(isBirthRecent({ geburtsdatum: '2026-05-21' }, TODAY)).toBe(true);
    expect(isBirthRecent({ geburtsdatum: '2026-05-20' }, TODAY)).toBe(false);
    expect(isBirthRecent({ geburtsdatum: '2026' }, TODAY)).toBe(false);
    expect(
      asksOf(
        { ...record, geburtsdatum: '2026-10-01' },
        { geburtsdatum: '2026-10-01' },
        all,
        TODAY,
      ).map((ask) => ask.rule),
    ).toEqual(['V4']);
  });
  it('[V5] asks about a missing or removed e-mail address, only if the form has the field', () => {
    expect(isWithoutEmail({}, {})).toBe(true);
    expect(isWithoutEmail(record, {})).toBe(false);
    expect(isWithoutEmail(record, { email: ' ' })).toBe(true);
    expect(isWithoutEmail({}, { email: 'a@b.de' })).toBe(false);
    expect(asksOf({}, {}, new Set(['firstName']), TODAY)).toEqual([]);
  });
  it('[V6] an invalid birth date blocks the consent flow', () => {
    for (const day of ['', '1958-02-30', '1899-12-31', '2026-11-21', '12.03.1958', '1958-03'])
      expect([day, isConsentBlocked(day, TODAY)]).toEqual([day, true]);
    expect(isConsentBlocked('1958-03-12', TODAY)).toBe(false);
  });
  it('[V2] [V3] [V5] does not ask again about a confirmed value', () => {
    const [ask] = asksOf(record, { lastName: 'Kaya', firstName: 'Anna' }, all, TODAY);
    expect(ask).toMatchObject({ rule: 'V2', value: 'Anna Kaya' });
    expect(isConfirmed(ask!, [{ rule: 'V2', value: 'Anna Kaya' }])).toBe(true);
    expect(
      isConfirmed(ask!, [
        { rule: 'V2', value: 'Anna Kayak' },
        { rule: 'V3', value: 'Anna Kaya' },
      ]),
    ).toBe(false);
    expect([
      confirmedRule('lastName', [{ rule: 'V2' }]),
      confirmedRule('city', [{ rule: 'V2' }]),
      confirmedRule('email', [{ rule: 'V5' }]),
    ]).toEqual(['V2', undefined, 'V5']);
  });
});

describe('equality', () => {
  it.each([
    ['email', 'Anna@Example.org', 'anna@example.org ', true],
    ['mobile', '0171/39200-11', '+49 (0)171 3920011', true],
    ['landline', '0049 30 231250', '030 231250', true],
    ['mobile', '0171 1', '0171 2', false],
    ['mobile', '+43 1 234', '01 234', false],
    ['plz', 'sw1a 1aa', 'SW1A1AA', true],
    ['street', 'Rosenweg  1', ' Rosenweg 1', true],
    ['street', 'Rosenweg 1', 'Rosenweg 1a', false],
    ['lastName', 'Weber', 'weber', false],
    ['lastName', 'A\u0308', 'Ä', true],
  ] as const)('%s: %s, %s: %s', (field, a, b, isSame) => {
    expect(isSameValue(field, a, b)).toBe(isSame);
  });
  it('only different values are changes, and only these are applied', () => {
    const changes = changesOf(
      record,
      { street: 'Rosenweg 2', email: '', city: 'Berlin ', lastName: '' },
      TODAY,
    );
    expect(changes).toEqual([
      { field: 'street', before: 'Rosenweg 1', after: 'Rosenweg 2' },
      { field: 'email', before: 'anna@example.org', after: '' },
    ]);
    expect(withChanges(record, changes)).toEqual({ ...record, street: 'Rosenweg 2', email: '' });
  });
});

describe('a questionnaire', () => {
  const model = modelOf(FORMS.find((one) => one.key === 'patientendaten@1')!.questionnaire),
    fields = fieldsOf(model);
  it('[E3] the shipped form for master data has every field once', () => {
    expect([...fields.keys()].sort()).toEqual([...FIELD_NAMES].sort());
  });
  it('converts the record to answers and back', () => {
    const full = {
      ...record,
      title: 'Dr.',
      birthplace: 'Bonn',
      country: 'Deutschland',
      landline: '030 1',
      phone: '030 2',
    };
    for (const field of FIELD_NAMES)
      expect([field, textOf(valueOf(fields.get(field)!, full[field])!)]).toEqual([
        field,
        full[field],
      ]);
    expect(valueOf(fields.get('gender')!, "somebody else's word")).toBeUndefined();
    expect(valueOf(fields.get('city')!, '')).toBeUndefined();
  });
  it('a known field left without an answer is removed; confirmations are included', () => {
    const response: QuestionnaireResponse = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [
        {
          linkId: 'seite.person',
          item: [{ linkId: 'nachname', answer: [{ valueString: 'Kaya' }] }],
        },
      ],
    };
    const asked = { rule: 'V5', value: '', at: '2026-11-20T08:00:00Z' } as const,
      made = withRecord(
        response,
        model,
        record,
        new Set(['lastName', 'email', 'country']),
        [asked],
        asked.at,
      );
    expect(saidIn(model, made)).toEqual({ lastName: 'Kaya', email: '' });
    expect(confirmedIn(made)).toEqual([asked]);
    expect(withRecord(response, model, {}, all, [], asked.at)).toBe(response);
  });
  it('a task without a record is unchanged, for tablets that do not know the extension', () => {
    const made = formData({
      form: {
        key: 'patientendaten@1',
        url: 'u',
        version: '1',
        sha256: '',
        languages: ['de'],
        title: { de: 'x' },
      },
      praxis: { name: '', anschrift: '', telefon: '', mail: '' },
      patient: { name: '', geburtsdatum: '', patid: '1' },
      taskId: 't',
      createdAt: 1,
      zone: 'Europe/Berlin',
      language: 'de',
    });
    expect('record' in made).toBe(false);
  });
});
