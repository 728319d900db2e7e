// Arithmetic of calendar days: whole days, months of different length, quarters and half-years. A
// day is `YYYY-MM-DD`; as a number it is days since 1970-01-01.

/** A day of 24 hours in ms, for durations; a calendar day may be an hour shorter or longer. */
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** Returns the days since 1970 of a day; without validation (see `isDay`). */
export const dayNumber = (day: string): number =>
  Date.UTC(+day.slice(0, 4), +day.slice(5, 7) - 1, +day.slice(8, 10)) / DAY_MS;
/** Returns the day of a number. */
export const dayOfNumber = (days: number): string =>
  new Date(days * DAY_MS).toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days);

/**
 * Returns the same day a number of months later or earlier; the last of the month if that month is
 * shorter (§ 188 Abs. 3 BGB).
 */
export function addMonths(day: string, months: number): string {
  const year = +day.slice(0, 4),
    at = +day.slice(5, 7) - 1 + months,
    last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, at, Math.min(+day.slice(8, 10), last))).toISOString().slice(0, 10);
}
/** Returns the quarter, 1 to 4. */
const quarterOf = (day: string): 1 | 2 | 3 | 4 =>
  (Math.floor((+day.slice(5, 7) - 1) / 3) + 1) as 1 | 2 | 3 | 4;
/** Returns the first day of the quarter of a day; `quarters` is an offset in either direction. */
export const quarterStart = (day: string, quarters = 0): string =>
  addMonths(
    `${day.slice(0, 4)}-${String(quarterOf(day) * 3 - 2).padStart(2, '0')}-01`,
    quarters * 3,
  );
/** Returns the first day of the calendar half-year of a day. */
export const halfStart = (day: string): string =>
  `${day.slice(0, 4)}-${+day.slice(5, 7) <= 6 ? '01' : '07'}-01`;
