// Reads appointments of an iCalendar file (RFC 5545, 5546) with ical.js: days and times in Berlin,
// series up to a year ahead, cancelled ones marked. Events that cannot be read are counted.

import ICAL from 'ical.js';
import { decodeText } from '../../../shared/records/charset.ts';
import { berlinDay, berlinTime, dayOf } from '../../../shared/base/dates.ts';
import type { ImportTrouble } from '../../../shared/records/transfer.ts';
import { cleanName } from '../../../shared/desk/patient.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { calendarsOf, type CalendarPart, type EventPart } from './ical-parts.ts';
import { instantOf, occurrencesOf, STEPS_OF_FILE, zoneName, type Range } from './ical-series.ts';
import { wallOfTime, type Zone } from './ical-zones.ts';
import type { LaterChange, OnlineTermin, TermineRead, Version, Whole } from './online.ts';

const MOST_BYTES = 5_000_000,
  MOST_EVENTS = 20_000;

const textIn = (c: ICAL.Component, name: string): string => {
  const value: unknown = c.getFirstPropertyValue(name);
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
    number =
      /(?:Pat(?:ienten)?[-. ]*(?:Nr|Nummer|ID)\.?:?\s*)(\w[\w.-]{0,63}(?:\/\d[\w.-]{0,63})?)/i.exec(
        all,
      );
  const named = /^\s*([^,;:\n(]{2,60}),\s*([^,;:\n(–-][^,;:\n(–]{0,59})/.exec(textIn(c, 'summary'));
  return {
    patid: line(textIn(c, 'x-patid') || (number?.[1] ?? ''), 64),
    lastName: line(textIn(c, 'x-nachname') || (named?.[1] ?? '')),
    firstName: line(textIn(c, 'x-vorname') || (named?.[2] ?? '').trim()),
    geburtsdatum: birth ? (dayOf(Number(birth[3]), Number(birth[2]), Number(birth[1])) ?? '') : '',
  };
}

/** An event that cannot be read. The whole event with its changed occurrences is left out. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly why: ImportTrouble;
  constructor(why: ImportTrouble) {
    super(why);
    this.why = why;
  }
}

/** The appointments of one event with its changed occurrences. */
interface Found {
  readonly termine: OnlineTermin[];
  readonly whole?: Whole;
  readonly later?: LaterChange[];
}
/** One component of an event: the series itself, or a changed occurrence. */
interface Item extends Version {
  readonly component: ICAL.Component;
  readonly zone: Zone;
  /** DTSTART in ms; undefined for an event of whole days. */
  readonly start: number | undefined;
  readonly minutes: number;
  readonly isCancelled: boolean;
  /** The occurrence that it changes: an instant, or a local day (ms). */
  readonly changes: { readonly at: number } | { readonly day: number } | undefined;
  readonly isForLater: boolean;
}

const timeOf = (c: ICAL.Component, name: string): ICAL.Time | undefined => {
  const value: unknown = c.getFirstPropertyValue(name);
  return value instanceof ICAL.Time ? value : undefined;
};
const bounded = (n: number, most: number): number => Math.max(0, Math.min(most, n || 0));

function minutesOf(c: ICAL.Component, start: number, zone: Zone, part: CalendarPart): number {
  const end = timeOf(c, 'dtend');
  const length: unknown = c.getFirstPropertyValue('duration');
  if (length instanceof ICAL.Duration) return bounded(Math.round(length.toSeconds() / 60), 1440);
  if (!end || end.isDate) return 30;
  const name = zoneName(c.getFirstProperty('dtend'));
  const at = instantOf(end, name === '' ? zone : part.zoneOf(name));
  return bounded(Math.round((at - start) / 60_000), 1440);
}

/** @throws Refused without an id or a start, or if its occurrence is unreadable */
function itemOf({ uid, component }: EventPart, part: CalendarPart): Item {
  if (!component || uid === '' || uid.length > 500) throw new Refused('bad_event');
  const time = timeOf(component, 'dtstart');
  const isCancelled =
    part.method === 'CANCEL' || textIn(component, 'status').toUpperCase() === 'CANCELLED';
  const idOf = component.getFirstProperty('recurrence-id');
  const id = timeOf(component, 'recurrence-id');
  const zone = part.zoneOf(zoneName(component.getFirstProperty('dtstart') ?? idOf));
  // A cancellation needs no start, only the occurrence or the id (RFC 5546 3.2.5).
  const begin = time ?? (isCancelled ? id : undefined);
  if ((idOf && !id) || (!isCancelled && !begin)) throw new Refused('bad_event');
  if (begin && (Number.isNaN(wallOfTime(begin)) || begin.year <= 1900))
    throw new Refused('bad_event');
  const start = begin && !begin.isDate ? instantOf(begin, zone) : undefined;
  const stamp = timeOf(component, 'last-modified') ?? timeOf(component, 'dtstamp');
  const idZone = zoneName(idOf) === '' ? zone : part.zoneOf(zoneName(idOf));
  return {
    component,
    zone,
    start,
    minutes: start === undefined ? 0 : minutesOf(component, start, zone, part),
    isCancelled,
    changes: id && (id.isDate ? { day: wallOfTime(id) } : { at: instantOf(id, idZone) }),
    isForLater: idOf?.getFirstParameter('range') === 'THISANDFUTURE',
    sequence: bounded(Number(component.getFirstPropertyValue('sequence')), 2_000_000_000),
    stamp: stamp ? instantOf(stamp, part.zoneOf('')) : 0,
  };
}

function terminOf(uid: string, item: Item, at: number, partId: string): OnlineTermin {
  const { component: c, sequence, stamp, isCancelled, minutes } = item;
  return {
    uid,
    part: partId,
    sequence,
    stamp,
    isCancelled,
    day: berlinDay(at),
    time: berlinTime(at),
    minutes,
    ...personIn(c),
    zimmer: line(textIn(c, 'location'), 40),
    behandler: line(textIn(c, 'x-behandler')),
    art: line(textIn(c, 'x-terminart') || textIn(c, 'categories') || textIn(c, 'summary')),
  };
}
const dayStart = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS;
/** Checks whether an item changes the occurrence at an instant. */
const isChangeOf = (item: Item, at: number): boolean =>
  item.changes !== undefined &&
  ('at' in item.changes
    ? item.changes.at === at
    : dayStart(item.zone.wallOf(at)) === item.changes.day);
/** Instant from which an item changes occurrences. */
const beginOf = ({ changes, zone }: Item): number =>
  changes === undefined ? -Infinity : 'at' in changes ? changes.at : zone.instantOf(changes.day);
/** By how much local time an item moves its occurrence. */
const shiftOf = (item: Item): number =>
  item.start === undefined || item.changes === undefined || !('at' in item.changes)
    ? 0
    : item.zone.wallOf(item.start) - item.zone.wallOf(item.changes.at);

const isSeries = (c: ICAL.Component): boolean => c.hasProperty('rrule') || c.hasProperty('rdate');

/** @throws Refused where a series has too many occurrences */
function seriesOf(
  uid: string,
  master: Item,
  changed: readonly Item[],
  part: CalendarPart,
  range: Range,
): OnlineTermin[] {
  const { component, zone, start } = master;
  if (start === undefined) return [];
  const found = occurrencesOf(component, zone.wallOf(start), zone, part.zoneOf, range);
  if (!found) throw new Refused('long_series');
  const later = changed.filter((one) => one.isForLater).sort((a, b) => beginOf(a) - beginOf(b));
  return found.flatMap((at) => {
    const own = changed.find((one) => !one.isForLater && isChangeOf(one, at));
    if (own) return [occurrenceOf(uid, own, own.start, at)];
    const by = later.findLast((one) => beginOf(one) <= at);
    if (!by) return [terminOf(uid, master, at, String(at))];
    return [occurrenceOf(uid, by, by.zone.instantOf(by.zone.wallOf(at) + shiftOf(by)), at)];
  });
}
/** An occurrence that became an event of whole days is no appointment any more. */
const occurrenceOf = (
  uid: string,
  item: Item,
  start: number | undefined,
  at: number,
): OnlineTermin => ({
  ...terminOf(uid, item, start ?? at, String(at)),
  isCancelled: item.isCancelled || start === undefined || item.start === undefined,
});

/** Returns the appointments of one id. @throws Refused */
function eventOf(
  uid: string,
  parts: readonly EventPart[],
  part: CalendarPart,
  range: Range,
): Found {
  const items = parts.map((one) => itemOf(one, part));
  const changed = items.filter((one) => one.changes !== undefined);
  const master = items.findLast((one) => one.changes === undefined);
  if (!master) return changesOnly(uid, changed);
  const version = {
    sequence: Math.max(...items.map((one) => one.sequence)),
    stamp: Math.max(...items.map((one) => one.stamp)),
  };
  if (master.isCancelled) {
    const at = master.start ?? range.from;
    return { termine: [terminOf(uid, master, at, '')] };
  }
  // Events of whole days are no appointments (holidays, absences).
  const { start, component } = master;
  // An occurrence is added to a stored series (RFC 5546 3.2.4).
  if (part.method === 'ADD') {
    return {
      termine: start === undefined ? [] : [terminOf(uid, master, start, String(start))],
    };
  }
  const whole: Whole = { uid, ...version, from: berlinDay(range.from), to: berlinDay(range.to) };
  if (start === undefined) return { termine: [], whole };
  if (!isSeries(component)) return { termine: [terminOf(uid, master, start, '')], whole };
  const termine = seriesOf(uid, master, changed, part, range);
  const listed = new Set(termine.map((one) => one.part));
  // Occurrences that the rule does not list, e.g. one moved from outside of the range.
  const others = changed.filter(
    (one) =>
      !one.isForLater &&
      one.changes &&
      'at' in one.changes &&
      !listed.has(String(one.changes.at)) &&
      (beginOf(one) < range.from || beginOf(one) > range.to || !one.isCancelled),
  );
  return {
    termine: [...termine, ...others.map((one) => occurrenceOf(uid, one, one.start, beginOf(one)))],
    whole,
  };
}
/** Changed occurrences of a series that is not in the file. */
function changesOnly(uid: string, changed: readonly Item[]): Found {
  const termine = changed
    .filter((one) => !one.isForLater)
    .map((one) => occurrenceOf(uid, one, one.start, beginOf(one)));
  const later = changed
    .filter((one) => one.isForLater)
    .map((one): LaterChange => ({
      uid,
      sequence: one.sequence,
      stamp: one.stamp,
      from: beginOf(one),
      shift: one.isCancelled ? null : shiftOf(one),
      minutes: one.minutes,
    }));
  return { termine, later };
}

/** Answers of guests change no appointment (RFC 5546 3.2). */
const ANSWERS = ['REPLY', 'REFRESH', 'COUNTER', 'DECLINECOUNTER'];

/** Groups the components of a calendar by their id; each one without an id is an event of its own. */
function eventsOf(part: CalendarPart): EventPart[][] {
  const byId = new Map<string | EventPart, EventPart[]>();
  for (const one of part.events) {
    const key = one.uid === '' ? one : one.uid;
    byId.set(key, [...(byId.get(key) ?? []), one]);
  }
  return [...byId.values()];
}

/** Reads a calendar. @param now instant (ms); series are expanded from yesterday to a year ahead */
export function readIcal(bytes: Uint8Array, now: number): TermineRead {
  if (bytes.length > MOST_BYTES) return { ok: false, why: 'too_large' };
  const calendars = calendarsOf(decodeText(bytes, 'latin1').text);
  if (!calendars) return { ok: false, why: 'not_ical' };
  const range = { from: now - DAY_MS, to: now + 366 * DAY_MS, budget: { steps: STEPS_OF_FILE } };
  const found: Found[] = [];
  const left = new Map<ImportTrouble, number>();
  for (const part of calendars.filter((one) => !ANSWERS.includes(one.method))) {
    for (const events of eventsOf(part)) {
      try {
        found.push(eventOf(events[0]?.uid ?? '', events, part, range));
      } catch (error) {
        const why = error instanceof Refused ? error.why : 'bad_event';
        if (isWholeDay(events)) continue;
        left.set(why, (left.get(why) ?? 0) + 1);
      }
    }
  }
  const termine = found.flatMap((one) => one.termine);
  if (termine.length > MOST_EVENTS) return { ok: false, why: 'too_large' };
  return {
    ok: true,
    termine,
    whole: found.flatMap((one) => one.whole ?? []),
    later: found.flatMap((one) => one.later ?? []),
    left: [...left].map(([why, count]) => ({ why, count })),
  };
}
/** An unreadable event of whole days is no loss: it is no appointment. */
const isWholeDay = (events: readonly EventPart[]): boolean =>
  events.every(({ component }) => {
    try {
      return component !== undefined && timeOf(component, 'dtstart')?.isDate === true;
    } catch {
      return false;
    }
  });
