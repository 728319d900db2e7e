// The occurrences of a recurring event (RFC 5545 3.8.5): RRULE, RDATE and EXDATE, within a range.

import ICAL from 'ical.js';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { wallOfTime, type Zone } from './ical-zones.ts';

const MOST_OF_SERIES = 2000,
  MOST_STEPS = 40_000;
/** Steps that the series of one file may take together. */
export const STEPS_OF_FILE = 400_000;

/** Instants (ms) in which occurrences are listed. */
export interface Range {
  readonly from: number;
  readonly to: number;
  /** Steps left for the series of the file. */
  readonly budget: { steps: number };
}
export type ZoneOf = (name: string) => Zone;

const isTime = (value: unknown): value is ICAL.Time => value instanceof ICAL.Time;

/** Returns the time zone name of a property; empty for none. */
export function zoneName(property: ICAL.Property | null | undefined): string {
  const value: unknown = property?.getFirstParameter('tzid');
  return typeof value === 'string' ? value : '';
}
/** Returns the instant (ms) of a time in a zone; a time in UTC needs none. */
export const instantOf = (time: ICAL.Time, zone: Zone): number =>
  time.zone.tzid === 'UTC' ? wallOfTime(time) : zone.instantOf(wallOfTime(time));

/** A listed date: an instant, or a whole day in local time. */
interface Listed {
  readonly at: number | undefined;
  readonly day: number | undefined;
}
function listedIn(component: ICAL.Component, name: string, zoneOf: ZoneOf): Listed[] {
  return component.getAllProperties(name).flatMap((property) => {
    const zone = zoneOf(zoneName(property));
    return (property.getValues() as unknown[]).flatMap((value): Listed[] => {
      const time = value instanceof ICAL.Period ? value.start : value;
      if (!isTime(time)) return [];
      return time.isDate
        ? [{ at: undefined, day: wallOfTime(time) }]
        : [{ at: instantOf(time, zone), day: undefined }];
    });
  });
}

/** Returns a local time without a zone, as the rule's iterator counts it. */
const floating = (wall: number): ICAL.Time => {
  const time = ICAL.Time.fromJSDate(new Date(wall), true);
  time.zone = ICAL.Timezone.localTimezone;
  return time;
};

/**
 * Returns the local times of a rule within a range.
 * @param start local time (ms) of the first occurrence
 * @returns undefined if there are too many
 */
function timesOfRule(
  rule: ICAL.Recur,
  start: number,
  zone: Zone,
  range: Range,
): number[] | undefined {
  const { until } = rule;
  if (until) {
    // UNTIL as a date includes that day; UNTIL in UTC is compared in the zone of the series.
    const end = until.isDate
      ? wallOfTime(until) + DAY_MS - 1000
      : until.zone.tzid === 'UTC'
        ? zone.wallOf(wallOfTime(until))
        : wallOfTime(until);
    rule.until = floating(end);
  }
  const from = range.from - DAY_MS;
  const to = range.to + DAY_MS;
  const each = rule.iterator(floating(start));
  const found: number[] = [];
  for (let steps = 0; steps < MOST_STEPS && found.length <= MOST_OF_SERIES; steps++) {
    if (range.budget.steps-- <= 0) return undefined;
    const next = each.next() as ICAL.Time | null | undefined;
    const wall = next ? wallOfTime(next) : Infinity;
    if (wall > to) return found;
    if (wall >= from) found.push(wall);
  }
  return undefined;
}

/**
 * Returns the instants of an event within a range, in order.
 * @param start local time (ms) of DTSTART in its zone
 * @returns undefined if there are too many
 */
export function occurrencesOf(
  component: ICAL.Component,
  start: number,
  zone: Zone,
  zoneOf: ZoneOf,
  range: Range,
): number[] | undefined {
  const rules = component.getAllProperties('rrule').map((one) => one.getFirstValue() as unknown);
  const walls: number[] = rules.length === 0 ? [start] : [];
  for (const rule of rules) {
    if (!(rule instanceof ICAL.Recur)) return undefined;
    const times = timesOfRule(rule, start, zone, range);
    if (times === undefined) return undefined;
    walls.push(...times);
  }
  const timeOfDay = start - Math.floor(start / DAY_MS) * DAY_MS;
  const added = listedIn(component, 'rdate', zoneOf).map(
    ({ at, day = 0 }) => at ?? zone.instantOf(day + timeOfDay),
  );
  const left = listedIn(component, 'exdate', zoneOf);
  const isLeftOut = (at: number): boolean =>
    left.some(
      (one) =>
        one.at === at ||
        (one.day !== undefined && Math.floor(zone.wallOf(at) / DAY_MS) * DAY_MS === one.day),
    );
  const all = new Set([...walls.map((wall) => zone.instantOf(wall)), ...added]);
  return [...all]
    .filter((at) => at >= range.from && at <= range.to && !isLeftOut(at))
    .sort((a, b) => a - b);
}
