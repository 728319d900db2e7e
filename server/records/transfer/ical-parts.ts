// Splits an iCalendar file into its events, so that a broken one leaves its neighbours readable.

import ICAL from 'ical.js';
import { zonesOf, type Zone } from './ical-zones.ts';

/** One calendar of a file. */
export interface CalendarPart {
  /** METHOD of RFC 5546 in capitals; empty for a plain calendar. */
  readonly method: string;
  readonly zoneOf: (name: string) => Zone;
  readonly events: readonly EventPart[];
}
/** One event; its component is missing if it cannot be parsed. */
export interface EventPart {
  readonly uid: string;
  readonly component: ICAL.Component | undefined;
}

/** Joins folded lines (RFC 5545 3.1). */
const unfolded = (text: string): string[] =>
  text
    .replace(/(?:\r\n|\r|\n)[ \t]/g, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function parsed(lines: readonly string[]): ICAL.Component | undefined {
  try {
    return new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[]);
  } catch {
    return undefined;
  }
}
const valueOf = (lines: readonly string[], name: string): string => {
  const found = lines.find((line) => new RegExp(`^${name}[:;]`, 'i').test(line));
  return found === undefined ? '' : found.slice(found.indexOf(':') + 1).trim();
};

/** Lines of one calendar: its own, and those of its events and zones. */
interface Lines {
  readonly head: string[];
  readonly events: string[][];
  readonly zones: string[][];
}
const partOf = ({ head, events, zones }: Lines): CalendarPart => ({
  method: valueOf(head, 'METHOD').toUpperCase(),
  zoneOf: zonesOf(zones.flatMap((one) => parsed(one) ?? [])),
  events: events.map((one) => ({ uid: valueOf(one, 'UID'), component: parsed(one) })),
});

/**
 * Splits a file into calendars.
 * @returns undefined if it is no calendar, or if a part of it does not end
 */
export function calendarsOf(text: string): CalendarPart[] | undefined {
  const calendars: Lines[] = [];
  const open: string[] = [];
  let current: string[] | undefined;
  for (const line of unfolded(text)) {
    const [, edge, name = ''] = /^(BEGIN|END):([\w-]+)$/i.exec(line) ?? [];
    const kind = name.toUpperCase();
    const calendar = calendars.at(-1);
    if (edge?.toUpperCase() === 'BEGIN') {
      if (open.length === 0) {
        if (kind !== 'VCALENDAR') return undefined;
        calendars.push({ head: [], events: [], zones: [] });
      }
      if (open.length === 1) {
        current = [];
        if (kind === 'VEVENT') calendar?.events.push(current);
        if (kind === 'VTIMEZONE') calendar?.zones.push(current);
      }
      open.push(kind);
    }
    if (open.length === 0) return undefined;
    // Alarms within an event are not read.
    const isAlarm = open.length > 2 && open[1] === 'VEVENT';
    if (open.length === 1 && edge === undefined) calendar?.head.push(line);
    else if (open.length > 1 && !isAlarm) current?.push(line);
    if (edge?.toUpperCase() === 'END' && open.pop() !== kind) return undefined;
  }
  return open.length > 0 || calendars.length === 0 ? undefined : calendars.map(partOf);
}
