// Days, instants and Europe/Berlin: all calendar rules in one place; days are `YYYY-MM-DD` strings,
// instants are UTC.

export const ZONE = 'Europe/Berlin';

/**
 * Returns an existing calendar day from its parts; `undefined` for 31.02., year 1899 or a day after
 * `today`.
 */
export function dayOf(year: number, month: number, day: number): string | undefined {
  if (!Number.isInteger(year) || !Number.isInteger(month) || !Number.isInteger(day))
    return undefined;
  if (year < 1900 || year > 9999 || month < 1 || month > 12 || day < 1) return undefined;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day > last) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Parses `YYYY-MM-DD` strictly. */
export function isDay(text: string): boolean {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return !!m && dayOf(Number(m[1]), Number(m[2]), Number(m[3])) === text;
}

/** Checks for a time of day, `HH:MM`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

// Cached: creating a formatter takes longer than a hundred calls of it. Only its parts are used:
// how a locale joins them has changed between versions of ICU ('en-CA' stopped to mean YYYY-MM-DD).
const wall = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});
const HOUR = 3_600_000;
let lastHour = NaN,
  lastOffset = 0;
/** Returns Berlin's wall clock as `YYYY-MM-DDTHH:MM…`; its offset changes on full hours only. */
function wallText(at: number): string {
  const hour = Math.floor(at / HOUR);
  if (hour !== lastHour) {
    const part: Record<string, number> = {};
    for (const { type, value } of wall.formatToParts(hour * HOUR)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour: clock = 0 } = part;
    lastOffset = Date.UTC(year, month - 1, day, clock) - hour * HOUR;
    lastHour = hour;
  }
  return new Date(at + lastOffset).toISOString();
}

/** Returns the calendar day in Berlin of an instant (ms since 1970). */
export const berlinDay = (at: number): string => wallText(at).slice(0, 10);

/** Returns hour and minute in Berlin, `HH:MM`. */
export const berlinTime = (at: number): string => wallText(at).slice(11, 16);

/**
 * Returns the instant (ms) of a day and time in Berlin; the first of two at the end of summer time.
 */
export function berlinInstant(day: string, time: string): number {
  const guess = Date.parse(`${day}T${time}:00Z`);
  for (const hours of [2, 1]) {
    const at = guess - hours * 3_600_000;
    if (berlinDay(at) === day && berlinTime(at) === time) return at;
  }
  return guess - 3_600_000;
}

/** Formats `1958-03-12` as `12.03.1958`. */
export function germanDay(day: string): string {
  const [y, m, d] = day.split('-');
  return `${d}.${m}.${y}`;
}

/** Formats an instant (ms since 1970) as `12.03.1958, 09:30` in Berlin. */
export function germanMoment(at: number): string {
  return `${germanDay(berlinDay(at))}, ${berlinTime(at)}`;
}

/**
 * Formats a day for a screen language: `12/03/1958` in English, `12.03.1958` in every other
 * language; always day, month, year, as on the papers.
 */
export function dayText(day: string, language: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return language.startsWith('en') ? `${date}/${month}/${year}` : germanDay(day);
}

/** Formats an instant (ms since 1970) as `12/03/1958, 09:30` or `12.03.1958, 09:30` in Berlin. */
export function momentText(at: number, language: string): string {
  return `${dayText(berlinDay(at), language)}, ${berlinTime(at)}`;
}

/** Returns the completed years between a birth date and a day. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Checks for a birth date less than six months before `today`, which needs confirmation (V4). */
export function isRecentBirth(birth: string, today: string): boolean {
  const [y, m, d] = today.split('-').map(Number) as [number, number, number];
  const months = y * 12 + (m - 1) - 6;
  const year = Math.floor(months / 12),
    month = (months % 12) + 1;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const limit = `${year}-${String(month).padStart(2, '0')}-${String(Math.min(d, last)).padStart(2, '0')}`;
  return birth > limit && birth <= today;
}

/** Checks that a birth date is a real day, not in the future, not before 1900 (V6). */
export function isBirthDate(text: string, today: string): boolean {
  return isDay(text) && text <= today;
}
