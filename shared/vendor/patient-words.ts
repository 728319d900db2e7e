// Finds details of patients in a text before it leaves the practice: insurance numbers, account
// numbers, dates of birth, telephone numbers, and names. Pure.

import { folded } from '../desk/patient.ts';

export const FOUND_KINDS = ['kvnr', 'iban', 'birth', 'phone', 'name'] as const;
type FoundKind = (typeof FOUND_KINDS)[number];
export interface FoundWord {
  word: string;
  kind: FoundKind;
}

/**
 * Checks the number of a health insurance card: a letter, eight digits and a check digit, weighted
 * by 1 and 2 in turn (GKV-Spitzenverband, rules of the Krankenversichertennummer).
 */
export function isKvnr(text: string): boolean {
  if (!/^[A-Z]\d{9}$/.test(text)) return false;
  const letter = String(text.charCodeAt(0) - 64).padStart(2, '0'),
    digits = [...letter, ...text.slice(1, 9)].map(Number);
  const sum = digits.reduce((total, digit, at) => {
    const weighted = digit * ((at % 2) + 1);
    return total + Math.floor(weighted / 10) + (weighted % 10);
  }, 0);
  return sum % 10 === Number(text[9]);
}
/** Checks an account number (ISO 13616): its letters as numbers leave 1 modulo 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  let rest = 0;
  for (const sign of moved) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Years back in which a full date is read as a date of birth; younger ones are days of a visit. */
const OLDEST = 115,
  YOUNGEST = 1;
function isBirthDay(day: string, month: string, year: string, thisYear: number): boolean {
  const age = thisYear - Number(year);
  return (
    Number(day) >= 1 &&
    Number(day) <= 31 &&
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    age >= YOUNGEST &&
    age <= OLDEST
  );
}

const NUMBERS = /\b[A-Za-z]\d{9}\b/gu,
  ACCOUNTS = /\b[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]){11,30}\b/gu,
  DATES = /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b|\b(\d{4})-(\d{2})-(\d{2})\b/gu,
  PHONES = /(?:\+\d{2,3}|\b0\d{2,5})(?:[\s/()-]*\d){5,10}(?!\d)/gu;

/** Returns numbers and dates that may belong to a patient, each once. @param today `YYYY-MM-DD` */
export function foundNumbers(text: string, today: string): FoundWord[] {
  const found = new Map<string, FoundWord>();
  const add = (word: string, kind: FoundKind): void => {
    if (!found.has(word)) found.set(word, { word, kind });
  };
  for (const [word] of text.matchAll(NUMBERS)) if (isKvnr(word.toUpperCase())) add(word, 'kvnr');
  for (const [word] of text.matchAll(ACCOUNTS)) {
    const whole = longestIban(word);
    if (whole !== undefined) add(whole, 'iban');
  }
  const thisYear = Number(today.slice(0, 4));
  for (const [word, day, month, year, isoYear, isoMonth, isoDay] of text.matchAll(DATES))
    if (isBirthDay(day ?? isoDay ?? '', month ?? isoMonth ?? '', year ?? isoYear ?? '', thisYear))
      add(word, 'birth');
  const rest = [...found.keys()].reduce((left, word) => left.replaceAll(word, ' '), text);
  for (const [word] of rest.matchAll(PHONES)) add(word.trim(), 'phone');
  return [...found.values()];
}
/** The pattern also takes the words after an account number: they are dropped one by one. */
function longestIban(text: string): string | undefined {
  for (let part = text; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf(' '))))
    if (isIban(part.replaceAll(' ', '').toUpperCase())) return part;
  return undefined;
}

/** Shorter words are too often something else. */
const SHORTEST = 3;
/** Most words of one text that are looked up. */
const MOST_WORDS = 400;

/** Words inside family names that are ordinary words of a text. */
const PARTICLES = new Set(['von', 'van', 'vom', 'zum', 'zur', 'der', 'den', 'del', 'bin', 'ben']);

/**
 * Returns the capitalised words of a text by their folded form, to be compared with names; a word
 * with a hyphen is returned in parts. Words in small letters are left out: `klein` and `lange` are
 * names, too.
 */
export function nameWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}][\p{L}\p{M}'’]*/gu)) {
    const key = folded(word),
      isName = key.length >= SHORTEST && !PARTICLES.has(key) && word[0] !== word[0]?.toLowerCase();
    if (isName && words.size < MOST_WORDS && !words.has(key)) words.set(key, word);
  }
  return words;
}
