// Public holidays in Germany by state, for surcharges of days on which nobody works. Pure.

import { addDays } from './day-math.ts';

/** Easter Sunday (Gauss, in the form of Butcher), `YYYY-MM-DD`. */
export function osternIn(year: number): string {
  const a = year % 19, b = Math.floor(year / 100), c = year % 100, d = Math.floor((8 * b + 13) / 25), e = Math.floor((19 * a + b - Math.floor(b / 4) - d + 15) % 30);
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7, g = Math.floor((a + 11 * e + 22 * f) / 451), month = Math.floor((e + f - 7 * g + 114) / 31), day = ((e + f - 7 * g + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
/** Fixed days of single states, by the word of the association. Days that only some communities keep are left out. */
const DER_LAENDER: readonly (readonly [string, readonly string[]])[] = [
  ['01-06', ['bw', 'by', 'st']], ['03-08', ['be', 'mv']], ['08-15', ['sl']], ['09-20', ['th']], ['10-31', ['bb', 'mv', 'sn', 'st', 'th', 'sh', 'hh', 'ni', 'hb']], ['11-01', ['bw', 'by', 'no', 'wl', 'rp', 'sl']],
];
const FRONLEICHNAM = ['bw', 'by', 'he', 'no', 'wl', 'rp', 'sl'];
/** @param region word of the association (`be`), null where it is not known: then only days kept everywhere count */
export function istFeiertag(day: string, region: string | null): boolean {
  const kurz = day.slice(5), easter = osternIn(Number(day.slice(0, 4)));
  if (['01-01', '05-01', '10-03', '12-25', '12-26'].includes(kurz) || [-2, 1, 39, 50].some(days => addDays(easter, days) === day)) return true;
  if (region === null) return false;
  if (region === 'sn' && kurz >= '11-16' && kurz <= '11-22' && new Date(`${day}T00:00:00Z`).getUTCDay() === 3) return true;
  return DER_LAENDER.some(([one, where]) => one === kurz && where.includes(region)) || (FRONLEICHNAM.includes(region) && addDays(easter, 60) === day);
}
