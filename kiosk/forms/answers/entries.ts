/**
 * Parses and formats typed text: digits of every script, decimal comma, partial dates, Berlin time.
 */
import { berlinInstant, isTime } from '../../../shared/base/dates.ts';
import type { Coding, FhirValue, Quantity } from '../../../shared/forms/questionnaire/fhir.ts';
import { extensionOf } from '../../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import type { Node } from '../../../shared/forms/questionnaire/model.ts';
import {
  EMPTY_DATE,
  firstProblem,
  isoFromParts,
  type DatePart,
  type DateParts,
} from '../../ui/fields/dateParts.ts';
import { normalizeDigits } from '../../ui/fields/digits.ts';

/** Result of parsing typed text: a value, nothing, or text that is not yet a value. */
export type Entry = { readonly value: FhirValue } | 'empty' | 'unfinished';

export const valueOf = (entry: Entry): FhirValue | undefined =>
  typeof entry === 'string' ? undefined : entry.value;

/** Normalises to digits 0–9, one decimal sign (`,`) and a leading minus; drops everything else. */
export function numberSigns(text: string, isDecimal: boolean): string {
  let out = '';
  for (const sign of text) {
    const digit = normalizeDigits(sign);
    if (digit !== '') out += digit;
    else if ((sign === '-' || sign === '−') && out === '') out = '-';
    // U+066B is the Arabic decimal sign.
    else if (isDecimal && (sign === ',' || sign === '.' || sign === '\u066B') && !out.includes(','))
      out += ',';
  }
  return out;
}

export function numberEntry(text: string, key: 'valueInteger' | 'valueDecimal'): Entry {
  if (text === '') return 'empty';
  if (!/\d/.test(text)) return 'unfinished';
  const n = Number(text.replace(',', '.'));
  return Number.isFinite(n) ? { value: { [key]: n } } : 'unfinished';
}

/** Returns a quantity of `n` in a unit of the form. */
export function quantityOf(n: number, unit: Coding | undefined): Quantity {
  return {
    value: n,
    ...(unit?.display !== undefined && { unit: unit.display }),
    ...(unit?.display === undefined && unit?.code !== undefined && { unit: unit.code }),
    ...(unit?.system !== undefined && { system: unit.system }),
    ...(unit?.code !== undefined && { code: unit.code }),
  };
}

/**
 * Returns the date parts a question asks for: from the form's entry format; otherwise day and month
 * are optional, except for a birth date.
 */
export function partsAsked(node: Node): {
  readonly parts: readonly DatePart[];
  readonly isOpen: boolean;
} {
  const format = extensionOf(node.item, EXTENSION.entryFormat)?.valueString?.toLowerCase();
  const all: readonly DatePart[] = ['day', 'month', 'year'];
  if (format !== undefined) {
    const has = (letters: RegExp): boolean => letters.test(format);
    if (has(/[jy]{4}/)) {
      if (has(/[td]{2}/)) return { parts: all, isOpen: false };
      return { parts: has(/m{2}/) ? ['month', 'year'] : ['year'], isOpen: false };
    }
  }
  return { parts: all, isOpen: node.field !== 'geburtsdatum' };
}

/** Formats the fields as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export function dateEntry(parts: DateParts, asked: ReturnType<typeof partsAsked>): Entry {
  const { day, month, year } = parts;
  if (day === '' && month === '' && year === '') return 'empty';
  if (wrongPart(parts, asked) !== null) return 'unfinished';
  const whole = isoFromParts(parts);
  if (whole !== null) return { value: { valueDate: whole } };
  return { value: { valueDate: month === '' ? year : `${year}-${month.padStart(2, '0')}` } };
}

/** Returns the field to name in an error; `null` when the date is valid. */
export function wrongPart(
  parts: DateParts,
  { parts: asked, isOpen }: ReturnType<typeof partsAsked>,
): DatePart | null {
  const { day, month, year } = parts;
  if (day !== '' || (asked.includes('day') && !isOpen)) return firstProblem(parts);
  if (month === '' && asked.includes('month') && !isOpen) return 'month';
  if (month !== '' && (Number(month) < 1 || Number(month) > 12)) return 'month';
  return year.length === 4 && Number(year) > 0 ? null : 'year';
}

export function partsOf(value: FhirValue | undefined): DateParts {
  const text = value?.valueDate ?? value?.valueDateTime;
  if (text === undefined) return EMPTY_DATE;
  const [year = '', month = '', day = ''] = text.slice(0, 10).split('-');
  return { day, month, year };
}

export interface Clock {
  readonly hour: string;
  readonly minute: string;
}
const EMPTY_CLOCK: Clock = { hour: '', minute: '' };

/** `HH:MM`, or nothing when the fields are not a time of day. */
function clockText({ hour, minute }: Clock): string | undefined {
  const text = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return hour !== '' && minute !== '' && isTime(text) ? text : undefined;
}
export function timeEntry(clock: Clock): Entry {
  if (clock.hour === '' && clock.minute === '') return 'empty';
  const text = clockText(clock);
  return text === undefined ? 'unfinished' : { value: { valueTime: `${text}:00` } };
}
export function clockOf(value: FhirValue | undefined): Clock {
  const text =
    value?.valueTime ??
    (value?.valueDateTime?.includes('T') === true ? value.valueDateTime.slice(11) : undefined);
  if (text === undefined) return EMPTY_CLOCK;
  return { hour: text.slice(0, 2), minute: text.slice(3, 5) };
}

/** Returns a moment in Berlin time; a date without a time stays a date. */
export function momentEntry(parts: DateParts, clock: Clock): Entry {
  const hasDay = parts.day !== '' || parts.month !== '' || parts.year !== '',
    hasTime = clock.hour !== '' || clock.minute !== '';
  if (!hasDay && !hasTime) return 'empty';
  const day = isoFromParts(parts);
  if (day === null) return 'unfinished';
  if (!hasTime) return { value: { valueDateTime: day } };
  const time = clockText(clock);
  return time === undefined
    ? 'unfinished'
    : { value: { valueDateTime: `${day}T${time}:00${berlinOffset(day, time)}` } };
}
function berlinOffset(day: string, time: string): string {
  const hours = Math.round(
    (Date.parse(`${day}T${time}:00Z`) - berlinInstant(day, time)) / 3_600_000,
  );
  return `+${String(hours).padStart(2, '0')}:00`;
}
