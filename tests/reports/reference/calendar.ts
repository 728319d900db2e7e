/** Calendar of the reference implementation, over days as text. */
export const DAY_MS = 86_400_000;

/** Returns a day as a number of days. */
export const dayNumber = (d: string): number => Date.parse(d) / DAY_MS;

/** Returns a number of days as a day. */
export const dayText = (n: number): string => new Date(n * DAY_MS).toISOString().slice(0, 10);

/** Returns the day this many days later. */
export const plusDays = (d: string, days: number): string => dayText(dayNumber(d) + days);

/** Returns the same day some months away, clamped to the end of the month. */
export function plusMonths(d: string, months: number): string {
  const [year, month, day] = d.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return dayText(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, last)) / DAY_MS,
  );
}

const berlin = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the day of an instant in Berlin. */
export const dayAt = (at: number): string => berlin.format(at);

/** Returns a consecutive number of the day's quarter. */
export const quarterNumber = (d: string): number =>
  Number(d.slice(0, 4)) * 4 + Math.floor((Number(d.slice(5, 7)) - 1) / 3);

/** Returns the age in whole years on a day. */
export const ageOn = (born: string, d: string): number =>
  Number(d.slice(0, 4)) - Number(born.slice(0, 4)) - (d.slice(5) < born.slice(5) ? 1 : 0);
