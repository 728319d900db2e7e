// A person's master data (E3): its fields, equality of values, and the rules that need confirmation
// (V2–V6). Pure; used by form and server alike.

import { isBirthDate, isDay, isRecentBirth } from '../base/dates.ts';
import { FIELD_NAMES, fieldsOfKind, isOfKind, type MasterField } from './master-fields.ts';
import { cleanName, isName } from './patient.ts';

export type Gender = 'male' | 'female' | 'divers' | 'unknown';
const GENDERS: readonly Gender[] = ['male', 'female', 'divers', 'unknown'];

/** Every field; an empty string if nothing is known. Days are YYYY-MM-DD. */
export type MasterData = Readonly<Record<MasterField, string>>;
export const isMasterField = (text: string | undefined): text is MasterField =>
  (FIELD_NAMES as readonly (string | undefined)[]).includes(text);

/** Sorts by field, in the order of the form. */
export const inOrder = <T extends { readonly field: MasterField }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => FIELD_NAMES.indexOf(a.field) - FIELD_NAMES.indexOf(b.field));

/** Identifying fields of a person: never applied without a separate tick. */
export const IDENTITY_FIELDS = fieldsOfKind('name', 'birthDate');
export const isIdentity = (field: MasterField): boolean => IDENTITY_FIELDS.includes(field);

/** `open` until staff decide; `replaced` by a later answer of the person. */
export type ChangeState = 'open' | 'taken' | 'declined' | 'replaced';

/**
 * Normalizes a value for comparison: phone numbers by digits (without a German prefix), mail
 * addresses without case, all others unchanged.
 */
export function sameAs(field: MasterField, value: string): string {
  const text = cleanName(value);
  if (isOfKind(field, 'email')) return text.toLowerCase();
  if (isOfKind(field, 'postalCode')) return text.replace(/ /g, '').toUpperCase();
  if (isOfKind(field, 'phone'))
    return text
      .replace(/\(0\)/g, '')
      .replace(/[^\d+]/g, '')
      .replace(/^\+/, '00')
      .replace(/^0049/, '0');
  return text;
}
/** Checks whether two values of a field are equal. */
export const isSameValue = (field: MasterField, a: string, b: string): boolean =>
  sameAs(field, a) === sameAs(field, b);

/**
 * A person's answers for some fields: an empty string if they removed the known value, absent if
 * they did not answer.
 */
export type Said = Readonly<Partial<Record<MasterField, string>>>;
/** Both have a value, and they differ: filling an empty field is no change. */
const saysOther = (field: MasterField, record: Said, said: Said): boolean =>
  (record[field] ?? '') !== '' &&
  (said[field] ?? '') !== '' &&
  !isSameValue(field, record[field] ?? '', said[field] ?? '');

/** Checks for a changed name, which needs confirmation (V2). */
export const isNameChanged = (record: Said, said: Said): boolean =>
  saysOther('firstName', record, said) || saysOther('lastName', record, said);
/** Checks for a changed birth date, which needs confirmation (V3). */
export const isBirthChanged = (record: Said, said: Said): boolean =>
  saysOther('geburtsdatum', record, said);
/**
 * Checks for a birth date less than six months before `today` (YYYY-MM-DD), which needs
 * confirmation (V4).
 */
export const isBirthRecent = (said: Said, today: string): boolean =>
  isDay(said.geburtsdatum ?? '') && isRecentBirth(said.geburtsdatum ?? '', today);
/** Checks for a missing e-mail address, which needs confirmation (V5). */
export const isWithoutEmail = (record: Said, said: Said): boolean =>
  cleanName(said.email ?? record.email ?? '') === '';
/** Checks whether an invalid birth date blocks the consent flow (EWE, V6). */
export const isConsentBlocked = (geburtsdatum: string, today: string): boolean =>
  !isBirthDate(geburtsdatum, today);

