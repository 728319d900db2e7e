// Parsing of one delivered value: text, codes, days, moments, amounts, flags, in ISO or German
// formats. Pure.

import { berlinInstant, dayOf } from '../../base/dates.ts';
import type { PvsField, PvsType } from './pvs.ts';
import { DAY_MS } from '../../base/day-math.ts';

/**
 * A stored value; null: not delivered. Flags are 0 and 1, amounts cents, factors hundredths, times
 * minutes since midnight, moments ms since 1970.
 */
export type Kept = string | number | null;
/** Why a value is rejected. */
export type ValueTrouble =
  | 'not_text'
  | 'too_long'
  | 'not_day'
  | 'not_instant'
  | 'not_clock'
  | 'not_number'
  | 'unclear_number'
  | 'out_of_range'
  | 'not_bool'
  | 'not_word';
/**
 * Parses one value; a rejected one returns its reason in a one-element list, to avoid exceptions
 * for millions of rows.
 */
export type ReadValue = (given: unknown) => Kept | readonly [ValueTrouble];

const no = (why: ValueTrouble): readonly [ValueTrouble] => [why];
const NOT_TEXT = no('not_text'),
  TOO_LONG = no('too_long'),
  NOT_DAY = no('not_day'),
  NOT_INSTANT = no('not_instant'),
  NOT_CLOCK = no('not_clock'),
  NOT_NUMBER = no('not_number'),
  UNCLEAR = no('unclear_number'),
  OUT = no('out_of_range'),
  NOT_BOOL = no('not_bool'),
  NOT_WORD = no('not_word');
export const isTrouble = (
  value: Kept | readonly [ValueTrouble],
): value is readonly [ValueTrouble] => typeof value === 'object' && value !== null;

/** Control characters and unpaired surrogates; line ends and tabs are not among them. */
const ALL_UNCLEAN = /(?![\n\r\t])[\p{Cc}\p{Cs}]/gu;
/**
 * Checks that a text has no control characters, no unpaired surrogates and no characters that JSON
 * escapes: nearly every text, checked without a regular expression.
 */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 32 || c === 34 || c === 92 || (c >= 127 && c < 160) || (c >= 0xd800 && c < 0xe000))
      return false;
  }
  return true;
}
const clean = (text: string): string =>
  isPlain(text) ? text : text.replace(ALL_UNCLEAN, ' ').trim();
/** Returns a stored value as JSON. */
export const spelled = (value: Kept): string =>
  typeof value === 'string'
    ? isPlain(value)
      ? `"${value}"`
      : JSON.stringify(value)
    : String(value);
const blank = (given: unknown): boolean => given === null || given === undefined || given === '';

const readText =
  (most: number): ReadValue =>
  (given) => {
    if (blank(given)) return null;
    if (typeof given === 'number' && Number.isFinite(given)) return String(given);
    if (typeof given !== 'string') return NOT_TEXT;
    const text = clean(given.trim());
    return text === '' ? null : text.length > most ? TOO_LONG : text;
  };

/** Cached: days repeat, and parsing each again costs more than a lookup. */
const known = new Map<string, string>();
const KNOWN = 50_000;
function dayIn(text: string): string | undefined {
  const seen = known.get(text);
  if (seen !== undefined) return seen;
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text),
    german = iso ? null : /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: .*)?$/.exec(text),
    packed = (iso ?? german) ? null : /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const [y, m, d] = iso
    ? [iso[1], iso[2], iso[3]]
    : german
      ? [german[3], german[2], german[1]]
      : packed
        ? [packed[1], packed[2], packed[3]]
        : [];
  const day = y === undefined ? undefined : dayOf(Number(y), Number(m), Number(d));
  if (day === undefined || day > '2200') return undefined;
  if (known.size >= KNOWN) known.clear();
  known.set(text, day);
  return day;
}
const readDay: ReadValue = (given) =>
  blank(given) ? null : typeof given !== 'string' ? NOT_DAY : (dayIn(given.trim()) ?? NOT_DAY);

/** Last Sunday of a month of 31 days at 01:00 UTC, when Europe changes its clocks. */
const lastSunday = (year: number, month: number): number => {
  const end = Date.UTC(year, month, 31, 1);
  return end - new Date(end).getUTCDay() * DAY_MS;
};
const summers = new Map<number, readonly [number, number]>();
/**
 * Converts a Berlin wall clock, given as if it were UTC; of the hour that occurs twice the first
 * one.
 */
function fromBerlin(wall: number, year: number): number {
  if (year < 1996) {
    const iso = new Date(wall).toISOString();
    return berlinInstant(iso.slice(0, 10), iso.slice(11, 16)) + (wall % 60_000);
  }
  let summer = summers.get(year);
  if (!summer) summers.set(year, (summer = [lastSunday(year, 2), lastSunday(year, 9)]));
  const asSummer = wall - 7_200_000;
  return asSummer >= summer[0] && asSummer < summer[1] ? asSummer : wall - 3_600_000;
}
const MOMENT =
  /^(.{6,10}?)[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
/** Returns two digits of a text; 100 if there are none. */
function twoAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48,
    ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 100;
}
/** Start (UTC) of days written `2026-11-20`. */
const starts = new Map<string, number>();
const ZULU = 90,
  COLON = 58,
  TIME = 84,
  SPACE = 32;
