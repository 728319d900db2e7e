// A person's master data (E3): its fields, when two values are the same, and the rules that ask (V2–V6). Pure; used by form and server alike.

import { isBirthDate, isDay, isRecentBirth } from './dates.ts';

export type Gender = 'male' | 'female' | 'divers' | 'unknown';
export const GENDERS: readonly Gender[] = ['male', 'female', 'divers', 'unknown'];

/** Fields of the patient data form (E3), in its order; words of the forms' `patient-field` mark. */
export const MASTER_FIELDS = ['title', 'firstName', 'lastName', 'geburtsdatum', 'birthplace', 'gender', 'street', 'plz', 'city', 'country', 'mobile', 'landline', 'phone', 'email'] as const;
export type MasterField = (typeof MASTER_FIELDS)[number];
/** Every field; an empty text where nothing is known. Days are YYYY-MM-DD. */
export type MasterData = Readonly<Record<MasterField, string>>;
export const isMasterField = (text: string | undefined): text is MasterField => (MASTER_FIELDS as readonly (string | undefined)[]).includes(text);

/** Fields by which a person is told from others: never taken over without a tick of their own. */
export const IDENTITY_FIELDS: readonly MasterField[] = ['firstName', 'lastName', 'geburtsdatum'];
export const isIdentity = (field: MasterField): boolean => IDENTITY_FIELDS.includes(field);

/** `open` until staff decides; `replaced` by what the person said later. */
export type ChangeState = 'open' | 'taken' | 'declined' | 'replaced';

const NUMBERS: readonly MasterField[] = ['mobile', 'landline', 'phone'];

/** A text as it is kept: composed letters, no invisible ones, single spaces. */
export const tidy = (text: string): string => text.normalize('NFC').replace(/[\p{Cf}\p{Co}]/gu, '').replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** What is compared of a value: numbers by their digits (a German prefix is none), addresses of mail without case, everything else as it is written. */
export function sameAs(field: MasterField, value: string): string {
  const text = tidy(value);
  if (field === 'email') return text.toLowerCase();
  if (field === 'plz') return text.replace(/ /g, '').toUpperCase();
  if (NUMBERS.includes(field)) return text.replace(/\(0\)/g, '').replace(/[^\d+]/g, '').replace(/^\+/, '00').replace(/^0049/, '0');
  return text;
}
/** Whether two values of a field say the same. */
export const isSameValue = (field: MasterField, a: string, b: string): boolean => sameAs(field, a) === sameAs(field, b);

export type Answered = Readonly<Partial<Record<MasterField, string>>>;
const differs = (field: MasterField, record: Answered, answered: Answered): boolean => answered[field] !== undefined && answered[field] !== '' && !isSameValue(field, record[field] ?? '', answered[field]);

/** V2: a changed name asks for confirmation. */
export const isNameChanged = (record: Answered, answered: Answered): boolean => differs('firstName', record, answered) || differs('lastName', record, answered);
/** V3: a changed birth date asks for confirmation. */
export const isBirthChanged = (record: Answered, answered: Answered): boolean => differs('geburtsdatum', record, answered);
/** V4: a birth date less than six months before `today` (YYYY-MM-DD) asks. */
export const isBirthRecent = (answered: Answered, today: string): boolean => isDay(answered.geburtsdatum ?? '') && isRecentBirth(answered.geburtsdatum ?? '', today);
/** V5: choosing to give no e-mail address asks. */
export const isWithoutEmail = (answered: Answered): boolean => tidy(answered.email ?? '') === '';
/** V6: an invalid birth date blocks the consent flow (EWE). */
export const isConsentBlocked = (geburtsdatum: string, today: string): boolean => !isBirthDate(geburtsdatum, today);