export type AskRule = 'V2' | 'V3' | 'V4' | 'V5';
export const ASK_RULES: readonly AskRule[] = ['V2', 'V3', 'V4', 'V5'];
/**
 * A rule that needs confirmation, its fields and its value: once that is confirmed, it does not ask
 * again.
 */
export interface Ask {
  readonly rule: AskRule;
  readonly fields: readonly MasterField[];
  readonly value: string;
}

/**
 * Returns the confirmations needed before the answers count.
 * @param has fields that the form asks for; rules about others are skipped
 * @param today YYYY-MM-DD in Berlin
 */
export function asksOf(
  record: Said,
  said: Said,
  has: ReadonlySet<MasterField>,
  today: string,
): readonly Ask[] {
  const birth = cleanName(said.geburtsdatum ?? ''),
    name = cleanName(`${said.firstName ?? ''} ${said.lastName ?? ''}`);
  return [
    ...(isNameChanged(record, said)
      ? [{ rule: 'V2', fields: ['firstName', 'lastName'], value: name } as const]
      : []),
    ...(isBirthChanged(record, said)
      ? [{ rule: 'V3', fields: ['geburtsdatum'], value: birth } as const]
      : []),
    ...(isBirthRecent(said, today)
      ? [{ rule: 'V4', fields: ['geburtsdatum'], value: birth } as const]
      : []),
    ...(has.has('email') && isWithoutEmail(record, said)
      ? [{ rule: 'V5', fields: ['email'], value: '' } as const]
      : []),
  ];
}

/** A confirmation of a rule by the person. `at`: ISO 8601 with zone. */
export interface Confirmed {
  readonly rule: AskRule;
  readonly value: string;
  readonly at: string;
}
/** Checks whether the question was already confirmed, for exactly this value. */
export const isConfirmed = (
  ask: Ask,
  confirmed: readonly Pick<Confirmed, 'rule' | 'value'>[],
): boolean => confirmed.some((one) => one.rule === ask.rule && one.value === ask.value);
/** Returns the rule by which a field's change was confirmed. */
export const confirmedRule = (
  field: MasterField,
  confirmed: readonly Pick<Confirmed, 'rule'>[],
): AskRule | undefined =>
  (['firstName', 'lastName'].includes(field)
    ? ['V2']
    : field === 'geburtsdatum'
      ? ['V3']
      : field === 'email'
        ? ['V5']
        : []
  ).flatMap((rule) => confirmed.find((one) => one.rule === rule)?.rule ?? [])[0];

/**
 * Checks whether a value is valid for a record; an empty one removes a field, which is never
 * allowed for names and birth date.
 */
export function isPossible(field: MasterField, value: string, today: string): boolean {
  const text = cleanName(value);
  if (isOfKind(field, 'birthDate')) return isBirthDate(text, today);
  if (isOfKind(field, 'name')) return isName(text) && text.length <= 100;
  if (isOfKind(field, 'gender'))
    return text === '' || (GENDERS as readonly string[]).includes(text);
  return text.length <= (isOfKind(field, 'email') ? 254 : 200);
}

export interface Change {
  readonly field: MasterField;
  readonly before: string;
  readonly after: string;
}
/**
 * Returns the person's differences to the record, in the order of the form; invalid values are left
 * out.
 */
export const changesOf = (record: Said, said: Said, today: string): readonly Change[] =>
  FIELD_NAMES.flatMap((field) => {
    const before = record[field] ?? '',
      after = said[field];
    return after === undefined ||
      isSameValue(field, before, after) ||
      !isPossible(field, after, today)
      ? []
      : [{ field, before, after: cleanName(after) }];
  });
/** Returns the record with the changes applied; everything else is unchanged. */
export const withChanges = (
  record: MasterData,
  changes: readonly Pick<Change, 'field' | 'after'>[],
): MasterData => ({
  ...record,
  ...Object.fromEntries(changes.map(({ field, after }) => [field, after])),
});
