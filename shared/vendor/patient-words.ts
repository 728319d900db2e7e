// Finds details of patients in a text before it leaves the practice: insurance numbers, account
// numbers, dates of birth, telephone numbers, and names. Pure.

import { folded, spellings } from '../desk/patient.ts';

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

/** Shorter words are too often something else; after a form of address they are names. */
const SHORTEST = 3;

/** Words inside family names that are ordinary words of a text. */
const PARTICLES = new Set(['von', 'van', 'vom', 'zum', 'zur', 'der', 'den', 'del', 'bin', 'ben']);
/** Words before a name, folded. */
const ADDRESSES = new Set(
  'frau fr herr herrn hr familie fam dr patient patienten patientin pat kind mr mrs ms miss'.split(
    ' ',
  ),
);
/**
 * Family names and first names that are ordinary words in small letters, folded: such a word counts
 * after a form of address only. Every other word in small letters is compared.
 */
const ORDINARY = new Set(
  (
    'alt alte alten art aber amt auch bald beste besser bitte bitter blau blauen braun braune breit can ' +
    'dann das dem die doch dick ein eine einen ernst fein fertig fest frei freitag fremd freund froh ' +
    'fuchs gabel ganz gern gold gross grosse grossen grau gruen grun gut gute guten halb hart heiss hier hoch ' +
    'hope immer jung junge jungen kalt kann kern klar klein kleine kleinen krank kranke kurz kurze land lang ' +
    'lange langen leer lieb liebe lieber links los mai man mark may mehr mit montag neu neue neuen noch ' +
    'nicht nur oder oft rand recht rechte reich reicht richter richtig rose rot roth sauer scharf schnell ' +
    'schoen schon schone schwarz selbst sie soll sonntag stark starke stelle still stolz sommer suss ' +
    'tag tage teil tief und voll vor vogel wand warm was weg weich weiss weisse weit weiter welt wenn ' +
    'wer wie wild will winter wohl zahn zeit zorn zu'
  ).split(' '),
);

/** Returns the ways in which a name may be stored: with umlauts or without, not in the genitive. */
function variants(word: string): string[] {
  const spelled = spellings(word).flat(),
    all = [...spelled, ...spelled.map((key) => key.replace(/([aou])e/gu, '$1'))],
    genitives = all.filter((key) => key.length > SHORTEST + 1 && key.endsWith('s'));
  return [...new Set([...all, ...genitives.map((key) => key.slice(0, -1))])];
}

/**
 * Returns the words of a text by the folded spellings in which a name may be stored; a word with a
 * hyphen is returned in parts. Ordinary words in small letters (`klein`, `lange`) are left out, unless
 * a form of address comes before.
 */
export function nameWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  let isAddressed = false;
  for (const [word] of text.matchAll(/[\p{L}\p{M}][\p{L}\p{M}'’]*/gu)) {
    const key = folded(word);
    // „Frau von der Heide“: the particles do not end the form of address.
    if (PARTICLES.has(key)) continue;
    const isCapital = word[0] !== word[0]?.toLowerCase(),
      isName = isAddressed || (key.length >= SHORTEST && (isCapital || !ORDINARY.has(key)));
    isAddressed = ADDRESSES.has(key);
    if (!isName || key === '') continue;
    for (const one of variants(word)) if (!words.has(one)) words.set(one, word);
  }
  return words;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
/** Replaces whole words of a text, never a part of another word. */
export const withoutWord = (text: string, word: string, by: string): string =>
  text.replace(
    new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${escaped(word)}(?![\\p{L}\\p{M}\\p{N}])`, 'gu'),
    () => by,
  );
