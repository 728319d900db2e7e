// Questionnaires answered at home: their links, answers without a record, and candidate records.

import { isBirthDate, isDay, isRecentBirth } from '../../base/dates.ts';
import { FORM_BYTES } from './form-size.ts';
import {
  cleanName,
  folded,
  isName,
  searchText,
  spellings,
  type PatientName,
} from '../../desk/patient.ts';
import { DAY_MS } from '../../base/day-math.ts';

/** Path of the page at home; the id behind it is the link's secret. */
export const HOME_PATH = '/go';
/** A link's secret: 192 bits, base64url. */
export const HOME_ID = /^[A-Za-z0-9_-]{32}$/;
/**
 * Maximum bytes (JSON) of one submission: answers with their photos, as much as a tablet may send
 * at once.
 */
export const HOME_BYTES = FORM_BYTES;
/** Days for which an invitation may be valid. */
export const INVITATION_DAYS = [7, 14, 30, 90] as const;
/** Age (ms) from which answers without a record raise a warning. */
export const UNMATCHED_WARN_MS = 14 * DAY_MS;

/** Personal data entered by a person without a record. `geburtsdatum` is YYYY-MM-DD. */
export interface UnmatchedPerson extends PatientName {
  readonly geburtsdatum: string;
}

export type PersonProblem = 'missing' | 'name' | 'invalid' | 'recent_birth';
/**
 * Returns the errors of the input by field (V4, V6, B31–B35); `recent_birth` only needs
 * confirmation.
 * @param today YYYY-MM-DD in Berlin
 * @param hasOneName the person has one name, entered as the family name
 */
export function personProblems(
  person: UnmatchedPerson,
  today: string,
  hasOneName = false,
): Partial<Record<keyof UnmatchedPerson, PersonProblem>> {
  const name = (text: string): PersonProblem | undefined =>
    cleanName(text) === ''
      ? 'missing'
      : isName(cleanName(text)) && text.length <= 100
        ? undefined
        : 'name';
  const firstName = hasOneName ? undefined : name(person.firstName),
    lastName = name(person.lastName);
  const birth = !isBirthDate(person.geburtsdatum, today)
    ? 'invalid'
    : isRecentBirth(person.geburtsdatum, today)
      ? 'recent_birth'
      : undefined;
  return {
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(birth && { geburtsdatum: birth }),
  };
}

/** Reasons why a record may be the person's, most likely first. */
export const MATCHES = ['same', 'birth_similar', 'name_birth_near', 'name', 'birth'] as const;
export type Match = (typeof MATCHES)[number];
/** Maximum number of records offered for one set of answers. */
export const MOST_CANDIDATES = 5;

/**
 * Returns one spelling of each word; `mueller` and `müller` differ here, but not in `isSameText`.
 */
const words = (text: string): string[] => spellings(text).map(([one = '']) => one);
const isSameWord = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  a?.some((one) => b?.includes(one)) === true;
/**
 * Checks whether two names are equal in one of their spellings: `Müller` is `Mueller` and `MULLER`.
 */
function isSameText(one: string, other: string): boolean {
  const a = spellings(one),
    b = spellings(other);
  // A person with one name has no first name.
  return a.length === b.length && a.every((word, at) => isSameWord(word, b[at]));
}

/** Returns the edit distance between two words, up to `most`. */
function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = Array.from({ length: b.length + 1 }, (_, i) => i),
    last: number[] = [];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1],
        isTurned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (before[j] ?? 0) + 1,
          (before[j - 1] ?? 0) + (isSame ? 0 : 1),
          isTurned ? (last[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    last = before;
    before = row;
  }
  return before[b.length] ?? most + 1;
}
const isNear = (a: string, b: string): boolean => {
  const most = Math.max(a.length, b.length) > 5 ? 2 : 1;
  return a !== '' && b !== '' && slips(a, b, most) <= most;
};

/**
 * Checks whether two names may be one person's: equal, equal except for a typo, given and family
 * name swapped, or one first name missing.
 */
function nameLikeness(a: PatientName, b: PatientName): 'same' | 'near' | 'part' | 'none' {
  const isNamed = folded(a.lastName) !== '';
  if (isNamed && isSameText(a.firstName, b.firstName) && isSameText(a.lastName, b.lastName))
    return 'same';
  const [aFirst = ''] = words(a.firstName),
    [bFirst = ''] = words(b.firstName),
    aLast = folded(a.lastName),
    bLast = folded(b.lastName);
  const isFirst = isNear(aFirst, bFirst),
    isLast =
      isNear(aLast, bLast) ||
      words(a.lastName).some((one) => one.length > 3 && words(b.lastName).includes(one));
  const isTurned = isNear(folded(a.firstName), bLast) && isNear(aLast, folded(b.firstName));
  if ((isFirst && isLast) || isTurned) return 'near';
  return isFirst || isLast ? 'part' : 'none';
}

/** Checks whether two days differ by one wrong digit, or by swapped day and month. */
function isDayNear(a: string, b: string): boolean {
  if (!isDay(a) || !isDay(b)) return false;
  const isTurned =
    a.slice(0, 4) === b.slice(0, 4) && a.slice(5, 7) === b.slice(8) && a.slice(8) === b.slice(5, 7);
  return isTurned || [...a].filter((sign, at) => sign !== b[at]).length === 1;
}

/**
 * Returns all birth dates that differ by a typo, and the day itself; used for the lookup of
 * records.
 */
export function nearDays(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-'),
    made = [day, `${year}-${date}-${month}`];
  for (let at = 0; at < day.length; at++)
    if (day[at] !== '-')
      for (const digit of '0123456789') made.push(day.slice(0, at) + digit + day.slice(at + 1));
  return [...new Set(made)].filter(isDay);
}

/** Returns why these answers may belong to a record; undefined without a reason. */
export function matchOf(person: UnmatchedPerson, record: UnmatchedPerson): Match | undefined {
  const likeness = nameLikeness(person, record);
  if (person.geburtsdatum === record.geburtsdatum)
    return likeness === 'same' ? 'same' : likeness === 'none' ? 'birth' : 'birth_similar';
  if (likeness === 'none' || likeness === 'part') return undefined;
  if (isDayNear(person.geburtsdatum, record.geburtsdatum)) return 'name_birth_near';
  return likeness === 'same' ? 'name' : undefined;
}

/** Returns candidate records, most likely first; equal ones by name, then number. */
export function rankCandidates<R extends UnmatchedPerson & { patid: string }>(
  person: UnmatchedPerson,
  records: readonly R[],
): (R & { match: Match })[] {
  return records
    .flatMap((record) => {
      const match = matchOf(person, record);
      return match === undefined ? [] : [{ ...record, match }];
    })
    .sort(
      (a, b) =>
        MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
        searchText(a).localeCompare(searchText(b), 'de') ||
        a.patid.localeCompare(b.patid),
    )
    .slice(0, MOST_CANDIDATES);
}

/**
 * Checks whether answers to a patient's own invitation are filed automatically: the same birth date
 * and family name, and the same first given name. The invitation already identifies the patient;
 * this excludes other family members who may have used it.
 */
export function fitsInvited(person: UnmatchedPerson, record: UnmatchedPerson): boolean {
  if (person.geburtsdatum !== record.geburtsdatum) return false;
  return (
    folded(person.lastName) !== '' &&
    isSameText(person.lastName, record.lastName) &&
    (isSameText(person.firstName, record.firstName) ||
      isSameWord(spellings(person.firstName)[0], spellings(record.firstName)[0]))
  );
}
