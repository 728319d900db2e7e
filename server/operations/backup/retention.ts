// Retention of snapshots: all of the last day, then one a day for 35 days and one a month for a
// year; the newest always.

const HOUR = 3_600_000,
  DAY = 24 * HOUR;
const DAYS = 35,
  MONTHS = 12;

export interface Kept {
  name: string;
  at: number;
}

/** Returns names to delete. A clock jump makes no snapshot old: one from "the future" stays. */
export function expired(snapshots: readonly Kept[], now: number): string[] {
  const newestFirst = [...snapshots].sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
  const seen = new Set<string>();
  return newestFirst
    .filter(({ at }, index) => {
      const age = now - at,
        day = new Date(at).toISOString().slice(0, 10),
        month = day.slice(0, 7);
      const isFirstOf = (span: string): boolean => {
        const isNew = !seen.has(span);
        seen.add(span);
        return isNew;
      };
      const [ofDay, ofMonth] = [isFirstOf(day), isFirstOf(month)];
      if (index === 0 || age < DAY) return false;
      return !((ofDay && age < DAYS * DAY) || (ofMonth && age < MONTHS * 31 * DAY));
    })
    .map((s) => s.name);
}