/**
 * Most moments are `2026-11-20T09:00:00Z`: parsed without a regular expression. Undefined for
 * everything else.
 */
function plainMoment(text: string): number | undefined {
  if (
    text.length !== 20 ||
    text.charCodeAt(19) !== ZULU ||
    text.charCodeAt(13) !== COLON ||
    text.charCodeAt(16) !== COLON ||
    (text.charCodeAt(10) !== TIME && text.charCodeAt(10) !== SPACE)
  )
    return undefined;
  const hour = twoAt(text, 11),
    minute = twoAt(text, 14),
    second = twoAt(text, 17);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const day = text.slice(0, 10);
  let start = starts.get(day);
  if (start === undefined) {
    if (dayIn(day) !== day) return undefined;
    if (starts.size >= KNOWN) starts.clear();
    starts.set(
      day,
      (start = Date.UTC(
        Number(day.slice(0, 4)),
        Number(day.slice(5, 7)) - 1,
        Number(day.slice(8)),
      )),
    );
  }
  return start + ((hour * 60 + minute) * 60 + second) * 1000;
}
const moments = new Map<string, number>();
/**
 * Returns ms since 1970; a bare day is its start. Modification times repeat and are cached, like
 * days.
 */
export function instantIn(text: string): number | undefined {
  const plain = plainMoment(text);
  if (plain !== undefined) return plain;
  const seen = moments.get(text);
  if (seen !== undefined) return seen;
  const made = momentIn(text);
  if (moments.size >= KNOWN) moments.clear();
  if (made !== undefined) moments.set(text, made);
  return made;
}
function momentIn(text: string): number | undefined {
  const m = MOMENT.exec(text),
    day = dayIn(m?.[1] ?? text);
  if (day === undefined || (m === null && text.length > 10)) return undefined;
  const hour = Number(m?.[2] ?? 0),
    minute = Number(m?.[3] ?? 0),
    second = Number(m?.[4] ?? 0),
    zone = m?.[5];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const year = Number(day.slice(0, 4)),
    wall = Date.UTC(year, Number(day.slice(5, 7)) - 1, Number(day.slice(8)), hour, minute, second);
  if (zone === undefined) return fromBerlin(wall, year);
  if (zone === 'Z') return wall;
  const sign = zone.startsWith('-') ? -1 : 1,
    digits = zone.slice(1).replace(':', ''),
    away = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return away > 14 * 60 ? undefined : wall - sign * away * 60_000;
}
const readInstant: ReadValue = (given) =>
  blank(given)
    ? null
    : typeof given !== 'string'
      ? NOT_INSTANT
      : (instantIn(given.trim()) ?? NOT_INSTANT);

const readClock: ReadValue = (given) => {
  if (blank(given)) return null;
  const m = typeof given === 'string' ? /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(given.trim()) : null,
    at = m ? Number(m[1]) * 60 + Number(m[2]) : -1;
  return m && Number(m[2]) < 60 && at >= 0 && at <= 1440 ? at : NOT_CLOCK;
};

const PLAIN = /^-?\d{1,12}$/,
  DECIMAL = /^(-?)(\d{1,12})[.,](\d{1,2})$/,
  GERMAN = /^(-?)(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/,
  ENGLISH = /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/;
/**
 * Most amounts are `123`, `123,4` or `123,45`, with a comma or a point: parsed without a regular
 * expression. Undefined for everything else.
 */
function simple(text: string): number | undefined {
  const { length } = text,
    start = text.charCodeAt(0) === 45 ? 1 : 0;
  let value = 0,
    places = -1;
  if (length - start > 14) return undefined;
  for (let i = start; i < length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 48 && c <= 57) {
      value = value * 10 + c - 48;
      if (places >= 0) places++;
    } else if ((c === 44 || c === 46) && places === -1 && i > start) places = 0;
    else return undefined;
  }
  // At most twelve digits, with one or two decimals: same as the regular expressions below.
  if (
    places === 0 ||
    places > 2 ||
    length === start ||
    (places === -1 ? length - start : length - start - places - 1) > 12
  )
    return undefined;
  const hundreds = places === 2 ? value : places === 1 ? value * 10 : value * 100;
  return start === 1 && hundreds !== 0 ? -hundreds : hundreds;
}
/** Returns the text of a number without blanks around it and without its currency. */
const bareNumber = (cell: string): string => cell.trim().replace(/\s*(?:€|EUR)$/i, '');
/**
 * Parses a number with at most two decimals, in hundredths: `1234.5`, `1.234,50`, `1.234`,
 * `1,234.50`; a lone comma before three digits is ambiguous and rejected.
 */
