// Names of weekdays, and hours on weekdays in one line.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import { WEEKDAYS, type UpdateWindow } from '../../../shared/accounts/update-window.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** Returns the short name of a weekday, 1 (Monday) to 7: `Mo`, `Mon`. */
export const weekdayName = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
    .format(MONDAY + (day - 1) * DAY_MS)
    .replace('.', '');

/** Returns days in one line, three and more in a row as a range: `Mo–Fr, So`. */
function daysText(days: readonly number[], language: string): string {
  const runs: number[][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const name = (day: number): string => weekdayName(day, language);
  return runs
    .flatMap((run) => (run.length < 3 ? run.map(name) : [`${name(run[0]!)}–${name(run.at(-1)!)}`]))
    .join(', ');
}

/** Returns a window of updates in one line: `Mo–Fr 20:00–06:00`, without the days if it is all. */
export const windowWords = ({ days, from, to }: UpdateWindow, language: string): string =>
  `${days.length === WEEKDAYS.length ? '' : `${daysText(days, language)} `}${from}–${to}`;
