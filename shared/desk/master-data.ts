// A person's master data (E3): its fields, when two values are the same, and the rules that ask (V2–V6). Pure; used by form and server alike.

import { isBirthDate, isDay, isRecentBirth } from '../base/dates.ts';
import { cleanName, isName } from './patient.ts';

export type Gender = 'male' | 'female' | 'divers' | 'unknown';
const GENDERS: readonly Gender[] = ['male', 'female', 'divers', 'unknown'];

/** Fields of the patient data form (E3), in its order; words of the forms' `patient-field` mark. */
export const MASTER_FIELDS = [
  'title',
  'firstName',
  'lastName',
  'geburtsdatum',
  'birthplace',
  'gender',
  'street',
  'plz',
  'city',
  'country',
  'mobile',
  'landline',
  'phone',
  'email',
] as const;
export type MasterField = (typeof MASTER_FIELDS)[number];
/** Every field; an empty text where nothing is known. Days are YYYY-MM-DD. */
export type MasterData = Readonly<Record<MasterField, string>>;
export const isMasterField = (text: string | undefined): text is MasterField =>
  (MASTER_FIELDS as readonly (string | undefined)[]).includes(text);

/** By field, in the order of the form. */
export const inOrder = <T extends { readonly field: MasterField }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => MASTER_FIELDS.indexOf(a.field) - MASTER_FIELDS.indexOf(b.field));

/** Fields by which a person is told from others: never taken over without a tick of their own. */
export const IDENTITY_FIELDS: readonly MasterField[] = ['firstName', 'lastName', 'geburtsdatum'];
export const isIdentity = (field: MasterField): boolean => IDENTITY_FIELDS.includes(field);

/** `open` until staff decides; `replaced` by what the person said later. */
export type ChangeState = 'open' | 'taken' | 'declined' | 'replaced';

const NUMBERS: readonly MasterField[] = ['mobile', 'landline', 'phone'];

/** What is compared of a value: numbers by their digits (a German prefix is none), addresses of mail without case, everything else as it is written. */
export function sameAs(field: MasterField, value: string): string {
  const text = cleanName(value);
  if (field === 'email') return text.toLowerCase();
  if (field === 'plz') return text.replace(/ /g, '').toUpperCase();
  if (NUMBERS.includes(field))
    return text
      .replace(/\(0\)/g, '')
      .replace(/[^\d+]/g, '')
      .replace(/^\+/, '00')
      .replace(/^0049/, '0');
  return text;
}
/** Whether two values of a field say the same. */
export const isSameValue = (field: MasterField, a: string, b: string): boolean =>
  sameAs(field, a) === sameAs(field, b);

/** What a person said of some fields: an empty text where they took away what the record had, nothing where they were silent. */
export type Said = Readonly<Partial<Record<MasterField, string>>>;
/** Both say something, and not the same: what the record did not know is no change. */
const saysOther = (field: MasterField, record: Said, said: Said): boolean =>
  (record[field] ?? '') !== '' &&
  (said[field] ?? '') !== '' &&
  !isSameValue(field, record[field] ?? '', said[field] ?? '');

/** V2: a changed name asks for confirmation. */
export const isNameChanged = (record: Said, said: Said): boolean =>
  saysOther('firstName', record, said) || saysOther('lastName', record, said);
/** V3: a changed birth date asks for confirmation. */
export const isBirthChanged = (record: Said, said: Said): boolean =>
  saysOther('geburtsdatum', record, said);
/** V4: a birth date less than six months before `today` (YYYY-MM-DD) asks. */
export const isBirthRecent = (said: Said, today: string): boolean =>
  isDay(said.geburtsdatum ?? '') && isRecentBirth(said.geburtsdatum ?? '', today);
/** V5: choosing to give no e-mail address asks. */
export const isWithoutEmail = (record: Said, said: Said): boolean =>
  cleanName(said.email ?? record.email ?? '') === '';
/** V6: an invalid birth date blocks the consent flow (EWE). */
export const isConsentBlocked = (geburtsdatum: string, today: string): boolean =>
  !isBirthDate(geburtsdatum, today);

export type AskRule = 'V2' | 'V3' | 'V4' | 'V5';
export const ASK_RULES: readonly AskRule[] = ['V2', 'V3', 'V4', 'V5'];
/** A rule that asks, the fields it is about, and the value that is meant: once that is confirmed, it asks no more. */
export interface Ask {
  readonly rule: AskRule;
  readonly fields: readonly MasterField[];
  readonly value: string;
}

/**
 * What to ask before the answers count.
 * @param has fields that the form asks for now; a rule about others is silent
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

/** The person said yes to what a rule asked. `at`: ISO 8601 with zone. */
export interface Confirmed {
  readonly rule: AskRule;
  readonly value: string;
  readonly at: string;
}
/** Whether what is asked was answered already, for this very value. */
export const isConfirmed = (
  ask: Ask,
  confirmed: readonly Pick<Confirmed, 'rule' | 'value'>[],
): boolean => confirmed.some((one) => one.rule === ask.rule && one.value === ask.value);
/** The rule by which a field's change was confirmed. */
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

/** Whether a record may hold a value; an empty one takes a field away, which names and birth date never are. */
export function isPossible(field: MasterField, value: string, today: string): boolean {
  const text = cleanName(value);
  if (field === 'geburtsdatum') return isBirthDate(text, today);
  if (field === 'firstName' || field === 'lastName') return isName(text) && text.length <= 100;
  if (field === 'gender') return text === '' || (GENDERS as readonly string[]).includes(text);
  return text.length <= (field === 'email' ? 254 : 200);
}

export interface Change {
  readonly field: MasterField;
  readonly before: string;
  readonly after: string;
}
/** What the person said otherwise than the record, in the order of the form; what no record may hold is not in it. */
export const changesOf = (record: Said, said: Said, today: string): readonly Change[] =>
  MASTER_FIELDS.flatMap((field) => {
    const before = record[field] ?? '',
      after = said[field];
    return after === undefined ||
      isSameValue(field, before, after) ||
      !isPossible(field, after, today)
      ? []
      : [{ field, before, after: cleanName(after) }];
  });
/** The record with changes taken over; everything else is as it was. */
export const withChanges = (
  record: MasterData,
  changes: readonly Pick<Change, 'field' | 'after'>[],
): MasterData => ({
  ...record,
  ...Object.fromEntries(changes.map(({ field, after }) => [field, after])),
});
