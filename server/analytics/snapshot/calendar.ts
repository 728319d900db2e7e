// Days as numbers (days since 1970), day and minute in Berlin of an instant, and boundaries of
// weeks, months, quarters, halves and years.

import { ZONE } from '../../../shared/base/dates.ts';
import type { Grouping } from '../../../shared/analytics/reports/report.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Marks an undelivered value in an integer column. */
export const EMPTY = -2_147_483_648;
const HOUR_MS = 3_600_000;

/** Returns the number of a day `YYYY-MM-DD`. */
export const dayNumberOf = (text: string): number =>
  Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))) /
  DAY_MS;
const texts = new Map<number, string>();
/** Returns `YYYY-MM-DD` of a day number. */
export function dayText(tag: number): string {
  let text = texts.get(tag);
  if (text === undefined)
    texts.set(tag, (text = new Date(tag * DAY_MS).toISOString().slice(0, 10)));
  return text;
}
export const dayOrNull = (tag: number): string | null => (tag === EMPTY ? null : dayText(tag));

export interface Datum {
  jahr: number;
  monat: number;
  tag: number;
}
const daten = new Map<number, Datum>();
/**
 * Year, month and day of days near today are precomputed in a table: reports read them millions of
 * times.
 */
const AB = -40_000,
  DATE_TABLE: (Datum | undefined)[] = Array.from({ length: 100_000 });
const computeDay = (tag: number): Datum => {
  const d = new Date(tag * DAY_MS);
  return { jahr: d.getUTCFullYear(), monat: d.getUTCMonth() + 1, tag: d.getUTCDate() };
};
/** Returns year, month (1 to 12) and day of a day number. */
export function dateOf(tag: number): Datum {
  if (tag >= AB && tag < AB + DATE_TABLE.length) return (DATE_TABLE[tag - AB] ??= computeDay(tag));
  let datum = daten.get(tag);
  if (!datum) daten.set(tag, (datum = computeDay(tag)));
  return datum;
}
/** Returns a consecutive number of the quarter of a day. */
export const quarterOfDay = (tag: number): number => {
  const { jahr, monat } = dateOf(tag);
  return jahr * 4 + Math.floor((monat - 1) / 3);
};
/** Returns a consecutive number of the calendar half-year of a day. */
export const halfYearOfDay = (tag: number): number => {
  const { jahr, monat } = dateOf(tag);
  return jahr * 2 + (monat > 6 ? 1 : 0);
};
export const monthOfDay = (tag: number): number => {
  const { jahr, monat } = dateOf(tag);
  return jahr * 12 + monat - 1;
};
export const firstOfMonth = (monat: number): number =>
  Date.UTC(Math.floor(monat / 12), monat - Math.floor(monat / 12) * 12, 1) / DAY_MS;
/** Names of weekdays, Monday first. */
export const WEEKDAYS = ['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'] as const;
/** Monday 0 to Sunday 6. */
export const weekdayOf = (tag: number): number => (((tag + 3) % 7) + 7) % 7;
/** Adds months to a day; the last day of the month where it has no such day. */
export function plusMonths(tag: number, monate: number): number {
  const { jahr, monat, tag: d } = dateOf(tag),
    ziel = jahr * 12 + monat - 1 + monate;
  return Math.min(firstOfMonth(ziel) + d - 1, firstOfMonth(ziel + 1) - 1);
}
/** Returns the completed years of age on a day. */
export function ageOn(bornDay: number, tag: number): number {
  const g = dateOf(bornDay),
    d = dateOf(tag);
  return d.jahr - g.jahr - (d.monat < g.monat || (d.monat === g.monat && d.tag < g.tag) ? 1 : 0);
}

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const offsets = new Map<number, number>();
let lastHour = Number.NaN,
  lastOffset = 0;
/**
 * Returns Berlin's offset from UTC in an hour, in ms; cached per hour, since the lookup is slow.
 * Berlin's clocks change on the full hour.
 */