function hundredths(given: unknown): number | undefined {
  if (typeof given === 'number') {
    const n = Math.round(given * 100);
    return Number.isFinite(given) && Math.abs(given * 100 - n) < 1e-4 ? n + 0 : undefined;
  }
  if (typeof given !== 'string') return undefined;
  const quick = simple(given);
  if (quick !== undefined) return quick;
  const text = bareNumber(given);
  if (PLAIN.test(text)) return Number(text) * 100;
  const m = DECIMAL.exec(text) ?? GERMAN.exec(text) ?? ENGLISH.exec(text);
  if (!m) return undefined;
  const value =
    Number((m[2] ?? '').replace(/[.,]/g, '')) * 100 + Number((m[3] ?? '0').padEnd(2, '0'));
  return m[1] === '-' && value !== 0 ? -value : value;
}
/**
 * What one point before three digits (`1.234`) means in the numbers of a file: a group of
 * thousands, a decimal mark with three decimals, or neither with certainty.
 */
export const POINT_MEANINGS = ['group', 'decimal', 'unclear'] as const;
export type PointMeaning = (typeof POINT_MEANINGS)[number];
const ONE_POINT = /^-?\d{1,3}\.\d{3}$/,
  POINT_DECIMAL = /^-?\d+\.\d{1,2}$/;
/** Returns what the spelling of a number says about points: undefined if it says nothing. */
export const pointIn = (cell: string): 'decimal' | 'open' | undefined => {
  const text = bareNumber(cell);
  return POINT_DECIMAL.test(text) ? 'decimal' : ONE_POINT.test(text) ? 'open' : undefined;
};

const withPoints =
  (read: ReadValue, points: PointMeaning): ReadValue =>
  (given) =>
    typeof given === 'string' && ONE_POINT.test(bareNumber(given))
      ? points === 'decimal'
        ? NOT_NUMBER
        : UNCLEAR
      : read(given);
const readHundredths =
  (most: number): ReadValue =>
  (given) => {
    if (blank(given)) return null;
    const value = hundredths(given);
    return value === undefined ? NOT_NUMBER : Math.abs(value) > most ? OUT : value;
  };
const readInt: ReadValue = (given) => {
  if (blank(given)) return null;
  const value = hundredths(given);
  return value === undefined || value % 100 !== 0
    ? NOT_NUMBER
    : Math.abs(value) > 1e11
      ? OUT
      : value / 100;
};
const MARKS: Readonly<Record<string, 0 | 1>> = {
  '1': 1,
  true: 1,
  ja: 1,
  j: 1,
  x: 1,
  wahr: 1,
  yes: 1,
  y: 1,
  '0': 0,
  false: 0,
  nein: 0,
  n: 0,
  falsch: 0,
  no: 0,
};
/** Returns a flag as 0 or 1. */
export const readBool: ReadValue = (given) => {
  if (blank(given)) return null;
  if (typeof given === 'boolean') return given ? 1 : 0;
  return (
    (typeof given === 'string' || typeof given === 'number'
      ? MARKS[String(given).trim().toLowerCase()]
      : undefined) ?? NOT_BOOL
  );
};
function readWord(words: readonly string[]): ReadValue {
  const set = new Map(words.map((word) => [word, word]));
  return (given) =>
    blank(given)
      ? null
      : typeof given !== 'string'
        ? NOT_WORD
        : (set.get(given) ?? set.get(given.trim().toUpperCase()) ?? NOT_WORD);
}
const LONG_TEXT = 20_000,
  TEXT = 1000,
  CODE = 100,
  MOST_CENTS = 1e12,
  MOST_FACTOR = 100_000;
const READERS: Readonly<Record<Exclude<PvsType, 'word' | 'text'>, ReadValue>> = {
  code: readText(CODE),
  ref: readText(CODE),
  day: readDay,
  instant: readInstant,
  clock: readClock,
  int: readInt,
  cents: readHundredths(MOST_CENTS),
  factor: readHundredths(MOST_FACTOR),
  bool: readBool,
};
/** Whether a field holds a number, in which a point may mean two things. */
export const isNumeric = ({ type }: PvsField): boolean =>
  type === 'cents' || type === 'factor' || type === 'int';
/**
 * Returns the parser of a field's values; `text` fields of that name may be long.
 * @param points meaning of one point before three digits in the file of the values
 */
export function readerOf(field: PvsField, points: PointMeaning = 'group'): ReadValue {
  const { type, words, name } = field;
  if (type === 'word') return readWord(words);
  if (type === 'text') return readText(name === 'text' ? LONG_TEXT : TEXT);
  return points !== 'group' && isNumeric(field) ? withPoints(READERS[type], points) : READERS[type];
}
/** Ids of rows are codes. */
export const readId: ReadValue = READERS.code;
/** Parses a version: an increasing integer, or a moment. */
export const readVersion: ReadValue = (given) => {
  if (blank(given)) return null;
  if (typeof given === 'number') return Number.isSafeInteger(given) && given >= 0 ? given : OUT;
  if (typeof given !== 'string') return NOT_INSTANT;
  const text = given.trim();
  // Eight digits are a day without separators only where a counter is impossible: otherwise they
  // are a counter.
  return (
    plainMoment(text) ?? (/^\d{1,15}$/.test(text) ? Number(text) : (instantIn(text) ?? NOT_INSTANT))
  );
};
