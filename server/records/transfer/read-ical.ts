// Reads appointments of an iCalendar file (RFC 5545) with ical.js: days and times in Berlin, series
// up to a year ahead, cancelled ones marked.

import ICAL from 'ical.js';
import { decodeText } from '../../../shared/records/charset.ts';
import { berlinDay, berlinTime, dayOf } from '../../../shared/base/dates.ts';
import type { ImportTrouble } from '../../../shared/records/transfer.ts';
import { cleanName } from '../../../shared/desk/patient.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { OnlineTermin, TermineRead } from './online.ts';

const MOST_BYTES = 5_000_000,
  MOST_EVENTS = 20_000,
  MOST_OF_SERIES = 400,
  MOST_STEPS = 10_000;

/**
 * Instant of a local time in a zone known to the system; undefined for an unknown zone. An
 * ambiguous time (end of summer time) means the first.
 */
function instantIn(zone: string, utc: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const wall = (at: number): number => {
      const p = Object.fromEntries(
        format.formatToParts(at).map((one) => [one.type, Number(one.value)]),
      );
      return Date.UTC(p.year ?? 0, (p.month ?? 1) - 1, p.day, p.hour, p.minute, p.second);
    };
    const offsets = [utc - DAY_MS, utc + DAY_MS].map((at) => wall(at) - at),
      found = offsets.map((offset) => utc - offset).filter((at) => wall(at) === utc);
    return found.length > 0 ? Math.min(...found) : utc - (offsets[0] ?? 0);
  } catch {
    return undefined;
  }
}
/** Zone names used by Windows calendars. */
const WINDOWS_ZONES: Readonly<Record<string, string>> = {
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central European Standard Time': 'Europe/Warsaw',
  'Romance Standard Time': 'Europe/Paris',
  'GMT Standard Time': 'Europe/London',
};
const BERLIN = 'Europe/Berlin';

/**
 * Instant (ms) of a time: UTC without conversion, a zone name by the system's rules, else by the
 * rules in the file; a time without a zone means Berlin. The system's rules take precedence because
 * rules in files are often truncated.
 * @param named the zone that the property names; without its rules in the file the parser loses the
 * name
 */
function instantOf(time: ICAL.Time, named = ''): number {
  const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second),
    tzid = time.zone.tzid === 'floating' && named !== '' ? named : time.zone.tzid;
  if (tzid === 'UTC') return wall;
  if (tzid === 'floating') return instantIn(BERLIN, wall) ?? wall;
  return (
    instantIn(WINDOWS_ZONES[tzid] ?? tzid, wall) ??
    (time.zone.component ? time.toUnixTime() * 1000 : (instantIn(BERLIN, wall) ?? wall))
  );
}

const textIn = (c: ICAL.Component, name: string): string => {
  const value: unknown = c.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
};
const zoneIn = (c: ICAL.Component, name: string): string => {
  const value: unknown = c.getFirstProperty(name)?.getFirstParameter('tzid');
  return typeof value === 'string' ? value : '';
};
const line = (text: string, most = 100): string => cleanName(text).slice(0, most);

/**
 * Patient of an event, if the text gives one: custom properties first, then „Name, Vorname“ and
 * „geb. 05.11.1978“ in title and description.
 */
function personIn(
  c: ICAL.Component,
): Pick<OnlineTermin, 'patid' | 'firstName' | 'lastName' | 'geburtsdatum'> {
  const all = `${textIn(c, 'summary')}\n${textIn(c, 'description')}`,
    birth = /(?:geb(?:oren|\.)?(?:\s*am)?:?\s*|\*\s*)(\d{1,2})\.(\d{1,2})\.(\d{4})/i.exec(all),
    number = /(?:Pat(?:ienten)?[-. ]*(?:Nr|Nummer|ID)\.?:?\s*)([\w.-]{1,64})/i.exec(all);
  const named = /^\s*([^,;:\n(]{2,60}),\s*([^,;:\n(–-][^,;:\n(–]{0,59})/.exec(textIn(c, 'summary'));
  return {
    patid: line(textIn(c, 'x-patid') || (number?.[1] ?? ''), 64),
    lastName: line(textIn(c, 'x-nachname') || (named?.[1] ?? '')),
    firstName: line(textIn(c, 'x-vorname') || (named?.[2] ?? '').trim()),
    geburtsdatum: birth ? (dayOf(Number(birth[3]), Number(birth[2]), Number(birth[1])) ?? '') : '',
  };
}

const isDate = (time: ICAL.Time | null | undefined): time is ICAL.Time =>
  time != null && !time.isDate && time.year > 1900;
const stampOf = (c: ICAL.Component): number => {
  const value: unknown =
    c.getFirstPropertyValue('last-modified') ?? c.getFirstPropertyValue('dtstamp');
  return value instanceof ICAL.Time ? instantOf(value) : 0;
};

/**
 * An event that cannot be read. Its whole calendar is refused: a part of it would lose appointments
 * silently.
 */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly why: ImportTrouble;
  constructor(why: ImportTrouble) {
    super(why);
    this.why = why;
  }
}

/** Reads a calendar. @param now instant (ms); series are expanded from yesterday to a year ahead */
export function readIcal(bytes: Uint8Array, now: number): TermineRead {
  if (bytes.length > MOST_BYTES) return { ok: false, why: 'too_large' };
  let calendars: ICAL.Component[];
  try {
    const parsed = ICAL.parse(decodeText(bytes, 'latin1').text) as unknown[];
    calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]).map(
      (one) => new ICAL.Component(one as unknown[]),
    );
    if (!calendars.some((one) => one.name === 'vcalendar')) return { ok: false, why: 'not_ical' };
    const termine = calendars.flatMap((one) => appointmentsOf(one, now));
    return termine.length > MOST_EVENTS ? { ok: false, why: 'too_large' } : { ok: true, termine };
  } catch (error) {
    return { ok: false, why: error instanceof Refused ? error.why : 'not_ical' };
  }
}