function offsetIn(stunde: number): number {
  if (stunde === lastHour) return lastOffset;
  let ms = offsets.get(stunde);
  if (ms === undefined) {
    const parts = Object.fromEntries(
      clock.formatToParts(stunde * HOUR_MS).map((p) => [p.type, Number(p.value)]),
    );
    ms =
      Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute']) -
      stunde * HOUR_MS;
    offsets.set(stunde, ms);
  }
  lastHour = stunde;
  lastOffset = ms;
  return ms;
}
const wallClock = (at: number): number => at + offsetIn(Math.floor(at / HOUR_MS));
/** Returns the day in Berlin of an instant (ms since 1970). */
export const berlinDay = (at: number): number => Math.floor(wallClock(at) / DAY_MS);
/** Minutes since midnight by Berlin's local time. */
export const berlinMinute = (at: number): number => {
  const w = wallClock(at);
  return Math.floor((w - Math.floor(w / DAY_MS) * DAY_MS) / 60_000);
};

/** Returns first and last day and the name of the period that contains a day. */
export function periodOf(
  tag: number,
  gruppierung: Grouping,
): { von: number; bis: number; name: string } {
  const { jahr, monat } = dateOf(tag);
  if (gruppierung === 'TAG') return { von: tag, bis: tag, name: dayText(tag) };
  if (gruppierung === 'WOCHE') {
    // A week belongs to the year of its Thursday (ISO 8601).
    const von = tag - weekdayOf(tag),
      thursday = von + 3,
      isoYear = dateOf(thursday).jahr;
    const woche = 1 + Math.floor((thursday - dayNumberOf(`${isoYear}-01-01`)) / 7);
    return { von, bis: von + 6, name: `${isoYear}-W${String(woche).padStart(2, '0')}` };
  }
  if (gruppierung === 'MONAT') {
    const m = monthOfDay(tag);
    return {
      von: firstOfMonth(m),
      bis: firstOfMonth(m + 1) - 1,
      name: dayText(tag).slice(0, 7),
    };
  }
  if (gruppierung === 'QUARTAL') {
    const q = quarterOfDay(tag) * 3;
    return {
      von: firstOfMonth(q),
      bis: firstOfMonth(q + 3) - 1,
      name: `${jahr}-Q${Math.floor((monat - 1) / 3) + 1}`,
    };
  }
  return {
    von: dayNumberOf(`${jahr}-01-01`),
    bis: dayNumberOf(`${jahr}-12-31`),
    name: String(jahr),
  };
}
export interface CalendarPeriod {
  von: number;
  bis: number;
  name: string;
}
/** Returns the periods of a span in order; the first and the last are cut at the span's ends. */
export function periodsBetween(von: number, bis: number, gruppierung: Grouping): CalendarPeriod[] {
  const found: CalendarPeriod[] = [];
  for (let tag = von; tag <= bis;) {
    const p = periodOf(tag, gruppierung);
    found.push({ von: Math.max(p.von, von), bis: Math.min(p.bis, bis), name: p.name });
    tag = p.bis + 1;
  }
  return found;
}
/**
 * Returns the comparison span: a year earlier day by day, or of the same length right before. Whole
 * months are compared with whole months: a span that ends with a whole month is compared up to the
 * end of that month, regardless of its length.
 */
export function comparisonSpan(
  von: number,
  bis: number,
  art: 'VORJAHR' | 'VORPERIODE',
): { von: number; bis: number } {
  const monat = monthOfDay(bis),
    endsOnMonthEnd = dateOf(bis + 1).tag === 1 && von <= firstOfMonth(monat),
    monate = monat - monthOfDay(von) + 1;
  if (art === 'VORPERIODE')
    return endsOnMonthEnd && dateOf(von).tag === 1
      ? { von: plusMonths(von, -monate), bis: von - 1 }
      : { von: von - (bis - von + 1), bis: von - 1 };
  return {
    von: plusMonths(von, -12),
    bis: endsOnMonthEnd ? firstOfMonth(monat - 11) - 1 : plusMonths(bis, -12),
  };
}
