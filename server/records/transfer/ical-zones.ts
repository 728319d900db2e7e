// Time zones of calendars: local times and instants, by the rules of the system or of the file.

import ICAL from 'ical.js';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Converts between instants (ms) and local times, which are written as ms as if they were UTC. */
export interface Zone {
  /** An ambiguous time (end of summer time) means the first. */
  readonly instantOf: (wall: number) => number;
  readonly wallOf: (instant: number) => number;
}
const UTC: Zone = { instantOf: (wall) => wall, wallOf: (instant) => instant };

/** Zone names used by Windows calendars. */
const WINDOWS_ZONES: Readonly<Record<string, string>> = {
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central European Standard Time': 'Europe/Warsaw',
  'Romance Standard Time': 'Europe/Paris',
  'GMT Standard Time': 'Europe/London',
};

/** Returns a zone by the rules of the system; undefined for a name that it does not know. */
function systemZone(name: string): Zone | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
  const wallOf = (at: number): number => {
    const p = Object.fromEntries(
      format.formatToParts(at).map((one) => [one.type, Number(one.value)]),
    );
    return Date.UTC(p.year ?? 0, (p.month ?? 1) - 1, p.day, p.hour, p.minute, p.second);
  };
  const instantOf = (wall: number): number => {
    const offsets = [wall - DAY_MS, wall + DAY_MS].map((at) => wallOf(at) - at);
    const found = offsets.map((offset) => wall - offset).filter((at) => wallOf(at) === wall);
    return found.length > 0 ? Math.min(...found) : wall - (offsets[0] ?? 0);
  };
  return { instantOf, wallOf };
}
const known = new Map<string, Zone | undefined>();
function cachedZone(name: string): Zone | undefined {
  if (!known.has(name)) {
    // A file may name any number of zones.
    if (known.size > 500) known.clear();
    known.set(name, systemZone(name));
  }
  return known.get(name);
}
const berlin = (): Zone => cachedZone('Europe/Berlin') ?? UTC;

/** Returns a zone by the rules in a file. */
function fileZone(zone: ICAL.Timezone): Zone {
  return {
    instantOf: (wall) => timeOf(wall, zone).toUnixTime() * 1000,
    wallOf: (instant) => wallOfTime(timeOf(instant, ICAL.Timezone.utcTimezone).convertToZone(zone)),
  };
}
function timeOf(wall: number, zone: ICAL.Timezone): ICAL.Time {
  const time = ICAL.Time.fromJSDate(new Date(wall), true);
  time.zone = zone;
  return time;
}
/** Returns the local time of a value, as ms as if it were UTC. */
export const wallOfTime = (t: ICAL.Time): number =>
  Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second);

/**
 * Returns a function that finds zones by name. The system's rules take precedence because rules in
 * files are often truncated; an unknown zone, or none, means Berlin.
 * @param rules time zones in the file (VTIMEZONE)
 */
export function zonesOf(rules: readonly ICAL.Component[]): (name: string) => Zone {
  const own = new Map<string, ICAL.Component>();
  for (const one of rules) {
    const id: unknown = one.getFirstPropertyValue('tzid');
    if (typeof id === 'string') own.set(id, one);
  }
  const found = new Map<string, Zone>();
  const find = (name: string): Zone => {
    if (name === '') return berlin();
    if (name === 'UTC') return UTC;
    // Some programs prefix the name: /mozilla.org/20050126_1/Europe/Berlin.
    const tail = /[A-Za-z_]+\/[A-Za-z_]+$/.exec(name)?.[0] ?? name;
    const system = cachedZone(WINDOWS_ZONES[name] ?? name) ?? cachedZone(tail);
    if (system) return system;
    const component = own.get(name);
    return component ? fileZone(new ICAL.Timezone(component)) : berlin();
  };
  return (name) => {
    const zone = found.get(name) ?? find(name);
    found.set(name, zone);
    return zone;
  };
}
