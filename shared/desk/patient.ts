// A patient as seen by reception: names folded for search, parsing of a typed search, and required
// confirmations (V2–V4).

import { dayOf, isDay, isRecentBirth } from '../base/dates.ts';
import { visible } from '../base/visible.ts';

export type Herkunft = 'demo' | 'hand' | 'pvs' | 'gdt';
export interface PatientName {
  firstName: string;
  lastName: string;
}

/**
 * Formats a name for lists, `Yılmaz, Ayşe`: they sort by the family name; without a first name
 * there is no comma.
 */
export const listName = (p: PatientName): string =>
  p.firstName === '' ? p.lastName : `${p.lastName}, ${p.firstName}`;
/**
 * Returns the name as records keep it: the only name of a person is the family name, which the
 * formats of practice software require; the first name is then empty.
 */
export const withOnlyName = <N extends Partial<PatientName>>(name: N): N =>
  (name.lastName ?? '') === '' && (name.firstName ?? '') !== ''
    ? { ...name, lastName: name.firstName, firstName: '' }
    : name;
/** Formats a name as `Ayşe Yılmaz`. */
export const fullName = (p: PatientName & { title?: string }): string =>
  [p.title, p.firstName, p.lastName].filter(Boolean).join(' ');

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
};
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * Returns words in lower case with base letters (`Müller-Yıldız` → `muller`, `yildiz`); apostrophes
 * join.
 */
function foldWords(text: string, isGerman: boolean): string[] {
  return visible(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’`´\u200c\u200d]/g, '')
    .replace(/[äöü]/g, (c) => (isGerman ? (GERMAN[c] ?? c) : c))
    .replace(/[ßıłøđðþæœ]/g, (c) => LETTERS[c] ?? c)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * Returns a text as every search compares it: words in lower case with base letters, one space
 * between them.
 */
export const folded = (text: string): string => foldWords(text, false).join(' ');

/** Returns both spellings of each word (`muller`, `mueller`), in order. */
export const spellings = (text: string): string[][] => {
  const german = foldWords(text, true);
  return foldWords(text, false).map((word, i) => [...new Set([word, german[i] ?? word])]);
};

/**
 * Returns the text stored for search: every word after a space, family name first; equal names give
 * equal text.
 */
export const searchText = (p: PatientName): string =>
  ` ${[...spellings(p.lastName), ...spellings(p.firstName)].flat().join(' ')} `;

/**
 * Checks whether a search in a list means a person: by the start of the number, or by each word at
 * the start of a name. An empty search means everyone.
 */
export function isMeantBy(
  typed: string | undefined,
  patid: string,
  {
    firstName,
    lastName,
  }: { firstName?: string | null | undefined; lastName?: string | null | undefined },
): boolean {
  if (typed === undefined || typed === '' || patid.startsWith(typed)) return true;
  const words = searchText({ firstName: firstName ?? '', lastName: lastName ?? '' });
  return spellings(typed).every((spelling) => spelling.some((one) => words.includes(` ${one}`)));
}

export interface PatientQuery {
  /** Each entry must match at the start of a word, in one of its spellings. */
  words: string[][];
  /** Matching birth dates; empty if none was typed. */
  days: string[];
  /** `-03-12` when only day and month were typed. */
  dayAndMonth: string | undefined;
  /** As typed, for a search by number. */
  patid: string;
}

/**
 * Parses a search: names in any order, a birth date as `12.03.58`, `12.3.1958`, `12.03.`,
 * `12031958` or `1958-03-12`, a patient number.
 * @param today YYYY-MM-DD; two-digit years become the century that is not in the future, and the
 * one before
 */
export function parsePatientQuery(typed: string, today: string): PatientQuery {
  let days: string[] = [],
    dayAndMonth: string | undefined;
  const rest = typed
    .replace(/(^|\D)(\d{4}-\d{2}-\d{2})(?!\d)/, (_, before: string, text: string) => {
      days = isDay(text) ? [text] : NOBODY;
      return `${before} `;
    })
    .replace(
      /(^|\D)(\d{1,2})\.\s?(\d{1,2})(?:\.\s?(\d{4}|\d{2})?)?(?!\d)/,
      (_, before: string, d: string, m: string, y: string | undefined) => {
        if (y === undefined) dayAndMonth = dayOf(2000, Number(m), Number(d))?.slice(4) ?? '-00-00';
        else days = daysOf(Number(d), Number(m), y, today);
        return `${before} `;
      },
    )
    .replace(
      /(^|\D)([0-3]\d)([01]\d)((?:19|20)\d\d)(?!\d)/,
      (text: string, before: string, d: string, m: string, y: string) => {
        const found = daysOf(Number(d), Number(m), y, today);
        if (found === NOBODY) return text;
        days = found;
        return `${before} `;
      },
    );
  return { words: spellings(rest), days, dayAndMonth, patid: typed.trim() };
}

/** A date that does not exist matches no patient, instead of all. */
const NOBODY = ['0000-00-00'];

function daysOf(d: number, m: number, y: string, today: string): string[] {
  const years = y.length === 4 ? [Number(y)] : [2000 + Number(y), 1900 + Number(y)];
  const days = years
    .map((year) => dayOf(year, m, d))
    .filter((day): day is string => day !== undefined && day <= today);
  return days.length > 0 ? days : NOBODY;
}

export type Doubt = 'recent_birth' | 'same_person' | 'name_differs' | 'birth_differs';

/** Returns the doubts to confirm about a new birth date (V4). */
export const birthDoubts = (geburtsdatum: string, today: string): Doubt[] =>
  isRecentBirth(geburtsdatum, today) ? ['recent_birth'] : [];

/** Returns the differences between a temporary record and its merge target (V2, V3). */
export function mergeDoubts(
  from: PatientName & { geburtsdatum: string },
  into: PatientName & { geburtsdatum: string },
): Doubt[] {
  const doubts: Doubt[] = [];
  if (searchText(from) !== searchText(into)) doubts.push('name_differs');
  if (from.geburtsdatum !== into.geburtsdatum) doubts.push('birth_differs');
  return doubts;
}

/**
 * Normalizes a name: it may contain anything people are called; invisible characters are removed
 * (B35). Every name from any input, file or call passes it once, before it is compared or stored.
 */
export const cleanName = (text: string): string =>
  visible(text.replace(/[\p{Cc}\u2028\u2029]/gu, ' '))
    .replace(/\s+/g, ' ')
    .trim();
/** Requires at least one letter, no emoji (B35). */
export const isName = (text: string): boolean =>
  /\p{L}/u.test(text) && !/\p{Extended_Pictographic}/u.test(text);

/**
 * Checks whether a name is in Latin letters, as on the health card: in another script it matches no
 * record that was made from a card.
 */
export const isInLatin = (text: string): boolean => !/(?=\p{L})\P{Script=Latin}/u.test(text);

/**
 * Normalizes a street for comparison: `Hauptstr. 5`, `Haupt-Straße 5` and `hauptstrasse 5` are
 * equal.
 */
export const foldStreet = (street: string): string =>
  street
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/str(?:\.|asse)?(?=[\s\d-]|$)/g, 'strasse')
    .replace(/[^\p{L}\p{N}]/gu, '');
