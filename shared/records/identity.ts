// Checks whether two descriptions are of one person, and what a delivered value may change in a
// record. One rule for GDT, VDDS, calendars and deliveries. Pure.

import { isDamaged, isDamagedName, isMixUp } from './charset.ts';
import { isSameValue, type Said } from '../desk/master-data.ts';
import { fieldsOfKind, type MasterField } from '../desk/master-fields.ts';
import { spellings } from '../desk/patient.ts';

/** Checks whether two names may be the same: equal in a spelling, or one has fewer parts. */
function isNameLike(a: string, b: string): boolean {
  if (isMixUp(a, b)) return true;
  const [short = [], long = []] = [spellings(a), spellings(b)].sort((x, y) => x.length - y.length);
  return short.every((word) => long.some((other) => other.some((one) => word.includes(one))));
}
const saysOther = (a: string | undefined, b: string | undefined): boolean =>
  (a ?? '') !== '' && (b ?? '') !== '' && a !== b;
const isNameOther = (a: string | undefined, b: string | undefined): boolean =>
  saysOther(a, b) && !isNameLike(a ?? '', b ?? '');
const isSexOther = (a: string | undefined, b: string | undefined): boolean =>
  saysOther(a, b) && [a, b].every((one) => one === 'male' || one === 'female');
/** Birth dates may be known in part only: a year, or a year and a month. */
const isBirthOther = (a = '', b = ''): boolean => !a.startsWith(b) && !b.startsWith(a);

/**
 * `agrees`: nothing contradicts. `differs`: a name or a birth date differs, e.g. after a wedding or
 * a typo. `another`: the name and, with it, the birth date or the sex differ.
 */
export type Fit = 'agrees' | 'differs' | 'another';
/**
 * Compares a number's record with a description of its bearer; missing values contradict nothing.
 */
export function fitOf(record: Said, said: Said): Fit {
  const isOtherName =
    isNameOther(record.lastName, said.lastName) || isNameOther(record.firstName, said.firstName);
  const isOtherBirth = isBirthOther(record.geburtsdatum, said.geburtsdatum);
  const isOtherSex = isSexOther(record.gender, said.gender);
  if (isOtherName && (isOtherBirth || isOtherSex)) return 'another';
  return isOtherName || isOtherBirth ? 'differs' : 'agrees';
}

/**
 * Reasons why a delivered text is uncertain. `damaged`: characters are lost; `unsure`: its
 * character set was guessed.
 */
export type TextDoubt = 'damaged' | 'unsure';
const NAMES = fieldsOfKind('name', 'place');
/**
 * Returns the doubt about a delivered text, if any.
 * @param text the text before invisible characters are removed;
 * @param isSure of its character set
 */
export function doubtOf(field: MasterField, text: string, isSure: boolean): TextDoubt | undefined {
  if (NAMES.includes(field) ? isDamagedName(text) : isDamaged(text)) return 'damaged';
  return !isSure && /[^\p{ASCII}]/u.test(text) ? 'unsure' : undefined;
}

/** Effect of a delivered value on a record: written, confirmed by staff, or left out. */
export type Move = 'write' | 'ask' | 'keep' | 'nothing';
export function moveOf(
  field: MasterField,
  record: string,
  said: string,
  doubt: TextDoubt | undefined,
): Move {
  if (record === said) return 'nothing';
  if (doubt === 'damaged') return isSameValue(field, record, said) ? 'nothing' : 'keep';
  if (doubt === 'unsure') return record === '' ? 'write' : 'ask';
  if (!isMixUp(record, said)) return 'write';
  return doubtOf(field, record, true) === 'damaged' ? 'write' : 'ask';
}
