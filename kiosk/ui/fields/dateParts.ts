/** Date of three number fields: filling order, and the field to name in an error. */

export interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

export type DatePart = keyof DateParts;

export const EMPTY_DATE: DateParts = { day: '', month: '', year: '' };
export const DATE_PARTS: readonly DatePart[] = ['day', 'month', 'year'];
export const PART_LENGTH: Readonly<Record<DatePart, number>> = { day: 2, month: 2, year: 4 };

/** Returns true when no further digit can follow: "4" is a whole day, "1" may become 12. */
export function isPartFull(part: DatePart, digits: string): boolean {
  if (digits.length >= PART_LENGTH[part]) return true;
  if (part === 'day') return digits.length === 1 && digits > '3';
  if (part === 'month') return digits.length === 1 && digits > '1';
  return false;
}

/**
 * Returns `YYYY-MM-DD` of a day that exists in the calendar, otherwise null. Two-digit years are
 * not guessed.
 */
export function isoFromParts(parts: DateParts): string | null {
  return firstProblem(parts) === null
    ? [parts.year, pad(parts.month), pad(parts.day)].join('-')
    : null;
}

/** Returns the first empty or invalid field, in reading order; null when the day exists. */
export function firstProblem(parts: DateParts): DatePart | null {
  const day = Number(parts.day);
  const month = Number(parts.month);
  const year = Number(parts.year);
  if (parts.day === '' || day < 1 || day > 31) return 'day';
  if (parts.month === '' || month < 1 || month > 12) return 'month';
  if (parts.year.length !== 4 || year < 1) return 'year';
  const probe = new Date(Date.UTC(2000, month - 1, day));
  probe.setUTCFullYear(year, month - 1, day);
  return probe.getUTCDate() === day ? null : 'day';
}

/** Splits a `YYYY-MM-DD` into fields. */
export function partsFromIso(iso: string): DateParts {
  const [year = '', month = '', day = ''] = iso.split('-');
  return { day, month, year };
}

function pad(text: string): string {
  return text.padStart(2, '0');
}
