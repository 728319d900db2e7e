// Working days of a practice: Monday to Friday without the public holidays of its state.

import { KZVEN, regionOfStamp } from '../../../catalog/kzv/kzv.ts';
import { isHolidayIn } from './public-holidays.ts';
import type { State } from './state.ts';
import { dayText, weekdayOf } from './calendar.ts';
import { LIVE } from './tables/column-table.ts';

const workdayCache = new Map<string, Map<number, boolean>>();
/**
 * Checks for a working day.
 * @param day days since 1970
 * @param region code of the KZV (`be`); null: only holidays common to all states
 */
export function isWorkday(day: number, region: string | null): boolean {
  if (weekdayOf(day) > 4) return false;
  const key = region ?? '';
  let days = workdayCache.get(key);
  if (!days) workdayCache.set(key, (days = new Map()));
  let isOne = days.get(day);
  if (isOne === undefined) days.set(day, (isOne = !isHolidayIn(dayText(day), region)));
  return isOne;
}
/** Counts the working days from one day to another, both included. */
export function workdays(from: number, to: number, region: string | null): number {
  let count = 0;
  for (let day = from; day <= to; day += 1) if (isWorkday(day, region)) count += 1;
  return count;
}

const onlyOne = (found: readonly (string | undefined)[]): string | null => {
  const words = [...new Set(found.filter((word) => word !== undefined))];
  return words.length === 1 ? words[0]! : null;
};
/**
 * Returns the region of the practice's KZV: as delivered, else the one with a fee limit, else that
 * of its stamps (nine digits, the first two are the KZV's); null where it is unknown or ambiguous.
 */
export function regionOfPractice({
  snapshot,
  presets,
}: Pick<State, 'snapshot' | 'presets'>): string | null {
  const { params, stempel } = snapshot.rawRows.tables,
    at = params.slotById.get('kzv') ?? -1,
    said = at >= 0 && params.rowState[at] === LIVE ? params.text('wert', at) : '';
  if (KZVEN.some((one) => one.region === said)) return said;
  const stamps = stempel.ids.flatMap((_id, place) =>
    stempel.rowState[place] === LIVE ? [stempel.text('kzvNummer', place)] : [],
  );
  return onlyOne(presets.hvm.map((one) => one.region)) ?? onlyOne(stamps.map(regionOfStamp));
}
/**
 * Regions with holidays of only some communities: Assumption Day in Bavaria, Corpus Christi in Saxony
 * and Thuringia. No delivered field names the community.
 */
const PARTLY: readonly string[] = ['by', 'sn', 'th'];
/** Returns the hint of a report about parts that its projection does not include. */
export const holidayHints = (region: string | null): string[] =>
  region === null ? ['feiertageOhneLand'] : PARTLY.includes(region) ? ['feiertageDerGemeinde'] : [];
