// Reads appointments from a CSV table: UTF-8 or Windows-1252, `;`, `,` or tabs, a header, ISO or German
// dates, a unique id per row, a mark for cancelled ones.

import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { dayOf, isDay, isTime } from '../../../shared/base/dates.ts';
import { decodeText } from '../../../shared/records/charset.ts';
import { cleanName } from '../../../shared/desk/patient.ts';
import type { OnlineTermin, TermineRead } from './online.ts';

const MOST_ROWS = 20_000,
  MOST_BYTES = 5_000_000;

/** Returns the most frequent delimiter of a header. */
function delimiterOf(head: string): string {
  const count = (one: string): number => head.split(one).length - 1;
  return [';', ',', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
/** A row of a table, and the number of its last line in the file, from 1. */
interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}
/** Rows of a table, or the line from which on a quotation mark does not close. */
type CsvRead =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly line: number };

/** Splits a CSV into rows and cells by RFC 4180, without empty rows. */
export function csvRows(text: string): CsvRead {
  const body = text.replace(/^\ufeff/, ''),
    head = body.slice(0, body.search(/[\r\n]|$/)),
    delimiter = delimiterOf(head);
  // A quotation mark inside an unquoted cell is literal: programs write `5"` for a size.
  try {
    const found = parse(body, {
      info: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      // Blanks only: an empty cell between tabs counts.
      ltrim: delimiter !== '\t',
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return {
      ok: true,
      rows: found.map(({ record, info }) => ({ cells: record, line: info.lines })),
    };
  } catch (error) {
    const { lines } = error as { lines?: number };
    return { ok: false, line: lines ?? 1 };
  }
}
/** Checks whether a table looks complete: its last line has an end, and every mark closes. */
export const isEndedCsv = (bytes: Uint8Array): boolean => {
  const { text } = decodeText(bytes, 'latin1');
  return /[\r\n]$/.test(text) && csvRows(text).ok;
};

/** Synonymous column names; folded to lower case without blanks, dots and marks. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  uid: ['id', 'terminid', 'uid', 'termin'],
  patid: ['patid', 'patientennummer', 'patnr', 'patientnr'],
  lastName: ['nachname', 'name', 'lastname'],
  firstName: ['vorname', 'firstname'],
  geburtsdatum: ['geburtsdatum', 'geboren', 'birthdate'],
  day: ['datum', 'tag', 'date'],
  time: ['uhrzeit', 'zeit', 'beginn', 'time'],
  minutes: ['dauer', 'minuten', 'duration'],
  zimmer: ['zimmer', 'raum', 'room'],
  behandler: ['behandler', 'arzt', 'behandlerin'],
  art: ['art', 'terminart', 'grund', 'reason'],
  status: ['status', 'geloescht', 'gelöscht', 'storniert'],
  stamp: ['geaendertam', 'geändertam', 'changedat'],
};
/** A unit in brackets is no part of a name: „Dauer (min)“. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[([].*$/, '')
    .replace(/[\s._-]/g, '');
/** Accepts `20.11.2026`; `20.11.26` is rejected: two digits give no century. */
function dayIn(text: string): string | undefined {
  const m = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  return m
    ? dayOf(Number(m[3]), Number(m[2]), Number(m[1]))
    : isDay(text.slice(0, 10))
      ? text.slice(0, 10)
      : undefined;
}
/** Accepts `9:30`, `9.30` and `9:30:00`, also with „Uhr“. */
const timeIn = (text: string): string | undefined => {
  const m = /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?(?:\s*Uhr)?$/i.exec(text),
    time = m ? `${(m[1] ?? '').padStart(2, '0')}:${m[2] ?? ''}` : '';
  return isTime(time) ? time : undefined;
};
/** Accepts `45`, `45 min` and `0:45`; 30 minutes without a length; NaN for anything else. */
function minutesIn(text: string): number {
  if (text === '') return 30;
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  return Number(/^(\d+)\s*(?:min|minuten|minutes|')?\.?$/i.exec(text)?.[1] ?? Number.NaN);
}
/** Ausgefallen and nicht erschienen are past; a negation is none of them. */
const CANCELLED =
  /^(?:ja|1|x|true|yes|[\w\s]*(?:abgesagt|storniert|gelöscht|geloescht|absage|storno|cancell?ed)(?![\p{L}]).*)$/iu;
const NOT_CANCELLED = /\b(?:nicht|kein[en]?|not|no)\b/i;
const isCancelledIn = (status: string): boolean =>
  CANCELLED.test(status) && !NOT_CANCELLED.test(status);
/** `geaendertAm` as an ascending number; without it every file is as new as the last. */
function stampIn(text: string): number {
  const day = dayIn(text.split(/[ T]/)[0] ?? ''),
    time = timeIn(text.split(/[ T]/)[1] ?? '') ?? '00:00';
  return day === undefined ? 0 : Date.parse(`${day}T${time}:00Z`);
}

/**
 * Reads appointments from a CSV, all rows or none: a partly read table would lose appointments
 * silently.
 */
export function readCsvTermine(bytes: Uint8Array): TermineRead {
  if (bytes.length > MOST_BYTES) return { ok: false, why: 'too_large' };
  const read = csvRows(decodeText(bytes, 'latin1').text);
  if (!read.ok) return { ok: false, why: 'open_quote', line: read.line };
  const [head, ...rows] = read.rows,
    header = head?.cells;
  if (!header || header.length < 2) return { ok: false, why: 'not_csv' };
  if (rows.length > MOST_ROWS) return { ok: false, why: 'too_large' };
  const names = header.map(folded),
    at = (key: string): number => names.findIndex((name) => COLUMNS[key]?.includes(name) === true);
  const places = Object.fromEntries(Object.keys(COLUMNS).map((key) => [key, at(key)]));
  for (const key of ['uid', 'day', 'time'])
    if (places[key] === -1) return { ok: false, why: 'missing_column' };
  const termine: OnlineTermin[] = [];
  for (const { cells, line } of rows) {
    const text = (key: string): string => cleanName(cells[places[key] ?? -1] ?? '');
    const uid = text('uid'),
      isCancelled = isCancelledIn(text('status')),
      day = dayIn(text('day')),
      time = timeIn(text('time')),
      minutes = minutesIn(text('minutes')),
      birth = text('geburtsdatum');
    if (
      uid === '' ||
      uid.length > 500 ||
      day === undefined ||
      time === undefined ||
      !Number.isInteger(minutes) ||
      minutes < 0 ||
      minutes > 1440 ||
      (birth !== '' && dayIn(birth) === undefined) ||
      // A delimiter inside a text shifted its cells.
      cells.slice(header.length).some((one) => one.trim() !== '')
    )
      return { ok: false, why: 'bad_row', line };
    const cut = (key: string): string => text(key).slice(0, 100);
    termine.push({
      uid,
      part: '',
      sequence: 0,
      stamp: stampIn(text('stamp')),
      isCancelled,
      day,
      time,
      minutes,
      patid: text('patid').slice(0, 64),
      firstName: cut('firstName'),
      lastName: cut('lastName'),
      geburtsdatum: dayIn(birth) ?? '',
      zimmer: cut('zimmer').slice(0, 40),
      behandler: cut('behandler'),
      art: cut('art'),
    });
  }
  const isRead = (name: string): boolean =>
      Object.values(COLUMNS).some((names) => names.includes(name)),
    unread = header.filter((name) => name.trim() !== '' && !isRead(folded(name)));
  return { ok: true, termine, whole: [], later: [], left: [], unread: unread.map(cleanName) };
}
/** Returns our id of an external appointment. */
export const onlineId = (source: string, uid: string, part: string): string =>
  `on-${createHash('sha256').update(`${source}\n${uid}\n${part}`).digest('hex').slice(0, 32)}`;
