/**
 * Calendar days by slow counting, one after another. Shares nothing with the product's arithmetic.
 */

const leap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number): number =>
  month === 2 ? (leap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const two = (n: number): string => String(n).padStart(2, '0');
const parts = (day: string): [number, number, number] =>
  day.split('-').map(Number) as [number, number, number];
const text = (y: number, m: number, d: number): string =>
  `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`;

export function nextDay(day: string): string {
  const [y, m, d] = parts(day);
  if (d < lengthOf(y, m)) return text(y, m, d + 1);
  return m === 12 ? text(y + 1, 1, 1) : text(y, m + 1, 1);
}
export function dayBefore(day: string): string {
  const [y, m, d] = parts(day);
  if (d > 1) return text(y, m, d - 1);
  return m === 1 ? text(y - 1, 12, 31) : text(y, m - 1, lengthOf(y, m - 1));
}
/** Steps back day by day. */
function back(day: string, days: number): string {
  let at = day;
  for (let i = 0; i < days; i += 1) at = dayBefore(at);
  return at;
}
/** Goes back by months, clamped to the last day of a shorter month. */
export function monthsBack(day: string, months: number): string {
  let [y, m] = parts(day);
  const d = parts(day)[2];
  for (let i = 0; i < months; i += 1) {
    m -= 1;
    if (m === 0) {
      m = 12;
      y -= 1;
    }
  }
  return text(y, m, Math.min(d, lengthOf(y, m)));
}
/** Goes forward by months, clamped likewise. */
export function monthsOn(day: string, months: number): string {
  let [y, m] = parts(day);
  const d = parts(day)[2];
  for (let i = 0; i < months; i += 1) {
    m += 1;
    if (m === 13) {
      m = 1;
      y += 1;
    }
  }
  return text(y, m, Math.min(d, lengthOf(y, m)));
}
/**
 * Compares the distance of two days with a number of days, counted one by one.
 * @returns -1 fewer, 0 equal, 1 more
 */
export function compareDays(from: string, to: string, days: number): number {
  let at = from;
  for (let i = 0; i < days; i += 1) {
    if (at >= to) return -1;
    at = nextDay(at);
  }
  return at < to ? 1 : at === to ? 0 : -1;
}
/** Returns the first day of the run of days around `day` with `same`, walking back. */
function firstWhile(day: string, same: (at: string) => boolean): string {
  let at = day;
  for (let before = dayBefore(at); same(before); before = dayBefore(at)) at = before;
  return at;
}
const yearOf = (day: string): string => day.slice(0, 4);
const quarterOf = (day: string): string => `${yearOf(day)}/${Math.ceil(parts(day)[1] / 3)}`;
const halfOf = (day: string): string => `${yearOf(day)}/${parts(day)[1] < 7 ? 1 : 2}`;

/**
 * Returns the first day of a window that ends on `day`; undefined for words that are no calendar
 * window.
 */
export function windowStart(word: string, day: string): string | undefined {
  const key = `${word} ${day}`;
  if (!starts.has(key)) starts.set(key, countWindow(word, day));
  return starts.get(key);
}
/** Cached by day: thousands of rows need the same one. */
const starts = new Map<string, string | undefined>();
function countWindow(word: string, day: string): string | undefined {
  if (word === 'KJ') return firstWhile(day, (at) => yearOf(at) === yearOf(day));
  if (word === 'KHJ') return firstWhile(day, (at) => halfOf(at) === halfOf(day));
  if (word === 'Q') return firstWhile(day, (at) => quarterOf(at) === quarterOf(day));
  const quarters = /^(\d+)Q$/.exec(word)?.[1];
  if (quarters !== undefined) {
    // This quarter and those before it: of eight the same quarter two years ago is excluded.
    let start = firstWhile(day, (at) => quarterOf(at) === quarterOf(day));
    for (let i = 1; i < Number(quarters); i += 1) {
      const before = dayBefore(start);
      start = firstWhile(before, (at) => quarterOf(at) === quarterOf(before));
    }
    return start;
  }
  if (word === 'EVER') return '0000-01-01';
  const [, count = '', unit = ''] = /^(\d+)([DM])$/.exec(word) ?? [];
  if (unit === 'D') return back(day, Number(count));
  if (unit !== 'M') return undefined;
  // A day counts if it plus the months is not before the day (§ 188 Abs. 3 BGB): searched day by
  // day.
  let at = monthsBack(day, Number(count) + 1);
  while (monthsOn(at, Number(count)) < day) at = nextDay(at);
  return at;
}

interface Tally {
  readonly ends: string[];
  y: number;
  m: number;
  d: number;
}
const counted = new Map<string, Tally>();
/**
 * Returns the completed months of age, counted from birth; a month is complete on the day of birth,
 * or on the first of the next month if it has no such day.
 */
export function ageInMonths(birth: string, day: string): number {
  const [by, birthMonth, born] = parts(birth),
    [y, m, d] = parts(day);
  let own = counted.get(birth);
  if (!own) counted.set(birth, (own = { ends: [], y: by, m: birthMonth, d: born }));
  while (own.y < y || (own.y === y && (own.m < m || (own.m === m && own.d < d)))) {
    const length = lengthOf(own.y, own.m);
    own.d += 1;
    if (own.d > length) {
      own.d = 1;
      own.m += 1;
      if (own.m === 13) {
        own.m = 1;
        own.y += 1;
      }
    }
    // The day itself, or the first after a month that has no such day.
    if (own.d === born || (own.d === 1 && born > length)) own.ends.push(text(own.y, own.m, own.d));
  }
  let at = own.ends.length;
  while (at > 0 && own.ends[at - 1]! > day) at -= 1;
  return at;
}

/**
 * Easter Sunday by the table of golden numbers: the Sunday after the first full moon on or after 21
 * March.
 */
function easterOf(year: number): string {
  // Full moons of the church, by golden number, for 1900 to 2199.
  const moons = [
    '04-14',
    '04-03',
    '03-23',
    '04-11',
    '03-31',
    '04-18',
    '04-08',
    '03-28',
    '04-16',
    '04-05',
    '03-25',
    '04-13',
    '04-02',
    '03-22',
    '04-10',
    '03-30',
    '04-17',
    '04-07',
    '03-27',
  ];
  let at = nextDay(`${year}-${moons[year % 19]!}`);
  while (weekday(at) !== 0) at = nextDay(at);
  return at;
}
/** Returns the weekday: 0 Sunday … 6 Saturday. */
export const weekday = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();
const holidays = new Map<string, boolean>();
/** Holidays of all of Germany. */
export function isHoliday(day: string): boolean {
  let known = holidays.get(day);
  if (known === undefined) holidays.set(day, (known = looksLikeHoliday(day)));
  return known;
}
function looksLikeHoliday(day: string): boolean {
  if (['01-01', '05-01', '10-03', '12-25', '12-26'].includes(day.slice(5))) return true;
  const easter = easterOf(Number(yearOf(day)));
  const [friday, monday] = [back(easter, 2), nextDay(easter)];
  let ascension = easter,
    whit = easter;
  for (let i = 0; i < 39; i += 1) ascension = nextDay(ascension);
  for (let i = 0; i < 50; i += 1) whit = nextDay(whit);
  return [friday, monday, ascension, whit].includes(day);
}

const berlin = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const told = new Map<number, string>();
/** Returns `YYYY-MM-DD HH:MM` on Berlin's clock. */
export function berlinText(at: number): string {
  let known = told.get(at);
  if (known === undefined) told.set(at, (known = berlin.format(at)));
  return known;
}