function appointmentsOf(calendar: ICAL.Component, now: number): OnlineTermin[] {
  // A cancelling file (RFC 5546) declares it once, at the top.
  const cancelsAll = textIn(calendar, 'method').toUpperCase() === 'CANCEL',
    events = calendar.getAllSubcomponents('vevent'),
    found: OnlineTermin[] = [];
  const partOf = (c: ICAL.Component): string => {
    const id: unknown = c.getFirstPropertyValue('recurrence-id');
    return id instanceof ICAL.Time ? String(instantOf(id, zoneIn(c, 'recurrence-id'))) : '';
  };
  const overridden = new Set(events.map((one) => `${textIn(one, 'uid')}\n${partOf(one)}`));
  for (const component of events) {
    const event = new ICAL.Event(component),
      uid = textIn(component, 'uid'),
      start = event.startDate as ICAL.Time | null;
    // All-day events are no appointments (holidays, absences).
    if (start?.isDate === true) continue;
    // Without a unique id an appointment could neither be moved nor cancelled later.
    if (uid === '' || uid.length > 500 || !isDate(start)) throw new Refused('bad_event');
    const end = event.endDate as ICAL.Time | null,
      zone = zoneIn(component, 'dtstart'),
      from = instantOf(start, zone),
      minutes = isDate(end)
        ? Math.max(
            0,
            Math.min(
              1440,
              Math.round((instantOf(end, zoneIn(component, 'dtend') || zone) - from) / 60_000),
            ),
          )
        : 30;
    const sequence = Math.max(
        0,
        Math.min(Number(component.getFirstPropertyValue('sequence') ?? 0) || 0, 2_000_000_000),
      ),
      isCancelled = cancelsAll || textIn(component, 'status').toUpperCase() === 'CANCELLED';
    const one = (at: number, part: string): OnlineTermin => ({
      uid,
      part,
      sequence,
      stamp: stampOf(component),
      isCancelled,
      day: berlinDay(at),
      time: berlinTime(at),
      minutes,
      ...personIn(component),
      zimmer: line(textIn(component, 'location'), 40),
      behandler: line(textIn(component, 'x-behandler')),
      art: line(
        textIn(component, 'x-terminart') ||
          textIn(component, 'categories') ||
          textIn(component, 'summary'),
      ),
    });
    const part = partOf(component);
    if (!event.isRecurring() || part !== '') {
      found.push(one(from, part));
      continue;
    }
    found.push(
      ...seriesOf(event, zone, now)
        .filter((at) => !overridden.has(`${uid}\n${at}`))
        .map((at) => one(at, String(at))),
    );
  }
  return found;
}

/**
 * The instants of a series from yesterday to a year ahead.
 * @throws Refused where there are too many
 */
function seriesOf(event: ICAL.Event, zone: string, now: number): number[] {
  const each = event.iterator();
  const found: number[] = [];
  const { component } = event;
  // The library omits the start from listed dates (RDATE), although it is one of them (RFC 5545
  // 3.8.5.2).
  if (!component.hasProperty('rrule')) {
    const at = instantOf(event.startDate, zone);
    const left = component
      .getAllProperties('exdate')
      .flatMap((one) => one.getValues() as unknown[]);
    const isLeftOut = left.some((one) => one instanceof ICAL.Time && instantOf(one, zone) === at);
    if (!isLeftOut && at >= now - DAY_MS && at <= now + 366 * DAY_MS) found.push(at);
  }
  for (let steps = 0; steps < MOST_STEPS && found.length < MOST_OF_SERIES; steps++) {
    const next = each.next() as ICAL.Time | undefined;
    const at = next ? instantOf(next, zone) : Infinity;
    if (at > now + 366 * DAY_MS) return [...new Set(found)];
    if (at >= now - DAY_MS) found.push(at);
  }
  throw new Refused('long_series');
}
